#!/usr/bin/env python3
"""Writes a recipe feed of N made-up records: the same bytes for the same N and seed.

    generate_feed.py N FEED [--seed S] [--pretty] [--lines FILE]

--lines also writes the records one to a line, for programs that want them so. A feed is the start
of any longer one of its seed. Only Random.random is drawn from, which no Python changes.
"""
import argparse
import bisect
import itertools
import json
import random

# By rank: each is 1/rank as frequent as the first, so that one is a quarter and many are rare.
CUISINES = """Italian Mexican Indian French Chinese Japanese Thai American Spanish Greek Turkish
Vietnamese Korean British Lebanese Moroccan German Portuguese Brazilian Peruvian Polish Irish
Ethiopian Caribbean Hungarian Swedish Danish Filipino Malaysian Indonesian Egyptian Tunisian
Georgian Ukrainian Croatian Norwegian Argentine Colombian Nigerian Maltese""".split()

# Words of three parts of a name. About a third of the words, and so half of the names, have a
# letter beyond ASCII. The names that sort first differ in case and accents, which tells an order
# by folded names from one by bytes.
MANNERS = """Aromatic Autumn Balsamic Basque Béarnaise Bittersweet Black-Pepper Brown-Butter Café-Style
Candied Caramelized Charred Chèvre Chilled Chipotle Clay-Pot Confit Creole Crunchy Curried Demi-Sec
Double Entrée Everyday Fennel-Scented Fiery Five-Spice Flambé Florentine Frappé Gingery Glacé Golden
Harvest Iced Jalapeño Juniper Layered Light Maître Marinated Méditerranée Midnight Mild Miso
No-Knead Open-Face Oven-Dried Pâtissier Peppery Poached Pressed Purée Raw Rosé Saffron Salt-Baked
Sauté Sesame Sizzling Soufflé Spring Sticky Sugar-Free Tandoori Toasted Torched Truffled Überbacken
Velvety Warm Whipped Winter Zesty""".split()
BASES = """Açaí Almond Anchovy Apricot Artichoke Arugula Avocado Bacon Barley Basil Beetroot Bok-Choy
Bresaola Broccoli Brousse Buckwheat Butternut Carrot Cashew Celeriac Chanterelle Cherry Chicken
Chicory Chorizo Chou-Fleur Chayote Comté Courgette Couscous Cranberry Cucumber Crème Daikon Edamame
Endive Fig Freekeh Ginger Goat-Cheese Gruyère Haddock Hake Ham Hazelnut Jalapeño Jícama Käse Kohlrabi
Leek Lemon Mackerel Maïs Monkfish Mozzarella Nectarine Oat Okra Olive Orange Oyster Parsnip Peach
Pear Pecan Pépin Pistachio Plum Poppy-Seed Quail Radicchio Radish Ricotta Rösti Sardine Scallop Skyr
Sole Squid Sweetcorn Tempeh Tomato Trout Turnip Veal Watercress Yuca Yuzu Żurawina""".split()
DISHES = """Arancini,Bake,Biryani,Biscuits,Blini,Bliny,Brioche,Broth,Bruschetta,Burrito,Bánh Xèo,Börek,
Calzone,Canapés,Cannelloni,Carpaccio,Cassoulet,Chutney,Clafoutis,Cobbler,Compote,Consommé,Coulis,
Crostini,Crème Brûlée,Croquettes,Crêpe,Dal,Empanadas,Éclairs,Fladenbrød,Flatbread,Focaccia,Fricassée,
Frittata,Fritters,Galette,Gâteau,Gazpacho,Gözleme,Granola,Gyoza,Hash,Hotpot,Jus,Kæfa,Kürtőskalács,
Laksa,Loaf,Mille-Feuille,Moussaka,Mousse,Mézes,Omelette,Orzotto,Pakora,Parfait,Pâté,Pho,Pilaf,Pot-au-Feu,
Profiteroles,Quesadillas,Quindão,Rillettes,Roulade,Sablés,Sandwich,Satay,Savarin,Schnitzel,Shakshuka,
Slaw,Sliders,Strudel,Subzi,Sufflè,Tabbouleh,Tempura,Terrine,Timbale,Toad in the Hole,Tortilla,Traybake,
Trifle,Truffles,Turnovers,Vatrouchka,Velouté,Vol-au-Vent,Wellington,Wraps,Ziti,Æbleskiver""".replace("\n", "").split(",")
ENDINGS = ["", "", "", "", "", " for a Crowd", " with Chicken", " with Pesto", " in Broth",
           " with Crème Fraîche", " à l'Ancienne", " with Green Beans", " in 20 Minutes",
           " and Sauerkraut", " with Salsa Verde", " al Limón", " of the House", " with Rémoulade",
           " with Herbs", " with Sour Cream"]
# Whole names with letters that are rare or behave oddly: ligatures, dotless and dotted i, sharp s,
# Cyrillic, scripts without case, emoji.
ODDITIES = """Ål i karry|Ćevapčići|İmambayıldı|ıspanak|Œufs cocotte|ﬂan de huevo|Weißwurst|Łazanki|Ñandú asado|
Đồ chua|Þorramatur|Солянка|Вареники|Хачапури|餃子|味噌汁|김치찌개|불고기|🥗 salad of the day|🍜 late noodles|
ÄPPLEPAJ|äpplepaj|Äpplepaj|applepaj|Crème renversée|crème RENVERSÉE|Fish & Chips|Mac & Cheese""".replace("\n", "").split("|")

SITES = """https://kitchen.example.com/recipes https://www.example.org/food https://slow-food.example.net/r
https://blog.example.com/cooking https://cuisine.example.fr/recettes https://rezepte.example.de
https://www.example.co.uk/good-food/recipes https://ricette.example.it/primi""".split()
PICTURES = "https://img-8f2k1xq0.example.net/photos/"
VIDEOS = "https://www.youtube.com/watch?v="
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
PAIRS = [first + second for first in LETTERS for second in LETTERS]
SLUG = {code: "-" for code in range(128) if not chr(code).isalnum()}
PLAIN, ESCAPED = json.JSONEncoder(ensure_ascii=False).encode, json.JSONEncoder().encode
EXTRAS = [
    ("keywords", '["quick",{"diet":["vegan","raw"],"of":{"the":"week"}},[]]'),
    ("nutrition", '{"kcal":412.5,"fat":1.2e1,"note":"per \\"portion\\" {approx.}","alcohol":false}'),
]
SHARES = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(CUISINES))))


class Records:
    """An endless run of records, each a list of keys and values in JSON."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def pick(self, words):
        return words[int(self.random() * len(words))]

    def name(self):
        pick, kind = self.pick, self.random()
        if kind < 0.34:
            name = f"{pick(MANNERS)} {pick(BASES)} {pick(DISHES)}{pick(ENDINGS)}"
        elif kind < 0.78:
            name = f"{pick(BASES)} {pick(DISHES)}{pick(ENDINGS)}"
        elif kind < 0.99:
            name = f"{pick(MANNERS)} {pick(BASES)} and {pick(BASES)} {pick(DISHES)}"
        else:
            name = pick(ODDITIES)
        style = self.random()
        if style < 0.02:
            return name.lower()
        if style < 0.03:
            return name.upper()
        if style < 0.04:
            return f'{name}, "Our Way"'
        if style < 0.045:
            return f"{name} 1/2"
        return name

    def uuid(self):
        first, last = f"{int(self.random() * 2**48):012x}", f"{int(self.random() * 2**48):012x}"
        middle = f"{int(self.random() * 2**24):06x}"
        return f"{first[:8]}-{first[8:]}-4{middle[:3]}-b{middle[3:]}-{last}"

    def link(self, key, text):
        """A link, or none: 85 % have one, 5 % are null, the others lack the key."""
        present = self.random()
        if present < 0.85:
            return [(key, f'"{text()}"')]
        return [(key, "null")] if present < 0.90 else []

    def page(self, name):
        plain = name.lower().encode("ascii", "ignore").decode().translate(SLUG)
        return f"{self.pick(SITES)}/{plain[:40].strip('-')}"

    def video(self):
        n = int(self.random() * 2**48)
        four = PAIRS[n & 4095] + PAIRS[n >> 12 & 4095] + PAIRS[n >> 24 & 4095] + PAIRS[n >> 36]
        return VIDEOS + four + self.pick(PAIRS) + self.pick(LETTERS)

    def shuffled(self, pairs):
        return [pair for _, pair in sorted((self.random(), pair) for pair in pairs)]

    def record(self):
        cuisine = CUISINES[bisect.bisect(SHARES, self.random() * SHARES[-1])]
        name, photo = self.name(), PICTURES + self.uuid()
        # Half of the names are ASCII and have nothing to escape, so 4 % leaves 2 % with \u.
        pairs = [("cuisine", f'"{cuisine}"'), ("name", (ESCAPED if self.random() < 0.04 else PLAIN)(name)),
                 ("photo_url_large", f'"{photo}/large.jpg"'), ("photo_url_small", f'"{photo}/small.jpg"')]
        pairs += self.link("source_url", lambda: self.page(name))
        pairs.append(("uuid", f'"{self.uuid()}"'))
        pairs += self.link("youtube_url", self.video)
        shape = self.random()
        if shape < 0.03:
            pairs = self.shuffled(pairs)
        elif shape < 0.035:
            pairs.insert(int(self.random() * len(pairs)), self.pick(EXTRAS))
        if self.random() < 0.02:
            # As the encoders of PHP and of Apple's Foundation write it.
            pairs = [(key, value.replace("/", "\\/")) for key, value in pairs]
        return pairs


def write(count, seed, pretty, feed, lines):
    """Writes the feed, and the records as lines to a second file if there is one."""
    records = Records(seed)
    indent, colon = ("\n            ", ": ") if pretty else ("", ":")
    opening, between, closing = ('{\n    "recipes": [\n        ', ",\n        ", "\n    ]\n}\n") if pretty \
        else ('{"recipes":[', ",", "]}\n")
    feed.write(opening)
    for done in range(0, count, 1000):
        some = [records.record() for _ in range(min(1000, count - done))]
        if done:
            feed.write(between)
        feed.write(between.join(
            "{" + ",".join(f'{indent}"{key}"{colon}{value}' for key, value in pairs) + ("\n        }" if pretty else "}")
            for pairs in some))
        if lines:
            lines.writelines("{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}\n" for pairs in some)
    feed.write(closing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", metavar="N", type=int)
    parser.add_argument("feed", metavar="FEED")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pretty", action="store_true")
    parser.add_argument("--lines", metavar="FILE")
    options = parser.parse_args()
    with open(options.feed, "w", encoding="utf-8", newline="\n") as feed:
        if options.lines:
            with open(options.lines, "w", encoding="utf-8", newline="\n") as lines:
                write(options.count, options.seed, options.pretty, feed, lines)
        else:
            write(options.count, options.seed, options.pretty, feed, None)


if __name__ == "__main__":
    main()
