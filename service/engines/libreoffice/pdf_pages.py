"""Gives pages to what LibreOffice makes of a PDF: it ties all that it reads to page numbers of a document with one."""

from com.sun.star.style.BreakType import PAGE_BEFORE
from com.sun.star.text import HoriOrientation, RelOrientation, VertOrientation
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK
from com.sun.star.text.TextContentAnchorType import AT_PAGE, AT_PARAGRAPH


def lay_out(document):
    drawn = document.DrawPage
    shapes = [drawn.getByIndex(index) for index in range(drawn.Count)]
    tied = [
        (shape, shape.AnchorPageNo, shape.Position)
        for shape in shapes
        if shape.AnchorType == AT_PAGE
    ]
    # RTF counts from the margins, whatever it is told.
    for style in used_styles(document):
        for side in ("LeftMargin", "RightMargin", "TopMargin", "BottomMargin"):
            setattr(style, side, 0)
    paragraphs = add_pages(document.Text, max((page for _, page, _ in tied), default=1))
    for shape, page, position in tied:
        shape.AnchorType = AT_PARAGRAPH
        shape.TextRange = paragraphs[page - 1].Start
        shape.HoriOrientRelation = shape.VertOrientRelation = RelOrientation.PAGE_FRAME
        shape.HoriOrient = HoriOrientation.NONE
        shape.VertOrient = VertOrientation.NONE
        shape.HoriOrientPosition = position.X
        shape.VertOrientPosition = position.Y


def used_styles(document):
    styles = document.StyleFamilies.getByName("PageStyles")
    found = [styles.getByName(name) for name in styles.ElementNames]
    return [style for style in found if style.isInUse()]


def add_pages(text, count):
    for _ in range(count - 1):
        text.insertControlCharacter(text.getEnd(), PARAGRAPH_BREAK, False)
        text.createTextCursorByRange(text.getEnd()).BreakType = PAGE_BEFORE
    paragraphs = text.createEnumeration()
    found = []
    while paragraphs.hasMoreElements():
        found.append(paragraphs.nextElement())
    return found
