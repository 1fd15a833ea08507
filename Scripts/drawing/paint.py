"""A canvas, and the shapes that are painted on it."""

import math
import random

from colors import dark, light

WIDTH, HEIGHT = 320, 240
CENTER = (160, 120)


class Canvas:
    """Rows of red, green and blue, painted with polygons whose edges are smooth."""

    FINE = 4

    def __init__(self, seed):
        self.rows = [bytearray(3 * WIDTH) for _ in range(HEIGHT)]
        self.random = random.Random(seed)

    def fill(self, contours, color, alpha=1.0):
        """Fills what is inside an odd number of contours."""
        edges = []
        for points in contours:
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
                if y0 != y1:
                    edges.append((y0, x0, y1, x1) if y0 < y1 else (y1, x1, y0, x0))
        top = max(0, math.floor(min(edge[0] for edge in edges)))
        bottom = min(HEIGHT, math.ceil(max(edge[2] for edge in edges)))
        for row in range(top, bottom):
            spans = [self.crossings(edges, row + (line + 0.5) / self.FINE) for line in range(self.FINE)]
            self.paint(row, spans, color, alpha)

    @staticmethod
    def crossings(edges, y):
        return sorted(x0 + (y - y0) * (x1 - x0) / (y1 - y0) for y0, x0, y1, x1 in edges if y0 <= y < y1)

    def paint(self, row, lines, color, alpha):
        pixels = self.rows[row]
        low, high = WIDTH, 0
        if alpha == 1 and all(len(line) == 2 for line in lines):
            low = max(0, math.ceil(max(line[0] for line in lines)))
            high = min(WIDTH, math.floor(min(line[1] for line in lines)))
            if low < high:
                pixels[3 * low : 3 * high] = bytes(color) * (high - low)
        cover = {}
        for line in lines:
            for start, end in zip(line[::2], line[1::2]):
                for x in range(max(0, math.floor(start)), min(WIDTH, math.ceil(end))):
                    if low <= x < high:
                        continue
                    cover[x] = cover.get(x, 0) + min(end, x + 1) - max(start, x)
        for x, share in cover.items():
            # Few shades at the edges: they are what a palette lacks, and what does not pack.
            share = round(share * 3 / self.FINE) * alpha / 3
            for part in range(3):
                old = pixels[3 * x + part]
                pixels[3 * x + part] = round(old + (color[part] - old) * share)

    # Shapes

    def ellipse(self, x, y, rx, ry, color, angle=0.0, alpha=1.0):
        self.fill([oval(x, y, rx, ry, angle)], color, alpha)

    def disc(self, x, y, r, color, alpha=1.0):
        self.ellipse(x, y, r, r, color, alpha=alpha)

    def ring(self, x, y, outer, inner, color, alpha=1.0):
        self.fill([oval(x, y, outer, outer), oval(x, y, inner, inner)], color, alpha)

    def box(self, x, y, w, h, r, color, angle=0.0, alpha=1.0):
        self.fill([rounded(x, y, w, h, r, angle)], color, alpha)

    def line(self, points, width, color, alpha=1.0):
        """A stroke with round ends; `width` is one number, or one for each point."""
        widths = width if isinstance(width, list) else [width] * len(points)
        left, right = [], []
        for number, (x, y) in enumerate(points):
            (ax, ay), (bx, by) = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
            length = math.hypot(bx - ax, by - ay) or 1
            nx, ny = (ay - by) / length * widths[number] / 2, (bx - ax) / length * widths[number] / 2
            left.append((x + nx, y + ny))
            right.append((x - nx, y - ny))
        self.fill([left + right[::-1]], color, alpha)
        if alpha == 1:
            for (x, y), size in ((points[0], widths[0]), (points[-1], widths[-1])):
                if size > 1.5:
                    self.disc(x, y, size / 2, color)

    def lump(self, x, y, rx, ry, color, angle=0.0, shine=0.35):
        """A round thing with a shadow under it and light on it."""
        self.ellipse(x + 1.5, y + 2.5, rx, ry, (40, 20, 10), angle, 0.28)
        self.ellipse(x, y, rx, ry, dark(color, 0.22), angle)
        self.ellipse(x - rx * 0.06, y - ry * 0.1, rx * 0.88, ry * 0.86, color, angle)
        self.ellipse(x - rx * 0.22, y - ry * 0.3, rx * 0.42, ry * 0.36, light(color, shine), angle)

    def chunk(self, x, y, size, color):
        """An angular piece."""
        count = 6
        turn = self.random.uniform(0, 7)
        points = []
        for corner in range(count):
            angle = turn + corner * math.tau / count + self.random.uniform(-0.3, 0.3)
            r = size * self.random.uniform(0.8, 1.15)
            points.append((x + r * math.cos(angle), y + r * math.sin(angle) * 0.9))
        self.fill([[(a + 1.5, b + 2.5) for a, b in points]], (40, 20, 10), 0.28)
        self.fill([points], dark(color, 0.2))
        self.fill([[(x + (a - x) * 0.82 - 0.8, y + (b - y) * 0.8 - 1) for a, b in points]], color)
        self.fill([[(x + (a - x) * 0.4 - 2, y + (b - y) * 0.36 - 2.5) for a, b in points]], light(color))

    def scatter(self, count, r, gap, draw, at=CENTER, squash=1.0, hole=0.0):
        """Draws something at places in a disc that keep a distance."""
        places = []
        for _ in range(count * 40):
            if len(places) == count:
                break
            angle, away = self.random.uniform(0, math.tau), r * math.sqrt(self.random.uniform(hole, 1))
            x, y = at[0] + away * math.cos(angle), at[1] + away * math.sin(angle) * squash
            if all(math.hypot(x - a, y - b) >= gap for a, b in places):
                places.append((x, y))
        for x, y in sorted(places, key=lambda place: place[1]):
            draw(x, y)

    def turn(self):
        return self.random.uniform(0, math.tau)


def oval(x, y, rx, ry, angle=0.0):
    count = max(12, min(72, int(max(rx, ry) * 1.2)))
    c, s = math.cos(angle), math.sin(angle)
    points = []
    for number in range(count):
        a, b = rx * math.cos(number * math.tau / count), ry * math.sin(number * math.tau / count)
        points.append((x + a * c - b * s, y + a * s + b * c))
    return points


def rounded(x, y, w, h, r, angle=0.0):
    c, s = math.cos(angle), math.sin(angle)
    points = []
    for corner, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(6):
            turn = (corner + step / 5) * math.pi / 2
            a = sx * (w / 2 - r) + r * math.cos(turn)
            b = sy * (h / 2 - r) + r * math.sin(turn)
            points.append((x + a * c - b * s, y + a * s + b * c))
    return points


def arc(x, y, r, start, end, steps=14, squash=1.0):
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [(x + r * math.cos(angle), y + r * math.sin(angle) * squash) for angle in angles]


def wedge(x, y, r, start, end):
    return [(x, y)] + arc(x, y, r, start, end)
