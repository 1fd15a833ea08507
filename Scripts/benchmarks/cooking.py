"""Cooking: lines of ingredients that are read, and dishes that are found for what is at home."""
import importlib.util
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import types

import measure
import promises
import report

LINES = 1_000_000
PARSED = 10_000  # lines for the parser in Python, which takes about a millisecond for one
RECIPES = 73_000
AMOUNTS = ["1 cup", "2 tablespoons", "1 ½ tsp", "250 g", "1 (14 oz) can", "2-3", "1/4 cup (50 g)", "3 large", "a pinch of",
           "500 ml", "1 EL", "2 x 400g tins", "½", "1 lb / 450 g"]
NAMES = ["flour", "sugar", "eggs", "butter, melted", "finely chopped onion", "garlic cloves, minced", "olive oil",
         "boneless, skinless chicken thighs", "sweet or hot paprika", "rice", "tomatoes, drained", "black pepper to taste",
         "milk (or water)", "cheddar cheese, shredded, plus more for serving", "fresh basil leaves", "salt", "soy sauce",
         "ground beef", "lemon juice", "carrots, peeled and diced"]
WITH_PYTHON = """
import sys
from ingredient_parser import parse_ingredient
for line in sys.stdin:
    parse_ingredient(line.strip())
"""


def write_lines(path, count):
    lines = [f"{amount} {name}\n" for amount in AMOUNTS for name in NAMES]
    with open(path, "w") as file:
        file.writelines(itertools.islice(itertools.cycle(lines), count))


def write_recipes(path):
    numbers = random.Random(1)
    recipes = [
        {"id": str(number), "name": f"Recipe {number}",
         "ingredients": [f"{numbers.choice(AMOUNTS)} {numbers.choice(NAMES)} {numbers.randrange(40) or ''}".strip()
                         for _ in range(9)]}
        for number in range(RECIPES)]
    with open(path, "w") as file:
        json.dump(recipes, file)


def samples(argv, source, rounds):
    """The medians of the CPU and the wall clock, in seconds."""
    runs = [measure.run(argv, source) for _ in range(rounds)]
    for sample in runs:
        if sample.complaint:
            raise SystemExit(sample.complaint)
    return types.SimpleNamespace(
        failure="", cpu=statistics.median(run.cpu for run in runs), wall=statistics.median(run.wall for run in runs))


def compare(larder, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    rounds = min(options.rounds, 5)
    has_python = importlib.util.find_spec("ingredient_parser") is not None
    with tempfile.TemporaryDirectory(prefix="larder-cooking-benchmark.") as folder:
        os.chdir(folder)
        os.mkdir("nobody")
        try:
            write_lines("lines.txt", LINES)
            write_lines("few.txt", PARSED)
            write_recipes("recipes.json")
            lines = samples([larder, "ingredients"], "lines.txt", rounds)
            few = samples([larder, "ingredients"], "few.txt", rounds)
            parser = samples([sys.executable, "-c", WITH_PYTHON], "few.txt", 1) if has_python else None
            start = [larder, "--ephemeral", "recipes.json"]
            ask = ["-c", "have rice, eggs, onion"]
            load = samples(start + ["-c", "count"], os.devnull, rounds)
            once = samples(start + ask, os.devnull, rounds)
            twice = samples(start + ask + ask, os.devnull, rounds)
        finally:
            os.chdir("/")
    first = types.SimpleNamespace(failure="", wall=once.wall - load.wall)
    again = types.SimpleNamespace(failure="", wall=twice.wall - once.wall)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; medians of {rounds} rounds, whole processes")
    print(f"  {LINES:,} lines read               {lines.cpu * 1000:8,.0f} ms of CPU")
    print(f"  {PARSED:,} lines read                  {few.cpu * 1000:8,.0f} ms of CPU")
    if parser:
        print(f"  {PARSED:,} by ingredient-parser-nlp    {parser.cpu * 1000:8,.0f} ms of CPU")
    else:
        print("  skipped: ingredient-parser-nlp (PyPI)")
    print(f"  have on {RECIPES:,} recipes, first   {first.wall * 1000:8,.0f} ms")
    print(f"  have on {RECIPES:,} recipes, again   {again.wall * 1000:8,.0f} ms")
    results = {"ingredients": {"larder": types.SimpleNamespace(failure="", cpu=lines.cpu)},
               "have-first": {"larder": first}, "have-again": {"larder": again}}
    verdicts = report.verdicts("cooking", results)
    if options.check:
        return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
    return 0
