#!/usr/bin/env python3
# top.py -- a user at a terminal, for top.sh.  SPDX-License-Identifier: GPL-2.0-or-later

"""top.py watch FILE COMMAND...         runs the command in a terminal until it ends, and
                                     makes the file once it has shown three looks;
                                     prints what stays on the terminal
   top.py drive SECONDS PID COMMAND...  looks at its screen for so long, presses keys;
                                     prints "pass NAME" or "fail NAME: WHY"
   top.py plain COMMAND...              the same as watch where TERM=dumb, for three
                                     looks; prints what was on the terminal
   top.py signal NAME COMMAND...        sends it this signal, and prints how it ended"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

LEAVE = b"\x1b[?1049l"  # xterm's: from the screen back to the lines before
KEYS = {"right": b"\x1b[C", "left": b"\x1b[D", "down": b"\x1b[B"}  # of TERM=linux
PATIENCE_S = 120
NUMBER = r"[+-]?[0-9][0-9.,]*(e\+\d+)?[kMGTP]?"


class Terminal:
    def __init__(self, command, columns=80, rows=24, screen=None, term="xterm"):
        self.master, self.slave = pty.openpty()
        self.screen, self.text, self.term = screen, b"", term
        self.resize(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        environment = dict(os.environ, TERM=term, LC_ALL="C.UTF-8")
        environment.pop("COLUMNS", None)
        environment.pop("LINES", None)
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave,
            env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """What comes within the time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.master], [], [], min(left, 0.1))[0]:
                continue
            data = os.read(self.master, 65536)
            self.text += data
            if self.screen:
                self.screen.feed(data)

    def settle(self):
        """Reads until nothing comes: the screen is drawn in pieces."""
        while select.select([self.master], [], [], 0.1)[0]:
            self.read(0.05)

    def wait_until(self, holds):
        """Reads until the condition holds; whether it does in time."""
        end = time.monotonic() + PATIENCE_S
        while not holds() and time.monotonic() < end:
            self.read(0.1)
        return holds()

    def press(self, key):
        os.write(self.master, KEYS.get(key, key.encode()))

    def ends(self):
        return self.wait_until(lambda: self.process.poll() is not None)

    def is_restored(self):
        return (termios.tcgetattr(self.slave) == self.modes
                and (self.term != "xterm" or LEAVE in self.text))


def watch(file, command):
    import pyte
    page = pyte.Screen(80, 24)
    terminal = Terminal(command, screen=pyte.ByteStream(page))
    terminal.wait_until(lambda: terminal.process.poll() is not None or any(
        re.match(r"refresh ([3-9]|\d\d)", line) for line in page.display))
    open(file, "w").close()
    ended = terminal.ends()
    terminal.read(0.3)
    if not ended:
        terminal.process.terminate()
    sys.stdout.write(terminal.text.split(LEAVE)[-1].decode().replace("\r", ""))
    return terminal.process.wait()


def send(name, command):
    terminal = Terminal(command)
    terminal.wait_until(lambda: b"share" in terminal.text)
    terminal.process.send_signal(getattr(signal, name))
    terminal.ends()
    terminal.read(0.3)
    print(-terminal.process.wait() == getattr(signal, name), terminal.is_restored())
    return 0


def plain(command):
    terminal = Terminal(command, term="dumb")
    terminal.wait_until(lambda: terminal.text.count(b"share") >= 3)
    terminal.process.send_signal(signal.SIGINT)
    terminal.ends()
    sys.stdout.write(terminal.text.decode().replace("\r", ""))
    return 0


class User:
    """Presses keys and reads the screen."""

    def __init__(self, pid, command):
        import pyte
        self.page = pyte.Screen(80, 24)
        # pyte is a console of Linux; it lacks what ncurses does on xterm, as back tabs.
        self.terminal = Terminal(command, screen=pyte.ByteStream(self.page),
                                 term="linux")
        self.pid = pid

    def line(self, number):
        return self.page.display[number].rstrip()

    def look(self):
        match = re.match(r"refresh (\d+), ", self.line(1))
        return int(match.group(1)) if match else 0

    def sorts_by(self):
        match = re.search(r">(\w+)", "\n".join(self.page.display))
        return match.group(1) if match else None

    def check(self, name, holds):
        ok = self.terminal.wait_until(holds)
        print(f"pass {name}" if ok else
              f"fail {name}: {' / '.join(l.rstrip() for l in self.page.display)}")

    def unreadable(self):
        """What is wrong with the screen of 80 x 24 and its table."""
        if not self.line(0).endswith(f"pid {self.pid}"):
            return "no pid in the first line"
        if not re.match(r" +share( +>?\w+){3,5}  (Function|Call path)$", self.line(4)):
            return "titles: " + self.line(4)
        if "the whole program" not in self.line(5):
            return "whole program: " + self.line(5)
        for number in range(6, 20):
            row = self.line(number)
            if row and not re.match(rf" *(\d+\.\d%)?( +{NUMBER}){{3,5}}  \S", row):
                return "row: " + row
        return None

    def stays_readable(self, seconds):
        """Looks each second; prints how often it was there and what was wrong first."""
        first, wrong, n = self.look(), None, 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.terminal.read(1)
            self.terminal.settle()
            n += 1
            for _ in range(5):  # a page that is being drawn is whole soon
                if not self.unreadable():
                    break
                self.terminal.read(0.2)
            wrong = wrong or self.unreadable()
        looks = self.look() - first
        ok = not wrong and looks * 4 >= seconds
        print(f"{'pass' if ok else 'fail'} the screen is readable each second"
              + ("" if ok else f": {wrong}, {looks} looks in {seconds:.0f} s"))
        print(f"note {n} readings, {looks} looks in {seconds:.0f} s")

    def resize(self, columns, rows):
        self.terminal.resize(columns, rows)
        self.page.resize(rows, columns)
        self.terminal.process.send_signal(signal.SIGWINCH)


def drive(seconds, pid, command):
    user = User(pid, command)
    user.check("the first looks come", lambda: user.look() >= 2)
    user.stays_readable(seconds)
    before = user.sorts_by()
    user.terminal.press("right")
    user.check("right: the next column sorts", lambda: user.sorts_by() != before)
    user.terminal.press("left")
    user.check("left: the one before", lambda: user.sorts_by() == before)
    user.terminal.press("b")
    user.check("b: since the first refresh",
               lambda: "since the first refresh" in user.line(1))
    user.terminal.press("b")
    user.check("b: since the start", lambda: "since the start" in user.line(1))
    user.terminal.press("p")
    user.check("p: paused", lambda: "paused" in user.line(1))
    number = user.look()
    user.terminal.press(" ")
    user.check("space: one look", lambda: user.look() == number + 1)
    user.terminal.press("down")
    second = user.line(7)
    user.check("down: the second row is selected, and its name is below", lambda:
               user.page.buffer[7][0].reverse and not user.page.buffer[6][0].reverse
               and user.line(20) and user.line(20)[:6] in second)
    user.resize(40, 10)
    user.check("a small terminal: whole lines, the keys last", lambda:
               user.line(9).startswith("q quit") and "the whole program" in user.line(4))
    user.resize(100, 30)
    user.check("a large one again", lambda: user.line(29).startswith("q quit"))
    user.terminal.press("q")
    user.check("q: it ends", lambda: user.terminal.process.poll() == 0)
    user.terminal.read(0.3)
    user.check("q: the terminal is as before", user.terminal.is_restored)
    if user.terminal.process.poll() is None:
        user.terminal.process.terminate()
    return 0


def main():
    what, *rest = sys.argv[1:]
    if what == "watch":
        return watch(rest[0], rest[1:])
    if what == "plain":
        return plain(rest)
    if what == "signal":
        return send(rest[0], rest[1:])
    return drive(float(rest[0]), rest[1], rest[2:])


if __name__ == "__main__":
    sys.exit(main())
