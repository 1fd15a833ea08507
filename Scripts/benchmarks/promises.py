"""What Larder promises, and whether a run kept it."""
import os

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "benchmark-promises")
UNITS = {"MB": 1, "JSON": 1, "ms": 1e-3, "us": 1e-6, "times": 1}  # what a bar can be in, beside the figure of a program
KEPT, SHORT, UNKNOWN = "kept", "FALLS SHORT", "NOT CHECKED"


def read(count, works):
    """The promises about a feed of so many records, as far as these works go."""
    with open(PATH) as text:
        rows = [line.split() for line in text if line.strip() and not line.startswith("#")]
    return [row for row in rows if row[1] in ("any", str(count)) and row[0] in works]


def judge(promise, results):
    """The verdict about a promise, and a sentence that gives the figures."""
    work, _, figure, bar, against = promise
    mine = results[work].get("larder")
    base = UNITS[against] if against in UNITS else getattr(results[work].get(against), figure, None)
    unit = {"JSON": " of the JSON"}.get(against, f" {against}" if against in UNITS else f" of {against}")
    asked = f"{work} {figure} at most {bar}{unit}"
    value = getattr(mine, figure, None)
    if value is None:
        return (SHORT, f"{asked}: it left no store") if mine and figure == "store" else (UNKNOWN, f"{asked}: Larder was not measured")
    if base is None:
        return UNKNOWN, f"{asked}: {against} gave no figure"
    ratio = value / base
    shown = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
    return (KEPT if ratio <= float(bar) else SHORT), f"{asked}: {shown}"
