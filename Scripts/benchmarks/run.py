#!/usr/bin/env python3
"""Runs Larder and its peers on the same work, one after the other in each round, and compares."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import bench
import bodies
import cache
import cooking
import feeds
import films
import instructions
import pictures
import promises
import prompt
import report
import scripts

ROOT = os.path.dirname(os.path.dirname(feeds.HERE))
BIG = 200_000  # above this many records, slow programs take over 10 s and fewer rounds will do
TOPICS = ("bodies", "cache", "cooking", "films", "pictures", "prompt", "scripts")
WRONG_USAGE, NOT_AVAILABLE = 64, 69


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(WRONG_USAGE, f"{message}\n")


def read_options():
    parser = Parser(prog="Scripts/benchmark", description=__doc__)
    parser.add_argument("topic", metavar="N|TOPIC", nargs="?", help="how many records, a million unless said; or `bodies`, `cache`, `cooking`, `films`, `pictures`, `prompt` or `scripts`")
    parser.add_argument("--check", action="store_true", help="fail if a promise in Scripts/benchmark-promises is not kept")
    parser.add_argument("--only", metavar="REGEX", type=re.compile, default=re.compile(""),
                        help="only what matches in `WORK PROGRAM`: cold, duckdb$; always with Larder and sqlite3")
    parser.add_argument("--rounds", metavar="R", type=int, help=f"how many; 5 above {BIG:,} records, otherwise 11")
    parser.add_argument("--slow", action="store_true", help=f"also programs that take over 10 s above {BIG:,} records")
    parser.add_argument("--markdown", action="store_true", help="print for docs/performance.md: date, machine, commit, tables")
    parser.add_argument("--instructions", action="store_true", help="count instructions, of 30000 records unless said")
    options = parser.parse_args()
    topic = options.topic or ("30000" if options.instructions else "1000000")
    if topic in TOPICS:
        topic = "1"
    if not topic.isdigit():
        parser.error(f"there is no topic {topic}; use a number of records, `bodies`, `cache`, `cooking`, `films`, `pictures`, `prompt` or `scripts`")
    options.count = int(topic)
    options.is_big = options.count > BIG
    if options.rounds is None:
        options.rounds = 5 if options.is_big else 11
    if options.count < 1 or options.rounds < 1:
        parser.error("a feed has one record at least, and a run one round")
    return options


def build():
    """Builds what has changed, and returns the program and its version."""
    larder = subprocess.run([f"{ROOT}/Scripts/larder", "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if larder.returncode != 0:
        sys.exit(larder.returncode)
    return f"{ROOT}/.build/release/larder", larder.stdout.strip()


def build_bench(name):
    """Builds a benchmark of the package in Benchmarks, and returns the program."""
    # With the flags of a release, whose modules it measures. A build plan from a cache would miss files that
    # were added to or removed from the package of these modules.
    command = ('. "$1/Scripts/setup" && swift build --package-path Benchmarks --product "$0"'
               ' --disable-build-manifest-caching "${release_flags[@]}" >&2')
    if subprocess.run(["bash", "-c", command, name, ROOT], cwd=ROOT, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(1)
    return f"{ROOT}/Benchmarks/.build/release/{name}"


def compare(options, folder):
    """Runs what is asked for, prints what came of it, and returns the exit status."""
    larder, version = build()
    run = bench.Bench(larder, folder, options)
    if not run.works:
        print(f"no work matches {options.only.pattern}", file=sys.stderr)
        return WRONG_USAGE
    if options.markdown:
        report.origin(version, ROOT)
    print(f"{version}; {options.count:,} records, {run.size / 1e6:.2f} MB; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    if options.instructions:
        return instructions.table(run)
    run.rounds(options.rounds)
    if options.markdown:
        report.markdown(run.works, run.results, options.rounds)
    else:
        for work in run.works:
            report.table(work, run.results[work.name])
        report.method(options.rounds)
    report.skipped(run)
    verdicts = report.verdicts(options.count, run.results)
    if any("WRONG" in result.failure for results in run.results.values() for result in results.values()):
        print("\nFAILED: not all gave the same answer.", file=sys.stderr)
        return 1
    if options.check:
        return 1 if promises.SHORT in verdicts else NOT_AVAILABLE if promises.UNKNOWN in verdicts else 0
    return 0


def compare_topic(options):
    """Measures a topic; in Markdown, its figures are a block of text below their origin."""
    larder, version = build()
    topics = {
        "bodies": lambda: bodies.compare(options),
        "cache": lambda: cache.compare(larder, options),
        "cooking": lambda: cooking.compare(larder, options),
        "films": lambda: films.compare(larder, options),
        "pictures": lambda: pictures.compare(larder, build_bench("PictureBench"), options),
        "prompt": lambda: prompt.compare(larder, build_bench("PromptBench"), options),
        "scripts": lambda: scripts.compare(larder, options),
    }
    if not options.markdown:
        return topics[options.topic]()
    report.origin(version, ROOT)
    print("\n```text")
    try:
        return topics[options.topic]()
    finally:
        print("```")


def main():
    options = read_options()
    if options.topic in TOPICS:
        return compare_topic(options)
    kept = os.environ.get("LARDER_BENCHMARK_DIR")
    folder = os.path.abspath(kept or tempfile.mkdtemp(prefix="larder-benchmark."))
    try:
        return compare(options, folder)
    except bench.Failed as failed:
        print(f"\nFAILED: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        os.chdir("/")
        if not kept:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
