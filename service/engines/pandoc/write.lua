-- Fits a document to the format that it is written in. What is left out is said on stderr as `filemill: <what> <count>`.

local holds = {}
for name in ('docx odt pptx epub3 fb2 html5 rtf'):gmatch('%S+') do holds[name] = true end

local format = FORMAT:gsub('[-+].*', '')
local isMarkdown = format == 'gfm'
local left = 0

-- The address of a picture stays, its content only where there is room for it.
local function placePicture(image)
  if holds[format] or not image.src:match('^data:') then return end
  left = left + 1
  return image.caption
end

local function titleOf(document)
  return document.meta.title or document.meta.source
end

-- GFM has no place for what stands above a text, so that becomes its beginning.
local function writeHead(document)
  local meta, head = document.meta, pandoc.List()
  local function add(value)
    if pandoc.utils.type(value) == 'Inlines' then head:insert(pandoc.Para(value))
    elseif pandoc.utils.type(value) == 'Blocks' then head:extend(value)
    elseif pandoc.utils.type(value) == 'List' then for _, one in ipairs(value) do add(one) end
    end
  end
  if meta.title then
    head:insert(pandoc.Header(1, pandoc.utils.blocks_to_inlines({ pandoc.Plain(meta.title) })))
  end
  -- When a program made a file is not what it says.
  if pandoc.utils.stringify(meta.date or ''):match('%dT%d') then meta.date = nil end
  for _, name in ipairs({ 'subtitle', 'author', 'date', 'abstract' }) do add(meta[name]) end
  document.blocks = head .. document.blocks
  document.meta = pandoc.Meta({})
end

local titled = { epub3 = 'title', fb2 = 'title', jats_archiving = 'title', docbook5 = 'title', html5 = 'pagetitle' }

local function completeHead(document)
  local meta, key = document.meta, titled[format]
  -- A format that must have a title takes the file's name for it.
  if key then meta[key] = meta[key] or meta.title or meta.pagetitle or meta.source end
  if not key or key == 'title' then meta.pagetitle = nil end
  meta.source = nil
  document.meta = meta
  if isMarkdown then writeHead(document) end
  if left > 0 then io.stderr:write('filemill: pictures ', left, '\n') end
  return document
end

local function unwrap(element) return element.content end

-- Places that other formats name and Markdown does not lead nowhere.
local places = {}

local function collectPlaces(header)
  places['#' .. header.identifier] = true
end

local function keepPlace(link)
  if link.target:sub(1, 1) == '#' and not places[link.target] then return link.content end
end

local function isSpace(element)
  return element ~= nil and (element.t == 'Space' or element.t == 'SoftBreak' or element.t == 'LineBreak')
end

-- A mark with a space inside it marks nothing in Markdown.
local function tighten(element)
  local content, before, after = element.content, pandoc.List(), pandoc.List()
  while isSpace(content[1]) do before:insert(content:remove(1)) end
  while isSpace(content[#content]) do after:insert(1, content:remove()) end
  if #content > 0 then before:insert(element) end
  element.content = content
  return before .. after
end

local lineBreak = pandoc.RawInline('markdown', '<br>')

-- The lines of a cell; a list is a line an item.
local function linesOf(blocks)
  local lines = pandoc.List()
  for _, block in ipairs(blocks) do
    if block.t == 'BulletList' or block.t == 'OrderedList' then
      for _, item in ipairs(block.content) do
        for index, line in ipairs(linesOf(item)) do
          if index == 1 then line:insert(1, pandoc.Str('• ')) end
          lines:insert(line)
        end
      end
    else
      lines:insert(pandoc.utils.blocks_to_inlines({ block }))
    end
  end
  return lines
end

-- GFM has tables of one line a row.
local function onOneLine(blocks)
  local inlines = pandoc.Inlines({})
  for index, line in ipairs(linesOf(blocks)) do
    if index > 1 then inlines:insert(lineBreak) end
    inlines:extend(line)
  end
  return pandoc.Plain(inlines:walk({
    LineBreak = function() return lineBreak end,
    SoftBreak = function() return pandoc.Space() end,
  }))
end

local function isEmpty(row)
  for _, cell in ipairs(row.cells) do
    if pandoc.utils.stringify(cell.contents) ~= '' then return false end
  end
  return true
end

local function rowsOf(tbl)
  local rows = pandoc.List()
  for _, row in ipairs(tbl.head.rows) do
    -- Some readers make an empty head where there is none.
    if not isEmpty(row) then rows:insert(row) end
  end
  for _, body in ipairs(tbl.bodies) do
    rows:extend(body.head)
    rows:extend(body.body)
  end
  rows:extend(tbl.foot.rows)
  return rows
end

-- The rows as a plain grid; cells that reach over others leave those empty.
local function gridOf(rows)
  local grid = {}
  for y, row in ipairs(rows) do
    grid[y] = grid[y] or {}
    local x = 1
    for _, cell in ipairs(row.cells) do
      while grid[y][x] do x = x + 1 end
      for dy = 0, math.min(cell.row_span, #rows - y + 1) - 1 do
        grid[y + dy] = grid[y + dy] or {}
        for dx = 0, cell.col_span - 1 do grid[y + dy][x + dx] = pandoc.Cell({}) end
      end
      grid[y][x] = cell
      x = x + cell.col_span
    end
  end
  return grid
end

local function isLayout(rows)
  local found = #rows == 1 and #rows[1].cells == 1
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do
      for _, block in ipairs(cell.contents) do
        found = found or block.t == 'Table' or block.t == 'Header' or block.t == 'CodeBlock'
      end
    end
  end
  return found
end

-- A table as GFM has them: a head, no spans, no blocks in cells; one that only places things becomes those things.
local function plainTable(tbl)
  local rows = rowsOf(tbl)
  if #rows == 0 then return {} end
  if isLayout(rows) then
    local blocks = pandoc.List(tbl.caption.long)
    for _, row in ipairs(rows) do
      for _, cell in ipairs(row.cells) do blocks:extend(cell.contents) end
    end
    return blocks
  end
  local made = pandoc.List()
  for _, row in ipairs(gridOf(rows)) do
    local cells = pandoc.List()
    for x = 1, #tbl.colspecs do
      cells:insert(pandoc.Cell({ onOneLine(row[x] and row[x].contents or {}) }))
    end
    made:insert(pandoc.Row(cells))
  end
  local specs = pandoc.List(tbl.colspecs):map(function(spec) return { spec[1], nil } end)
  local body = { attr = pandoc.Attr(), row_head_columns = 0, head = {}, body = made }
  local head = pandoc.TableHead({ made:remove(1) })
  return pandoc.Table(tbl.caption, specs, head, { body }, pandoc.TableFoot())
end

local markdown = {
  Div = unwrap,
  Span = unwrap,
  Underline = unwrap,
  SmallCaps = unwrap,
  Link = keepPlace,
  Strong = tighten,
  Emph = tighten,
  Strikeout = tighten,
  Table = plainTable,
}

return {
  { Image = placePicture },
  { Header = collectPlaces },
  isMarkdown and markdown or {},
  { Pandoc = completeHead },
}
