"""sharing_notes.py -- reads the notes of --sharing=yes, and judges them.

Written for the tests, from docs/FORMAT-cachesim.md alone: no command is used.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import collections
import os

Row = collections.namedtuple(
    "Row", "file fn line thread datum offset mask reads writes own")
Line = collections.namedtuple("Line", "transfers rows")


def read(path):
    """The lines of memory of a profile: a list of Line; and the number of threads."""
    functions, lines, n_threads, file = [None], [], None, None
    with open(path, encoding="utf-8", errors="surrogateescape") as notes:
        for text in notes:
            words = text.rstrip("\n").split(" ")
            if text.startswith("fl="):
                file = text[3:].rstrip("\n")
            elif text.startswith("fn="):
                functions.append((file, text[3:].rstrip("\n")))
            elif text.startswith("#: sharing "):
                line_bytes, n_threads = int(words[2]), int(words[3])
                assert line_bytes == 64, line_bytes
            elif text.startswith("#: sl "):
                lines.append(Line(int(words[2]), []))
            elif text.startswith("#: sa "):
                lines[-1].rows.append(row_of(words[2:], functions, n_threads))
    return lines, n_threads


def row_of(words, functions, n_threads):
    name = words[0]
    file, fn = ("???", name) if ":" in name else functions[int(name)]
    row = Row(file, fn, int(words[1]), int(words[2]), int(words[3]), int(words[4]),
              int(words[5], 16), int(words[6]), int(words[7]), words[8:] == ["own"])
    assert 1 <= row.thread <= n_threads, row
    assert 0 < row.mask < 1 << 64, row
    assert row.reads + row.writes > 0, row
    return row


def conflict(a, b):
    if a.thread == b.thread or not (a.writes or b.writes):
        return False
    return not (a.mask & b.mask and (a.own or b.own))


def accesses(row):
    return row.reads + row.writes


def caused(row, rows):
    """The reads and writes of a row that can find the line moved: one of own bytes, as
    many as others that may conflict, whose first byte it does not have."""
    if not row.own:
        return row.reads, row.writes
    others = [r for r in rows
              if r.thread != row.thread and not row.mask & r.mask & -r.mask]
    return (min(row.reads, sum(r.writes for r in others)),
            min(row.writes, sum(map(accesses, others))))


def bound(rows):
    """How often these rows can move a line of memory, in any schedule.

    A read moves it only after another thread's write, a write only after another
    thread's access.  The thread with the most accesses moves it at most once more often
    than the others do.
    """
    rows = [row for row in rows if any(conflict(row, other) for other in rows)]
    reads, writes, all_of, moved_reads, moved_writes = (
        collections.Counter() for _ in range(5))
    for row in rows:
        reads[row.thread] += row.reads
        writes[row.thread] += row.writes
        all_of[row.thread] += accesses(row)
        moved = caused(row, rows)
        moved_reads[row.thread] += moved[0]
        moved_writes[row.thread] += moved[1]
    if not all_of:
        return 0
    total, total_writes = sum(all_of.values()), sum(writes.values())
    moves = sum(min(moved_reads[t], total_writes - writes[t])
                + min(moved_writes[t], total - all_of[t]) for t in all_of)
    return min(total, 2 * (total - max(all_of.values())) + 1, moves)


def bounds(rows):
    """Of false, and of true sharing."""
    classes = {tuple(i for i, row in enumerate(rows) if row.mask >> byte & 1)
               for byte in range(64)}
    whole = bound(rows)
    true = min(whole, sum(bound([rows[i] for i in chosen]) for chosen in classes))
    return whole - true, true


def verdict(rows):
    """ "false", "true", "both", or None: no finding."""
    everything = sum(map(accesses, rows))
    false, true = (b >= 100 and b * 1000 >= everything for b in bounds(rows))
    return "both" if false and true else "false" if false else "true" if true else None


def findings(path):
    """The lines of memory with a verdict: (verdict, {(file, line)}) each."""
    lines, _ = read(path)
    found = []
    for line in lines:
        kind = verdict(line.rows)
        if kind is None:
            continue
        least = sum(map(accesses, line.rows)) / 100
        found.append((kind, {(os.path.basename(row.file), row.line)
                             for row in line.rows if accesses(row) >= least
                             and any(conflict(row, other) for other in line.rows)}))
    return found
