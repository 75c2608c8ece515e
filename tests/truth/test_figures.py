# test_figures.py -- figures.py on numbers made up so that the answers are known.
# SPDX-License-Identifier: GPL-2.0-or-later

"""truth.sh runs this; each test computes by hand what figures.py computes."""

import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import figures  # noqa: E402  (beside this file, wherever that is)


def measured(*rows):
    """Variants from (kernel, variant, nanoseconds, instructions), and perhaps family and
    whether constants may be fitted."""
    return [figures.Variant(kernel, variant, time, {"Ir": instructions}, *rest)
            for kernel, variant, time, instructions, *rest in rows]


def instructions(variant):
    return variant.counts["Ir"]


class Spearman(unittest.TestCase):
    def test_same_order_is_1(self):
        self.assertAlmostEqual(figures.spearman([1, 2, 3, 9], [5, 6, 70, 71]), 1)

    def test_opposite_order_is_minus_1(self):
        self.assertAlmostEqual(figures.spearman([1, 2, 3], [3, 2, 1]), -1)

    def test_by_the_formula_without_ties(self):
        # Differences of ranks: 1 2 0 1 4.
        self.assertAlmostEqual(figures.spearman([1, 2, 3, 4, 5], [2, 4, 3, 5, 1]),
                               1 - 6 * (1 + 4 + 0 + 1 + 16) / (5 * (25 - 1)))

    def test_ties_have_the_mean_rank(self):
        self.assertEqual(figures.ranks([7, 3, 7, 1]), [3.5, 2, 3.5, 1])
        # Ranks 1 2.5 2.5 4 and 1 2 3 4: 4.5 / sqrt(4.5 * 5).
        self.assertAlmostEqual(figures.spearman([1, 5, 5, 8], [1, 2, 3, 4]),
                               4.5 / math.sqrt(4.5 * 5))

    def test_one_value_only_has_none(self):
        self.assertIsNone(figures.spearman([1, 1, 1], [1, 2, 3]))
        self.assertIsNone(figures.spearman([], []))


class Pairs(unittest.TestCase):
    def test_only_within_a_kernel(self):
        pairs = figures.pairs(measured(("a", "x", 10, 1), ("b", "x", 20, 1),
                                       ("a", "y", 30, 1), ("a", "z", 40, 1)))
        self.assertEqual([(p.kernel, p.variant, q.variant) for p, q in pairs],
                         [("a", "x", "y"), ("a", "x", "z"), ("a", "y", "z")])

    def test_by_more_than_a_tenth_and_the_faster_one_is_named(self):
        variants = measured(("a", "x", 100, 10), ("a", "y", 110, 5),
                            ("b", "x", 100, 10), ("b", "y", 111, 12),
                            ("c", "x", 300, 10), ("c", "y", 100, 20),
                            ("d", "x", 100, 10), ("d", "y", 200, 10))
        # a differs too little; b is right; c is wrong; d names none, which is wrong.
        found = figures.figures(variants, instructions)
        self.assertEqual((found.right, found.decided), (1, 3))

    def test_factor_is_the_geometric_mean_both_ways(self):
        # Measured 2, predicted 4; measured 3, predicted 1/3: factors 2 and 9.
        variants = measured(("a", "x", 100, 10), ("a", "y", 200, 40),
                            ("b", "x", 300, 10), ("b", "y", 100, 30))
        found = figures.figures(variants, instructions)
        self.assertAlmostEqual(found.factor, math.sqrt(2 * 9))

    def test_no_pairs_have_no_factor(self):
        found = figures.figures(measured(("a", "x", 1, 1)), lambda v: 1)
        self.assertIsNone(found.factor)
        self.assertIsNone(found.largest)
        self.assertEqual((found.right, found.decided), (0, 0))
        self.assertEqual((found.missed, found.far), (0, 0))

    def test_twice_as_slow_and_called_the_same(self):
        variants = measured(("a", "x", 200, 110), ("a", "y", 100, 100),     # missed
                            ("b", "x", 100, 100), ("b", "y", 300, 95),      # missed
                            ("c", "x", 400, 112), ("c", "y", 100, 100),     # named
                            ("d", "x", 100, 112), ("d", "y", 400, 100),     # wrong way
                            ("e", "x", 199, 100), ("e", "y", 100, 100))     # not twice
        found = figures.figures(variants, instructions)
        self.assertEqual((found.missed, found.far), (2, 4))
        # In d: 4 measured, 1 / 1.12 predicted.
        self.assertAlmostEqual(found.largest, 4 * 1.12)

    def test_families_have_their_own_factors(self):
        variants = measured(("a", "x", 100, 10, "walks"), ("a", "y", 200, 40, "walks"),
                            ("b", "x", 100, 10, "sorts"), ("b", "y", 100, 10, "sorts"),
                            ("c", "x", 300, 10, "walks"), ("c", "y", 100, 30, "walks"))
        found = figures.families(variants)
        self.assertEqual([(name, len(of)) for name, of in found.items()],
                         [("walks", 4), ("sorts", 2)])
        self.assertAlmostEqual(
            figures.typical(figures.judged(found["walks"], instructions)), math.sqrt(18))
        self.assertAlmostEqual(
            figures.typical(figures.judged(found["sorts"], instructions)), 1)

    def test_worst_pairs_come_first_with_the_slower_variant_first(self):
        variants = measured(("a", "x", 100, 10), ("a", "y", 200, 40),
                            ("b", "x", 300, 10), ("b", "y", 100, 30),
                            ("c", "x", 100, 10), ("c", "y", 100, 15))
        found = figures.worst(variants, instructions, 2)
        self.assertEqual([(p.first.kernel, p.first.variant) for p in found],
                         [("b", "x"), ("a", "y")])
        for pair, numbers in zip(found, [(3, 1 / 3, 9), (2, 4, 2)], strict=True):
            for value, expected in zip((pair.measured, pair.predicted, pair.error),
                                       numbers, strict=True):
                self.assertAlmostEqual(value, expected)


class Metrics(unittest.TestCase):
    def test_correlates_cycles_per_instruction(self):
        # ns per instruction 1, 2, 3; predicted cycles per instruction 1, 3, 2.
        variants = measured(("a", "x", 10, 10), ("b", "x", 4, 2), ("c", "x", 30, 10))
        cycles = {"a": 10, "b": 6, "c": 20}
        found = figures.figures(variants, lambda v: cycles[v.kernel])
        self.assertAlmostEqual(found.correlation, 0.5)

    def test_formula(self):
        formula = figures.formula("2 * Ir + 1e2*Lm@256K + (D1mr - 1)/2")
        self.assertEqual(formula({"Ir": 3, "Lm@256K": 2, "D1mr": 5}), 208)

    def test_formula_without_an_event_names_it(self):
        with self.assertRaisesRegex(figures.FormulaError, "no event Bc"):
            figures.formula("Ir + Bc")({"Ir": 1})

    def test_formula_is_no_program(self):
        for text in ("__import__('os')", "Ir.real", "Ir +", "", "Ir if Ir else 1",
                     "Ir(1)"):
            with self.assertRaises(figures.FormulaError):
                figures.formula(text)

    def test_classic_formula_is_that_of_the_commands(self):
        counts = {"Ir": 1000, "I1mr": 1, "ILmr": 2, "D1mr": 3, "DLmr": 4, "D1mw": 5,
                  "DLmw": 6, "Bcm": 7, "Bim": 8, "Dr": 9, "Dw": 10, "Bc": 11, "Bi": 12}
        self.assertEqual(figures.formula(figures.CLASSIC)(counts),
                         1000 + 10 * (1 + 3 + 5) + 100 * (2 + 4 + 6) + 10 * (7 + 8))


class Halves(unittest.TestCase):
    def test_split_is_by_kernel_and_fixed(self):
        kernels = ["list", "join", "chase", "sort"]
        variants = measured(*((k, v, 1, 1) for k in kernels for v in "xy"))
        fitted = figures.half(variants, "fit")
        reported = figures.half(variants, "report")
        self.assertEqual([v.kernel for v in fitted], ["list", "list", "chase", "chase"])
        self.assertEqual([v.kernel for v in reported], ["join", "join", "sort", "sort"])
        self.assertEqual(figures.half(variants, "all"), variants)

    def test_a_kernel_that_may_not_be_fitted_is_reported_whatever_its_name(self):
        variants = measured(("list", "x", 1, 1, "walks", False),
                            ("chase", "x", 1, 1, "walks", True))
        self.assertEqual(figures.half(variants, "fit"), variants[1:])
        self.assertEqual(figures.half(variants, "report"), variants[:1])


if __name__ == "__main__":
    unittest.main()
