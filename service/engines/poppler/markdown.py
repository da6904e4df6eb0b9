"""Writes what stands on the pages of a PDF as Markdown (GFM), from where and how large it stands.

markdown.py INPUT TAGS OUTPUT, INPUT as `pdftohtml -xml` writes it, TAGS as `pdfinfo -struct-text` does. A PDF knows letters and places; that some are a heading,
a list or a table is concluded: from tags, bookmarks, sizes, marks and common edges. Where that is not plain, it is a paragraph.
"""

import os
import re
import sys
from collections import Counter
from xml.etree.ElementTree import ParseError, XMLPullParser

# Isolated, Python does not look beside the script.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from page_lines import BULLET, NUMBER, in_columns, is_item, read_lines, read_runs  # noqa: E402
from page_tables import find_table, write_table  # noqa: E402
from page_tags import Tags  # noqa: E402


class Document:
    """All pages, and what only all of them tell: the size of the text, the sizes of headings, what is on every page."""

    def __init__(self, pages, bookmarks, tags):
        self.pages = pages
        self.tags = tags
        self.bookmarks = bookmarks
        sizes = Counter()
        for lines in pages:
            for line in lines:
                sizes[line.size] += len(line.text)
        self.body = sizes.most_common(1)[0][0] if sizes else 0
        self.sizes = sorted({size for size in sizes if size > 1.15 * self.body}, reverse=True)[:4]
        self.repeated = self.find_repeated()

    def find_repeated(self):
        """What stands at the edge of most pages, but for its numbers."""
        seen = Counter()
        for lines in self.pages:
            seen.update({self.place(line) for line in self.edges(lines)})
        return {place for place, count in seen.items() if count > max(2, len(self.pages) / 2)}

    @staticmethod
    def edges(lines):
        ordered = sorted(lines, key=lambda line: line.top)
        return ordered[:2] + ordered[-2:]

    @staticmethod
    def place(line):
        return re.sub(r"\d+", "0", line.text), round(line.top / 8)

    def own(self, lines):
        repeated = {id(line) for line in self.edges(lines) if self.place(line) in self.repeated}
        return [line for line in lines if id(line) not in repeated]

    def level(self, line):
        """1 to 6 for a heading, else 0."""
        words = line.text.casefold()
        if len(words) > 200 or not re.search(r"\w", words) or is_bare_number(words):
            return 0
        if words in self.bookmarks and (line.bold or line.size >= self.body):
            return min(self.bookmarks[words], 6)
        if self.tags.headings:
            return self.tags.level(line.text, line.size in self.sizes)
        return self.sizes.index(line.size) + 1 if line.size in self.sizes else 0

    def is_item(self, line):
        return is_item(line) or self.tags.is_item(line.text)


def is_bare_number(words):
    return bool(re.fullmatch(r"[\d\s.,%€$£-]+", words))


class Writer:
    """Writes lines as blocks: lines that go on make one paragraph."""

    def __init__(self, out, document):
        self.out = out
        self.document = document
        self.block = []
        self.kind = None
        self.in_list = False
        self.edges = {}
        self.is_new_page = False

    def write_page(self, lines):
        own = self.document.own(lines)
        rows = in_columns(own)
        alone = [row[0] for row in rows if len(row) == 1]
        self.edges = {id(line): self.edge(line, alone) for line in alone}
        self.is_new_page = True
        at = 0
        while at < len(rows):
            table = find_table(rows, at)
            if table:
                self.end()
                self.end_list()
                write_table(rows[at : table[0]], table[1], self.out)
                at = table[0]
                continue
            for line in rows[at]:
                self.add(line)
            at += 1

    @staticmethod
    def edge(line, lines):
        """How far to the right lines go that begin where this one does."""
        alike = [one.right for one in lines if abs(one.left - line.left) < 2 * line.size]
        # A few lines alone do not tell.
        return max(alike if len(alike) > 3 else (one.right for one in lines))

    def add(self, line):
        level = self.document.level(line)
        kind = level or ("item" if self.document.is_item(line) else "text")
        if not self.goes_on(line, kind):
            self.end()
            self.kind = kind
        self.is_new_page = False
        self.block.append(line)

    def goes_on(self, line, kind):
        if not self.block or kind == "item":
            return False
        last, first = self.block[-1], self.block[0]
        gap = line.top - last.bottom
        if self.is_new_page or gap < -2 * last.size or gap > 6 * last.size:
            # At the top of the next column or page a sentence goes on.
            return kind == self.kind == "text" and line.text[:1].islower() and not re.search(r"[.!?:]$", last.text)
        if gap < -0.5 * last.size and line.left >= last.right:
            return True
        is_near = gap < 0.75 * last.size
        if isinstance(kind, int) or isinstance(self.kind, int):
            # Only a long heading takes two lines.
            return kind == self.kind and is_near and last.right - last.left > 20 * last.size
        if self.kind == "item":
            # Its mark may be drawn, and no letter.
            return is_near and line.left > first.left + (2 if is_item(first) else -2)
        is_indented = line.left > last.left + 0.8 * line.size and len(self.block) > 1
        ends = re.search(r"[.!?:]$", last.text) and self.breaks(last, line)
        return is_near and not ends and not is_indented and line.bold == last.bold

    def breaks(self, last, line):
        """Whether a line ends although the first word of the next one would have fitted."""
        word = len(line.text.split(" ", 1)[0]) + 1
        width = (line.right - line.left) / max(1, len(line.text))
        return last.right + word * width < self.edges.get(id(last), 0)

    def end(self):
        if self.block:
            self.write(self.join())
        self.block = []

    def join(self):
        words = self.block[0].marked
        for last, line in zip(self.block, self.block[1:]):
            following = line.marked
            if re.search(r"[^\W\d_]-$", words) and following[:1].islower():
                words = words[:-1] + following
            elif self.kind == "text" and self.breaks(last, line):
                words = f"{words}  \n{following}"
            else:
                words = f"{words} {following}"
        return words.replace("** **", " ")

    def end_list(self):
        if self.in_list:
            self.out.write("\n")
        self.in_list = False

    def write(self, words):
        is_item = self.kind == "item"
        if not is_item:
            self.end_list()
        self.in_list = is_item
        if is_item:
            self.out.write(f"{write_item(words)}\n")
        elif self.kind == "text":
            self.out.write(f"{paragraph(words)}\n\n")
        else:
            self.out.write(f"{'#' * self.kind} {words.replace('**', '')}\n\n")


def write_item(words):
    words = re.sub(r"^(\*\*)?\\?(?=[*-])", r"\1", words)
    number = NUMBER.match(words)
    if number:
        return f"{number[1]}. {words[number.end():]}"
    return f"- {BULLET.sub('', words)}"


def paragraph(text):
    """A line that begins like a heading or a quote is none."""
    return re.sub(r"^(#{1,6}(?= )|>(?= )|[-+](?= ))", r"\\\1", text)


def read_bookmarks(outline, level=1, found=None):
    """The levels of bookmarks by their words; an outline follows the item that it belongs to."""
    found = {} if found is None else found
    for element in outline:
        if element.tag == "item":
            found.setdefault(re.sub(r"\s+", " ", element.text or "").strip().casefold(), level)
        elif element.tag == "outline":
            read_bookmarks(element, level + 1, found)
    return found


def read(source, tags, marks=True):
    pages, bookmarks, sizes = [], {}, {}
    for element in elements(source, marks):
        if element.tag == "fontspec":
            sizes[element.get("id")] = float(element.get("size"))
        elif element.tag == "page":
            pages.append(read_lines(read_runs(element, sizes)))
            element.clear()
        elif element.tag == "pdf2xml":
            outline = element.find("outline")
            bookmarks = read_bookmarks(outline) if outline is not None else {}
    return Document(pages, bookmarks, tags)


def elements(source, marks):
    """Elements as they end, but for letters that no XML may hold."""
    parser = XMLPullParser(("end",))
    with open(source, "rb") as lines:
        for line in lines:
            line = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", line)
            parser.feed(line if marks else re.sub(rb"</?[abi]\b[^>]*>", b"", line))
            for _, element in parser.read_events():
                yield element
    parser.close()


def write(source, tags, out):
    try:
        document = read(source, tags)
    except ParseError:
        # Its marks may overlap, which XML does not allow.
        document = read(source, tags, marks=False)
    writer = Writer(out, document)
    for lines in document.pages:
        writer.write_page(lines)
    writer.end()


with open(sys.argv[2], encoding="utf-8", errors="replace") as report:
    said = Tags(report.read())
with open(sys.argv[3], "w", encoding="utf-8") as output:
    write(sys.argv[1], said, output)
