"""Takes the containers of OpenType fonts apart and makes them: SFNT, collections of it, and WOFF 1.0.

Their tables are carried over byte by byte, so nothing of a font is lost with its container.
"""

import struct
import zlib

# A font has these whatever else it has (OpenType 1.9, "Required Tables").
REQUIRED = {b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name"}
MAX_BYTES = 256 * 1024 * 1024


class Damaged(Exception):
    """The bytes are no font."""


def fonts_of(data):
    """The fonts in a file, each a flavour and its tables."""
    if data[:4] == b"ttcf":
        count = number(data, ">I", 8)
        if not 0 < count <= 64:
            raise Damaged("number of fonts")
        return [read_sfnt(data, number(data, ">I", 12 + 4 * index)) for index in range(count)]
    if data[:4] == b"wOFF":
        return [read_woff(data)]
    return [read_sfnt(data, 0)]


def read_sfnt(data, offset):
    tables = {}
    for index in range(number(data, ">H", offset + 4)):
        tag, _, start, length = struct.unpack_from(">4sIII", part(data, offset + 12 + 16 * index, 16))
        tables[tag] = part(data, start, length)
    return checked(part(data, offset, 4), tables)


def read_woff(data):
    tables = {}
    total = 0
    for index in range(number(data, ">H", 12)):
        entry = struct.unpack_from(">4sIIII", part(data, 44 + 20 * index, 20))
        tag, start, packed, length, _ = entry
        total += length
        if total > MAX_BYTES:
            raise Damaged("size")
        table = part(data, start, packed)
        if packed < length:
            unpack = zlib.decompressobj()
            table = unpack.decompress(table, length)
        if len(table) != length:
            raise Damaged("length of a table")
        tables[tag] = table
    return checked(part(data, 4, 4), tables)


def checked(flavour, tables):
    if flavour not in (b"\0\1\0\0", b"true", b"OTTO") or not REQUIRED <= tables.keys():
        raise Damaged("tables")
    return flavour, tables


def write_sfnt(flavour, tables):
    count = len(tables)
    power = count.bit_length() - 1
    head = struct.pack(">4sHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    offset = 12 + 16 * count
    entries, bodies = [], []
    for tag in sorted(tables):
        table = tables[tag]
        entries.append(struct.pack(">4sIII", tag, checksum(tag, table), offset, len(table)))
        bodies.append(padded(table))
        offset += len(bodies[-1])
    return b"".join([head, *entries, *bodies])


def write_woff(flavour, tables):
    """A WOFF 1.0 file (W3C Recommendation of 13 December 2012), without metadata."""
    count = len(tables)
    offset = 44 + 20 * count
    entries, bodies = [], []
    for tag in sorted(tables):
        table = tables[tag]
        packed = zlib.compress(table, 9)
        body = packed if len(packed) < len(table) else table
        entry = (tag, offset, len(body), len(table), checksum(tag, table))
        entries.append(struct.pack(">4sIIII", *entry))
        bodies.append(padded(body))
        offset += len(bodies[-1])
    size = 12 + 16 * count + sum(len(padded(table)) for table in tables.values())
    revision = struct.unpack_from(">HH", tables[b"head"], 4)
    head = struct.pack(">4s4sIHHI", b"wOFF", flavour, offset, count, 0, size)
    return b"".join([head, struct.pack(">HHIIIII", *revision, 0, 0, 0, 0, 0), *entries, *bodies])


def checksum(tag, table):
    # The field that makes the checksum of the whole right counts as zero.
    body = padded(table[:8] + bytes(4) + table[12:] if tag == b"head" else table)
    return sum(struct.unpack(f">{len(body) // 4}I", body)) & 0xFFFFFFFF


def padded(table):
    return table + bytes(-len(table) % 4)


def part(data, start, length):
    found = data[start : start + length]
    if len(found) != length:
        raise Damaged("end")
    return found


def number(data, kind, offset):
    return struct.unpack(kind, part(data, offset, struct.calcsize(kind)))[0]
