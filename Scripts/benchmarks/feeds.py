"""The feed of a size, and what programs must answer about it."""
import hashlib
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 1


def folder(count):
    """Where a feed is kept: another place once it would be made differently."""
    made_by = hashlib.sha256(str(SEED).encode())
    for script in "generate_feed.py", "expect.py":
        with open(f"{HERE}/{script}", "rb") as text:
            made_by.update(text.read())
    return f"{count}-{made_by.hexdigest()[:8]}"


def make(folder, count):
    """Makes a feed in a folder, unless it is there, and returns the expected answers."""
    os.makedirs(folder, exist_ok=True)
    answers = f"{folder}/answers.json"
    if not os.path.exists(answers):
        print(f"making a feed of {count:,} records", file=sys.stderr)
        feed, lines, names = f"{folder}/feed.json", f"{folder}/feed.ndjson", f"{folder}/names.txt"
        python("generate_feed.py", str(count), feed, "--seed", str(SEED), "--lines", lines)
        python("expect.py", lines, f"{answers}.new", names)
        os.rename(f"{answers}.new", answers)
    with open(answers, encoding="utf-8") as text:
        return {**json.load(text), "nothing": 0}


def python(script, *arguments):
    subprocess.run([sys.executable, "-B", f"{HERE}/{script}", *arguments], check=True)


def size(path):
    """The bytes in a file, or in all files below a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(path) for name in names)
