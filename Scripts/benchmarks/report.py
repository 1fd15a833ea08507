"""What is printed at the end."""
import datetime
import os
import platform
import subprocess

import measure
import promises

BASE = "sqlite3"


def short(value, unit=1):
    """A figure with three digits that mean something."""
    if value is None:
        return "-"
    value *= unit
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(value, base):
    if value is None or not base:
        return "-"
    value /= base
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


def table(work, results, base=BASE):
    name, base = base, results.get(base)
    stores = any(result.store is not None for result in results.values())
    print(f"\n{work.name}: {work.title}")
    print(f"  {'':<14}{'wall ms':>9}{'cpu ms':>9}{'peak MB':>9}   {'wall':>8}{'cpu':>8}{'peak':>8}   x {name}"
          + ("   store x JSON" if stores else ""))
    for program in work.programs:
        result = results[program.name]
        if result.failure:
            print(f"  {program.name:<14}  failed: {result.failure}")
            continue
        figures = [short(result.wall, 1000), short(result.cpu, 1000), short(result.peak)]
        ratios = [ratio(getattr(result, figure), getattr(base, figure, None)) for figure in ("wall", "cpu", "peak")]
        print(f"  {program.name:<14}{''.join(f'{x:>9}' for x in figures)}   {''.join(f'{x:>8}' for x in ratios)}"
              + (f"{ratio(result.store, 1):>27}" if stores else ""))
    print(f"  checked: {work.check}")


def origin(version, folder):
    """Says in Markdown what was measured, when, and on which machine."""
    commit = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty"], stdout=subprocess.PIPE, text=True)
    print(f"{version}, commit {commit.stdout.strip() or 'unknown'}, {datetime.date.today()}, {machine()}")


def machine():
    model = platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as lines:
            models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        model = models[0] if models else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{os.cpu_count()} × {model}, {memory:.0f} GB, {platform.system()} {platform.release().split('-')[0]}"


def markdown(works, results, rounds, base=BASE):
    """Prints the figures of all works as one table in Markdown."""
    print(f"\nMedians of {rounds} rounds of whole processes; × is the ratio to {base}.\n")
    print("| work | program | wall ms | CPU ms | peak MB | wall × | CPU × | peak × |\n|---|---|---:|---:|---:|---:|---:|---:|")
    for work in works:
        for program in work.programs:
            result = results[work.name][program.name]
            if result.failure:
                continue
            other = results[work.name].get(base)
            figures = [short(result.wall, 1000), short(result.cpu, 1000), short(result.peak)]
            figures += [ratio(getattr(result, figure), getattr(other, figure, None)) for figure in ("wall", "cpu", "peak")]
            print(f"| {work.name}: {work.title} | {program.name} | {' | '.join(figures)} |")


def method(rounds):
    """How the figures were taken."""
    print(f"\nMedians of {rounds} round{'s' if rounds > 1 else ''}, whole processes; the wall clock, the CPU and the peak of wait4.")
    floor = measure.own_peak()
    print(f"Peaks below {floor + 2:.0f} MB were taken again in one run under GNU time." if measure.TIMER else
          f"Peaks near {floor:.0f} MB are no more than that, for they may be the benchmark's own (Debian time tells them).")


def skipped(bench):
    if bench.missing:
        print("skipped: " + ", ".join(f"{tool} ({package})" for tool, package in bench.missing.items()))
    if bench.too_slow:
        print("skipped for taking over 10 s, --slow adds them: " + ", ".join(bench.too_slow))


def verdicts(count, results):
    """Prints what was promised about this feed, and returns the verdicts."""
    judged = [promises.judge(promise, results) for promise in promises.read(count, results)]
    if judged:
        print("\npromised:")
    for verdict, sentence in judged:
        print(f"  {verdict:<12} {sentence}")
    return [verdict for verdict, _ in judged]
