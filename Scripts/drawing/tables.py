"""Tablecloths and table tops."""

from colors import WHITE, dark
from paint import HEIGHT, WIDTH


def cloth(d, color):
    d.box(160, 120, 322, 242, 1, color)


def check(d, color, size=32):
    cloth(d, color)
    for x in range(0, WIDTH, size):
        d.box(x + size / 4, 120, size / 2, 242, 0.1, WHITE, alpha=0.35)
    for y in range(0, HEIGHT, size):
        d.box(160, y + size / 4, 322, size / 2, 0.1, WHITE, alpha=0.35)


def stripes(d, color, size=40):
    cloth(d, color)
    for x in range(size // 2, WIDTH, size):
        d.box(x, 120, 8, 242, 0.1, WHITE, alpha=0.45)
        d.box(x + 8, 120, 2, 242, 0.1, WHITE, alpha=0.45)


def wood(d, color, size=48):
    cloth(d, color)
    for number, y in enumerate(range(0, HEIGHT, size)):
        if number % 2:
            d.box(160, y + size / 2, 322, size, 0.1, dark(color, 0.07))
        d.box(160, y, 322, 2, 0.1, dark(color, 0.35))
        for _ in range(3):
            x, line, length = d.random.uniform(0, 320), y + d.random.uniform(8, size - 8), d.random.uniform(40, 90)
            d.line([(x - length, line), (x, line + 2), (x + length, line)], 1.4, dark(color, 0.18))
