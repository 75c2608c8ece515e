#!/usr/bin/env python3
# servers.py -- what servers.sh does with processes, sockets and profiles.
# SPDX-License-Identifier: GPL-2.0-or-later

"""servers.py guard DIR              until standard input ends; then kills the processes
                                  that work in DIR, and removes DIR
   servers.py kill DIR               kills these processes
   servers.py gone DIR               fails if there are any
   servers.py run PID STATUS COMMAND...   writes the command's pid into a file, and at its
                                  end "exit N" or "signal N", CPU seconds, and the
                                  peak memory in kB of its largest process
   servers.py talk SOCKET            sends standard input, prints the answer
   servers.py port                   a free port of localhost
   servers.py children PID           its children
   servers.py whole TOOL DIR MERGED [KILLED...]   prints what is wrong: each process with
      a log in DIR/logs has a profile in DIR/profiles, whole unless it was killed; their
      sums are those of MERGED"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys


def processes():
    """The ids of all processes."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def working_in(directory):
    """The processes whose working directory is within the directory."""
    found = []
    for pid in processes():
        try:
            place = os.readlink("/proc/%d/cwd" % pid)
        except OSError:
            continue
        place = place.removesuffix(" (deleted)")
        if (place + "/").startswith(directory + "/") and pid != os.getpid():
            found.append(pid)
    return found


def remove_shared(directory):
    """Removes the segments that killed postgres servers have left."""
    for root, _, names in os.walk(directory):
        if "postmaster.pid" in names:
            with open(os.path.join(root, "postmaster.pid"), encoding="utf-8") as file:
                lines = file.read().split("\n")
            if len(lines) > 6 and len(lines[6].split()) == 2:
                subprocess.run(["ipcrm", "-m", lines[6].split()[1]], check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def kill(directory):
    """A killed process can have forked just before: repeat until there is none."""
    found = working_in(directory)
    while found:
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        signal.sigtimedwait([], 0.05)
        found = [pid for pid in working_in(directory) if not is_zombie(pid)]
    remove_shared(directory)


def gone(directory):
    sys.exit(any(not is_zombie(pid) for pid in working_in(directory)))


def stat_of(pid):
    """The fields of the process after its name: state, parent, ..."""
    with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()


def is_zombie(pid):
    try:
        return stat_of(pid)[0] == "Z"
    except OSError:
        return True


def children(parent):
    for pid in processes():
        try:
            if int(stat_of(pid)[1]) == parent:
                print(pid)
        except OSError:
            pass


def guard(directory):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.chdir("/")
    sys.stdin.read()
    kill(directory)
    shutil.rmtree(directory, ignore_errors=True)


def run(pid_file, status_file, *command):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background job ignores them
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    child = subprocess.Popen(command)
    with open(pid_file + ".new", "w", encoding="utf-8") as file:
        file.write("%d\n" % child.pid)
    os.rename(pid_file + ".new", pid_file)
    _, status, usage = os.wait4(child.pid, 0)
    how = ("signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status)
           else "exit %d" % os.WEXITSTATUS(status))
    with open(status_file, "w", encoding="utf-8") as file:
        file.write("%s\n%.2f\n%d\n" % (how, usage.ru_utime + usage.ru_stime,
                                        usage.ru_maxrss))


def talk(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    connection.connect(path)
    connection.sendall(sys.stdin.buffer.read())
    data = connection.recv(65536)
    while data:
        sys.stdout.buffer.write(data)
        data = connection.recv(65536)


def port():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    print(listener.getsockname()[1])


def read_cachesim(path):
    """Whether the profile is of a whole run, and its sums."""
    state, sums = "", []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("#: state "):
                state = line.split()[2]
            elif line.startswith("summary:"):
                sums = [int(word) for word in line.split()[1:]]
    return state != "partial", sums


def read_heapprof(path):
    with open(path, encoding="utf-8") as file:
        own = json.load(file)["heapprof"]
    state = own.get("state", {}).get("how")
    totals = own["totals"]
    return state != "partial", [totals[key] for key in ("bytes", "blocks", "end_bytes",
                                                        "end_blocks", "failed")]


def whole(tool, directory, merged, *killed):
    read = {"cachesim": read_cachesim, "heapprof": read_heapprof}[tool]
    profiles = os.path.join(directory, "profiles")
    sums = []
    names = set(os.listdir(profiles))
    for pid in sorted(os.listdir(os.path.join(directory, "logs"))):
        found = names & {pid, pid + ".checkpoint"}
        names -= found
        if len(found) != 1:
            print("process %s has %d profiles" % (pid, len(found)))
            continue
        is_whole, of_one = read(os.path.join(profiles, found.pop()))
        if not is_whole and pid not in killed and "all" not in killed:
            print("process %s was not killed, but its profile is partial" % pid)
        sums = [a + b for a, b in zip(sums, of_one)] if sums else of_one
    for name in sorted(names):
        # What a process holds to rewrite its checkpoint, and may not remove.
        is_spare = name.startswith(".quern.")
        if is_spare and os.path.getsize(os.path.join(profiles, name)) == 0:
            continue
        print("%s is not a process's profile" % name)
    if not os.path.exists(merged) or read(merged)[1] != sums:
        print("the merged profile does not have the sums of its parts:", sums)


if __name__ == "__main__":
    COMMANDS = {"guard": guard, "kill": kill, "gone": gone, "run": run, "talk": talk,
                "port": port, "children": lambda pid: children(int(pid)), "whole": whole}
    COMMANDS[sys.argv[1]](*sys.argv[2:])
