"""The HTTP cache against curl: many small downloads from nginx on loopback, then the same from the cache."""
import getpass
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import types

import promises
import report

COUNT, SIZE = 2000, 20_000

CONFIGURATION = """
daemon off; user {user}; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off; keepalive_requests 100000; sendfile on; default_type text/plain;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{
    listen 127.0.0.1:{port}; root {folder}/files;
    location / {{ add_header Cache-Control "max-age=3600"; }}
  }}
}}
"""


class Origin:
    """nginx with the files to fetch, for as long as it is needed."""

    def __init__(self, folder):
        self.folder = folder
        files = f"{folder}/files"
        os.mkdir(files)
        for number in range(COUNT):
            with open(f"{files}/{number}.txt", "w") as file:
                file.write((f"{number:06d} " + "abcdefghij " * 2000)[:SIZE])
        self.port = free_port()
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(CONFIGURATION.format(folder=folder, port=self.port, user=getpass.getuser()))
        self.process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"],
                                        stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{self.port}"

    def wait(self):
        import urllib.request
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(500):
            try:
                opener.open(f"{self.url}/0.txt").read()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit("nginx does not start; see its error log")
                time.sleep(0.01)
        raise SystemExit("nginx does not answer")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def free_port():
    import socket
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def timed(argv, source, output, check):
    """Runs a program to its end; returns seconds of wall and of CPU.

    Answers go to a file, as those of curl do: who read them from a pipe would take a processor away from it. Nor does
    it pay for what others left to be written: with two processors, who uses both would pay for it all.
    """
    os.sync()
    with open(output, "wb") as file:
        began = time.perf_counter()
        before = os.times()
        subprocess.run(argv, stdin=source, stdout=file, stderr=subprocess.DEVNULL, check=True)
        wall = time.perf_counter() - began
        after = os.times()
    with open(output, "rb") as file:
        check(file.read())
    cpu = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return wall, cpu


def answers_of(source_wanted):
    def check(output):
        lines = output.splitlines()
        if len(lines) != COUNT:
            raise SystemExit(f"{len(lines)} answers, not {COUNT}")
        for line in lines[:: COUNT // 50]:
            answer = json.loads(line)
            if answer.get("source") != source_wanted or len(answer["body"]) != SIZE:
                raise SystemExit(f"a wrong answer: {line[:200]!r}")
    return check


def compare(larder, options):
    """Runs everything, prints what came of it, and returns the exit status."""
    rounds = options.rounds
    missing = [name for name in ("nginx", "curl") if not shutil.which(name)]
    if missing:
        print(f"needs {' and '.join(missing)}")
        return 69
    folder = tempfile.mkdtemp(prefix="larder-cache-benchmark.")
    origin = Origin(folder)
    try:
        origin.wait()
        with open(f"{folder}/requests", "w") as file:
            for number in range(COUNT):
                file.write(json.dumps({"id": number, "url": f"{origin.url}/{number}.txt"}) + "\n")
        results = {"curl -Z, 8 at a time": [], "larder, nothing kept": [], "larder, into the cache": [],
                   "larder, all of it kept": []}
        for number in range(rounds):
            # Nothing is deleted in between: ext4 is slow to make files where some just went.
            out, home = f"{folder}/out{number}", f"{folder}/home{number}"
            os.mkdir(out)
            with open(f"{folder}/curlrc", "w") as file:
                for file_number in range(COUNT):
                    file.write(f'url = "{origin.url}/{file_number}.txt"\noutput = "{out}/{file_number}"\n')

            def run(name, argv, check, source=os.devnull):
                with open(source) as file:
                    results[name].append(timed(argv, file, f"{folder}/answers", check))

            run("curl -Z, 8 at a time",
                ["curl", "-q", "-s", "--no-progress-meter", "-Z", "--parallel-max", "8", "-K", f"{folder}/curlrc"], lambda output: None)
            batch = [larder, "fetch", "--batch", "--home", home]
            run("larder, nothing kept", batch + ["--ephemeral"], answers_of("network"), f"{folder}/requests")
            run("larder, into the cache", batch, answers_of("network"), f"{folder}/requests")
            run("larder, all of it kept", batch, answers_of("cache"), f"{folder}/requests")
        base = None
        print(f"\n{COUNT} files of {SIZE} bytes from nginx on loopback, whole processes, medians of {rounds}\n")
        print("| program | wall ms | CPU ms | to curl |\n|---|---:|---:|---:|")
        for name, samples in results.items():
            wall, cpu = (statistics.median(column) for column in zip(*samples))
            base = base or wall
            print(f"| {name} | {wall * 1000:.0f} | {cpu * 1000:.0f} | {wall / base:.2f} × |")
        curl, larder = (types.SimpleNamespace(wall=statistics.median(wall for wall, _ in results[name]))
                        for name in ("curl -Z, 8 at a time", "larder, into the cache"))
        verdicts = report.verdicts("cache", {"fetch": {"larder": larder, "curl": curl}})
        if options.check:
            return 1 if promises.SHORT in verdicts else 69 if promises.UNKNOWN in verdicts else 0
        return 0
    finally:
        origin.stop()
        shutil.rmtree(folder, ignore_errors=True)
