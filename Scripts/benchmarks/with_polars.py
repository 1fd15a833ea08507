"""Does a piece of work with polars: with_polars.py cold|load|top|count|search"""
import sys

import polars as pl

KEYS = "cuisine name photo_url_large photo_url_small uuid source_url youtube_url".split()
STORE = "polars.parquet"


def feed():
    schema = {"recipes": pl.List(pl.Struct({key: pl.String for key in KEYS}))}
    return pl.read_json("feed.json", schema=schema).explode("recipes").unnest("recipes")


def first(rows):
    names = rows.filter(pl.col("cuisine") == "Italian").select("name").sort("name").head(20).collect()
    print("\n".join(names["name"]))


work = sys.argv[1]
if work == "cold":
    first(feed().lazy())
elif work == "load":
    rows = feed()
    rows.write_parquet(STORE)
    print(rows.height)
elif work == "top":
    first(pl.scan_parquet(STORE))
elif work == "count":
    for cuisine, count in pl.scan_parquet(STORE).group_by("cuisine").len().collect().rows():
        print(f"{cuisine}|{count}")
elif work == "search":
    found = pl.col("name").str.contains("(?i)chicken")
    print(pl.scan_parquet(STORE).filter(found).select(pl.len()).collect().item())
