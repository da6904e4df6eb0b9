-- Makes a document that was read whole in itself: pictures are inside or named, nothing else is left that a writer would
-- fetch, execute or pass on unseen. What is said of that goes to stderr as `filemill: <what> <count>`.

-- What a writer is to know of a document; the other keys of its head would set writers' options, some of them files.
local kept = { 'title', 'subtitle', 'author', 'date', 'abstract', 'keywords', 'lang', 'pagetitle' }

local outside = 0

local digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

-- RFC 4648, 4
local function base64(content)
  local text = content:gsub('..?.?', function(part)
    local a, b, c = part:byte(1, 3)
    local bits, result = a << 16 | (b or 0) << 8 | (c or 0), ''
    for shift = 18, 0, -6 do
      local at = (bits >> shift & 63) + 1
      result = result .. digits:sub(at, at)
    end
    return result:sub(1, #part + 1) .. ('='):rep(3 - #part)
  end)
  return text
end

local function inlinePicture(image)
  if image.src:match('^data:') then return end
  local kind, content = pandoc.mediabag.lookup(image.src)
  if not content then
    outside = outside + 1
    return
  end
  image.src = 'data:' .. kind .. ';base64,' .. base64(content)
  return image
end

local function nameWithoutExtension(path)
  return (path:match('[^/]*$'):gsub('%.[^.]*$', ''))
end

local function completeHead(document)
  local meta = {}
  for _, name in ipairs(kept) do meta[name] = document.meta[name] end
  meta.source = pandoc.MetaString(nameWithoutExtension(PANDOC_STATE.input_files[1]))
  document.meta = pandoc.Meta(meta)
  if outside > 0 then io.stderr:write('filemill: outside ', outside, '\n') end
  return document
end

return {
  { Image = inlinePicture },
  { Pandoc = completeHead },
}
