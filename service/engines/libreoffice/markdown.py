"""Writes a flat OpenDocument presentation or spreadsheet as Markdown (GFM): a heading a slide, a table a sheet.

markdown.py INPUT OUTPUT; says on stdout as JSON how many pictures it left out.
"""

import json
import re
import sys
from xml.etree.ElementTree import iterparse

NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}

# What stands on every slide, and what is said of a cell or a slide and not in it.
REPEATED = {"page-number", "header", "footer", "date-time", "page"}
BREAK = "  \n"
MOST_COLUMNS = 1024
MOST_REPEATS = 1000


def name(prefixed):
    prefix, local = prefixed.split(":")
    return f"{{{NAMES[prefix]}}}{local}"


TEXT_P, TEXT_H, TEXT_LIST = name("text:p"), name("text:h"), name("text:list")
DRAW_PAGE, DRAW_FRAME, DRAW_IMAGE = name("draw:page"), name("draw:frame"), name("draw:image")
TABLE, ROW, CELL = name("table:table"), name("table:table-row"), name("table:table-cell")
COVERED, ANNOTATION = name("table:covered-table-cell"), name("office:annotation")
NOTES, CLASS = name("presentation:notes"), name("presentation:class")


def escape(text):
    text = re.sub(r"([\\`*<\[\]|])", r"\\\1", (text or "").replace("\n", " "))
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def inline(element, line_break):
    """The text of a paragraph, with its links."""
    return re.sub(r"[ \t]+", " ", spans(element, line_break)).strip()


def spans(element, line_break):
    parts = [escape(element.text)]
    for child in element:
        tag = child.tag
        if tag == name("text:line-break"):
            parts.append(line_break)
        elif tag == name("text:s"):
            parts.append(" " * int(child.get(name("text:c"), "1")))
        elif tag == name("text:tab"):
            parts.append(" ")
        elif tag == name("text:a"):
            words = inline(child, " ").strip()
            address = child.get(name("xlink:href"), "")
            # Others lead to places that only the presentation knows.
            outside = re.match(r"(https?|mailto):", address)
            address = f"<{address}>" if re.search(r"[\s()]", address) else address
            parts.append(f"[{words}]({address})" if words and outside else words)
        elif tag not in (ANNOTATION, name("office:event-listeners")):
            parts.append(spans(child, line_break))
        parts.append(escape(child.tail))
    return "".join(parts)


def cell(element):
    lines = [inline(one, "<br>") for one in element.iter(TEXT_P) if one not in commented(element)]
    return "<br>".join(line for line in lines if line)


def commented(element):
    return {one for note in element.iter(ANNOTATION) for one in note.iter(TEXT_P)}


def cells(row):
    found = []
    for child in row:
        if child.tag not in (CELL, COVERED):
            continue
        repeats = int(child.get(name("table:number-columns-repeated"), "1"))
        text = cell(child) if child.tag == CELL else ""
        found.extend([text] * min(repeats, MOST_COLUMNS - len(found)))
    while found and not found[-1]:
        found.pop()
    return found


def write_table(rows, out):
    """A table of some rows that follow each other; a single cell is a line."""
    used = [column for column in range(max(map(len, rows))) if any(row[column:column + 1] not in ([], [""]) for row in rows)]
    grid = [[row[column] if column < len(row) else "" for column in used] for row in rows]
    if len(grid) == 1 and len(used) == 1:
        out.write(f"{paragraph(grid[0][0])}\n\n")
        return
    for index, row in enumerate(grid):
        out.write(f"| {' | '.join(row)} |\n")
        if index == 0:
            out.write(f"|{' --- |' * len(used)}\n")
    out.write("\n")


def paragraph(text):
    """A line that begins like a heading, a list or a quote is none."""
    return re.sub(r"^(#{1,6}(?= )|[-+>](?= )|\d+(?=[.)] ))", r"\\\1", text)


class Sheets:
    """Writes rows as they are read; an empty row ends a table."""

    def __init__(self, out):
        self.out = out
        self.rows = []

    def begin(self, table):
        self.out.write(f"## {escape(table.get(name('table:name'), 'Sheet'))}\n\n")

    def add(self, row):
        found = cells(row)
        repeats = int(row.get(name("table:number-rows-repeated"), "1"))
        if not found:
            self.end()
        else:
            self.rows.extend([found] * min(repeats, MOST_REPEATS))

    def end(self):
        if self.rows:
            write_table(self.rows, self.out)
        self.rows = []


class Slides:
    """Writes a slide at a time."""

    def __init__(self, out):
        self.out = out
        self.count = 0
        self.pictures = 0

    def add(self, page):
        self.count += 1
        frames = list(self.frames(page))
        title = next((one for kind in ("title", "subtitle") for one in frames if one.get(CLASS) == kind and self.words(one)), None)
        words = self.words(title) if title is not None else f"Slide {self.count}"
        self.out.write(f"## {words}\n\n")
        for frame in frames:
            if frame is not title:
                self.write(frame)
        for frame in self.frames(page.find(NOTES)):
            if frame.get(CLASS) == "notes" and self.words(frame):
                self.out.write(f"> Notes: {self.words(frame)}\n\n")

    def frames(self, parent):
        """What lies on a slide, also in groups, in its order."""
        for child in parent if parent is not None else ():
            if child.tag == name("draw:g"):
                yield from self.frames(child)
            elif child.tag.startswith(f"{{{NAMES['draw']}}}") and child.get(CLASS) not in REPEATED:
                yield child

    def words(self, frame):
        return " ".join(filter(None, (inline(one, " ") for one in frame.iter(TEXT_P))))

    def write(self, frame):
        table = frame.find(TABLE)
        if table is not None:
            rows = [found for found in map(cells, table.iter(ROW)) if found]
            if rows:
                write_table(rows, self.out)
        elif frame.find(DRAW_IMAGE) is not None:
            self.pictures += 1
            says = " ".join(one.text or "" for one in frame.findall(name("svg:desc"))).strip()
            if says:
                self.out.write(f"{paragraph(escape(says))}\n\n")
        else:
            box = frame.find(name("draw:text-box"))
            self.write_blocks(frame if box is None else box)

    def write_blocks(self, parent):
        # Each paragraph may be a list of its own.
        in_list = False
        for child in parent:
            if child.tag == TEXT_LIST:
                in_list |= self.write_list(child, 0)
            elif child.tag in (TEXT_P, TEXT_H) and inline(child, " "):
                gap = "\n" if in_list else ""
                in_list = False
                self.out.write(f"{gap}{paragraph(inline(child, BREAK))}\n\n")
        if in_list:
            self.out.write("\n")

    def write_list(self, element, level):
        written = False
        for item in element:
            for child in item:
                if child.tag == TEXT_LIST:
                    written |= self.write_list(child, level + 1)
                elif child.tag in (TEXT_P, TEXT_H):
                    words = inline(child, " ")
                    if words:
                        self.out.write(f"{'  ' * level}- {words}\n")
                        written = True
        return written


def write(source, out):
    sheets, slides = Sheets(out), Slides(out)
    depth = 0
    in_presentation = False
    for event, element in iterparse(source, ("start", "end")):
        if element.tag == name("office:presentation"):
            in_presentation = event == "start"
        elif element.tag == TABLE and not in_presentation:
            depth += 1 if event == "start" else -1
            if event == "start" and depth == 1:
                sheets.begin(element)
            elif event == "end" and depth == 0:
                sheets.end()
                element.clear()
        elif event == "end" and element.tag == ROW and depth == 1:
            sheets.add(element)
            element.clear()
        elif event == "end" and element.tag == DRAW_PAGE and in_presentation:
            slides.add(element)
            element.clear()
        elif event == "end" and element.tag == name("office:binary-data"):
            element.clear()
    return slides.pictures


with open(sys.argv[2], "w", encoding="utf-8") as output:
    print(json.dumps({"pictures": write(sys.argv[1], output)}))
