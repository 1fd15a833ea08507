"""Recorded scripts: how long it takes to check one of 200 steps, and to make a picture of a minute."""
import os
import re
import statistics
import subprocess
import tempfile
import types

import measure
import promises
import report

STEPS = 200
COMMANDS = ["list 1-5", "filter cuisine=Italian", "sort time", "filter clear", "show 3", "count", "favorite 2",
            "unfavorite 2", "search chicken", "search", "sort none"]


def script(count, gap):
    """A script of so many steps, of which nothing is expected yet."""
    lines = ["rcp 1", "feed: builtin:demo", "size: 80x24", "color: 256", f"gap: {gap}ms", ""]
    for number in range(count):
        lines += [f"> {COMMANDS[number % len(COMMANDS)]}", ""]
    return "\n".join(lines)


def prepare(larder):
    """Writes the scripts, with what comes of their steps."""
    for name, count, gap in [("one", 1, 600), ("many", STEPS, 600), ("minute", 22, 350)]:
        with open(f"{name}.rcp", "w") as file:
            file.write(script(count, gap))
        subprocess.run([larder, "script", "update", "--fill", "--force", f"{name}.rcp"], check=True,
                       stderr=subprocess.DEVNULL)


def median(argv, rounds):
    walls = []
    for _ in range(rounds):
        sample = measure.run(argv)
        if sample.complaint:
            raise SystemExit(sample.complaint)
        walls.append(sample.wall)
    return statistics.median(walls)


def compare(larder, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="larder-scripts-benchmark.") as folder:
        os.chdir(folder)
        os.mkdir("nobody")
        try:
            prepare(larder)
            check = [larder, "script", "check"]
            one = median(check + ["one.rcp"], options.rounds)
            many = median(check + ["many.rcp"], options.rounds)
            watched = median([larder, "script", "log", "minute.rcp"], options.rounds)
            drawn = median([larder, "script", "export", "minute.rcp", "--force", "-o", "minute.svg"], options.rounds)
            size = os.path.getsize("minute.svg")
            with open("minute.svg") as file:
                length = int(re.search(r"animation:(\d+)ms", file.read()).group(1)) / 1000
        finally:
            os.chdir("/")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; medians of {options.rounds} rounds, whole processes")
    print(f"  check of one step            {one * 1000:8.1f} ms")
    print(f"  check of {STEPS} steps           {many * 1000:8.1f} ms, {(many - one) * 1000:.1f} beyond one step")
    print(f"  picture of {length:.0f} s              {drawn * 1000:8.1f} ms, {(drawn - watched) * 1000:.1f} beyond playing it; {size:,} bytes")
    verdicts = report.verdicts("scripts", {
        "script-check": {"larder": types.SimpleNamespace(failure="", wall=many - one)},
        "script-svg": {"larder": types.SimpleNamespace(failure="", wall=drawn - watched, store=size / 1e6)},
    })
    if options.check:
        return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
    return 0
