"""Colors, and how they become lighter, darker or another."""


def rgb(text):
    return tuple(int(text[place : place + 2], 16) for place in (0, 2, 4))


def blend(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other))


def light(color, share=0.3):
    return blend(color, (255, 250, 235), share)


def dark(color, share=0.3):
    return blend(color, (40, 20, 10), share)


WHITE, CREAM, IRON = rgb("fbf9f3"), rgb("f6e9c8"), rgb("3a3a3e")
GREEN, HERB, LIME = rgb("4f9a3a"), rgb("3f8a35"), rgb("9ccb3b")
RED, TOMATO, CHILI = rgb("c8332b"), rgb("d9482f"), rgb("e0281e")
YOLK, BUTTER, LEMON = rgb("f5a81c"), rgb("f7d774"), rgb("f7dd3e")
BROWN, CRUST, GOLD = rgb("8a5a2b"), rgb("c98b3f"), rgb("e0a83e")
MEAT, SAUSAGE, BACON = rgb("8f4a2e"), rgb("b4532f"), rgb("c9705a")
ONION, CARROT, OLIVE = rgb("efe2ee"), rgb("ee8a2a"), rgb("3d3550")
PRAWN, RICE, TOAST = rgb("f28b5b"), rgb("f7f1de"), rgb("a9672c")
