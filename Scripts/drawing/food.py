"""What dishes are made of."""

import math

from colors import CRUST, GOLD, HERB, LEMON, PRAWN, WHITE, YOLK, blend, dark, light, rgb
from paint import CENTER, arc, wedge


def liquid(d, color, r, at=CENTER):
    x, y = at
    d.disc(x, y, r, dark(color, 0.25))
    d.disc(x, y + 1, r - 3, color)
    d.line(arc(x, y, r - 12, 3.5, 4.5), [2, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, 5, 5, 4, 2], light(color, 0.35))


def mound(d, color, r, at=CENTER, squash=0.94):
    x, y = at
    d.ellipse(x + 3, y + 5, r, r * squash, (40, 20, 10), alpha=0.25)
    d.ellipse(x, y, r, r * squash, dark(color, 0.2))
    d.ellipse(x - 2, y - 3, r * 0.93, r * squash * 0.9, color)
    d.ellipse(x - r * 0.15, y - r * 0.2, r * 0.6, r * 0.5, light(color, 0.22))


def grains(d, color, r, at=CENTER, count=170, hole=0.0):
    def grain(x, y):
        tone = d.random.choice((light(color, 0.5), dark(color, 0.14), light(color, 0.25)))
        d.ellipse(x, y, 4.6, 1.9, tone, d.turn())

    d.scatter(count, r, 5, grain, at, 0.93, hole)


def noodles(d, color, r, at=CENTER, count=34, width=5):
    for _ in range(count):
        turn, away = d.turn(), r * math.sqrt(d.random.uniform(0, 0.45))
        x, y = at[0] + away * math.cos(turn), at[1] + away * math.sin(turn)
        size = min(r - away, r * d.random.uniform(0.3, 0.75))
        points = arc(x, y, size, turn, turn + d.random.uniform(2.2, 4.4), 16, d.random.uniform(0.7, 1))
        d.line(points, width + 2, dark(color, 0.38))
        d.line(points, width, d.random.choice((color, light(color, 0.3), dark(color, 0.08))))
        d.line([(a - 0.8, b - 1) for a, b in points], 1.4, light(color, 0.6))


def leaf(d, x, y, size, color=HERB, angle=None):
    angle = d.turn() if angle is None else angle
    c, s = math.cos(angle), math.sin(angle)
    shape = [(0, 0), (0.3, 0.26), (0.7, 0.24), (1, 0), (0.7, -0.24), (0.3, -0.26)]
    points = [(x + size * (a * c - b * s), y + size * (a * s + b * c)) for a, b in shape]
    d.fill([[(a + 1, b + 2) for a, b in points]], (30, 20, 10), 0.25)
    d.fill([points], color)
    d.line([(x, y), (x + size * 0.85 * c, y + size * 0.85 * s)], 1.3, light(color, 0.4))


def sprig(d, x, y, size=13, color=HERB):
    turn = d.turn()
    for number in range(5):
        leaf(d, x, y, size, blend(color, (220, 240, 120), 0.1 * (number % 3)), turn + number * math.tau / 5)


def specks(d, color, r, count=40, size=2.0, at=CENTER):
    d.scatter(count, r, 6, lambda x, y: d.ellipse(x, y, size * 1.4, size, color, d.turn()), at)


def slices(d, color, r, count, size, gap, at=CENTER, inner=None):
    """Round slices with a lighter inside: carrots, sausages, cucumbers."""

    def one(x, y):
        d.lump(x, y, size, size * 0.86, color, shine=0)
        d.ellipse(x - 0.5, y - 1, size * 0.66, size * 0.55, inner or light(color, 0.35))

    d.scatter(count, r, gap, one, at)


def rings(d, color, r, count, size, gap, at=CENTER):
    d.scatter(count, r, gap, lambda x, y: d.ring(x, y, size, size * 0.5, color), at)


def lumps(d, color, r, count, size, gap, at=CENTER, squash=0.85, hole=0.0):
    def one(x, y):
        d.lump(
            x,
            y,
            size * d.random.uniform(0.88, 1.1),
            size * squash,
            blend(color, dark(color), d.random.uniform(0, 0.4)),
            d.turn(),
        )

    d.scatter(count, r, gap, one, at, hole=hole)


def chunks(d, color, r, count, size, gap, at=CENTER, hole=0.0):
    d.scatter(count, r, gap, lambda x, y: d.chunk(x, y, size * d.random.uniform(0.85, 1.15), color), at, hole=hole)


def sticks(d, color, r, count, length, width, gap, at=CENTER):
    def one(x, y):
        turn = d.turn()
        a, b = length / 2 * math.cos(turn), length / 2 * math.sin(turn)
        d.line([(x - a + 1, y - b + 2), (x + a + 1, y + b + 2)], width, (40, 20, 10), 0.25)
        d.line([(x - a, y - b), (x + a, y + b)], width, dark(color, 0.15))
        d.line([(x - a, y - b - 1), (x + a, y + b - 1)], width * 0.55, light(color, 0.3))

    d.scatter(count, r, gap, one, at)


def sprigs(d, r, count, gap, size=12, color=HERB, at=CENTER):
    d.scatter(count, r, gap, lambda x, y: sprig(d, x, y, size, color), at)


def prawn(d, x, y, size=20, turn=None):
    turn = d.turn() if turn is None else turn
    body = arc(x, y, size, turn, turn + 4.2, 12)
    widths = [size * (0.3 + 0.42 * step / 12) for step in range(13)]
    d.line([(a + 2, b + 3) for a, b in body], widths, (40, 20, 10), 0.28)
    d.line(body, widths, dark(PRAWN, 0.15))
    d.line([(a - 0.5, b - 1) for a, b in body], [w * 0.72 for w in widths], light(PRAWN, 0.25))
    for step in (3, 5, 7, 9):
        (a, b), (e, f) = body[step], (x, y)
        k = widths[step] / 2 / size
        d.line([(a + (e - a) * k, b + (f - b) * k), (a - (e - a) * k, b - (f - b) * k)], 2, rgb("d9562f"))
    leaf(d, *body[0], size * 0.6, rgb("d9562f"), turn - 2.0)
    leaf(d, *body[0], size * 0.6, rgb("d9562f"), turn - 1.1)


def prawns(d, r, count, gap, size=19, at=CENTER, hole=0.0):
    d.scatter(count, r, gap, lambda x, y: prawn(d, x, y, size), at, hole=hole)


def fried_egg(d, x, y, size=30):
    turn = d.turn()
    points = []
    for step in range(40):
        angle = step * math.tau / 40
        r = size * (1 + 0.08 * math.sin(3 * angle + turn) + 0.06 * math.sin(5 * angle - turn))
        points.append((x + r * math.cos(angle), y + r * 0.92 * math.sin(angle)))
    d.fill([[(a + 2, b + 3) for a, b in points]], (40, 20, 10), 0.25)
    d.fill([points], rgb("f2ead6"))
    d.fill([[(x + (a - x) * 0.92, y - 1 + (b - y) * 0.9) for a, b in points]], WHITE)
    yolk(d, x, y - 1, size * 0.46)


def yolk(d, x, y, size):
    d.disc(x, y + 1, size, dark(YOLK, 0.2))
    d.disc(x, y, size * 0.94, YOLK)
    d.ellipse(x - size * 0.3, y - size * 0.35, size * 0.32, size * 0.24, light(YOLK, 0.7))


def citrus(d, x, y, size, turn, color=LEMON):
    """A wedge of lemon or lime, cut side up."""

    def half(r):
        return arc(x, y, r, turn, turn + math.pi)

    d.fill([[(a + 2, b + 3) for a, b in half(size)]], (40, 20, 10), 0.25)
    d.fill([half(size)], dark(color, 0.12))
    d.fill([half(size * 0.86)], light(color, 0.8))
    for step in range(4):
        start = turn + 0.1 + step * (math.pi - 0.1) / 4
        d.fill([wedge(x, y, size * 0.78, start, start + math.pi / 4 - 0.12)], light(color, 0.15))


def loaf(d, x, y, rx, ry, color=CRUST, angle=0.0):
    d.ellipse(x + 4, y + 7, rx, ry, (40, 20, 10), angle, 0.28)
    d.ellipse(x, y, rx, ry, dark(color, 0.3), angle)
    d.ellipse(x - 1, y - 3, rx * 0.96, ry * 0.92, color, angle)
    d.ellipse(x - 3, y - ry * 0.22, rx * 0.8, ry * 0.6, light(color, 0.22), angle)


def crust(d, r, color=CRUST, filling=GOLD, at=CENTER):
    """A pie seen from above, its rim pressed with a thumb."""
    x, y = at
    d.disc(x + 4, y + 7, r, (40, 20, 10), 0.28)
    for number in range(28):
        angle = number * math.tau / 28
        d.disc(
            x + (r - 6) * math.cos(angle), y + (r - 6) * math.sin(angle), 9, dark(color, 0.28 if number % 2 else 0.12)
        )
        d.disc(x + (r - 7) * math.cos(angle), y + (r - 8) * math.sin(angle), 6.5, light(color, 0.18))
    d.disc(x, y, r - 11, dark(filling, 0.25))
    d.disc(x, y + 1, r - 13, filling)


def cut_out(d, r, ground, start=0.35, width=0.75, at=CENTER, side=None):
    """Takes a wedge out of something round, down to the plate."""
    x, y = at
    d.fill([wedge(x, y, r + 3, start, start + width)], ground)
    for angle in (start, start + width):
        d.line([(x, y), (x + (r - 2) * math.cos(angle), y + (r - 2) * math.sin(angle))], 6, side or dark(CRUST, 0.2))


def half_moon(d, x, y, size, color, turn, crimps=9):
    """A folded and pinched piece of dough."""
    edge = arc(x, y, size, turn, turn + math.pi)
    d.fill([[(a + 2, b + 4) for a, b in edge]], (40, 20, 10), 0.28)
    for a, b in arc(x, y, size * 0.94, turn, turn + math.pi, crimps):
        d.disc(a, b, size * 0.15, dark(color, 0.22))
        d.disc(a - 0.5, b - 1, size * 0.11, light(color, 0.1))
    d.fill([arc(x, y, size * 0.92, turn, turn + math.pi)], dark(color, 0.16))
    d.fill(
        [
            arc(
                x + math.cos(turn + 1.57) * 2,
                y + math.sin(turn + 1.57) * 2 - 1,
                size * 0.8,
                turn + 0.06,
                turn + math.pi - 0.06,
            )
        ],
        color,
    )
    mx, my = x + size * 0.36 * math.cos(turn + 1.57), y + size * 0.36 * math.sin(turn + 1.57)
    d.ellipse(mx - 1, my - 2, size * 0.42, size * 0.2, light(color, 0.4), turn)


def squiggle(d, color, x, y, w, h, turns, width=4):
    points = [
        (x - w / 2 + w * step / (turns * 8), y + h / 2 * math.sin(step * math.pi / 4)) for step in range(turns * 8 + 1)
    ]
    d.line(points, width, color)


def swirl(d, x, y, r, color, width=4, turns=2.5, start=0.0):
    steps = int(turns * 20)
    points = [
        (
            x + r * step / steps * math.cos(start + step * turns * math.tau / steps),
            y + r * step / steps * math.sin(start + step * turns * math.tau / steps),
        )
        for step in range(steps + 1)
    ]
    d.line(points, width, color)


def bake(d, color, w=206, h=134, spots=26):
    """The top of something baked in a dish."""
    d.box(160, 120, w, h, 14, dark(color, 0.16))
    d.box(159, 118, w - 6, h - 7, 12, color)
    for _ in range(spots):
        x, y = 160 + d.random.uniform(-0.44, 0.44) * w, 119 + d.random.uniform(-0.42, 0.42) * h
        d.ellipse(
            x,
            y,
            d.random.uniform(4, 13),
            d.random.uniform(3, 8),
            d.random.choice((dark(color, 0.18), dark(color, 0.32), light(color, 0.3))),
            d.turn(),
            0.75,
        )


def curry(d, sauce, piece, count=9, size=14, gap=27, cream=True):
    liquid(d, sauce, 80)
    chunks(d, piece, 56, count, size, gap)
    if cream:
        swirl(d, 160, 120, 46, light(sauce, 0.8), 3.5, 1.6)
    sprigs(d, 50, 4, 34, 12)


def soup(d, color, *layers):
    liquid(d, color, 82)
    for layer in layers:
        layer(d)
