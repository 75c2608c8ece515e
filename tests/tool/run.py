#!/usr/bin/env python3
# run.py -- quern run at a terminal, for run.sh.
# SPDX-License-Identifier: GPL-2.0-or-later

"""run.py COLUMNS KEY COMMAND...   runs the command in a terminal of 24 rows until it
                                ends; presses the key (a letter with Ctrl, or none)
                                once the program is ready; prints what the terminal
                                has shown, line by line, then the most status lines at
                                one time and how many at the end, the last one seen,
                                and the exit status
   run.py stop COMMAND...       the same in a shell, with Ctrl-Z, fg and Ctrl-C; prints
                                what the terminal has shown"""

import os
import re
import sys

import pyte

sys.path.insert(0, os.path.dirname(__file__))
from top import Terminal  # pylint: disable=wrong-import-position

STATUS = re.compile(r"quern (run|heap): \d+ s[,;]")


def main(columns, key, *command):
    page = pyte.HistoryScreen(int(columns), 24, history=10000)
    terminal = Terminal(command, columns=int(columns), screen=pyte.ByteStream(page))
    most, last = 0, ""

    def look():
        nonlocal most, last
        lines = [line for line in page.display if STATUS.search(line)]
        most = max(most, len(lines))
        last = lines[-1].rstrip() if lines else last
        return terminal.process.poll() is not None

    if key != "none":
        terminal.wait_until(lambda: b"ready" in terminal.text)
        terminal.press(chr(ord(key) & 31))
    terminal.wait_until(look)
    terminal.read(0.3)
    gone = ["".join(row[x].data for x in range(int(columns)))
            for row in page.history.top]
    shown = [line.rstrip() for line in gone + page.display]
    print("\n".join(shown).rstrip())
    print("status lines:", most, sum(bool(STATUS.search(line)) for line in shown))
    print("last:", last)
    print("exit status:", terminal.process.wait())


def stop(*command):
    terminal = Terminal(["bash", "--norc", "-i"])
    for keys, answer in ((" ".join(command) + "\n", b"ready"), ("\x1a", b"Stopped"),
                         ("fg\n", command[0].encode()), ("\x03", b"more lines:"),
                         ("echo status $?\n", b"status 1")):
        terminal.text = b""
        terminal.press(keys)
        terminal.wait_until(lambda wanted=answer: wanted in terminal.text)
        sys.stdout.write(terminal.text.decode("utf-8", "replace").replace("\r", ""))
    terminal.press("exit\n")
    terminal.ends()


if sys.argv[1] == "stop":
    stop(*sys.argv[2:])
else:
    main(*sys.argv[1:])
