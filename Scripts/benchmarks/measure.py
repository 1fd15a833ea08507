"""Runs one program and says what it took."""
import dataclasses
import os
import resource
import shutil
import sys
import time

KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit of ru_maxrss
OUTPUT, ERRORS, PEAK = "output", "errors", "peak"


@dataclasses.dataclass
class Sample:
    wall: float  # seconds
    cpu: float  # seconds, of user and system
    peak: float  # megabytes
    complaint: str  # empty if it went well


def environment():
    """What every program gets: nothing of the person's own settings."""
    return {"PATH": os.environ["PATH"], "HOME": os.path.abspath("nobody")}


def run(argv, source=os.devnull, **variables):
    """Runs a program in the present folder, with more variables; its output goes to the file OUTPUT.

    Output is a file because some programs do less for /dev/null. Started by its path, without a
    shell, which would add half a millisecond to programs that take two.
    """
    actions = [(os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0)]
    for number, path in (1, OUTPUT), (2, ERRORS):
        actions.append((os.POSIX_SPAWN_OPEN, number, path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    start = time.perf_counter()
    child = os.posix_spawn(argv[0], argv, {**environment(), **variables}, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - start
    peak = usage.ru_maxrss * KILOBYTE / 1e6
    return Sample(wall, usage.ru_utime + usage.ru_stime, peak, complaint(os.waitstatus_to_exitcode(status)))


def complaint(code):
    if code == 0:
        return ""
    with open(ERRORS, errors="replace") as errors:
        lines = [line.strip() for line in errors if line.strip()]
    said = lines[-1][:200] if lines else "it said nothing"
    return f"stopped by signal {-code}" if code < 0 else f"status {code}: {said}"


def own_peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE / 1e6


# The kernel counts what the parent held when a program was started to that program, so a peak no
# larger than ours says nothing. GNU time, of 2 MB itself, is the parent that tells it.
TIMER = [shutil.which("time"), "-f", "%M", "-o", PEAK] if shutil.which("time") and sys.platform != "darwin" else []


def reported_peak(folder):
    """What TIMER wrote, in megabytes."""
    with open(os.path.join(folder, PEAK)) as report:
        return float(report.read().split()[-1]) * KILOBYTE / 1e6
