# timeline.py -- the amounts of a heap profile over time.
# SPDX-License-Identifier: GPL-2.0-or-later
"""The live total is known often: the timeline's buckets have every local maximum.
The live amounts of call paths are known rarely, in the snapshots.  Between
snapshots a path's part is estimated, and never exceeds the total."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from .heap import Bucket, HeapProfile, Moment, Path

MOST_BUCKETS = 2000             # in a picture: about two for each pixel
LEAST_CHANGE = 0.1              # share of a total: smaller changes prove nothing
LEAST_SEEN = 0.001              # share of a picture's height
METRICS = ("bytes", "blocks")   # in the order of an Amount


Point = tuple[int, float]       # (time, amount)


@dataclass(frozen=True)
class Stack:
    """Amounts at ascending times.  A row of `parts` has the amount of each chosen
    path, then that of the other paths, then the part that no snapshot explains."""
    times: list[int]
    totals: list[float]
    parts: list[list[float]]

    def has(self, part: int) -> bool:
        """Is the part ever large enough to be visible?"""
        least = max(self.totals) * LEAST_SEEN
        return any(row[part] > least for row in self.parts)

    def area(self, part: int) -> float:
        """The integral of a part's amount over time."""
        return sum((self.parts[i - 1][part] + self.parts[i][part]) / 2
                   * (self.times[i] - self.times[i - 1])
                   for i in range(1, len(self.times)))


def thin(buckets: Sequence[Bucket], most: int = MOST_BUCKETS) -> list[Bucket]:
    """At most `most` buckets: neighbours are joined, and the largest maximum of
    each group stays."""
    step = -(-len(buckets) // most) or 1
    joined = []
    for i in range(0, len(buckets), step):
        group = buckets[i:i + step]
        highest = max(group, key=lambda bucket: bucket.most[0])
        joined.append(Bucket(group[-1].end, highest.max_at, highest.most,
                             group[-1].last))
    return joined


def totals(profile: HeapProfile, metric: int) -> list[tuple[int, int]]:
    """(time, amount) by time: 0 at the start, each bucket's maximum and end, each
    snapshot, the peak, and the end.  A time that occurs twice is a step."""
    points = [(0, 0)]
    for bucket in thin(profile.buckets):
        points.append((bucket.max_at, bucket.most[metric]))
        points.append((bucket.end, bucket.last[metric]))
    points += [(moment.time, moment.live[metric]) for moment in profile.moments]
    points.sort(key=lambda point: point[0])
    return [point for i, point in enumerate(points)
            if i == 0 or point != points[i - 1]]


def largest_paths(profiles: Sequence[HeapProfile], metric: int, count: int) \
        -> list[Path]:
    """The `count` paths with the largest amounts at one time, in any profile."""
    largest: dict[Path, int] = {}
    for profile in profiles:
        most = [0] * len(profile.paths)
        for moment in profile.moments:
            for i, amount in moment.parts.items():
                if amount[metric] > most[i]:
                    most[i] = amount[metric]
        for path, amount in zip(profile.paths, most):
            largest[path] = max(largest.get(path, 0), amount)
    ranked = sorted((path for path in largest if largest[path] > 0),
                    key=lambda path: (-largest[path], path))
    return ranked[:count]


def stack(profile: HeapProfile, metric: int, chosen: Sequence[Path]) -> Stack:
    """The amounts of the chosen paths over time."""
    moments = [Moment(0, (0, 0), {})] + profile.moments
    index_of = {path: i for i, path in enumerate(profile.paths)}
    indices = [index_of.get(path, -1) for path in chosen]
    known = [split(moment, metric, indices) for moment in moments]
    times = [moment.time for moment in moments]
    points = totals(profile, metric)
    parts = []
    for time, total in points:
        after = min(bisect.bisect_left(times, time), len(times) - 1)
        before = after if times[after] <= time else after - 1
        share = 0.0
        if after != before:
            share = share_between((times[before], sum(known[before])),
                                  (times[after], sum(known[after])),
                                  (time, total))
        parts.append(estimate(known[before], known[after], share, total))
    return Stack([time for time, _ in points],
                 [float(total) for _, total in points], parts)


def stacks_of(profiles: Sequence[HeapProfile], metric: int, count: int) \
        -> tuple[list[Path], list[Stack]]:
    """The `count` largest paths, and each profile's stack of them.  Paths that
    are live for long are at the bottom, where spikes do not move them."""
    paths = largest_paths(profiles, metric, count)
    stacks = [stack(profile, metric, paths) for profile in profiles]
    order = sorted(range(len(paths)),
                   key=lambda part: -sum(one.area(part) for one in stacks))
    paths = [paths[part] for part in order]
    return paths, [stack(profile, metric, paths) for profile in profiles]


def split(moment: Moment, metric: int, chosen: Sequence[int]) -> list[int]:
    """The amount of each chosen path, then that of all others."""
    amounts = [moment.parts.get(path, (0, 0))[metric] for path in chosen]
    return amounts + [max(0, moment.live[metric] - sum(amounts))]


def share_between(before: Point, after: Point, now: Point) -> float:
    """How far the parts have moved from one moment to the next, 0 to 1: as far as
    the total.  If the total hardly changes: as far as the time."""
    change = after[1] - before[1]
    if abs(change) < LEAST_CHANGE * max(before[1], after[1]):
        return (now[0] - before[0]) / (after[0] - before[0])
    if change == 0:
        return 0.0
    return min(1.0, max(0.0, (now[1] - before[1]) / change))


def estimate(before: Sequence[float], after: Sequence[float], share: float,
             total: float) -> list[float]:
    """The parts of `total` at a time between two moments with known parts, `share`
    of the way from one to the other.  The last part is the unexplained rest.

    Parts whose sum exceeds the total are reduced.  An amount that was live both
    before and after was probably live all the time; the reduction spares it.
    """
    even = [a + (b - a) * share for a, b in zip(before, after)]
    excess = sum(even) - total
    if excess <= 0:
        return even + [-excess]
    lasting = [min(a, b) for a, b in zip(before, after)]
    if sum(lasting) >= total:
        factor = total / sum(lasting) if total else 0.0
        return [part * factor for part in lasting] + [0.0]
    factor = (total - sum(lasting)) / (sum(even) - sum(lasting))
    return [low + (part - low) * factor
            for low, part in zip(lasting, even)] + [0.0]
