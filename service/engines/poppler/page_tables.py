"""Tables on the pages of a PDF: rows of pieces that stand in common columns."""

from page_lines import is_item


def find_table(rows, start):
    """The end of a table that begins at a row, and its columns as pairs of edges; None where there is none."""
    if len(rows[start]) < 2:
        return None
    columns, end, closest = [], start, None
    for row in rows[start:]:
        if end > start:
            gap = row[0].top - rows[end - 1][0].bottom
            if gap > row[0].size and gap > 2.5 * (closest if closest is not None else 0.9 * row[0].size):
                break
            closest = gap if closest is None else min(closest, gap)
        spans = [(line.left, line.right) for line in row]
        merged = merge_columns(columns, spans)
        is_part = len(row) > 1 or (end > start and any(fits(spans[0], column) for column in columns))
        if not is_part or len(merged) < len(columns) or is_item(row[0]):
            break
        columns, end = merged, end + 1
    full = sum(1 for row in rows[start:end] if len(row) > 1)
    if full < 2 or len(columns) < 2 or full * 2 < end - start:
        return None
    return end, align(rows[start:end]) or columns


def align(rows):
    """Columns by counting, since a head may stand beside its values; None where pieces of different columns overlap."""
    count = max(map(len, rows))
    full = [row for row in rows if len(row) == count]
    columns = [(min(row[at].left for row in full), max(row[at].right for row in full)) for at in range(count)]
    is_apart = all(left[1] <= right[0] for left, right in zip(columns, columns[1:]))
    return columns if is_apart else None


def distance(line, column):
    middle = (line.left + line.right) / 2
    return max(column[0] - middle, middle - column[1], 0)


def fits(span, column):
    return span[0] >= column[0] - 6 and span[1] <= column[1] + 6


def merge_columns(columns, spans):
    edges = sorted([*columns, *spans])
    merged = [edges[0]]
    for left, right in edges[1:]:
        if left <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(right, merged[-1][1]))
        else:
            merged.append((left, right))
    return merged


def write_table(rows, columns, out):
    grid = []
    bottom = 0
    for row in rows:
        is_near = row[0].top - bottom < 0.35 * row[0].size
        bottom = max(line.bottom for line in row)
        cells = [""] * len(columns)
        for line in row:
            at = min(range(len(columns)), key=lambda index: distance(line, columns[index]))
            cells[at] = f"{cells[at]} {line.marked}".strip()
        # The rest of a cell that is too narrow for its words.
        if grid and is_near and not cells[0] and len(row) < len(columns) / 2:
            grid[-1] = [f"{above} {cell}".strip() for above, cell in zip(grid[-1], cells)]
        else:
            grid.append(cells)
    for index, cells in enumerate(grid):
        out.write(f"| {' | '.join(cells)} |\n")
        if index == 0:
            out.write(f"|{' --- |' * len(columns)}\n")
    out.write("\n")
