# figures.py -- how well a formula on counts predicts the clock; no files, no programs.
# SPDX-License-Identifier: GPL-2.0-or-later

"""The figures of truth.py.

A metric is anything that should grow as time does: instructions, or estimated cycles.
Some figures say how far it can be trusted:

- correlation: Spearman's rank correlation of the metric per instruction with time per
  instruction, over all variants.  It says whether costly code is found.
- right of decided: the pairs of variants of one kernel that differ by more than a tenth
  on the clock; and those of them in which the metric names the faster one.
- factor: how far the predicted speed-up of a pair is from the measured one, as the
  geometric mean of max(p/m, m/p) over all pairs of variants of one kernel.  1 is perfect.
- missed of far: the pairs that differ by a factor of two or more on the clock; and those
  of them which the metric calls the same, within a tenth.
- largest: the largest such factor of any pair.
"""

import ast
import dataclasses
import itertools
import math
import operator
import re
import zlib
from collections.abc import Callable

CLASSIC = ("Ir + 10*(I1mr + D1mr + D1mw) + 100*(ILmr + DLmr + DLmw)"
           " + 10*(Bcm + Bim)")
ESTIMATE = "Cx + Cf + Cd + Cb"

# By how much two variants differ on the clock, at least, for one to be the faster; and by
# a metric, at most, for it to call them the same.
DIFFERS = 1.1
# By how much they differ on the clock, at least, for calling them the same to be a miss.
FAR = 2.0

Counts = dict[str, int]


@dataclasses.dataclass(frozen=True)
class Variant:
    """One variant of a kernel: nanoseconds on the clock, and counted events.  Kernels of
    one kind are a family.  Constants are never fitted to one that may not be."""
    kernel: str
    variant: str
    time: float
    counts: Counts
    family: str = ""
    may_fit: bool = True


@dataclasses.dataclass(frozen=True)
class Figures:
    """The figures; None where nothing can be compared."""
    correlation: float | None
    right: int
    decided: int
    factor: float | None
    missed: int
    far: int
    largest: float | None


@dataclasses.dataclass(frozen=True)
class Pair:
    """How often the second variant of a pair is as fast as the first: measured on the
    clock, and predicted by a metric."""
    first: Variant
    second: Variant
    measured: float
    predicted: float

    @property
    def error(self) -> float:
        """How far the predicted speed-up is from the measured one: 1 or more."""
        return ratio(self.predicted, self.measured)


Metric = Callable[[Variant], float]


class FormulaError(Exception):
    """A formula that cannot be read, or names an event that was not counted."""


OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
              ast.Div: operator.truediv, ast.USub: operator.neg}
# Names begin with a letter, and hold "@" in columns of sweeps; 1e2 is a number.
NAME = re.compile(r"(?<![\w.@])[A-Za-z][\w@]*")


def formula(text: str) -> Callable[[Counts], float]:
    """A function of counts from a formula with + - * / and parentheses.  Raises
    FormulaError; the function does, too, if the counts lack an event."""
    names: list[str] = []

    def numbered(match: re.Match) -> str:
        names.append(match.group())
        return f"_{len(names) - 1}"

    def value(node: ast.AST, counts: Counts) -> float:
        match node:
            case ast.BinOp(left, op, right):
                return OPERATIONS[type(op)](value(left, counts), value(right, counts))
            case ast.UnaryOp(op, operand):
                return OPERATIONS[type(op)](value(operand, counts))
            case ast.Constant(number):
                return number
            case ast.Name(name):
                event = names[int(name[1:])]
                if event not in counts:
                    raise FormulaError(f"no event {event} was counted")
                return counts[event]

    def check(node: ast.AST) -> None:
        ok = isinstance(node, ast.Name | ast.BinOp | ast.UnaryOp) or (
            isinstance(node, ast.Constant) and type(node.value) in (int, float))
        if not ok or type(getattr(node, "op", ast.Add())) not in OPERATIONS:
            raise FormulaError(f"'{text}' is no formula of events")
        for operand in ("left", "right", "operand"):
            if hasattr(node, operand):
                check(getattr(node, operand))

    try:
        tree = ast.parse(NAME.sub(numbered, text).strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise FormulaError(f"'{text}' is no formula of events") from error
    check(tree)
    return lambda counts: value(tree, counts)


def ranks(values: list[float]) -> list[float]:
    """The rank of each value from 1 on; equal values have the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    first = 0
    for _, group in itertools.groupby(order, key=values.__getitem__):
        same = list(group)
        for index in same:
            found[index] = first + (len(same) + 1) / 2
        first += len(same)
    return found


def spearman(a: list[float], b: list[float]) -> float | None:
    """Spearman's rank correlation; None if one of them does not vary."""
    x, y = ranks(a), ranks(b)
    mean = (len(x) + 1) / 2
    covariance = sum((p - mean) * (q - mean) for p, q in zip(x, y, strict=True))
    spread = math.sqrt(sum((p - mean) ** 2 for p in x)
                       * sum((q - mean) ** 2 for q in y))
    return covariance / spread if spread else None


def pairs(variants: list[Variant]) -> list[tuple[Variant, Variant]]:
    """All pairs of variants of one kernel, each once."""
    return [(a, b) for a, b in itertools.combinations(variants, 2)
            if a.kernel == b.kernel]


def ratio(a: float, b: float) -> float:
    """The larger of two numbers by the smaller."""
    return max(a, b) / min(a, b)


def judged(variants: list[Variant], metric: Metric) -> list[Pair]:
    """All pairs of variants of one kernel, measured and predicted."""
    return [Pair(a, b, a.time / b.time, metric(a) / metric(b))
            for a, b in pairs(variants)]


def is_decided(a: Variant, b: Variant) -> bool:
    """Whether the clock says which variant is the faster one."""
    return ratio(a.time, b.time) > DIFFERS


def is_right(a: Variant, b: Variant, metric: Metric) -> bool:
    """Whether the metric names the same variant of a pair as the clock."""
    return (a.time - b.time) * (metric(a) - metric(b)) > 0


def is_far(pair: Pair) -> bool:
    """Whether one variant takes twice as long as the other, or more."""
    return ratio(pair.measured, 1) >= FAR


def is_called_same(pair: Pair) -> bool:
    """Whether the metric predicts no difference worth a name."""
    return ratio(pair.predicted, 1) <= DIFFERS


def typical(found: list[Pair]) -> float | None:
    """The geometric mean of the errors."""
    logs = [math.log(pair.error) for pair in found]
    return math.exp(sum(logs) / len(logs)) if logs else None


def figures(variants: list[Variant], metric: Metric) -> Figures:
    """The figures of a metric."""
    all_pairs = pairs(variants)
    decided = [pair for pair in all_pairs if is_decided(*pair)]
    found = judged(variants, metric)
    far = [pair for pair in found if is_far(pair)]
    return Figures(
        spearman([metric(v) / v.counts["Ir"] for v in variants],
                 [v.time / v.counts["Ir"] for v in variants]),
        sum(is_right(*pair, metric) for pair in decided), len(decided),
        typical(found), sum(map(is_called_same, far)), len(far),
        max((pair.error for pair in found), default=None))


def worst(variants: list[Variant], metric: Metric, n: int) -> list[Pair]:
    """The n pairs whose predicted speed-ups are furthest from the measured ones, the
    worst first; in each, the second variant is the faster one on the clock."""
    ordered = [Pair(p.second, p.first, 1 / p.measured, 1 / p.predicted)
               if p.measured < 1 else p for p in judged(variants, metric)]
    return sorted(ordered, key=lambda pair: -pair.error)[:n]


def families(variants: list[Variant]) -> dict[str, list[Variant]]:
    """The variants of each family, in the order of their first ones."""
    found: dict[str, list[Variant]] = {}
    for v in variants:
        found.setdefault(v.family, []).append(v)
    return found


def is_fitted(variant: Variant) -> bool:
    """Whether a variant is in the half for fitting constants.  If its kernel may be, the
    kernel's name alone decides, so that it stays where it is when others come."""
    return variant.may_fit and bool(zlib.crc32(variant.kernel.encode()) & 8)


def half(variants: list[Variant], which: str) -> list[Variant]:
    """The variants of the kernels for fitting ("fit"), of the others ("report"), or
    "all"."""
    return [v for v in variants
            if which == "all" or is_fitted(v) == (which == "fit")]
