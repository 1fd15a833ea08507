"""Dishes that have a shape of their own."""

import math

from colors import (
    BACON,
    BUTTER,
    CARROT,
    CHILI,
    CRUST,
    GOLD,
    GREEN,
    HERB,
    IRON,
    LIME,
    MEAT,
    OLIVE,
    PRAWN,
    TOAST,
    TOMATO,
    WHITE,
    dark,
    light,
    rgb,
)
from paint import arc, oval, wedge
from crockery import pan, shadow
from food import (
    chunks,
    citrus,
    crust,
    cut_out,
    half_moon,
    leaf,
    liquid,
    loaf,
    lumps,
    mound,
    specks,
    sprig,
    squiggle,
    sticks,
    swirl,
)


def banh_mi(d):
    def tilt(x, y):
        return y - (x - 160) * 0.12

    loaf(d, 160, 112, 116, 40, CRUST, -0.12)
    d.ellipse(160, 112, 108, 33, rgb("fff3d6"), -0.12)
    for x in range(60, 254, 13):
        leaf(d, x, tilt(x, 112), 34, rgb("6fb53f"), -1.3 + (x % 5) * 0.25)
    for x in range(74, 252, 25):
        d.lump(x, tilt(x, 108), 17, 12, MEAT, -0.2)
    for x in range(66, 250, 9):
        d.line([(x, tilt(x, 110)), (x + 14, tilt(x, 92))], 4.5, CARROT if x % 2 else WHITE)
    for x in range(82, 246, 27):
        d.ring(x, tilt(x, 99), 7, 3.5, CHILI)
    d.ellipse(164, 147, 115, 30, (40, 20, 10), -0.12, 0.28)
    d.ellipse(162, 142, 115, 30, dark(CRUST, 0.25), -0.12)
    d.ellipse(161, 138, 111, 27, light(CRUST, 0.12), -0.12)
    for x in (92, 136, 180, 224):
        d.line([(x - 14, tilt(x, 147)), (x + 16, tilt(x, 131))], [2, 8], light(CRUST, 0.6))


def roll_plate(d):
    for number, x in enumerate((88, 136, 184, 232)):
        d.line([(x + 4, 78), (x + 4, 168)], 38, (40, 20, 10), 0.22)
        d.line([(x, 74), (x, 164)], 38, rgb("e3e9de"))
        for y in (84, 112, 140):
            leaf(d, x - 8, y - 8, 26, rgb("7cc24a"), 0.9)
        for y in (88, 119, 150):
            d.line(arc(x + 1, y, 9, 2.6, 6.4, 8), [4, 6, 8, 9, 9, 9, 8, 7, 5], PRAWN)
        d.line([(x - 10, 76), (x - 10, 160)], 4, WHITE, 0.6)
        d.line([(x, 74), (x, 164)], 38, WHITE, 0.16)
    d.disc(160, 209, 26, dark(WHITE, 0.25))
    d.disc(159, 207, 24, WHITE)
    d.disc(160, 208, 18, rgb("a8622a"))
    specks(d, light(CRUST, 0.4), 14, 9, 2, (160, 208))


def fish_and_chips(d):
    for number in range(34):
        x, y = 90 + d.random.uniform(0, 150), 72 + d.random.uniform(0, 60)
        turn = d.random.uniform(-0.9, 0.9)
        d.box(x + 2, y + 3, 50, 11, 3, (40, 20, 10), turn, 0.25)
        d.box(x, y, 50, 11, 3, rgb("d9a52f"), turn)
        d.box(x - 0.5, y - 1.5, 47, 6, 2, rgb("f8dc82"), turn)
    loaf(d, 150, 152, 92, 32, rgb("cf8a2c"), -0.16)
    for number in range(26):
        x, y = 150 + d.random.uniform(-74, 74), 150 + d.random.uniform(-18, 16)
        d.ellipse(x, y - (x - 150) * 0.16, 6, 4, d.random.choice((light(GOLD, 0.45), dark(GOLD, 0.22))), d.turn(), 0.8)
    citrus(d, 250, 152, 24, 2.9)
    d.disc(70, 92, 21, dark(WHITE, 0.2))
    d.disc(69, 90, 19, WHITE)
    d.disc(70, 91, 14, rgb("86b94a"))


def tacos(d):
    for x, y in ((86, 128), (160, 112), (234, 128)):
        d.fill([[(a + 3, b + 5) for a, b in arc(x, y + 26, 44, math.pi, math.tau)]], (40, 20, 10), 0.25)
        d.fill([arc(x + 6, y + 20, 44, math.pi, math.tau)], dark(GOLD, 0.2))
        for number in range(10):
            d.chunk(x - 35 + number * 7.8, y - 22 + 22 * (abs(number - 4.5) / 4.5) ** 2, 11, rgb("c2502c"))
        for number in range(4):
            d.chunk(x - 24 + number * 16, y - 33 + 5 * abs(number - 1.5), 7, rgb("f9d648"))
        for number in range(3):
            sprig(d, x - 20 + number * 20, y - 26 + 6 * abs(number - 1), 9)
        for number in range(4):
            d.box(x - 26 + number * 17, y - 20, 8, 5, 1, WHITE, number)
        d.fill([arc(x, y + 28, 44, math.pi, math.tau)], dark(GOLD, 0.08))
        d.fill([arc(x, y + 29, 40, math.pi + 0.06, math.tau - 0.06)], rgb("f3ce74"))
        for number in range(7):
            d.ellipse(
                x + d.random.uniform(-26, 26), y + 16 + d.random.uniform(-8, 7), 4, 2.5, dark(GOLD, 0.22), d.turn(), 0.7
            )
    citrus(d, 118, 186, 20, 3.4, LIME)
    citrus(d, 206, 186, 20, 3.0, LIME)


def kanelbullar(d):
    for x, y in ((100, 92), (162, 78), (224, 96), (128, 150), (194, 152)):
        d.lump(x, y, 34, 32, CRUST, shine=0.1)
        swirl(d, x - 1, y - 2, 27, rgb("7a3f1c"), 5, 2.6, x)
        swirl(d, x - 2, y - 4, 25, light(GOLD, 0.35), 3, 2.6, x + 0.35)
        d.scatter(12, 25, 6, lambda a, b: d.box(a, b, 4.5, 4.5, 1, WHITE, d.turn()), (x, y))


def tonkatsu(d):
    mound(d, rgb("b9d98a"), 46, (110, 92))
    sticks(d, rgb("dcecb4"), 42, 34, 22, 2.6, 6, (110, 92))
    for number, x in enumerate(range(104, 232, 24)):
        d.box(x + 4, 146, 21, 62, 6, (40, 20, 10), 0.18, 0.28)
        d.box(x, 140, 21, 62, 6, dark(GOLD, 0.25), 0.18)
        d.box(x - 1, 138, 17, 58, 5, rgb("cf8f33"), 0.18)
        for _ in range(13):
            d.ellipse(
                x + d.random.uniform(-7, 7),
                138 + d.random.uniform(-26, 26),
                2.5,
                1.8,
                d.random.choice((light(GOLD, 0.5), dark(GOLD, 0.3))),
                d.turn(),
            )
    squiggle(d, rgb("4a2114"), 164, 140, 120, 34, 4, 7)
    citrus(d, 222, 96, 20, 2.8)


def pierogi(d):
    for number, (x, y) in enumerate(((112, 84), (170, 72), (216, 106), (104, 132), (160, 124), (206, 158), (140, 168))):
        half_moon(d, x, y, 30, rgb("f3dfae"), 0.3 + 0.5 * number)
    sticks(d, rgb("b9762e"), 62, 26, 14, 4, 11)
    mound(d, WHITE, 17, (160, 112))
    specks(d, HERB, 66, 24)


def pasty(d):
    half_moon(d, 160, 88, 86, rgb("d79b48"), 0.0, 17)
    for number in range(3):
        d.line([(130 + 30 * number, 114), (140 + 30 * number, 134)], [2, 5], dark(CRUST, 0.35))
    sprig(d, 160, 66, 22)


def naan(d):
    for x, y, turn in ((122, 108, -0.5), (200, 132, 0.4)):
        points = [
            (x + (70 - 14 * math.cos(a)) * math.cos(a) * 0.95, y + 48 * math.sin(a))
            for a in (step * math.tau / 40 for step in range(40))
        ]
        c, s = math.cos(turn), math.sin(turn)
        shape = [(x + (a - x) * c - (b - y) * s, y + (a - x) * s + (b - y) * c) for a, b in points]
        d.fill([[(a + 4, b + 6) for a, b in shape]], (40, 20, 10), 0.28)
        d.fill([shape], dark(GOLD, 0.2))
        d.fill([[(x + (a - x) * 0.95, y - 2 + (b - y) * 0.93) for a, b in shape]], rgb("f2d59a"))
        for _ in range(17):
            away, angle = 44 * math.sqrt(d.random.random()), d.turn()
            d.ellipse(
                x + away * math.cos(angle) * 1.1,
                y + away * math.sin(angle) * 0.75,
                d.random.uniform(4, 10),
                d.random.uniform(3, 6),
                d.random.choice((rgb("a8672c"), rgb("c98b3f"), rgb("fbeac4"))),
                d.turn(),
                0.8,
            )
        specks(d, HERB, 38, 13, 2.2, (x, y))


def soda_bread(d):
    loaf(d, 160, 118, 84, 78, rgb("b5793a"))
    for angle in (0.7, 0.7 + math.pi / 2):
        a, b = 70 * math.cos(angle), 66 * math.sin(angle)
        d.line([(160 - a, 116 - b), (160, 114), (160 + a, 116 + b)], [3, 17, 3], dark(CRUST, 0.42))
        d.line([(160 - a, 114 - b), (160, 112), (160 + a, 114 + b)], [2, 11, 2], rgb("ecd3a1"))
    specks(d, WHITE, 66, 70, 2.2)


def focaccia(d):
    d.box(164, 126, 204, 134, 16, (40, 20, 10), alpha=0.28)
    d.box(160, 118, 204, 134, 16, dark(CRUST, 0.2))
    d.box(159, 115, 197, 126, 14, rgb("eab85c"))
    for x in range(82, 250, 32):
        for y in range(70, 170, 30):
            a, b = x + d.random.uniform(-5, 5), y + d.random.uniform(-4, 4)
            d.ellipse(a, b, 10, 8, dark(GOLD, 0.28))
            d.ellipse(a + 1, b + 2, 8, 6, rgb("f6db8d"))

    def rosemary(x, y):
        turn = d.turn()
        for step in range(6):
            leaf(
                d,
                x + step * 4 * math.cos(turn),
                y + step * 4 * math.sin(turn),
                10,
                HERB,
                turn + (0.8 if step % 2 else -0.8),
            )

    for x in (92, 134, 176, 218):
        rosemary(x + d.random.uniform(-6, 6), 84 + (x * 7) % 62)
    for x, y in ((112, 78), (198, 92), (140, 136), (222, 146), (90, 152), (176, 156)):
        d.lump(x, y, 12, 11, TOMATO)
    for _ in range(40):
        d.ellipse(160 + d.random.uniform(-88, 88), 116 + d.random.uniform(-54, 54), 2.2, 1.6, WHITE)


def cornbread(d):
    pan(d, 94)
    d.disc(152, 122, 78, dark(GOLD, 0.2))
    d.disc(151, 120, 76, rgb("f0bd45"))
    specks(d, rgb("d6952c"), 70, 70, 2.4, (152, 120))
    specks(d, rgb("fbe08c"), 70, 60, 2.0, (152, 120))
    cut_out(d, 76, dark(IRON, 0.2), 0.3, 0.85, (152, 121), rgb("f9dc86"))
    d.box(134, 96, 32, 26, 5, dark(BUTTER, 0.1), 0.3)
    d.box(133, 94, 30, 24, 4, light(BUTTER, 0.35), 0.3)


def creme_brulee(d):
    shadow(d, lambda grow: oval(165, 128, 90 + grow, 90 + grow))
    for number in range(40):
        angle = number * math.tau / 40
        d.disc(160 + 86 * math.cos(angle), 120 + 86 * math.sin(angle), 9, WHITE if number % 2 else dark(WHITE, 0.2))
    d.disc(160, 120, 82, dark(WHITE, 0.25))
    d.disc(160, 121, 77, rgb("c9791d"))
    d.disc(159, 119, 72, rgb("e59a2c"))
    for _ in range(36):
        away, angle = 62 * math.sqrt(d.random.random()), d.turn()
        d.ellipse(
            160 + away * math.cos(angle),
            120 + away * math.sin(angle),
            d.random.uniform(5, 15),
            d.random.uniform(4, 9),
            d.random.choice((rgb("8a3f10"), rgb("b05c16"), rgb("f6c25a"))),
            d.turn(),
            0.6,
        )
    points = [(152, 128), (196, 100), (208, 136), (176, 160), (146, 150)]
    d.fill([points], rgb("fbe9b4"))
    d.line(points + points[:1], 2.5, rgb("7a3a0e"))
    d.line(arc(160, 120, 64, 3.5, 4.6), [1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 4, 4, 3, 2, 1], rgb("ffe3a0"))
    for x, y in ((120, 92), (134, 84)):
        d.lump(x, y, 11, 11, rgb("c22546"))
    sprig(d, 118, 78, 16)


def key_lime_pie(d):
    crust(d, 88, rgb("c38a48"), rgb("dfe88a"))
    for number in range(10):
        angle = 0.1 + number * math.tau / 10
        x, y = 160 + 54 * math.cos(angle), 120 + 54 * math.sin(angle)
        d.lump(x, y, 15, 15, WHITE)
        d.disc(x - 2, y - 4, 6, light(WHITE, 0.9))
    for number in range(3):
        x, y = 150 + 15 * number, 118 + (number % 2) * 7
        d.disc(x, y, 15, rgb("5a9a2c"))
        d.disc(x, y, 12.5, rgb("f3f7c8"))
        for part in range(7):
            d.fill([wedge(x, y, 11, part * 0.9, part * 0.9 + 0.68)], LIME)
    cut_out(d, 88, dark(WHITE, 0.2), 0.5, 0.62, side=rgb("eef0a8"))


def quiche(d):
    crust(d, 90, CRUST, rgb("f4cf63"))

    def patch(x, y):
        d.ellipse(x, y, 13, 8, rgb("d9982f"), d.turn(), 0.7)

    d.scatter(18, 68, 22, patch)
    chunks(d, BACON, 62, 24, 8, 20)
    specks(d, HERB, 66, 30)
    cut_out(d, 90, dark(WHITE, 0.2), 0.3, 0.7, side=rgb("f7df95"))


def tortilla(d):
    d.disc(164, 128, 84, (40, 20, 10), 0.28)
    d.disc(160, 121, 84, dark(GOLD, 0.3))
    d.disc(159, 117, 82, rgb("eeb53a"))

    def patch(x, y):
        d.ellipse(
            x,
            y,
            d.random.uniform(8, 17),
            d.random.uniform(5, 10),
            d.random.choice((rgb("c57f22"), rgb("f9dc7d"), rgb("d9982f"))),
            d.turn(),
            0.8,
        )

    d.scatter(44, 68, 14, patch, (160, 118))
    cut_out(d, 82, dark(WHITE, 0.2), 0.4, 0.8, (160, 118), rgb("f9e4a0"))
    for x, y in ((196, 140), (214, 146), (204, 156)):
        d.ellipse(x, y, 10, 6, light(rgb("f9e4a0"), 0.3), 0.5)
    sprig(d, 128, 92, 16)


def okonomiyaki(d):
    d.disc(164, 128, 82, (40, 20, 10), 0.28)
    d.disc(160, 120, 82, dark(GOLD, 0.35))
    d.disc(159, 117, 80, rgb("7a3a1c"))
    specks(d, rgb("a35a2a"), 74, 50, 3)
    for number in range(7):
        y = 60 + number * 19
        half = math.sqrt(max(0, 74**2 - (y - 117) ** 2))
        squiggle(d, rgb("fff6dc"), 159, y, 2 * half, 7, 5, 3.5)
    d.scatter(34, 56, 10, lambda x, y: d.ellipse(x, y, 6, 3, d.random.choice((rgb("e9b48e"), rgb("d98f6c"))), d.turn()))
    specks(d, rgb("2f6b2f"), 68, 46, 2.2)
    d.scatter(9, 42, 18, lambda x, y: d.box(x, y, 15, 4, 1.5, rgb("c4243c"), d.turn()))


def rote_gruetze(d):
    shadow(d, lambda grow: oval(165, 128, 92 + grow, 92 + grow))
    d.disc(160, 120, 92, rgb("cfdde2"))
    d.disc(160, 119, 86, rgb("eef5f6"))
    liquid(d, rgb("a3122e"), 78)
    lumps(d, rgb("c41f3d"), 64, 22, 12, 22)
    d.scatter(30, 68, 11, lambda x, y: d.lump(x, y, 5.5, 5.5, rgb("e03a3a")))
    swirl(d, 160, 120, 54, rgb("fff0c4"), 9, 1.7)
    sprig(d, 160, 108, 19, rgb("5cae46"))


def tiramisu(d):
    d.box(166, 130, 144, 104, 6, (40, 20, 10), alpha=0.28)
    for number, color in enumerate((rgb("fdf3dc"), rgb("8a5530"), rgb("fdf3dc"), rgb("8a5530"))):
        d.box(160, 134 + number * 13, 140, 14, 2, color)
    d.box(160, 102, 140, 62, 4, rgb("5b3218"))
    d.scatter(
        170,
        92,
        6,
        lambda x, y: (
            d.ellipse(x, y, 2.6, 1.8, d.random.choice((rgb("7a4a26"), rgb("45230f"), rgb("94643a"))), d.turn())
            if abs(x - 160) < 66 and abs(y - 102) < 28
            else None
        ),
        (160, 102),
    )
    for x in range(112, 226, 32):
        d.lump(x, 102, 13, 11, rgb("fbf1dc"))
    sprig(d, 160, 92, 17, rgb("5cae46"))


def sticky_toffee(d):
    d.disc(160, 124, 70, rgb("8a4a16"))
    d.ellipse(150, 132, 76, 54, rgb("a55c1c"))
    d.lump(160, 112, 52, 48, rgb("6b3a18"), shine=0.05)
    points = [
        (118, 104),
        (132, 78),
        (160, 70),
        (188, 78),
        (204, 102),
        (196, 130),
        (188, 116),
        (178, 142),
        (166, 118),
        (150, 150),
        (140, 116),
        (128, 132),
    ]
    d.fill([points], rgb("c97a22"))
    d.line(arc(158, 104, 34, 3.5, 4.8), 5, rgb("f0b25a"))
    d.lump(160, 98, 24, 21, WHITE)
    d.lump(156, 90, 13, 11, WHITE)
    sprig(d, 178, 84, 14, rgb("5cae46"))


def spanakopita(d):
    for x, y, turn in ((114, 100, 0.2), (204, 98, 2.2), (160, 158, 4.2)):

        def corner(size, lift=0):
            return [
                (x + size * math.cos(turn + k * math.tau / 3), y - lift + size * math.sin(turn + k * math.tau / 3))
                for k in range(3)
            ]

        d.fill([[(a + 4, b + 6) for a, b in corner(58)]], (40, 20, 10), 0.28)
        d.fill([corner(58)], dark(GOLD, 0.3))
        d.fill([corner(53, 2)], rgb("e3ab4c"))
        d.fill([corner(36, 5)], rgb("f3cd7d"))
        d.fill([corner(15, 6)], rgb("d99a3b"))
        a, b = corner(57)[0], corner(57)[1]
        d.line([a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 2), b], [2, 9, 2], rgb("3f7d35"))
        d.scatter(6, 20, 9, lambda p, q: d.ellipse(p, q, 2.4, 1.4, TOAST, d.turn()), (x, y))
    d.lump(160, 112, 10, 9, OLIVE)


def lasagne(d):
    d.box(166, 132, 150, 100, 6, (40, 20, 10), alpha=0.28)
    for number, color in enumerate((rgb("f3dc92"), rgb("a63a22"), rgb("f3dc92"), rgb("a63a22"), rgb("f3dc92"))):
        d.box(160, 128 + number * 11, 144, 12, 3, color)
    d.box(160, 98, 146, 64, 8, rgb("e9b64f"))
    for _ in range(30):
        d.ellipse(
            160 + d.random.uniform(-64, 64),
            98 + d.random.uniform(-26, 26),
            d.random.uniform(5, 14),
            d.random.uniform(3, 8),
            d.random.choice((rgb("c4662a"), rgb("fbe9a8"), rgb("d98f38"))),
            d.turn(),
            0.8,
        )
    for x in (106, 138, 172, 206):
        d.line([(x, 128), (x + 3, 146 + x % 13)], [9, 5], rgb("fbe9a8"))
    sprig(d, 160, 90, 20, GREEN)
