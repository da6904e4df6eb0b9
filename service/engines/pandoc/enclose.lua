-- For formats that hold all their pictures: those that are not inside a document become links to where they are, or
-- their words. Writers would load them before any filter of theirs.

return { {
  Image = function(image)
    if image.src:match('^data:') then return end
    if image.src:match('^https?://') then return pandoc.Link(image.caption, image.src) end
    return image.caption
  end,
} }
