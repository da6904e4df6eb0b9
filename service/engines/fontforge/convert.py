"""Converts one font file inside FontForge: convert.py <input> <format> <output folder> <output format>.

Writes each font as a number with its extension, and says a JSON line for each: {"file", "glyphs", "kept", "lost"}.
`kept` tells whether its tables are as they were. The exit code is 3 where the input is no font.
"""

import json
import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
import sfnt

OUTLINES = {"ttf": (b"\0\1\0\0", b"true"), "otf": (b"OTTO",)}
# What FontForge does not carry over when it writes a font anew.
FRAGILE = {
    b"fpgm": "hinting",
    b"fvar": "variations",
    b"COLR": "colours",
    b"CBDT": "colour pictures",
    b"sbix": "colour pictures",
    b"SVG ": "drawings",
}


def main(source, given, folder, wanted):
    os.chdir(folder)
    for index, (flavour, tables) in enumerate(fonts_of(source, given, wanted)):
        lost = []
        kept = given not in ("pfa", "pfb")
        if wanted in OUTLINES and flavour not in OUTLINES[wanted]:
            lost = sorted({FRAGILE[tag] for tag in tables if tag in FRAGILE})
            flavour, tables = redrawn(sfnt.write_sfnt(flavour, tables), flavour, wanted)
            kept = False
        name = f"{index}.{wanted}"
        write(name, sfnt.write_woff(flavour, tables) if wanted == "woff" else sfnt.write_sfnt(flavour, tables))
        if wanted == "woff2":
            os.rename(name, "plain.ttf")
            run("woff2_compress", "plain.ttf")
            os.rename("plain.woff2", name)
            os.remove("plain.ttf")
        glyphs = struct.unpack_from(">H", tables[b"maxp"], 4)[0]
        print(json.dumps({"file": name, "glyphs": glyphs, "kept": kept, "lost": lost}))


def fonts_of(source, given, wanted):
    """The fonts of the input in the container that all are made of."""
    if given in ("pfa", "pfb"):
        target = "ttf" if wanted == "ttf" else "otf"
        return sfnt.fonts_of(generated(source, target))
    if given != "woff2":
        return sfnt.fonts_of(read(source))
    # The program writes beside its input.
    write("packed.woff2", read(source))
    run("woff2_decompress", "packed.woff2")
    plain = read("packed.ttf")
    os.remove("packed.woff2")
    os.remove("packed.ttf")
    return sfnt.fonts_of(plain)


def redrawn(data, flavour, wanted):
    """A font with its outlines in the other kind of curve."""
    name = "plain.otf" if flavour == b"OTTO" else "plain.ttf"
    write(name, data)
    made = generated(name, wanted)
    os.remove(name)
    return sfnt.fonts_of(made)[0]


def generated(source, extension):
    import fontforge

    try:
        font = fontforge.open(source)
    except OSError as error:
        raise sfnt.Damaged("outlines") from error
    # It opens what it cannot read as a font without outlines.
    if not any(glyph.foreground or glyph.references for glyph in font.glyphs()):
        raise sfnt.Damaged("outlines")
    name = f"made.{extension}"
    # Old programs look for kerning nowhere but in the old table.
    font.generate(name, flags=("opentype", "old-kern"))
    made = read(name)
    os.remove(name)
    return made


def run(program, file):
    ended = subprocess.run([program, file], capture_output=True)
    if ended.returncode != 0:
        sys.stderr.write(ended.stderr.decode(errors="replace")[-2000:])
        raise sfnt.Damaged(program)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


try:
    main(*sys.argv[1:])
except (sfnt.Damaged, struct.error) as error:
    sys.stderr.write(f"no font: {error}\n")
    sys.exit(3)
