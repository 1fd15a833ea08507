"""What is measured: the pieces of work, and how each program does them."""
import csv
import dataclasses
import json
import os
import re
import shutil
import sys
from importlib.util import find_spec

HERE = os.path.dirname(os.path.abspath(__file__))

# What would bring each program, where it is missing.
PACKAGES = {
    "sqlite3": "Debian sqlite3", "duckdb": "PyPI duckdb-cli or duckdb", "polars": "PyPI polars",
    "orjson": "PyPI orjson", "jq": "Debian jq", "mlr": "Debian miller", "rg": "Debian ripgrep",
    "fzf": "Debian fzf", "grep": "Debian grep", "true": "Debian coreutils",
}


@dataclasses.dataclass
class Program:
    """How one program does a piece of work."""
    name: str
    tool: str
    arguments: list
    read: object = None  # takes what it printed, as lines; gives what is compared
    answer: str = ""  # which of the expected answers that must be
    stores: tuple = ()  # what it makes, removed before
    slow: bool = False  # over 10 s for a million records
    source: str = os.devnull
    folder: str = "."
    needs: str = ""  # the store that it reopens


@dataclasses.dataclass
class Work:
    name: str
    title: str
    check: str
    programs: list
    repeats: int = 1  # runs of each program in a round; several where one takes a few milliseconds


def find(tool, larder):
    """How a tool is started, or None if it is not there."""
    if tool == "larder":
        return [larder]
    script = [sys.executable, "-B", f"{HERE}/with_{tool}.py"]
    if tool in ("polars", "orjson"):
        return script if find_spec(tool) else None
    path = shutil.which(tool)
    if tool == "duckdb":
        # The program of PyPI is started by a Python script, which takes longer than its work.
        package = find_spec("duckdb_cli")
        if package:
            path = os.path.join(os.path.dirname(package.origin), "duckdb")
        if not path:
            return script if find_spec("duckdb") else None
        return [path, "-list", "-noheader"]
    return [os.path.abspath(path)] if path else None


# --- Reading what was printed

def lines(printed):
    return [line.rstrip("\n") for line in printed]


def number(printed):
    return int("".join(printed))


def how_many(printed):
    return sum(1 for _ in printed)


def pairs(printed):
    return {cuisine: int(count) for cuisine, count in (line.rsplit("|", 1) for line in printed)}


def table_names(printed):
    """The names in a table of Larder's: a row's number, its name, its cuisine."""
    rows = (re.match(r" *\d+  (.+?)  +Italian(?: |$)", line.rstrip()) for line in printed)
    return [row[1] for row in rows if row]


def table_counts(printed):
    rows = (re.match(r"  (\S.*?)  +(\d+)\b", line) for line in printed)
    return {row[1]: int(row[2]) for row in rows if row}


def ids(printed):
    return [json.loads(line)["id"] for line in printed]


def json_names(printed):
    return [row["name"] for row in json.loads("".join(printed))]


def ndjson_names(printed):
    return [json.loads(line)["name"] for line in printed]


def csv_names(printed):
    return [row["name"] for row in csv.DictReader(printed)]


def tsv_names(printed):
    head, *rows = (line.rstrip("\n").split("\t") for line in printed)
    return [row[head.index("name")] for row in rows]


# --- SQL

KEYS = "cuisine name photo_url_large photo_url_small uuid source_url youtube_url".split()
TOP = "select name from r where cuisine='Italian' order by name limit 20"
COUNT = "select cuisine, count(*) from r group by cuisine"

SQLITE_RECORDS = "json_each(readfile('feed.json'), '$.recipes')"
SQLITE_COLD = f"select value->>'name' n from {SQLITE_RECORDS} where value->>'cuisine'='Italian' order by n limit 20"
SQLITE_LOAD = f"""pragma journal_mode=off; pragma synchronous=off;
create table r(id integer primary key, {' text, '.join(KEYS)} text);
insert into r select key+1, {', '.join(f"value->>'{key}'" for key in KEYS)} from {SQLITE_RECORDS};
create index by_cuisine on r(cuisine, name); create index by_name on r(name collate nocase);
select count(*) from r"""

DUCKDB_STRUCT = "STRUCT(" + ", ".join(f"{key} VARCHAR" for key in KEYS) + ")[]"
DUCKDB_FEED = ("(select unnest(recipes, recursive := true) from read_json('feed.json', "
               f"columns={{recipes: '{DUCKDB_STRUCT}'}}, maximum_object_size=2000000000))")
DUCKDB_LINES = ("read_json('feed.ndjson', format='newline_delimited', columns={"
                + ", ".join(f"{key}: 'VARCHAR'" for key in KEYS) + "})")

JQ_COLD = '[.recipes[] | select(.cuisine == "Italian") | .name] | sort | .[:20][]'
ITALIAN = "filter cuisine=Italian; sort name; list 1-20"


# --- The works

def all_works(grows):
    """The works; `grows` adds Larder on a feed of a fifth of the size."""
    def larder(home, *arguments, **more):
        return Program("larder", "larder", ["--home", home, *arguments], **more)

    def by_fold(home, **more):
        return larder(home, "feed.json", "-c", ITALIAN, read=table_names, answer="names by fold", **more)

    def by_bytes(name, tool, *arguments, **more):
        return Program(name, tool, list(arguments), read=lines, answer="names by bytes", **more)

    def load(**more):
        return larder("home", "feed.json", "-c", "reload", stores=("home",), **more)

    store = {"sqlite3": "sqlite.db", "duckdb": "duckdb.db", "polars": "polars.parquet"}

    def fifth(program):
        return [dataclasses.replace(program, name="a-fifth", folder="fifth")] if grows else []

    def reopened(tool, arguments, **more):
        return Program(tool, tool, arguments, needs=store[tool], **more)

    names = dict(read=lines, answer="names by bytes")
    counts, chickens = dict(read=pairs, answer="cuisines"), dict(read=number, answer="chicken")
    same_names = ("20 names in order, against Python: Larder's by folded name, then bytes; the others' by bytes. "
                  "Larder's ids too, once.")
    return [
        Work("start", "next to no work", "Larder's 0.", [
            larder("home-start", "--ephemeral", "demo-empty", "-c", "count", read=number, answer="nothing"),
            Program("sqlite3", "sqlite3", [":memory:", "select 1"]),
            Program("true", "true", []),
        ], repeats=5),
        Work("cold", "Italian, by name, 20 rows, from the JSON", same_names, [
            by_fold("home-cold", stores=("home-cold",)),
            *fifth(by_fold("home-cold", stores=("home-cold",))),
            by_bytes("sqlite3", "sqlite3", ":memory:", SQLITE_COLD),
            by_bytes("duckdb-lines", "duckdb", ":memory:", TOP.replace(" r ", f" {DUCKDB_LINES} ")),
            by_bytes("duckdb", "duckdb", ":memory:", TOP.replace(" r ", f" {DUCKDB_FEED} "), slow=True),
            by_bytes("polars", "polars", "cold"),
            by_bytes("orjson", "orjson"),
            by_bytes("jq", "jq", "-r", JQ_COLD, "feed.json", slow=True),
            by_bytes("mlr-lines", "mlr", "--ijsonl", "--onidx", "filter", '$cuisine == "Italian"', "then", "cut", "-f", "name",
                     "then", "sort", "-f", "name", "then", "head", "-n", "20", "feed.ndjson", slow=True),
        ]),
        *(Work(f"cold-{form}", f"the same in {form}", "20 names in order, against Python.", [
            larder("home-cold", "feed.json", "--format", form, "-c", ITALIAN, read=read, answer="names by fold",
                   stores=("home-cold",)),
            by_bytes("sqlite3", "sqlite3", ":memory:", SQLITE_COLD),
        ]) for form, read in (("json", json_names), ("ndjson", ndjson_names), ("csv", csv_names), ("tsv", tsv_names))),
        Work("load", "the JSON into a store to reopen", "each program's number of records; Larder's by reopening.", [
            load(),
            *fifth(load()),
            Program("sqlite3", "sqlite3", ["sqlite.db", SQLITE_LOAD], lambda printed: int(lines(printed)[-1]), "count",
                    stores=("sqlite.db",)),
            Program("duckdb-lines", "duckdb", ["duckdb.db", f"create table r as select * from {DUCKDB_LINES}; select count(*) from r"],
                    lambda printed: int(lines(printed)[-1]), "count", stores=("duckdb.db", "duckdb.db.wal")),
            Program("polars", "polars", ["load"], number, "count", stores=("polars.parquet",)),
        ]),
        Work("reopen", "Italian, by name, 20 rows, from what load left", same_names, [
            by_fold("home", needs="home"),
            reopened("sqlite3", ["sqlite.db", TOP], **names),
            reopened("duckdb", ["duckdb.db", TOP], **names),
            reopened("polars", ["top"], **names),
        ], repeats=3),
        Work("count", "by cuisine, from what load left", "each count of each cuisine, against Python.", [
            larder("home", "feed.json", "-c", "count by cuisine", read=table_counts, answer="cuisines", needs="home"),
            reopened("sqlite3", ["sqlite.db", COUNT], **counts),
            reopened("duckdb", ["duckdb.db", COUNT], **counts),
            reopened("polars", ["count"], **counts),
        ]),
        Work("search", "how many names have chicken in them, from what load left", "the number, against Python.", [
            larder("home", "feed.json", "-c", "filter name~chicken; count", needs="home", **chickens),
            reopened("sqlite3", ["sqlite.db", "select count(*) from r where name like '%chicken%'"], **chickens),
            reopened("duckdb", ["duckdb.db", "select count(*) from r where name ilike '%chicken%'"], **chickens),
            reopened("polars", ["search"], **chickens),
            Program("rg-names", "rg", ["-ic", "chicken", "names.txt"], **chickens),
            Program("grep-names", "grep", ["-ic", "chicken", "names.txt"], **chickens),
            Program("fzf-names", "fzf", ["-e", "-i", "-f", "chicken"], how_many, "chicken", source="names.txt"),
        ]),
    ]
