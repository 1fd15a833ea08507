"""Pictures: a cached one shown by Larder and by others, and what PictureBench times."""
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import types
import zlib

import bench
import measure
import promises
import report
import works

# A picture by itself has the window but for a column and four lines: 80 x 30 cells.
WINDOW = {"COLUMNS": "81", "LINES": "34"}
CELLS = "80x30"
SHOWN = [works.Program(name, tool, arguments) for name, tool, arguments in (
    ("larder", "larder", ["--home", "home", "feed.json", "--color", "always", "-c", "picture 1"]),
    ("chafa", "chafa", ["--format", "symbols", "--colors", "full", "--size", CELLS, "photo.jpg"]),
    ("chafa-halves", "chafa", ["--format", "symbols", "--colors", "full", "--size", CELLS, "--symbols", "vhalf", "photo.jpg"]),
    ("timg", "timg", ["-ph", "-g", CELLS, "photo.jpg"]),
)]
REPEATS = 3  # runs of each program in a round, for one takes a few milliseconds
PACKAGES = {"chafa": "Debian chafa", "timg": "Debian timg"}
TIMED = [
    ("thumbnail", "a JPEG of 12 megapixels for 300 x 300", ["thumbnail", "large.jpg"]),
    ("bomb-jpeg", "a JPEG of 65000 x 65000 in 60 KB, refused", ["refusal", "bomb.jpg"]),
    ("bomb-png", "a PNG of 30000 x 30000 in 2.6 MB, refused", ["refusal", "bomb.png"]),
    ("memory", "a look at a picture in memory", ["memory"]),
    ("scrolling", "requests for one hit, with room for a tenth of a list that is scrolled through", ["scrolling"]),
    ("sending", "800 x 600 pixels for a terminal", ["sending", "photo.jpg"]),
]


def compare(larder, program, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="larder-picture-benchmark.") as folder:
        os.chdir(folder)
        try:
            make(program)
            results = {"picture": show(larder, options.rounds)}
            for name, title, arguments in TIMED:
                results[name] = time(program, name, title, arguments)
        except bench.Failed as failed:
            print(f"\nFAILED: {failed}", file=sys.stderr)
            return 1
        finally:
            os.chdir("/")
    verdicts = report.verdicts("pictures", results)
    if options.check:
        return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
    return 0


# --- What is looked at

def make(program):
    """The pictures, and a feed of one row."""
    for width, height, name in (800, 700, "photo.jpg"), (4000, 3000, "large.jpg"):
        subprocess.run([program, "draw", str(width), str(height), name], check=True)
    write("bomb.jpg", jpeg_bomb(65_000, 60_000))
    write("bomb.png", png_bomb(30_000))


def write(name, contents):
    with open(name, "wb") as file:
        file.write(contents)


def jpeg_bomb(side, length):
    """A JPEG that says it is large, and ends soon."""
    tables = b"\xff\xdb\x00\x43\x00" + b"\x01" * 64
    head = b"\xff\xc0\x00\x0b\x08" + side.to_bytes(2, "big") * 2 + b"\x01\x01\x11\x00"
    codes = b"".join(b"\xff\xc4\x00\x14" + kind + b"\x01" + bytes(15) + b"\x00" for kind in (b"\x00", b"\x10"))
    start = b"\xff\xd8" + tables + head + codes + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    return start + bytes(length - len(start) - 2) + b"\xff\xd9"


def png_bomb(side):
    """A black PNG, whole and right."""
    length = side * (3 * side + 1)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(1 << 24)) + packer.flush(zlib.Z_FULL_FLUSH)
    end = zlib.compressobj(9, zlib.DEFLATED, -15)
    rest = end.compress(bytes(length % (1 << 24))) + end.flush()
    # The check sum of zeros (RFC 1950): 1, and how many they are.
    data = b"\x78\xda" + piece * (length >> 24) + rest + (length % 65521 << 16 | 1).to_bytes(4, "big")
    head = side.to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def chunk(name, data):
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


# --- A picture that is kept, shown

class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Cache-Control", "max-age=86400")
        super().end_headers()

    def log_message(self, *_):
        pass


def keep(larder):
    """Has Larder keep the picture; its server is gone afterwards."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory="."))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/photo.jpg"
    row = {"cuisine": "Italian", "name": "Lasagne", "uuid": "1", "photo_url_large": address}
    with open("feed.json", "w") as feed:
        json.dump({"recipes": [row]}, feed)
    subprocess.run([larder, *SHOWN[0].arguments], env={**measure.environment(), **WINDOW}, stdout=subprocess.DEVNULL, check=True)
    server.shutdown()


def show(larder, rounds):
    """Each program in turn, in each round."""
    keep(larder)
    starts = {"larder": larder, **{tool: shutil.which(tool) for tool in PACKAGES}}
    programs = [program for program in SHOWN if starts[program.tool]]
    results = {program.name: bench.Result() for program in programs}
    for turn in range(REPEATS * rounds + 1):
        for program in programs:
            sample = measure.run([starts[program.tool], *program.arguments], **WINDOW)
            complaint = sample.complaint or wrong(program)
            if complaint:
                raise bench.Failed(f"{program.name}: {complaint}")
            if turn:
                results[program.name].samples.append(sample)
    if measure.TIMER:
        measure.run([*measure.TIMER, larder, *SHOWN[0].arguments], **WINDOW)
        results["larder"].small_peak = measure.reported_peak(".")
    check = "as many rows, and that Larder's come from the cache, its server being gone."
    report.table(works.Work("picture", f"one that is kept, in {CELLS} cells", check, programs), results, base="chafa")
    report.method(rounds)
    missing = [f"{tool} ({package})" for tool, package in PACKAGES.items() if not starts[tool]]
    if missing:
        print("skipped: " + ", ".join(missing))
    return results


def wrong(program):
    """What is wrong with the picture that was printed last; empty if nothing is."""
    with open(measure.OUTPUT, encoding="utf-8") as printed:
        lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line.rstrip("\n")) for line in printed]
    if program.name == "larder" and not any("from the cache" in line for line in lines[-2:]):
        return "it is not from the cache"
    rows = [line for line in lines if len(line) > 40 and "from the cache" not in line]
    return "" if 29 <= len(rows) <= 30 else f"{len(rows)} rows"


# --- What is timed within one process

def time(program, name, title, arguments):
    """The figures that PictureBench prints, a line for each."""
    sample = measure.run([program, *arguments])
    if sample.complaint:
        raise bench.Failed(f"{name}: {sample.complaint}")
    results = {}
    with open(measure.OUTPUT) as printed:
        for tool, figure, value in (line.split() for line in printed):
            setattr(results.setdefault(tool, types.SimpleNamespace()), figure, float(value))
    print(f"\n{name}: {title}")
    for tool, figures in results.items():
        print(f"  {tool:<14}" + "   ".join(figure_text(*figure) for figure in vars(figures).items()))
    return results


def figure_text(figure, value):
    if figure == "wall":
        return f"{value * 1e3:.3f} ms" if value > 1e-5 else f"{value * 1e6:.3f} us"
    return f"{value:.1f} MB" if figure == "peak" else f"{value:,.0f} bytes" if figure == "bytes" else f"{value:.3f}"
