"""The programs that are there, their runs, and what came of them."""
import dataclasses
import os
import shutil
import statistics
import sys

import feeds
import measure
import works

GROWTH = 2_000_000  # from here on Larder is also run on a fifth of the feed, to see how it grows


class Failed(Exception):
    """Larder fails or answers wrongly: its figures would mean nothing."""


@dataclasses.dataclass
class Result:
    """What one program took for one piece of work."""
    samples: list = dataclasses.field(default_factory=list)
    store: float = None  # the size of what it left, against that of the JSON
    failure: str = ""
    small_peak: float = None

    @property
    def wall(self):
        return self.median("wall")

    @property
    def cpu(self):
        return self.median("cpu")

    @property
    def peak(self):
        return self.small_peak or self.median("peak")

    def median(self, figure):
        return statistics.median(getattr(sample, figure) for sample in self.samples) if self.samples else None


class Bench:
    """One run of the benchmark, in a folder that has the feed."""

    def __init__(self, larder, folder, options):
        self.larder, self.options, self.folder = larder, options, f"{folder}/{feeds.folder(options.count)}"
        self.answers = {".": feeds.make(self.folder, options.count)}
        grows = options.count >= GROWTH and not options.instructions
        if grows:
            self.answers["fifth"] = feeds.make(f"{self.folder}/fifth", options.count // 5)
        os.chdir(self.folder)
        self.size = os.path.getsize("feed.json")
        self.tools, self.missing, self.too_slow, self.loaded = {}, {}, [], set()
        self.every = works.all_works(grows)
        self.works = [work for work in map(self.chosen, self.every) if work]
        self.results = {work.name: {program.name: Result() for program in work.programs} for work in self.works}

    def chosen(self, work):
        """The work by the programs that are asked for and there, always by Larder and sqlite3; None if none is."""
        asked = [program for program in work.programs if self.options.only.search(f"{work.name} {program.name}")]
        if not asked:
            return None
        programs = [program for program in work.programs if program in asked or program.tool in ("larder", "sqlite3")]
        slow = [program for program in programs if self.is_slow(program) and not self.options.slow]
        self.too_slow += [f"{work.name} {program.name}" for program in slow]
        there = [program for program in programs if program not in slow and self.start_of(program.tool)]
        return dataclasses.replace(work, programs=there)

    def is_slow(self, program):
        return program.slow and self.options.is_big

    def start_of(self, tool):
        if tool not in self.tools:
            self.tools[tool] = works.find(tool, self.larder)
            if not self.tools[tool]:
                self.missing[tool] = works.PACKAGES[tool]
        return self.tools[tool]

    def rounds(self, count):
        """Runs each program after the other in each round, and before that in one that does not count."""
        for turn in range(count + 1):
            print(f"round {turn} of {count}" if turn else "warming up", file=sys.stderr)
            for work in self.works:
                for _ in range(work.repeats if turn else 1):
                    for program in work.programs:
                        # A slow one needs no warming up, and two runs tell enough.
                        if turn in (1, 2) if self.is_slow(program) else True:
                            self.take(work, program, counts=turn > 0)
        for work in self.works:
            self.check_ids(work)
            for program in work.programs:
                self.measure_small(program, self.results[work.name][program.name])

    def take(self, work, program, counts):
        """One sample of a program, unless it failed before."""
        result = self.results[work.name][program.name]
        if result.failure:
            return
        sample = self.run(program)
        result.failure = sample.complaint
        if counts and not result.failure:
            result.samples.append(sample)
        if work.name == "load" and not result.failure:
            result.store = self.store_of(program)

    def run(self, program, prefix=()):
        """Runs a program on what it needs. Larder must give the expected answer; another may fail."""
        os.chdir(os.path.join(self.folder, program.folder))
        try:
            self.provide(program)
            argv = [*prefix, *self.start_of(program.tool), *program.arguments]
            sample = measure.run(argv, program.source)
            if not sample.complaint:
                sample.complaint = self.compare(program)
            if sample.complaint and program.tool == "larder":
                raise Failed(f"larder {' '.join(program.arguments)}: {sample.complaint}")
            return sample
        finally:
            os.chdir(self.folder)

    def provide(self, program):
        """Removes what a program would find of earlier runs, and makes the store that it reopens."""
        for path in program.stores:
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
            self.loaded.add(program.tool)
        # An earlier build may have left Larder's store: it is made anew in every run.
        is_made = program.tool in self.loaded if program.tool == "larder" else os.path.exists(program.needs)
        if program.needs and not is_made:
            load = next(work for work in self.every if work.name == "load")
            self.run(next(one for one in load.programs if one.tool == program.tool))

    def store_of(self, program):
        path = "home/cache" if program.tool == "larder" else program.stores[0]
        bytes = feeds.size(os.path.join(self.folder, program.folder, path))
        return bytes / os.path.getsize(os.path.join(self.folder, program.folder, "feed.json")) if bytes else None

    def compare(self, program):
        """What is wrong with the last answer; empty if nothing is."""
        if not program.read:
            return ""
        expected = self.answers[program.folder][program.answer]
        try:
            with open(measure.OUTPUT, encoding="utf-8") as printed:
                answer = program.read(printed)
        except (ValueError, IndexError, KeyError) as error:
            return f"WRONG ANSWER: {error}"
        return "" if answer == expected else f"WRONG ANSWER: {difference(answer, expected)}"

    def check_ids(self, work):
        """Asks Larder for its rows once more, by id, which tells equal names apart."""
        for program in work.programs:
            if program.answer == "names by fold" and "--format" not in program.arguments:
                self.run(dataclasses.replace(program, arguments=["--format", "ndjson", *program.arguments],
                                             read=works.ids, answer="ids by fold"))

    def measure_small(self, program, result):
        """Measures the peak again where it may be our own."""
        if result.samples and result.peak < measure.own_peak() + 2 and measure.TIMER:
            sample = self.run(program, prefix=measure.TIMER)
            if not sample.complaint:
                result.small_peak = measure.reported_peak(os.path.join(self.folder, program.folder))


def difference(answer, expected):
    """Where an answer and the expected one part."""
    if isinstance(expected, list):
        if len(answer) != len(expected):
            return f"{len(answer)} rows instead of {len(expected)}"
        k = next(k for k in range(len(expected)) if answer[k] != expected[k])
        return f"row {k + 1} is {answer[k]!r} instead of {expected[k]!r}"
    if isinstance(expected, dict):
        key = next(key for key in {**expected, **answer} if answer.get(key) != expected.get(key))
        return f"{answer.get(key)} of {key} instead of {expected.get(key)}"
    return f"{answer} instead of {expected}"
