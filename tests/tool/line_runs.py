"""How often lines ran, by the notes of a profile of cachesim.

line_runs.py lines FILE SOURCE: "line:runs" of each line of that source, over its
functions.
line_runs.py instrs FILE OTHER: prints what differs between the notes of FILE, those of
OTHER, and the most frequent instruction of each line in OTHER, which has instructions.
Only rows of equal instructions are compared: start-up code depends on the options.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import sys


class Profile:
    def __init__(self, name):
        self.names = []
        self.rows = []      # of each name: (line, instructions)
        self.runs = {}      # by file, function, line
        self.most = {}      # likewise, of instructions
        self.has_runs = False
        file, who = None, None
        with open(name, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                word = line.split()
                if line.startswith("fl="):
                    file = line[3:-1]
                elif line.startswith("fn="):
                    self.names.append((file, line[3:-1]))
                    self.rows.append([])
                elif line[0].isdigit():
                    self.rows[-1].append((int(word[0]), int(word[1])))
                elif line == "#: runs\n":
                    self.has_runs = True
                elif line.startswith("#: n "):
                    self.take_runs(int(word[2]) - 1, word[3:])
                elif line.startswith("#: in "):
                    who = None if ":" in word[2] else self.names[int(word[2]) - 1]
                elif line.startswith("#: x ") and who is not None and word[4] != "0":
                    key = who + (int(word[4]),)
                    self.most[key] = max(self.most.get(key, 0), int(word[5]))

    def take_runs(self, name, words):
        counts = []
        for word in words:
            times, _, count = word.rpartition("*")
            counts += [int(count)] * int(times or 1)
        assert len(counts) <= len(self.rows[name])
        for (line, _), count in zip(self.rows[name], counts):
            if count > 0:
                self.runs[self.names[name] + (line,)] = count

    def instructions(self):
        return {name + (line,): count for name, rows in zip(self.names, self.rows)
                for line, count in rows}


def lines(name, source):
    profile = Profile(name)
    sums = {}
    for (file, _, line), count in profile.runs.items():
        if file.endswith("/" + source):
            sums[line] = sums.get(line, 0) + count
    print(" ".join(f"{line}:{sums[line]}" for line in sorted(sums)))


def instrs(name, other_name):
    profile, other = Profile(name), Profile(other_name)
    of, of_other = profile.instructions(), other.instructions()
    n = 0
    for key in sorted(of.keys() & of_other.keys()):
        if key[2] == 0 or of[key] != of_other[key]:
            continue
        n += 1
        counts = [p.get(key, 0) for p in (profile.runs, other.most, other.runs)]
        if len(set(counts)) > 1:
            print(*key, *counts)
    if n < 100 or not profile.has_runs or not other.has_runs:
        print("only", n, "rows are alike")


if __name__ == "__main__":
    {"lines": lines, "instrs": instrs}[sys.argv[1]](*sys.argv[2:])
