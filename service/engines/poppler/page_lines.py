"""Lines of the pages of a PDF in the order in which they are read, from what `pdftohtml -xml` says of letters and places."""

import re
import unicodedata
from dataclasses import dataclass, field
from statistics import median

BULLET = re.compile(r"^([•‣◦▪▫●○■□–—·*-]|[\uf000-\uf0ff])\s+(?=\S)")
NUMBER = re.compile(r"^(\d{1,3})[.)]\s+(?=\S)")
ADDRESS = re.compile(r"(https?|mailto):", re.I)


@dataclass
class Run:
    """Letters of one look, side by side on one line."""

    left: float
    top: float
    right: float
    bottom: float
    size: float
    text: str
    marked: str
    bold: bool


@dataclass
class Line:
    runs: list = field(default_factory=list)

    left = property(lambda self: min(run.left for run in self.runs))
    right = property(lambda self: max(run.right for run in self.runs))
    top = property(lambda self: min(run.top for run in self.runs))
    bottom = property(lambda self: max(run.bottom for run in self.runs))
    size = property(lambda self: max(self.runs, key=lambda run: len(run.text.strip())).size)
    text = property(lambda self: re.sub(r"\s+", " ", joined(self.runs, "text")).strip())
    marked = property(lambda self: re.sub(r"\s+", " ", merge_marks(joined(self.runs, "marked"))).strip())
    bold = property(lambda self: all(run.bold for run in self.runs if run.text.strip()))


def joined(runs, kind):
    parts, end = [], None
    for run in runs:
        if end is not None and run.left - end > 0.15 * run.size:
            parts.append(" ")
        parts.append(getattr(run, kind))
        end = run.right
    return "".join(parts)


def merge_marks(text):
    """Marks that end only to begin again mark one thing."""
    return re.sub(r"\*\*( ?)\*\*", r"\1", re.sub(r"(?<!\*)\*( ?)\*(?!\*)", r"\1", text))


def escape(text):
    text = re.sub(r"([\\`*<\[\]|])", r"\\\1", text)
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def marked(element):
    """The text of a run in Markdown; a mark stands next to a letter."""
    parts = [escape(element.text or "")]
    for child in element:
        inner = marked(child)
        mark = {"b": "**", "i": "*"}.get(child.tag)
        words = inner.strip()
        if words and mark:
            inner = inner.replace(words, f"{mark}{words}{mark}")
        elif words and child.tag == "a" and ADDRESS.match(child.get("href", "")):
            inner = inner.replace(words, f"[{words}]({child.get('href').replace(' ', '%20').replace(')', '%29')})")
        parts.append(inner + escape(child.tail or ""))
    return "".join(parts)


LIGATURES = {ord(one): unicodedata.normalize("NFKC", one) for one in "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"} | {0xAD: "", 0xA0: " "}


def plain(text):
    return (text or "").translate(LIGATURES)


def read_runs(page, sizes):
    for element in page.iter("text"):
        for part in element.iter():
            part.text, part.tail = plain(part.text), plain(part.tail)
        text = "".join(element.itertext())
        if not text.strip():
            continue
        left, top, width, height = (float(element.get(key)) for key in ("left", "top", "width", "height"))
        bold = element.find(".//b") is not None
        yield Run(left, top, left + width, top + height, sizes[element.get("font")], text, marked(element), bold)


def read_lines(runs):
    """Puts runs together that stand on one line without a gap between them."""
    lines = []
    for row in find_rows(runs):
        for run in row:
            last = lines[-1].runs[-1] if lines else None
            if last in row and -0.3 * run.size < run.left - last.right < 0.9 * max(run.size, last.size):
                lines[-1].runs.append(run)
            else:
                lines.append(Line([run]))
    return lines


def find_rows(pieces):
    """What stands side by side, from left to right; rows from top to bottom."""
    rows = []
    for piece in sorted(pieces, key=lambda one: one.top + one.bottom):
        middle = (piece.top + piece.bottom) / 2
        if rows and rows[-1][0].top < middle < rows[-1][0].bottom:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda one: one.left) for row in rows]


def in_columns(lines):
    """Rows of lines in the order in which they are read: down the left column, then down the right one."""
    ordered, region, gutter = [], [], None
    for band in find_bands(lines):
        common = find_gutter(region + band)
        if region and (common is None or find_gutter(band) is None):
            ordered += read_region(region, gutter)
            region = []
            common = find_gutter(band)
        region, gutter = region + band, common
    return ordered + read_region(region, gutter)


def find_bands(lines):
    """Lines between gaps that go across the page."""
    bands, bottom = [], None
    for row in find_rows(lines):
        top = min(line.top for line in row)
        if bottom is None or top - bottom > 0.6 * row[0].size:
            bands.append([])
        bands[-1] += row
        bottom = max([bottom or 0, *(line.bottom for line in row)])
    return bands


def find_gutter(lines):
    """The edges of a gap with something on both sides of it from top to bottom; the widest one."""
    reach, best = None, None
    for line in sorted(lines, key=lambda one: one.left):
        if reach is not None and line.left - reach > 8 and (best is None or line.left - reach > best[1] - best[0]):
            best = reach, line.left
        reach = max(reach or 0, line.right)
    return best


def read_region(lines, gutter):
    """Reads running text column by column; all else, such as tables, whose cells are short, row by row."""
    if gutter is None:
        return find_rows(lines)
    sides = [line for line in lines if line.right <= gutter[0]], [line for line in lines if line.left >= gutter[1]]
    if all(len(side) > 2 and median(len(line.text) for line in side) > 25 for side in sides):
        return in_columns(sides[0]) + in_columns(sides[1])
    return find_rows(lines)


def is_item(line):
    return bool(BULLET.match(line.text) or NUMBER.match(line.text))
