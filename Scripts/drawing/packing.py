"""Writes a canvas as a PNG with a palette."""

import math
import struct
import zlib

from paint import HEIGHT, WIDTH

COLORS = 36


def palette(counts):
    """Splits the colors where they differ most until there are few enough groups."""
    groups = [list(counts.items())]
    while len(groups) < COLORS:
        best, place = 0, None
        for number, group in enumerate(groups):
            for part in range(3):
                values = [color[part] for color, _ in group]
                spread = (max(values) - min(values)) * math.sqrt(sum(count for _, count in group))
                if spread > best:
                    best, place, axis = spread, number, part
        if place is None:
            break
        group = sorted(groups.pop(place), key=lambda item: (item[0][axis], item[0]))
        middle, half, seen = len(group) - 1, sum(count for _, count in group) / 2, 0
        for number, (_, count) in enumerate(group[:-1]):
            seen += count
            if seen >= half:
                middle = number + 1
                break
        groups += [group[:middle], group[middle:]]
    colors, numbers = [], {}
    for number, group in enumerate(groups):
        total = sum(count for _, count in group)
        colors.append(tuple(round(sum(c[part] * n for c, n in group) / total) for part in range(3)))
        numbers.update((color, number) for color, _ in group)
    return colors, numbers


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(rows):
    pixels = [[tuple(row[3 * x : 3 * x + 3]) for x in range(WIDTH)] for row in rows]
    counts = {}
    for row in pixels:
        for color in row:
            counts[color] = counts.get(color, 0) + 1
    colors, numbers = palette(counts)
    packed = zlib.compressobj(9, zlib.DEFLATED, 15, 9)
    data = b"".join(b"\0" + bytes(numbers[color] for color in row) for row in pixels)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", bytes(part for color in colors for part in color))
        + chunk(b"IDAT", packed.compress(data) + packed.flush())
        + chunk(b"IEND", b"")
    )
