"""What is on the table for each dish of the demo."""

import math

from colors import (
    BACON,
    CARROT,
    CHILI,
    CREAM,
    GOLD,
    GREEN,
    HERB,
    IRON,
    LIME,
    MEAT,
    OLIVE,
    ONION,
    RICE,
    SAUSAGE,
    TOMATO,
    WHITE,
    dark,
    rgb,
)
from paint import arc, oval
from tables import check, stripes, wood
from crockery import board, bowl, chopsticks, cutlery, dish, fork, pan, paper, plate, shadow, spoon
from food import (
    bake,
    chunks,
    citrus,
    curry,
    fried_egg,
    grains,
    half_moon,
    leaf,
    liquid,
    lumps,
    mound,
    noodles,
    prawns,
    rings,
    slices,
    soup,
    specks,
    sprig,
    sprigs,
    squiggle,
    sticks,
    swirl,
    yolk,
)
from dishes import (
    banh_mi,
    cornbread,
    creme_brulee,
    fish_and_chips,
    focaccia,
    kanelbullar,
    key_lime_pie,
    lasagne,
    naan,
    okonomiyaki,
    pasty,
    pierogi,
    quiche,
    roll_plate,
    rote_gruetze,
    soda_bread,
    spanakopita,
    sticky_toffee,
    tacos,
    tiramisu,
    tonkatsu,
    tortilla,
)


def of(*layers):
    """Several things on top of each other."""

    def draw(d):
        for layer in layers:
            layer(d)

    return draw


def some(draw, *arguments, **options):
    return lambda d: draw(d, *arguments, **options)


ROSE, SKY, MINT, SAND = rgb("c65b5b"), rgb("5f8fb8"), rgb("7fae8f"), rgb("d8b27a")
NAVY, PLUM, TEAL, OAK = rgb("35506e"), rgb("7c4f74"), rgb("3f7f7d"), rgb("9a6a3f")
WALNUT, SLATE, STRAW, CORAL = rgb("6b4630"), rgb("56616b"), rgb("e2c56f"), rgb("e08864")
BLUE, TERRA, LACQUER, JADE = rgb("dbe7f0"), rgb("b8623a"), rgb("8c2820"), rgb("d5e6d8")

# Each dish: its table, its crockery, its food.
DISHES = {
    "Bánh mì": (some(check, ROSE), board, banh_mi),
    "Bigos": (
        some(wood, WALNUT),
        of(some(bowl, TERRA), spoon),
        some(
            soup,
            rgb("a8692f"),
            some(sticks, rgb("e3c98a"), 72, 60, 26, 4, 9),
            some(chunks, MEAT, 62, 12, 13, 26),
            some(slices, SAUSAGE, 60, 9, 11, 28),
            some(sprigs, 50, 2, 40),
        ),
    ),
    "Butter chicken": (some(check, TEAL), some(bowl, rgb("e9c46a")), some(curry, rgb("e8772a"), rgb("d98a4a"))),
    "Carbonara": (
        some(stripes, NAVY),
        of(plate, cutlery),
        of(
            some(noodles, rgb("f3d374"), 72, count=40),
            some(chunks, BACON, 50, 14, 7, 18),
            some(specks, rgb("3a2f28"), 58, 34, 1.4),
            lambda d: yolk(d, 160, 114, 17),
        ),
    ),
    "Chana masala": (
        some(wood, OAK),
        some(bowl, rgb("d8a03c")),
        some(soup, rgb("b5522a"), some(lumps, rgb("e6b566"), 68, 42, 10, 18, squash=0.95), some(sprigs, 46, 5, 30)),
    ),
    "Chilaquiles": (
        some(check, CORAL),
        of(some(plate, BLUE), fork),
        of(
            some(mound, rgb("7f9f3a"), 70),
            lambda d: d.scatter(
                26,
                62,
                17,
                lambda x, y: d.fill(
                    [[(x + 17 * math.cos(a + x), y + 15 * math.sin(a + x)) for a in (0, 2.1, 4.2)]],
                    d.random.choice((GOLD, rgb("f3ce74"), dark(GOLD, 0.15))),
                ),
            ),
            some(chunks, WHITE, 56, 11, 6, 22),
            some(rings, rgb("c9a2cf"), 52, 7, 9, 26),
            lambda d: fried_egg(d, 166, 114, 30),
            some(sprigs, 58, 5, 30),
        ),
    ),
    "Coq au vin": (
        some(stripes, PLUM),
        of(some(bowl, rgb("35506e")), spoon),
        some(
            soup,
            rgb("5d1f28"),
            some(lumps, rgb("a65a35"), 50, 5, 26, 44, squash=0.7),
            some(lumps, rgb("f0dcc0"), 66, 9, 9, 26),
            some(slices, CARROT, 62, 7, 9, 30),
            some(lumps, rgb("c7a27c"), 62, 7, 10, 28),
            some(sprigs, 50, 3, 36),
        ),
    ),
    "Cornbread": (some(check, ROSE), lambda d: None, cornbread),
    "Cornish pasty": (some(stripes, SKY), of(plate, cutlery), pasty),
    "Crème brûlée": (some(check, PLUM), spoon, creme_brulee),
    "Dal makhani": (
        some(wood, OAK),
        some(bowl, rgb("b8773a")),
        some(
            soup,
            rgb("6e3420"),
            some(lumps, rgb("43221a"), 70, 70, 6, 11, squash=0.8),
            lambda d: swirl(d, 160, 120, 50, rgb("fbeed6"), 5, 2.0),
            some(sprigs, 40, 2, 40),
        ),
    ),
    "Dan dan noodles": (
        some(stripes, LACQUER),
        of(some(bowl, IRON), chopsticks),
        of(
            some(liquid, rgb("b5371f"), 82),
            some(noodles, rgb("f0d08a"), 66),
            some(chunks, rgb("7a4326"), 34, 26, 6, 10),
            some(specks, GREEN, 56, 30, 3),
            some(lumps, rgb("e9c58a"), 52, 12, 4, 16),
        ),
    ),
    "Falafel": (
        some(check, MINT),
        of(some(plate, BLUE)),
        of(
            lambda d: [
                leaf(d, 160 + 52 * math.cos(a), 120 + 52 * math.sin(a), 38, rgb("7cc24a"), a + 0.4)
                for a in (n * math.tau / 9 for n in range(9))
            ],
            lambda d: [
                d.lump(160 + 50 * math.cos(a), 120 + 48 * math.sin(a), 21, 20, rgb("a8742f"))
                for a in (0.3 + n * math.tau / 6 for n in range(6))
            ],
            some(specks, rgb("c99a4e"), 66, 40, 2),
            lambda d: [
                (d.lump(160 + 74 * math.cos(a), 120 + 72 * math.sin(a), 12, 11, TOMATO)) for a in (1.35, 3.45, 5.5)
            ],
            lambda d: mound(d, rgb("f6efdd"), 22, (160, 120)),
            some(sprigs, 8, 1, 10, 13),
        ),
    ),
    "Fish and chips": (some(stripes, NAVY), paper, fish_and_chips),
    "Focaccia": (some(wood, WALNUT), some(board, 264, 186), focaccia),
    "Gazpacho": (
        some(check, STRAW),
        of(some(bowl, WHITE), spoon),
        some(
            soup,
            rgb("e0492c"),
            some(chunks, rgb("a9d46a"), 46, 14, 7, 17),
            some(chunks, rgb("f0dca8"), 42, 8, 8, 24),
            some(chunks, rgb("3f9a4a"), 48, 9, 6, 20),
            lambda d: swirl(d, 160, 120, 60, rgb("f0c04a"), 2.5, 1.1),
            some(sprigs, 10, 1, 20, 14),
        ),
    ),
    "Gỏi cuốn": (some(wood, OAK), some(board, 240, 150, rgb("4a5a44")), roll_plate),
    "Gratin dauphinois": (
        some(check, SKY),
        some(dish, rgb("e8e0d0")),
        of(
            some(bake, rgb("f0cf7a")),
            lambda d: [
                [
                    d.ellipse(x, y + 2, 18, 16, rgb("b87a2a")),
                    d.ellipse(x, y, 17, 15, d.random.choice((rgb("f6dc8a"), rgb("f0cf78"), rgb("eac267")))),
                    d.ellipse(x - 3, y - 4, 9, 6, rgb("f8e29a")),
                ]
                for x, y in ((82 + 26 * n - (r % 2) * 11, 70 + r * 24) for r in range(5) for n in range(7))
            ],
            lambda d: [
                d.ellipse(
                    160 + d.random.uniform(-86, 86),
                    119 + d.random.uniform(-52, 52),
                    d.random.uniform(4, 9),
                    d.random.uniform(3, 6),
                    rgb("a8672c"),
                    d.turn(),
                    0.7,
                )
                for _ in range(14)
            ],
            lambda d: sprig(d, 160, 116, 18),
        ),
    ),
    "Greek salad": (
        some(check, SKY),
        of(some(plate, BLUE), fork),
        of(
            some(slices, rgb("6aa84a"), 68, 15, 15, 25, inner=rgb("e4f2c0")),
            some(chunks, TOMATO, 66, 15, 15, 25),
            some(rings, rgb("b07ab5"), 58, 8, 14, 30),
            some(lumps, OLIVE, 64, 10, 8, 24),
            lambda d: [
                d.box(163, 121, 62, 40, 4, (40, 20, 10), -0.2, 0.28),
                d.box(160, 115, 62, 40, 4, dark(WHITE, 0.14), -0.2),
                d.box(159, 111, 60, 36, 3, WHITE, -0.2),
            ],
            some(specks, HERB, 24, 16, 2),
        ),
    ),
    "Green curry": (
        some(wood, OAK),
        of(some(bowl, WHITE), spoon),
        some(
            soup,
            rgb("9fc46a"),
            some(chunks, rgb("f3e0bd"), 60, 10, 13, 27),
            some(lumps, rgb("6b4a8a"), 60, 7, 11, 32),
            some(sticks, rgb("3f8a35"), 58, 12, 26, 5, 18),
            some(rings, CHILI, 56, 8, 6, 26),
            some(sprigs, 42, 4, 32, 15),
        ),
    ),
    "Guacamole": (
        some(check, CORAL),
        some(bowl, rgb("4b4a46")),
        of(
            some(liquid, rgb("93b84a"), 82),
            some(lumps, rgb("a9cc5c"), 66, 30, 12, 18),
            some(chunks, TOMATO, 54, 11, 7, 22),
            some(chunks, WHITE, 54, 10, 4, 20),
            some(sprigs, 44, 4, 32),
            lambda d: [
                d.fill([[(x + 30 * math.cos(a + t), y + 26 * math.sin(a + t)) for a in (0, 2.1, 4.2)]], c)
                for x, y, t in ((226, 66, 0.3), (246, 104, 1.2))
                for c in (dark(GOLD, 0.1),)
            ],
            lambda d: [
                d.fill(
                    [[(x + 25 * math.cos(a + t), y - 2 + 21 * math.sin(a + t)) for a in (0, 2.1, 4.2)]], rgb("f6d47c")
                )
                for x, y, t in ((226, 66, 0.3), (246, 104, 1.2))
            ],
            lambda d: citrus(d, 92, 76, 22, 2.2, LIME),
        ),
    ),
    "Harira": (
        some(check, TERRA),
        of(some(bowl, rgb("2f6f8a")), spoon),
        some(
            soup,
            rgb("cf6a2c"),
            some(lumps, rgb("e6bf72"), 66, 16, 9, 25),
            some(lumps, rgb("8a5a35"), 68, 40, 4, 11),
            some(chunks, MEAT, 56, 7, 11, 32),
            some(sprigs, 54, 5, 32),
            lambda d: citrus(d, 196, 88, 20, 2.6),
        ),
    ),
    "Hummus": (
        some(check, MINT),
        some(plate, rgb("e8d9c0"), deep=True),
        of(
            some(mound, rgb("ead2a0"), 76),
            lambda d: swirl(d, 160, 118, 60, dark(rgb("ead2a0"), 0.16), 9, 2.3, 1),
            lambda d: d.line(arc(160, 118, 34, 0.5, 5.4, 22), 7, rgb("c9a12c")),
            some(lumps, rgb("e0b060"), 17, 8, 8, 13),
            some(specks, rgb("b93a24"), 62, 34, 2.2),
            some(sprigs, 58, 4, 44),
        ),
    ),
    "Irish stew": (
        some(stripes, MINT),
        of(some(bowl, rgb("54707a")), spoon),
        some(
            soup,
            rgb("b98b52"),
            some(chunks, rgb("efd9a0"), 62, 9, 15, 31),
            some(chunks, MEAT, 60, 9, 13, 29),
            some(slices, CARROT, 62, 10, 11, 26),
            some(sprigs, 54, 5, 30),
        ),
    ),
    "Jambalaya": (
        some(wood, WALNUT),
        pan,
        of(
            lambda d: mound(d, rgb("d9863a"), 80, (152, 121)),
            some(grains, rgb("e6a052"), 74, (152, 120)),
            some(slices, rgb("a8402a"), 66, 10, 12, 30, (152, 120)),
            some(prawns, 58, 5, 44, 17, (152, 120)),
            some(chunks, rgb("3f8f45"), 66, 14, 6, 20, (152, 120)),
            some(specks, HERB, 70, 22, 2.2, (152, 120)),
        ),
    ),
    "Kanelbullar": (some(check, SKY), some(board, 256, 180), kanelbullar),
    "Käsespätzle": (
        some(wood, OAK),
        of(pan),
        of(
            lambda d: mound(d, rgb("f3cf6a"), 80, (152, 121)),
            some(sticks, rgb("f6d98a"), 72, 90, 22, 7, 8, (152, 120)),
            some(rings, rgb("9a5a22"), 54, 22, 11, 15, (152, 118)),
            some(specks, HERB, 66, 30, 2.4, (152, 120)),
        ),
    ),
    "Key lime pie": (some(stripes, MINT), of(plate, fork), key_lime_pie),
    "Köttbullar": (
        some(check, NAVY),
        of(plate, cutlery),
        of(
            lambda d: mound(d, rgb("f6e5ae"), 38, (126, 96)),
            lambda d: d.ellipse(176, 138, 62, 42, rgb("b98350")),
            some(lumps, rgb("8f5630"), 46, 9, 17, 29, (176, 134), 0.95),
            lambda d: lumps(d, rgb("b5122f"), 20, 12, 7, 10, (112, 158), 0.95),
            some(specks, HERB, 50, 16, 2.2, (176, 132)),
        ),
    ),
    "Kung Pao chicken": (
        some(stripes, LACQUER),
        of(some(plate, BLUE), chopsticks),
        of(
            lambda d: d.ellipse(160, 122, 74, 66, rgb("8a3a1c")),
            some(chunks, rgb("c07838"), 60, 20, 14, 23),
            some(lumps, rgb("e9c58a"), 60, 16, 6, 20),
            some(chunks, rgb("f0ead2"), 58, 9, 7, 28),
            some(sticks, CHILI, 58, 11, 22, 7, 26),
            some(chunks, rgb("5fae4a"), 60, 9, 6, 26),
        ),
    ),
    "Lamb tagine with prunes": (
        some(check, TERRA),
        some(bowl, rgb("b4552f")),
        some(
            soup,
            rgb("9a5320"),
            some(chunks, rgb("7a3f22"), 56, 9, 17, 34),
            some(lumps, rgb("2e1c2e"), 58, 8, 13, 34),
            some(lumps, rgb("f3e2c2"), 64, 12, 6, 22, squash=0.55),
            some(specks, WHITE, 64, 36, 1.5),
            some(sprigs, 48, 3, 40),
        ),
    ),
    "Lasagne": (some(check, ROSE), of(plate, cutlery), lasagne),
    "Mapo tofu": (
        some(stripes, LACQUER),
        of(some(bowl, WHITE), spoon),
        some(
            soup,
            rgb("b8301c"),
            lambda d: d.scatter(
                17,
                62,
                25,
                lambda x, y: [
                    d.box(x + 2, y + 3, 24, 22, 4, (40, 20, 10), 0.3 + x, 0.28),
                    d.box(x, y, 24, 22, 4, dark(CREAM, 0.12), 0.3 + x),
                    d.box(x - 1, y - 2, 20, 18, 3, rgb("fdf3d8"), 0.3 + x),
                ],
            ),
            some(chunks, rgb("6a3018"), 62, 26, 5, 13),
            some(rings, rgb("5fb04a"), 62, 22, 5, 14),
        ),
    ),
    "Minestrone": (
        some(check, MINT),
        of(some(bowl, WHITE), spoon),
        some(
            soup,
            rgb("d9682f"),
            some(chunks, CARROT, 64, 10, 9, 24),
            some(chunks, rgb("8cc05a"), 64, 12, 9, 22),
            some(lumps, rgb("f3ead2"), 64, 10, 9, 24, squash=0.6),
            some(sticks, rgb("f3d98a"), 62, 10, 20, 8, 24),
            some(sprigs, 48, 4, 34, 15),
        ),
    ),
    "Miso soup": (
        some(wood, WALNUT),
        of(some(bowl, LACQUER), chopsticks),
        some(
            soup,
            rgb("d9a860"),
            lambda d: d.scatter(
                13,
                58,
                28,
                lambda x, y: [d.box(x, y, 22, 22, 3, dark(CREAM, 0.1), x), d.box(x - 1, y - 2, 19, 19, 3, WHITE, x)],
            ),
            lambda d: d.scatter(9, 60, 24, lambda x, y: leaf(d, x, y, 24, rgb("2c5a3f"))),
            some(rings, rgb("6fb84f"), 62, 18, 6, 16),
        ),
    ),
    "Moussaka": (
        some(stripes, SKY),
        some(dish, rgb("3f6f9a")),
        of(
            some(bake, rgb("e9bd62"), spots=34),
            lambda d: d.box(226, 146, 62, 54, 4, rgb("5a2a1c")),
            lambda d: [
                d.box(226, 130 + 11 * n, 62, 9, 2, c)
                for n, c in enumerate((rgb("f6dc98"), rgb("8a4426"), rgb("4a2c4a"), rgb("8a4426")))
            ],
            some(sprigs, 50, 4, 46, 14, HERB, (130, 116)),
        ),
    ),
    "Naan": (some(check, TERRA), some(board, 262, 182), naan),
    "New England clam chowder": (
        some(stripes, NAVY),
        of(some(bowl, rgb("4f7fa8")), spoon),
        some(
            soup,
            rgb("f1e3c4"),
            some(chunks, rgb("f6d98f"), 62, 9, 12, 30),
            some(chunks, BACON, 62, 9, 7, 26),
            lambda d: d.scatter(
                5,
                54,
                42,
                lambda x, y: [half_moon(d, x, y, 19, rgb("8f8a86"), x, 7), d.ellipse(x, y + 3, 9, 6, rgb("e8b878"))],
            ),
            some(specks, HERB, 66, 36, 2.4),
        ),
    ),
    "Okonomiyaki": (some(wood, WALNUT), of(some(plate, IRON), chopsticks), okonomiyaki),
    "Oyakodon 親子丼": (
        some(stripes, SLATE),
        of(some(bowl, rgb("2f4f6f")), chopsticks),
        of(
            some(mound, RICE, 82),
            some(grains, RICE, 80, hole=0.5),
            lambda d: d.ellipse(160, 120, 66, 60, rgb("f2c043")),
            some(lumps, rgb("fbe48f"), 54, 16, 15, 22),
            some(chunks, rgb("d39a62"), 50, 10, 12, 27),
            lambda d: yolk(d, 164, 114, 16),
            some(rings, GREEN, 56, 18, 5, 14),
        ),
    ),
    "Pad thai": (
        some(check, TEAL),
        of(plate, chopsticks),
        of(
            some(noodles, rgb("dc9a4e"), 72, count=40, width=6),
            some(prawns, 46, 4, 44, 19),
            some(lumps, rgb("e9c58a"), 56, 16, 4, 16),
            some(sticks, rgb("f3f0dc"), 60, 14, 26, 3.5, 16),
            some(sticks, GREEN, 58, 10, 18, 4, 20),
            lambda d: citrus(d, 222, 82, 22, 2.8, LIME),
        ),
    ),
    "Paella valenciana": (
        some(check, STRAW),
        lambda d: [
            shadow(d, lambda g: oval(165, 128, 108 + g, 108 + g)),
            d.box(48, 120, 26, 40, 12, rgb("8a2a22")),
            d.box(272, 120, 26, 40, 12, rgb("8a2a22")),
            d.disc(160, 120, 108, IRON),
            d.disc(160, 119, 103, rgb("6a6a70")),
        ],
        of(
            some(mound, rgb("e9a92c"), 98, squash=1.0),
            some(grains, rgb("f3bd47"), 94, count=240),
            some(lumps, rgb("b36a34"), 72, 7, 20, 50, squash=0.7),
            some(sticks, rgb("4f9a3a"), 82, 16, 34, 6, 26),
            some(lumps, rgb("f6ecd2"), 80, 12, 8, 34, squash=0.6),
            lambda d: [
                citrus(d, 160 + 82 * math.cos(a), 120 + 82 * math.sin(a), 20, a - 1.57) for a in (0.5, 2.1, 3.7, 5.3)
            ],
        ),
    ),
    "Palak paneer": (
        some(check, CORAL),
        some(bowl, rgb("c98f3a")),
        some(
            soup,
            rgb("3f6f2c"),
            lambda d: d.scatter(
                14,
                58,
                28,
                lambda x, y: [
                    d.box(x + 2, y + 3, 25, 23, 4, (20, 20, 10), x, 0.3),
                    d.box(x, y, 25, 23, 4, rgb("e9d39a"), x),
                    d.box(x - 1, y - 2, 21, 18, 3, rgb("fdf4da"), x),
                ],
            ),
            lambda d: swirl(d, 160, 120, 60, rgb("f6f0d8"), 3, 1.3),
            some(rings, CHILI, 54, 4, 5, 40),
        ),
    ),
    "Phở bò": (
        some(wood, OAK),
        of(some(bowl, BLUE), chopsticks),
        of(
            some(liquid, rgb("b9793a"), 82),
            lambda d: noodles(d, rgb("f6eedc"), 56, (150, 128), 26),
            lambda d: d.scatter(8, 44, 30, lambda x, y: d.lump(x, y, 24, 13, rgb("9a5a48"), d.turn()), (172, 108)),
            some(rings, rgb("e9ddec"), 58, 6, 15, 32),
            some(rings, rgb("5fb04a"), 62, 20, 5, 16),
            some(rings, CHILI, 56, 6, 6, 30),
            some(sprigs, 50, 5, 34, 15),
            lambda d: citrus(d, 110, 82, 20, 2.2, LIME),
        ),
    ),
    "Pierogi ruskie": (some(check, ROSE), of(some(plate, BLUE), fork), pierogi),
    "Pozole rojo": (
        some(stripes, TEAL),
        of(some(bowl, rgb("e2b04a")), spoon),
        some(
            soup,
            rgb("a82a1c"),
            some(lumps, rgb("f6ecd0"), 66, 20, 10, 22),
            some(chunks, MEAT, 58, 8, 13, 32),
            lambda d: d.scatter(5, 58, 36, lambda x, y: [d.disc(x, y, 13, rgb("d83a5a")), d.disc(x, y, 11, WHITE)]),
            some(sticks, rgb("c9e59a"), 54, 18, 22, 4, 12),
            lambda d: citrus(d, 206, 84, 20, 2.8, LIME),
        ),
    ),
    "Quiche lorraine": (some(stripes, PLUM), of(plate, cutlery), quiche),
    "Ratatouille": (
        some(check, PLUM),
        lambda d: [
            shadow(d, lambda g: oval(165, 128, 106 + g, 106 + g)),
            d.disc(160, 120, 106, rgb("c9772f")),
            d.disc(160, 120, 96, rgb("8a2f1e")),
            d.disc(160, 120, 92, rgb("c03c24")),
        ],
        of(
            lambda d: [
                [
                    d.lump(
                        160 + r * math.cos(n * math.tau / k), 120 + r * math.sin(n * math.tau / k), 18, 17, c, shine=0
                    ),
                    d.ellipse(159 + r * math.cos(n * math.tau / k), 118 + r * math.sin(n * math.tau / k), 14, 13, i),
                ]
                for r, k in ((74, 24), (46, 15), (19, 6))
                for n in range(k)
                for c, i in (
                    ((rgb("4a2f55"), rgb("e9dcb0")), (rgb("3f8a35"), rgb("cfe08a")), (rgb("c8332b"), rgb("e8604a")))[
                        n % 3
                    ],
                )
            ],
            some(sprigs, 50, 4, 44, 15),
        ),
    ),
    "Rinderrouladen": (
        some(wood, WALNUT),
        of(plate, cutlery),
        of(
            lambda d: d.ellipse(160, 128, 74, 56, rgb("6a3a1c")),
            lambda d: [
                [
                    d.box(x + 3, y + 5, 92, 36, 15, (40, 20, 10), -0.25, 0.3),
                    d.box(x, y, 92, 36, 15, dark(rgb("7a4326"), 0.2), -0.25),
                    d.box(x - 1, y - 3, 86, 28, 12, rgb("8f5632"), -0.25),
                    d.line([(x - 24, y + 18), (x - 16, y - 24)], 2.5, CREAM),
                    d.line([(x + 16, y + 10), (x + 24, y - 30)], 2.5, CREAM),
                    d.ellipse(x + 43, y - 11, 10, 16, BACON, -0.25),
                    d.ellipse(x + 43, y - 11, 6, 11, ONION, -0.25),
                    d.ellipse(x + 43, y - 11, 3.5, 6, rgb("7fa23a"), -0.25),
                ]
                for x, y in ((158, 98), (154, 142))
            ],
            some(slices, CARROT, 20, 4, 9, 16, (214, 166)),
            lambda d: sprig(d, 104, 168, 16),
        ),
    ),
    "Risotto alla milanese": (
        some(stripes, SLATE),
        of(plate, fork),
        of(
            some(mound, rgb("f1bb34"), 72),
            some(grains, rgb("f6c94f"), 68, count=210),
            lambda d: [
                d.fill([[(x, y), (x + 26, y - 5), (x + 22, y + 9)]], c)
                for x, y, c in ((136, 106, rgb("fdf3d0")), (162, 122, rgb("fbeab8")), (148, 138, rgb("fdf3d0")))
            ],
            lambda d: d.scatter(16, 52, 12, lambda x, y: d.line([(x, y), (x + 7, y - 4)], 2, rgb("c4321c"))),
            some(sprigs, 14, 1, 10, 15, HERB, (176, 98)),
        ),
    ),
    "Rote Grütze": (some(stripes, CORAL), spoon, rote_gruetze),
    "Shakshouka": (
        some(check, SKY),
        pan,
        of(
            lambda d: liquid(d, rgb("cb3f22"), 80, (152, 121)),
            some(chunks, rgb("e8643c"), 70, 26, 9, 18, (152, 120)),
            some(sticks, rgb("b32418"), 66, 14, 28, 6, 20, (152, 120)),
            lambda d: [
                fried_egg(d, 152 + 42 * math.cos(a), 120 + 42 * math.sin(a), 25) for a in (0.3, 1.87, 3.44, 5.0)
            ],
            some(sprigs, 70, 7, 34, 12, HERB, (152, 120)),
        ),
    ),
    "Shepherd's pie": (
        some(check, MINT),
        some(dish, rgb("b8623a")),
        of(
            some(bake, rgb("f0cd78"), spots=16),
            lambda d: [squiggle(d, rgb("d09a45"), 160, 68 + 20 * n, 190, 10, 8, 3) for n in range(6)],
            lambda d: [d.box(80, 156, 48, 40, 6, rgb("6a3a22"))],
            lambda d: chunks(d, MEAT, 20, 9, 7, 10, (80, 156)),
            lambda d: chunks(d, CARROT, 18, 4, 5, 14, (80, 154)),
            lambda d: lumps(d, rgb("6fb84f"), 18, 6, 4, 9, (80, 156), 0.95),
            lambda d: sprig(d, 196, 110, 18),
        ),
    ),
    "Soda bread": (some(wood, OAK), some(board, 236, 190), soda_bread),
    "Som tam": (
        some(check, TEAL),
        of(plate, fork),
        of(
            some(mound, rgb("dbe3a0"), 62),
            some(sticks, rgb("e9efbc"), 66, 110, 36, 3.2, 6.5),
            some(sticks, CARROT, 60, 16, 30, 3, 14),
            some(sticks, rgb("4f9a3a"), 60, 11, 28, 5, 22),
            some(lumps, TOMATO, 58, 8, 11, 32, squash=0.95),
            some(lumps, rgb("e0b070"), 58, 16, 5, 18),
            some(rings, CHILI, 52, 7, 6, 26),
            lambda d: citrus(d, 226, 84, 21, 2.8, LIME),
        ),
    ),
    "Spanakopita": (some(check, NAVY), some(plate, BLUE), spanakopita),
    "Sticky toffee pudding": (some(stripes, PLUM), of(plate, spoon), sticky_toffee),
    "Tacos al pastor": (some(check, TEAL), some(board, 268, 176), tacos),
    "Tiramisù": (some(stripes, ROSE), of(plate, fork), tiramisu),
    "Tom yum goong": (
        some(wood, WALNUT),
        of(some(bowl, JADE), spoon),
        some(
            soup,
            rgb("df6a2a"),
            some(lumps, rgb("efe0c4"), 62, 9, 13, 32, squash=0.75),
            some(prawns, 46, 5, 40, 20),
            some(rings, CHILI, 60, 9, 6, 26),
            some(sticks, rgb("d3dc8a"), 60, 6, 34, 6, 34),
            lambda d: d.scatter(6, 60, 34, lambda x, y: leaf(d, x, y, 26, rgb("3a7a35"))),
            lambda d: citrus(d, 104, 96, 19, 2.0, LIME),
        ),
    ),
    "Tonkatsu": (some(wood, OAK), of(some(plate, rgb("4f6a78")), chopsticks), tonkatsu),
    "Tortilla española": (some(check, STRAW), of(plate, fork), tortilla),
    "Yangzhou fried rice": (
        some(stripes, LACQUER),
        of(some(bowl, BLUE), chopsticks),
        of(
            some(mound, RICE, 80),
            some(grains, rgb("f0e2bc"), 74, count=210),
            some(chunks, rgb("f6cf4a"), 60, 12, 9, 26),
            some(lumps, rgb("5fb04a"), 66, 22, 5, 17),
            some(chunks, CARROT, 64, 13, 5, 20),
            some(chunks, rgb("d9768a"), 62, 11, 6, 24),
            some(prawns, 46, 4, 46, 15),
            some(rings, rgb("4f9a3a"), 62, 14, 4.5, 18),
        ),
    ),
    "Zaalouk": (
        some(check, CORAL),
        some(bowl, rgb("3f7fa0")),
        of(
            some(liquid, rgb("a3532a"), 82),
            some(lumps, rgb("b5673a"), 68, 26, 13, 20),
            some(chunks, rgb("6a3a4a"), 60, 12, 9, 26),
            some(chunks, TOMATO, 60, 10, 8, 28),
            lambda d: swirl(d, 160, 120, 58, rgb("d9a42c"), 3, 1.4),
            some(lumps, OLIVE, 50, 3, 9, 44),
            some(sprigs, 50, 5, 34),
        ),
    ),
}
