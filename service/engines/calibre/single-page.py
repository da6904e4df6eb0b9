"""Writes the page of a book in HTMLZ with its cover, pictures and styles inside.

single-page.py INPUT OUTPUT
"""

import base64
import mimetypes
import posixpath
import re
import sys
from urllib.parse import unquote
from xml.etree import ElementTree
from zipfile import ZipFile

OPF = "{http://www.idpf.org/2007/opf}"
# As readers show books: each part begins a page, and no picture is wider than one.
STYLE = """
body > div + div { break-before: page }
img, svg { max-width: 100%; height: auto }
.filemill-cover { text-align: center }
.filemill-cover img { max-height: 95vh }
"""


def data(book, name):
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(book.read(name)).decode()}"


def cover(book):
    if "metadata.opf" not in book.namelist():
        return None
    root = ElementTree.fromstring(book.read("metadata.opf"))
    for reference in root.iter(f"{OPF}reference"):
        if reference.get("type") == "cover" and reference.get("href") in book.namelist():
            return reference.get("href")
    return None


def write(source, target):
    with ZipFile(source) as book:
        names = set(book.namelist())
        page = book.read("index.html").decode("utf-8", "replace")

        def inside(match):
            name = posixpath.normpath(unquote(match[2]))
            return f'{match[1]}="{data(book, name)}"' if name in names else match[0]

        page = re.sub(r'\b(src|xlink:href)="([^"]+)"', inside, page)
        styles = book.read("style.css").decode("utf-8", "replace") if "style.css" in names else ""
        # A style sheet ends where this is said.
        styles = styles.replace("</", "<\\/")
        page = re.sub(r'<link href="style\.css"[^>]*>', lambda _: f"<style>{styles}\n{STYLE}</style>", page)
        front = cover(book)
        if front is not None:
            first = f'<div class="filemill-cover"><img src="{data(book, front)}" alt="Cover"/></div>'
            page = re.sub(r"<body[^>]*>", lambda match: match[0] + first, page, count=1)
    with open(target, "w", encoding="utf-8") as out:
        out.write(f"<!doctype html>\n{page}")


write(sys.argv[1], sys.argv[2])
