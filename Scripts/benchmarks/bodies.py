"""Compares two places for the bodies of cached responses: packs beside the index, and rows of the index itself."""
import ctypes
import os
import random
import resource
import shutil
import sqlite3
import statistics
import tempfile
import time

COUNT, GROUP = 4000, 32
SIZES = (4_000, 20_000, 90_000)
PUNCH = 3  # FALLOC_FL_PUNCH_HOLE and FALLOC_FL_KEEP_SIZE


class Meter:
    """CPU time, time and bytes written per body, since it was made."""

    def __init__(self, count):
        self.count, self.start = count, self.now()

    @staticmethod
    def now():
        usage = resource.getrusage(resource.RUSAGE_SELF)
        with open("/proc/self/io") as lines:
            written = next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))
        return usage.ru_utime + usage.ru_stime, time.monotonic(), written

    def read(self):
        cpu, wall, written = (end - start for end, start in zip(self.now(), self.start))
        return cpu / self.count * 1e6, wall / self.count * 1e6, written / self.count / 1e3


class Store:
    """An index as the cache has it, and a pack that is empty if the bodies are in rows."""

    def __init__(self, folder, packs, size):
        self.folder, self.packs, self.body = folder, packs, os.urandom(size)
        self.index = sqlite3.connect(f"{folder}/index", isolation_level=None)
        self.index.executescript(
            "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
            "PRAGMA wal_autocheckpoint = 4000;"
            "CREATE TABLE responses (id INTEGER PRIMARY KEY, address TEXT, head BLOB, body BLOB, place INT, used REAL);"
            "CREATE INDEX addresses ON responses (address); CREATE INDEX uses ON responses (used);")
        self.pack = open(f"{folder}/pack", "a+b", buffering=0)

    def checkpoint(self):
        self.index.executescript("PRAGMA wal_checkpoint(TRUNCATE);")

    def insert(self, group):
        place = os.fstat(self.pack.fileno()).st_size
        if self.packs:
            self.pack.write(self.body * GROUP)
        body = None if self.packs else self.body
        self.index.execute("BEGIN IMMEDIATE")
        self.index.executemany(
            "INSERT INTO responses (address, head, body, place, used) VALUES (?, ?, ?, ?, ?)",
            [(f"https://a.example/{group}/{number}", b"h" * 300, body, place + number * len(self.body), time.time())
             for number in range(GROUP)])
        self.index.execute("COMMIT")

    def read(self, number):
        body, place = self.index.execute("SELECT body, place FROM responses WHERE id = ?", (number,)).fetchone()
        assert (os.pread(self.pack.fileno(), len(self.body), place) if self.packs else body) == self.body

    def remove(self, first):
        self.index.execute("BEGIN IMMEDIATE")
        place = self.index.execute("SELECT place FROM responses WHERE id = ?", (first,)).fetchone()[0]
        self.index.execute("DELETE FROM responses WHERE id >= ? AND id < ?", (first, first + GROUP))
        self.index.execute("COMMIT")
        if self.packs:
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.fallocate(self.pack.fileno(), PUNCH, ctypes.c_long(place), ctypes.c_long(GROUP * len(self.body))):
                raise OSError(ctypes.get_errno(), "no holes can be made in this folder's files")

    def disk(self):
        return sum(os.stat(f"{self.folder}/{name}").st_blocks * 512 for name in os.listdir(self.folder)) / 1e6


def measured(packs, size):
    """What inserting, reading and removing half of the bodies take, and what is left on the disk."""
    folder = tempfile.mkdtemp(prefix="larder-benchmark.")
    try:
        store, figures = Store(folder, packs, size), []
        meter = Meter(COUNT)
        for group in range(COUNT // GROUP):
            store.insert(group)
        store.checkpoint()
        figures += meter.read()
        numbers = random.Random(1)
        meter = Meter(COUNT)
        for _ in range(COUNT):
            store.read(numbers.randrange(1, COUNT + 1))
        figures.append(meter.read()[0])
        meter = Meter(COUNT // 2)
        for first in range(1, COUNT // 2, GROUP):
            store.remove(first)
        # The room goes back to the disk, as the limit of the cache demands.
        store.index.executescript("PRAGMA incremental_vacuum;")
        store.checkpoint()
        return figures + [*meter.read(), store.disk()]
    finally:
        shutil.rmtree(folder)


def compare(options):
    print(f"{COUNT:,} bodies, {GROUP} in a transaction, half of them removed; µs and KB for each, medians of {options.rounds} rounds")
    print(f"{'':<16}{'insert':^27}{'read':^9}{'remove':^27}{'left':>9}")
    print(f"{'':<16}" + f"{'CPU':>9}{'wall':>9}{'KB':>9}" + f"{'CPU':>9}" + f"{'CPU':>9}{'wall':>9}{'KB':>9}" + f"{'MB':>9}")
    for size in SIZES:
        rounds = [(measured(True, size), measured(False, size)) for _ in range(options.rounds)]
        for name, all_figures in zip(("packs", "rows"), zip(*rounds)):
            figures = [statistics.median(column) for column in zip(*all_figures)]
            print(f"{size // 1000:>4} KB, {name:<7}" + "".join(f"{figure:>9,.1f}" for figure in figures))
    return 0
