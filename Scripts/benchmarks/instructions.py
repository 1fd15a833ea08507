"""Counts instructions, which are the same on a busy machine: by callgrind, of Larder and sqlite3."""
import os
import re
import shutil
import subprocess
import sys

import measure

WORKS, TOOLS = ("start", "cold", "reopen"), ("larder", "sqlite3")
CALLGRIND = ["--tool=callgrind", "--callgrind-out-file=/dev/null"]


def table(bench):
    valgrind = shutil.which("valgrind")
    if not valgrind or not shutil.which("strip"):
        print("Instructions are counted by valgrind, on a copy made by strip (Debian valgrind, binutils).", file=sys.stderr)
        return 69
    # Without debugging information, which valgrind would read for minutes.
    subprocess.run(["strip", "-g", "-o", "larder-stripped", bench.larder], check=True)
    bench.tools["larder"] = [os.path.abspath("larder-stripped")]
    print(f"\n{'million instructions':<22}{'larder':>12}{'sqlite3':>12}{'ratio':>10}")
    for work in bench.works:
        if work.name in WORKS:
            counts = {program.tool: count(bench, program, [valgrind, *CALLGRIND])
                      for program in work.programs if program.tool in TOOLS}
            mine, base = (counts.get(tool) for tool in TOOLS)
            print(f"{work.name:<22}" + "".join(f"{x / 1e6:>12,.1f}" if x else f"{'-':>12}" for x in (mine, base))
                  + (f"{mine / base:>10.3f}" if mine and base else f"{'-':>10}"))
    return 0


def count(bench, program, callgrind):
    """How many instructions a program takes, or None."""
    sample = bench.run(program, prefix=callgrind)
    with open(measure.ERRORS, errors="replace") as errors:
        found = re.search(r"Collected : (\d+)", errors.read())
    return int(found[1]) if found and not sample.complaint else None
