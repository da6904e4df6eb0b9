-- Reads values separated by commas, semicolons or tabs as a table (RFC 4180); the first line is its head.

local function separatorOf(text)
  local line = text:gsub('"[^"]*"', ''):match('^[^\r\n]*')
  local best, most = ',', 0
  for _, one in ipairs({ ',', ';', '\t', '|' }) do
    local _, count = line:gsub(one:gsub('%p', '%%%0'), '')
    if count > most then best, most = one, count end
  end
  return best
end

local function field(text, start, separator)
  if text:sub(start, start) ~= '"' then
    local stop = text:find('[' .. separator .. '\r\n]', start) or #text + 1
    return text:sub(start, stop - 1), stop
  end
  local stop = start
  repeat
    stop = text:find('"', stop + 1, true)
    if not stop then return text:sub(start + 1), #text + 1 end
    local doubled = text:sub(stop + 1, stop + 1) == '"'
    if doubled then stop = stop + 1 end
  until not doubled
  return text:sub(start + 1, stop - 1):gsub('""', '"'), stop + 1
end

local function recordsOf(text)
  local separator = separatorOf(text)
  local records, record, at = {}, {}, 1
  while at <= #text do
    local value
    value, at = field(text, at, separator)
    table.insert(record, value)
    local following = text:sub(at, at)
    if following ~= separator then
      if #record > 1 or record[1] ~= '' then table.insert(records, record) end
      record = {}
      if text:sub(at, at + 1) == '\r\n' then at = at + 1 end
    elseif at == #text then
      table.insert(record, '')
      table.insert(records, record)
    end
    at = at + 1
  end
  return records
end

local function cellOf(value)
  local inlines = pandoc.List()
  for line in (value .. '\n'):gmatch('(.-)\r?\n') do
    if #inlines > 0 then inlines:insert(pandoc.LineBreak()) end
    for word in line:gmatch('%S+') do
      local last = inlines[#inlines]
      if last and last.t == 'Str' then inlines:insert(pandoc.Space()) end
      inlines:insert(pandoc.Str(word))
    end
  end
  return { pandoc.Plain(inlines) }
end

function Reader(input)
  local text = tostring(input):gsub('^\xef\xbb\xbf', '')
  local records = recordsOf(text)
  local width = 0
  for _, record in ipairs(records) do width = math.max(width, #record) end
  local rows, aligns, widths = {}, {}, {}
  for column = 1, width do
    aligns[column], widths[column] = pandoc.AlignDefault, 0
  end
  for y, record in ipairs(records) do
    rows[y] = {}
    for x = 1, width do rows[y][x] = cellOf(record[x] or '') end
  end
  if width == 0 then return pandoc.Pandoc({}) end
  local head = table.remove(rows, 1)
  local simple = pandoc.SimpleTable({}, aligns, widths, head, rows)
  return pandoc.Pandoc({ pandoc.utils.from_simple_table(simple) })
end
