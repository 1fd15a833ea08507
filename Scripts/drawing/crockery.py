"""Plates, bowls, pans and what lies beside them."""

from colors import CRUST, IRON, WHITE, dark, light, rgb
from paint import oval, rounded


def shadow(d, shape):
    for grow, alpha in ((7, 0.10), (3, 0.16)):
        d.fill([shape(grow)], (25, 15, 10), alpha)


def plate(d, color=WHITE, r=104, deep=False):
    shadow(d, lambda grow: oval(165, 127, r + grow, r + grow))
    d.disc(160, 120, r, dark(color, 0.16))
    d.disc(159, 118, r - 2, color)
    d.disc(160, 120, r * 0.76, dark(color, 0.13 if not deep else 0.22))
    d.disc(161, 122, r * 0.74, light(dark(color, 0.05), 0.2))


def bowl(d, color=WHITE, r=98):
    shadow(d, lambda grow: oval(165, 128, r + grow, r + grow))
    d.disc(160, 120, r, dark(color, 0.3))
    d.disc(159, 118, r - 2, color)
    d.disc(160, 120, r * 0.88, dark(color, 0.4))


def pan(d, r=92, color=IRON):
    shadow(d, lambda grow: oval(157, 128, r + grow, r + grow))
    d.line([(215, 80), (300, 18)], 22, dark(color, 0.4))
    d.line([(215, 78), (300, 16)], 16, light(color, 0.12))
    d.disc(152, 122, r, dark(color, 0.5))
    d.disc(151, 120, r - 2, light(color, 0.2))
    d.disc(152, 122, r * 0.9, dark(color, 0.2))


def board(d, w=250, h=170, color=CRUST):
    color = light(color, 0.25)
    shadow(d, lambda grow: rounded(165, 128, w + 2 * grow, h + 2 * grow, 18))
    d.box(160, 121, w, h, 18, dark(color, 0.35))
    d.box(160, 118, w, h - 4, 18, color)
    for number in range(5):
        y = 118 - h / 2 + (number + 0.7) * h / 5.4
        d.line([(160 - w * 0.44, y), (160, y + 3), (160 + w * 0.44, y)], 1.6, dark(color, 0.14))


def dish(d, color=WHITE, w=236, h=164):
    shadow(d, lambda grow: rounded(165, 128, w + 2 * grow, h + 2 * grow, 24))
    for side in (-1, 1):
        d.box(160 + side * w / 2, 120, 34, 56, 12, dark(color, 0.2))
    d.box(160, 121, w, h, 24, dark(color, 0.3))
    d.box(159, 118, w - 3, h - 4, 24, color)
    d.box(160, 120, w - 22, h - 22, 16, dark(color, 0.4))


def paper(d, color=rgb("f0ead8")):
    shadow(d, lambda grow: rounded(164, 127, 250 + 2 * grow, 176 + 2 * grow, 6, -0.06))
    d.box(160, 120, 250, 176, 4, color, -0.06)
    d.box(160, 120, 238, 164, 3, light(color, 0.4), 0.05)


def fork(d, x=30):
    steel = rgb("cfd2d6")
    d.line([(x + 2, 62), (x + 2, 196)], 6, (30, 20, 10), 0.22)
    d.line([(x, 110), (x, 192)], [5, 9], steel)
    d.box(x, 96, 19, 26, 8, steel)
    for tine in (-7, 0, 7):
        d.line([(x + tine, 54), (x + tine, 92)], 3.4, steel)


def knife(d, x=290):
    steel = rgb("cfd2d6")
    d.line([(x + 2, 60), (x + 2, 196)], 7, (30, 20, 10), 0.22)
    d.line([(x, 136), (x, 192)], [8, 10], rgb("55504c"))
    d.fill([[(x - 5, 138), (x + 5, 138), (x + 6, 62), (x + 1, 50), (x - 5, 66)]], steel)


def spoon(d, x=292):
    steel = rgb("cfd2d6")
    d.line([(x + 2, 62), (x + 2, 196)], 6, (30, 20, 10), 0.22)
    d.line([(x, 90), (x, 192)], [5, 9], steel)
    d.ellipse(x, 72, 13, 21, steel)
    d.ellipse(x, 71, 9, 16, dark(steel, 0.2))


def chopsticks(d, color=rgb("e8cf9a")):
    for away in (0, 13):
        d.line([(284 + away, 42), (272 + away, 214)], [8, 5], (30, 20, 10), 0.2)
        d.line([(281 + away, 39), (269 + away, 211)], [8, 4], color)
        d.line([(281 + away, 39), (278 + away, 72)], [8, 7], rgb("b03a2c"))


def cutlery(d):
    fork(d)
    knife(d)
