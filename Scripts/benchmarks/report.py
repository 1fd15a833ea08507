"""What is printed at the end."""
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
