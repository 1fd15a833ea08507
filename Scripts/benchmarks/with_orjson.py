"""Finds the first names of a cuisine with orjson."""
import orjson

with open("feed.json", "rb") as feed:
    recipes = orjson.loads(feed.read())["recipes"]
print("\n".join(sorted(recipe["name"] for recipe in recipes if recipe["cuisine"] == "Italian")[:20]))
