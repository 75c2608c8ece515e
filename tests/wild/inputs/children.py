# children.py -- children by fork, by subprocess, by a pool of processes, and one
# killed by a signal.  SPDX-License-Identifier: GPL-2.0-or-later
import multiprocessing
import os
import signal
import subprocess
import sys

print(subprocess.run(["sort", "-r"], input="a\nc\nb\n", text=True,
                     capture_output=True).stdout.split(), flush=True)
print(subprocess.run(["sh", "-c", "echo out; echo err >&2; exit 3"],
                     capture_output=True), flush=True)
print(subprocess.run("kill -TERM $$", shell=True).returncode, flush=True)
try:
    subprocess.run(["/nonexistent/program"])
except FileNotFoundError as e:
    print(e, file=sys.stderr, flush=True)

reader, writer = os.pipe()
pid = os.fork()
if pid == 0:
    os.close(reader)
    os.write(writer, b"from the child")
    os._exit(17)
os.close(writer)
print(os.read(reader, 100), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]),
      flush=True)

pid = os.fork()
if pid == 0:
    signal.pause()
os.kill(pid, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)

if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(sum(pool.map(abs, range(-50, 50))), flush=True)
