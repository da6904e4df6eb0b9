"""Tells what the PDF of a document has otherwise than the document itself: fonts, and pictures that lie elsewhere."""

import functools
import mmap
import re
import subprocess
import zipfile

# Where packages name their fonts: Office Open XML (ECMA-376), OpenDocument 1.3.
NAMED_IN_PACKAGES = (
    (r"word/[^/]+\.xml", rb'<w:font w:name="([^"]+)"'),
    (r"word/[^/]+\.xml", rb'<w:rFonts[^>]* w:ascii="([^"]+)"'),
    (r"word/theme/[^/]+\.xml", rb'<a:latin typeface="([^"+][^"]*)"'),
    (r"xl/styles\.xml", rb'<name val="([^"]+)"'),
    (r"ppt/(slides|slideMasters|theme)/[^/]+\.xml", rb'<a:latin typeface="([^"+][^"]*)"'),
    (r"(content|styles)\.xml", rb'svg:font-family="([^"]+)"'),
)
FLAT = b"<?xml"
COMPOUND = b"\xd0\xcf\x11\xe0"
NAMED_IN_RTF = rb"\{\\f\d+[^{};]*?\s([^{};\\]+);"
BASE_FONT = rb"/BaseFont\s*/(?:[A-Z]{6}\+)?([^/\s<>\[\]]+)"

LARGEST_PART = 16 * 1024 * 1024
MOST_SHAPES = 5000
MOST_FONTS = 100

# ECMA-376 part 2, 9.3: relationships that lead out of the package; OpenDocument links by address.
EXTERNAL_PICTURES = (
    (r".*\.rels", rb'<Relationship\b(?=[^>]*/image")(?=[^>]*TargetMode="External")'),
    (r"(content|styles)\.xml", rb'<draw:image[^>]* xlink:href="(?:https?|file|ftp):'),
)


def find(document, module, source, pdf):
    return {
        "fonts_substituted": substituted(document, module, source, pdf),
        "external_pictures": sum(1 for _ in parts(source, EXTERNAL_PICTURES)),
    }


def substituted(document, module, source, pdf):
    """Names of fonts that are not installed, with those that the PDF has instead."""
    with open(pdf, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        used = {plain(name.decode("latin-1")) for name in re.findall(BASE_FONT, content)}
    missing = named(document, module, source) - installed()
    pairs = {name: match(name) for name in sorted(missing)[:MOST_FONTS]}
    return {
        name: given
        for name, given in pairs.items()
        if given and plain(given) != plain(name) and plain(given) in used
    }


def named(document, module, source):
    head = beginning(source)
    if zipfile.is_zipfile(source) or head.startswith(FLAT):
        return {text(name) for name in parts(source, NAMED_IN_PACKAGES)}
    if head.startswith(b"{\\rtf"):
        return {text(name) for name in re.findall(NAMED_IN_RTF, head)}
    if not head.startswith(COMPOUND):
        return set()
    # What the old binary formats name, only LibreOffice knows.
    reader = {"writer": of_styles, "calc": of_cells, "impress": of_pages, "draw": of_pages}
    return set(reader[module](document)) if module in reader else set()


def parts(source, patterns):
    """What the patterns find in the files of a package whose names they are for."""
    head = beginning(source)
    if head.startswith(FLAT):
        # Flat OpenDocument is what is in a package, in one file.
        for member, pattern in patterns:
            if re.fullmatch(member, "content.xml"):
                yield from re.findall(pattern, head)
    if not zipfile.is_zipfile(source):
        return
    with zipfile.ZipFile(source) as package:
        for entry in package.infolist():
            for member, pattern in patterns:
                if re.fullmatch(member, entry.filename) and entry.file_size < LARGEST_PART:
                    yield from re.findall(pattern, package.read(entry))


def beginning(source):
    with open(source, "rb") as file:
        return file.read(LARGEST_PART)


def text(name):
    # Alternatives follow a semicolon, and OpenDocument quotes what has blanks.
    return name.decode("utf-8", "replace").split(";")[0].replace("&apos;", "").strip("' ")


def of_styles(document):
    for family in ("ParagraphStyles", "CharacterStyles"):
        for style in document.StyleFamilies.getByName(family):
            if style.isInUse():
                yield style.getPropertyValue("CharFontName")
    automatic = document.getAutoStyles()
    for family in automatic.getElementNames():
        for style in automatic.getByName(family):
            yield from (one.Value for one in style.getProperties() if one.Name == "CharFontName")


def of_cells(document):
    for sheet in document.Sheets:
        for ranges in sheet.UniqueCellFormatRanges:
            yield ranges.getPropertyValue("CharFontName")


def of_pages(document):
    shapes = [page.getByIndex(index) for page in document.DrawPages for index in range(page.Count)]
    for shape in shapes[:MOST_SHAPES]:
        if hasattr(shape, "CharFontName"):
            yield shape.CharFontName


def plain(name):
    """"LiberationSans-Bold" of a PDF and "Liberation Sans" of fontconfig are one family."""
    return re.sub(r"[\s_]|-.*|(MT|PS)$", "", name).casefold()


@functools.lru_cache
def installed():
    lines = fontconfig("fc-list", "--format=%{family}\n").splitlines()
    return {name.replace("\\", "") for line in lines for name in line.split(",")}


@functools.lru_cache(maxsize=4096)
def match(name):
    """The family that fontconfig gives for a name."""
    return fontconfig("fc-match", "--format=%{family[0]}", "--", re.sub(r"([\\:,-])", r"\\\1", name))


def fontconfig(program, *arguments):
    command = [f"/usr/bin/{program}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout
