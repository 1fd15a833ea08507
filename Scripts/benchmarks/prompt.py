"""The prompt: how soon it is there, and how soon a key is seen, in Larder and in others, by PromptBench."""
import os
import shutil
import subprocess
import sys
import tempfile
import types
from importlib.util import find_spec

import bench
import feeds
import measure
import promises
import report
import works

RECORDS = 1_000_000
PAST_LINES = 10_000
LINE = "filter cuisine=Italian"
KEY_ROUNDS = 5  # of as many keys as the line has
# What would bring each program, where it is missing.
PACKAGES = {"libedit": "Debian gcc and libedit-dev", "sqlite3": "Debian sqlite3", "fish": "Debian fish",
            "ipython": "PyPI ipython", "litecli": "PyPI litecli"}


def compare(larder, program, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    kept = os.environ.get("LARDER_BENCHMARK_DIR")
    feed = os.path.abspath(kept or tempfile.mkdtemp(prefix="larder-benchmark."))
    with tempfile.TemporaryDirectory(prefix="larder-prompt-benchmark.") as folder:
        try:
            results = measured(larder, program, options, f"{feed}/{feeds.folder(RECORDS)}", folder)
        except bench.Failed as failed:
            print(f"\nFAILED: {failed}", file=sys.stderr)
            return 1
        finally:
            os.chdir("/")
            if not kept:
                shutil.rmtree(feed)
    verdicts = report.verdicts("prompt", results)
    if options.check:
        return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
    return 0


def measured(larder, program, options, feed, folder):
    """All figures, by work and program; the works of the demo and of the million have the same peers."""
    feeds.make(feed, RECORDS)
    os.chdir(folder)
    os.mkdir("nobody")
    peers = find_peers()
    prepare(larder, f"{feed}/feed.json")
    larders = {
        "demo": ("❯", [larder, "--home", "demo", "demo"]),
        "million": ("❯", [larder, "--home", "million", f"{feed}/feed.json"]),
    }
    write_programs("alone", {"million": larders["million"]})
    write_programs("programs", {**larders, **peers})
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
    start = run(program, "start", options.rounds, "programs", LINE)
    keys = run(program, "keys", KEY_ROUNDS, "programs", LINE)
    results = {}
    for name in "demo", "million":
        results[f"prompt-{name}"] = of_larder(start, name)
        results[f"key-{name}"] = of_larder(keys, name)
    table("prompt", "from the start of the program until its prompt is there", start)
    table("key", f"each key of `{LINE}` until the terminal gets anything, and until all is drawn", keys)
    for line in "show ", "show x":
        menu = run(program, "menu", options.rounds, "alone", line)
        for name, figures in menu.items():
            figures.beyond = figures.wall - keys[name].wall
        results[f"menu-{'-'.join(line.split())}"] = of_larder(menu, "million")
        table("menu", f"Tab behind `{line}` until the menu is drawn", menu)
    print(f"\nMedians of {options.rounds} rounds, of {KEY_ROUNDS} for keys; the programs take turns; 95% stay below what stands in parentheses."
          f"\nLarder has {PAST_LINES:,} past lines; `million` reopens the rows that were kept of {RECORDS:,}.")
    missing = [f"{name} ({package})" for name, package in PACKAGES.items() if name not in peers]
    if missing:
        print("skipped: " + ", ".join(missing))
    print(f"load {os.getloadavg()[0]:.1f} after")
    return results


def of_larder(results, name):
    """The results with one of Larder's under its name."""
    return {**results, "larder": results[name]}


# --- What is run

def find_peers():
    """The prompt of each other program that is there, and how it is started."""
    source, plain = f"{feeds.HERE}/plain_libedit.c", os.path.abspath("plain")
    compiler = shutil.which("cc")
    peers = {}
    if compiler and subprocess.run([compiler, "-O2", "-o", plain, source, "-ledit"], stderr=subprocess.DEVNULL).returncode == 0:
        peers["libedit"] = ("plain>", [plain])
    for name, prompt, arguments in (("sqlite3", "sqlite>", []), ("fish", "fish>", ["-C", "function fish_prompt; echo 'fish> '; end"])):
        if shutil.which(name):
            peers[name] = (prompt, [shutil.which(name), *arguments])
    if find_spec("IPython"):
        peers["ipython"] = ("In [1]:", [sys.executable, "-m", "IPython", "--no-banner", "--no-confirm-exit"])
    if find_spec("litecli"):
        peers["litecli"] = ("lite>", [sys.executable, "-c", "from litecli.main import cli; cli()", "--prompt", "lite> "])
    return peers


def prepare(larder, feed):
    """The homes: many past lines each, and in one the rows of the feed."""
    commands = ["filter cuisine={}", "search {} soup", "show {}", "count by cuisine", "sort name", "list {}-20", "filter name~{}"]
    words = ["Italian", "Mexican", "Thai", "chicken", "lemon", "3", "12", "17"]
    lines = [f"{1_700_000_000 + k}\t{commands[k % len(commands)].format(words[k % len(words)])} # {k}\n" for k in range(PAST_LINES)]
    for home in "demo", "million":
        os.makedirs(f"{home}/state")
        with open(f"{home}/state/history", "w") as history:
            history.writelines(lines)
    sample = measure.run([larder, "--home", "million", feed, "-c", "reload"])
    if sample.complaint:
        raise bench.Failed(f"the feed is not loaded: {sample.complaint}")


def write_programs(path, programs):
    with open(path, "w") as file:
        for name, (prompt, argv) in programs.items():
            file.write("\t".join([name, prompt, *argv]) + "\n")


def run(program, work, rounds, programs, line):
    """The figures that PromptBench prints, a line for each."""
    print(work, file=sys.stderr)
    sample = measure.run([program, work, str(rounds), programs, line])
    if sample.complaint:
        with open(measure.ERRORS, errors="replace") as errors:
            raise bench.Failed(f"{work}: {sample.complaint}\n{errors.read()[:2000]}")
    results = {}
    with open(measure.OUTPUT) as printed:
        for name, figure, value in (text.rstrip("\n").split("\t") for text in printed):
            setattr(results.setdefault(name, types.SimpleNamespace()), figure, float(value))
    return results


# --- What is printed

def table(work, title, results):
    print(f"\n{work}: {title}")
    bases = [name for name in ("sqlite3", "libedit") if name in results]
    print(f"  {'':<10}{'ms':>18}{'drawn ms':>18}" + "".join(f"{f'x {base}':>12}" for base in bases))
    for name, figures in results.items():
        ratios = [report.ratio(figures.wall, results[base].wall) for base in bases]
        line = f"  {name:<10}{spread(figures, 'wall'):>18}{spread(figures, 'drawn'):>18}" + "".join(f"{ratio:>12}" for ratio in ratios)
        print(line + (f"   asks the terminal: {figures.asked:.0f}" if getattr(figures, "asked", 0) else ""))


def spread(figures, figure):
    """A median, and what 95% stay below."""
    if not hasattr(figures, figure):
        return "-"
    return f"{getattr(figures, figure) * 1e3:.3f} ({getattr(figures, figure + '95') * 1e3:.2f})"
