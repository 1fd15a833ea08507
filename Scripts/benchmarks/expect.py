#!/usr/bin/env python3
"""Works out, in plain Python, what each program must answer about a feed.

    expect.py LINES ANSWERS NAMES

LINES has one record to a line. ANSWERS becomes JSON; NAMES all names, one to a line. A process of
its own, for what it holds in memory would count in the peaks of the programs that are measured.
"""
import collections
import json
import sys
import unicodedata

# Letters that Unicode does not decompose, but that Larder sorts with the plain ones.
STROKES = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
ROWS = 20


def fold(text):
    """The text without case, accents and width: what Larder orders and finds by."""
    if text.isascii():
        return text.lower()
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text.casefold())
    kept = (x for x in text if not unicodedata.combining(x) and unicodedata.category(x) != "Cf" and x != "\ufe0f")
    return "".join(kept).translate(STROKES)


class First:
    """The first few of many, by a key."""

    def __init__(self):
        self.rows = []

    def add(self, row):
        self.rows.append(row)
        if len(self.rows) > 5000:
            self.rows = self.first()

    def first(self):
        return sorted(self.rows)[:ROWS]


def main():
    lines, answers, names = sys.argv[1:]
    cuisines, count, chicken, plain_chicken = collections.Counter(), 0, 0, 0
    by_fold, by_bytes = First(), First()
    with open(lines, encoding="utf-8") as source, open(names, "w", encoding="utf-8") as listed:
        for count, line in enumerate(source, 1):
            record = json.loads(line)
            name, cuisine = record["name"], record["cuisine"]
            folded = fold(name)
            listed.write(name + "\n")
            cuisines[cuisine] += 1
            chicken += "chicken" in folded
            plain_chicken += "chicken" in name.lower()
            if cuisine == "Italian":
                by_fold.add((folded, name.encode(), count, record["uuid"]))
                by_bytes.add(name.encode())
    if chicken != plain_chicken:
        sys.exit("The feed has a chicken with accents: programs that do not fold would count another number.")
    rows = by_fold.first()
    with open(answers, "w", encoding="utf-8") as out:
        json.dump({
            "count": count, "cuisines": cuisines, "chicken": chicken,
            "names by fold": [name.decode() for _, name, _, _ in rows],
            "ids by fold": [uuid for _, _, _, uuid in rows],
            "names by bytes": [name.decode() for name in by_bytes.first()],
        }, out)


main()
