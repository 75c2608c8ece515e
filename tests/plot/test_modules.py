# test_modules.py PLOT -- unit tests of the modules in PLOT/quern_plot; TAP.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each test of unittest's is a line of TAP."""

import gzip
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

sys.path.insert(0, sys.argv.pop(1))

from quern_plot import annotate, command, cs_plot, figure, heap, text, timeline

VECTOR = ("void std::vector<std::pair<int, char> >::"
          "_M_realloc_insert<int&>(int&)")


class TestText(unittest.TestCase):
    def test_printable(self):
        for given, expected in (
                ("plain ä…", "plain ä…"), ("a\nb\t", "a\\x0ab\\x09"),
                ("\x1b[31m\x7f\x85", "\\x1b[31m\\x7f\\xc2\\x85"),
                ("\udcff", "\\xff"), ("\ud800", "\\xed\\xa0\\x80"),
                ("\u202e\u2028", "\\xe2\\x80\\xae\\xe2\\x80\\xa8"),
                ("\U000e0001", "\\xf3\\xa0\\x80\\x81")):
            self.assertEqual(text.printable(given), expected)
            self.assertTrue(text.printable(given).isprintable())

    def test_amount(self):
        for value, units, expected in (
                (0, text.BYTES, "0 B"), (1023, text.BYTES, "1023 B"),
                (1024, text.BYTES, "1 KiB"), (967276, text.BYTES, "944.6 KiB"),
                (2**63 - 1, text.BYTES, "8 EiB"),
                (1252352, text.decimal_units("instr"), "1.252 Minstr"),
                (-788700, text.decimal_units(""), "-788.7 k"),
                (0.25, text.decimal_units(""), "0.25")):
            self.assertEqual(text.amount(value, units), expected)

    def test_shorten_keeps_both_ends(self):
        self.assertEqual(text.shorten("abcdefghij", 10), "abcdefghij")
        self.assertEqual(text.shorten("abcdefghijk", 10), "abcde…hijk")
        self.assertEqual(text.shorten("日本語日本語", 7), "日本…語")

    def test_shorten_never_exceeds(self):
        chance = random.Random(1)
        for _ in range(2000):
            name = "".join(chance.choice("ab日\u0301\n\udc80")
                           for _ in range(chance.randrange(400)))
            columns = chance.randrange(8, 60)
            self.assertLessEqual(text.columns_of(text.shorten(name, columns)),
                                 columns)

    def test_shorten_function_drops_what_says_least(self):
        for columns, expected in (
                (80, VECTOR),
                (69, "void std::vector<std::pair<int, char> >::"
                     "_M_realloc_insert<int&>(…)"),
                (50, "void std::vector<…>::_M_realloc_insert<…>(…)"),
                (20, "void std::…t<…>(…)")):
            short = text.shorten_function(VECTOR, columns)
            self.assertLessEqual(text.columns_of(short), columns)
            if columns > 20:
                self.assertEqual(short, expected)

    def test_collapse_knows_operators(self):
        for name, expected in (
                ("bool operator< <int>(A<int>, B)", "bool operator< <…>(…)"),
                ("A<int>::operator()(int) const", "A<…>::operator()(…) const"),
                ("A::operator->()", "A::operator->()"),
                ("operator<< <char>(x&)", "operator<< <…>(…)"),
                ("f()", "f()"), ("a < b", "a < b"), ("f(a))", "f(…))"),
                ("(anonymous namespace)::f(int)", "(…)::f(…)"),
                ("<a::B<S> as c::D<T>>::f<U>", "<a::B<…> as c::D<…>>::f<…>"),
                ("myoperator<int>", "myoperator<…>")):
            self.assertEqual(text.collapse(name, "()<>"), expected)

    def test_short_paths(self):
        self.assertEqual(text.short_paths(["/a/x/f.c", "/a/y/f.c", "g.c"]),
                         ["x/f.c", "y/f.c", "g.c"])
        self.assertEqual(text.short_paths(["f.c", "/a/f.c"]), ["f.c", "a/f.c"])
        self.assertEqual(text.short_paths(["a", "a"]), ["a", "a"])
        self.assertEqual(text.short_paths(["/", ""]), ["/", ""])

    def test_name_paths(self):
        new, parse, load, main = (
            text.Frame(*name.split()) for name in
            ("new t.c:1", "parse p.c:2", "load l.c:3", "main m.c:4"))
        self.assertEqual(text.name_paths([
            (new, parse, main), (new, load, main), (load, main), ()], 60), [
                "new t.c:1 ← parse p.c:2", "new t.c:1 ← load l.c:3",
                "load l.c:3", "(call path not known)"])
        self.assertEqual(text.name_paths([
            (new, load, parse), (new, load, main), (new, load)], 60), [
                "new t.c:1 ← … ← parse p.c:2", "new t.c:1 ← … ← main m.c:4",
                "new t.c:1 ← load l.c:3"])

    def test_path_areas_stay_where_lines_moved(self):
        def path(*places):
            return tuple(text.Frame(*place.split()) for place in places)

        old = [path("f a.c:9", "main a.c:30"), path("f a.c:11", "main a.c:30")]
        new = [path("f a.c:10", "main a.c:31"), path("f a.c:12", "main a.c:31")]
        areas = text.path_areas([*old, *new], [set(old), set(new)])
        self.assertEqual(areas[:2], areas[2:])
        self.assertNotEqual(areas[0], areas[1])
        self.assertEqual(text.path_areas(new, [set(new)]), areas[2:])
        self.assertEqual(areas[0][0], "f")

    def test_fit(self):
        for name in ("W" * 90, "i" * 90, "日" * 90, "short"):
            fitted = text.fit(lambda columns: text.shorten(name, columns), 200)
            self.assertLessEqual(text.width_px(fitted), 200)
            self.assertGreater(text.width_px(fitted), min(160, text.width_px(name) - 1))

    def test_name_paths_by_own_frames(self):
        push, grow, put = (text.Frame(name, "v.h:1", False)
                           for name in ("push", "grow", "put"))
        main, other = text.Frame("main", "m.c:4"), text.Frame("other", "m.c:9")
        self.assertEqual(text.name_paths([(push, main), (push, other)], 60),
                         ["main m.c:4", "other m.c:9"])
        self.assertEqual(text.name_paths([
            (push, grow, main), (push, put, main), (push, grow, put)], 60),
            ["grow v.h:1 ← main m.c:4", "put v.h:1 ← main m.c:4", "push v.h:1"])

    def test_name_paths_are_different_when_shortened(self):
        paths = [(text.Frame("f" * 20 + middle + "f" * 20, "a.c:1"),)
                 for middle in "gh"]
        self.assertEqual(len(set(text.name_paths(paths, 20))), 2)


class TestHeap(unittest.TestCase):
    def test_frame_of(self):
        for function, file, library, expected in (
                ("main", "/src/a.c", None, ("main", "a.c:3", True)),
                ("f(int)", "a b.c", None, ("f(int)", "a b.c:3", True)),
                ("f(int)", None, None, ("f(int)", "", True)),
                ("???", None, "/usr/lib/x.so.0.8.6", ("???", "x.so", False)),
                ("f", None, "/bin/x.1", ("f", "x.1", True)),
                ("???", None, None, ("???", "", False))):
            self.assertEqual(heap.frame_of({"function": function, "file": file,
                                            "line": 3, "object": library}),
                             expected)

    def test_frame_of_a_library(self):
        frame = {"function": "f", "file": "/src/a.h", "line": 1, "object": None}
        self.assertTrue(heap.frame_of(frame).is_own)
        self.assertFalse(heap.frame_of({**frame, "library": True}).is_own)
        self.assertFalse(heap.frame_of({**frame, "function": "???"}).is_own)


class TestTimeline(unittest.TestCase):
    def test_estimate_is_even_below_the_total(self):
        self.assertEqual(timeline.estimate([0, 10], [20, 10], 0.5, 30),
                         [10, 10, 10])

    def test_share_follows_the_total(self):
        for before, after, now, share in (
                ((0, 0), (10, 100), (1, 100), 1), ((0, 0), (10, 100), (9, 25), 0.25),
                ((0, 100), (10, 0), (1, 25), 0.75), ((0, 0), (10, 50), (1, 99), 1),
                ((0, 50), (10, 100), (1, 20), 0),
                ((0, 100), (10, 105), (5, 300), 0.5), ((0, 0), (10, 0), (5, 9), 0)):
            self.assertEqual(timeline.share_between(before, after, now), share)

    def test_estimate_shows_what_lasts(self):
        # A spike of the first part, which does not yet or no longer exist.
        self.assertEqual(timeline.estimate([0, 10], [100, 10], 0.9, 10),
                         [0, 10, 0])
        self.assertEqual(timeline.estimate([100, 10], [0, 10], 0.1, 10),
                         [0, 10, 0])

    def test_estimate_never_exceeds(self):
        chance = random.Random(2)
        for _ in range(5000):
            before, after = ([chance.choice((0, chance.randrange(100)))
                              for _ in range(4)] for _ in range(2))
            total = chance.choice((0, chance.randrange(300)))
            parts = timeline.estimate(before, after, chance.random(), total)
            self.assertAlmostEqual(sum(parts), total)
            self.assertTrue(all(part >= 0 for part in parts), parts)

    def test_thin_keeps_maxima_and_the_end(self):
        buckets = [heap.Bucket(i + 1, i, (i * 7919 % 10007, 1), (i, 1))
                   for i in range(9999)]
        thin = timeline.thin(buckets, 100)
        self.assertLessEqual(len(thin), 100)
        self.assertEqual(max(b.most[0] for b in thin),
                         max(b.most[0] for b in buckets))
        self.assertEqual((thin[-1].end, thin[-1].last), (9999, (9998, 1)))
        self.assertEqual(timeline.thin(buckets[:7], 100), buckets[:7])


class TestCsPlot(unittest.TestCase):
    def test_tics(self):
        for high, unit, is_whole, expected in (
                (1, "", True, "0 1"), (2, "", True, "0 1 2"), (3, "", True, "0 1 2 3"),
                (4, "", True, "0 2 4"), (9, "", True, "0 5"), (0.5, "", False, "0 0.5"),
                (0.005, "", False, "0 0.005"), (431, "k", False, "0 400 k")):
            self.assertEqual(" ".join(shown for _, shown in cs_plot.tics_of(
                0, high, unit, 85, is_whole)), expected)

    def test_an_axis_has_two_tics(self):
        chance = random.Random(4)
        for _ in range(2000):
            high = chance.choice((chance.random(), chance.randint(1, 999)))
            low = chance.choice((0, -chance.random() * high))
            for bars_px in (30, 85, 300):
                tics = cs_plot.tics_of(low, high, "k", bars_px, False)
                self.assertGreaterEqual(len(tics), 2, (low, high, bars_px))
                self.assertTrue(all(low - 1e-9 <= at <= high * (1 + 1e-6)
                                    for at, _ in tics), (low, high, tics))

    def test_shares_are_of_sums(self):
        def base(*values, total):
            rows = {str(i): [value] for i, value in enumerate(values)}
            return cs_plot.share_base(
                cs_plot.Counts("", ["E"], [total], rows), "E")

        self.assertEqual(base(1, 2, 3, total=6), 6)
        self.assertIsNone(base(1, 2, 3, total=2))
        self.assertIsNone(base(1, None, total=1))
        self.assertIsNone(base(0, total=0))
        self.assertIsNone(base(1, total=None))

    def test_heading(self):
        old = cs_plot.Counts("", ["aVeryLongMetric"], [1000], {})
        new = cs_plot.Counts("", ["aVeryLongMetric"], [1001], {})
        self.assertEqual(cs_plot.heading("aVeryLongMetric", [old], 40),
                         "aVeryLongMetric: 1 k")
        self.assertEqual(cs_plot.heading("aVeryLongMetric", [old, new], 33),
                         "aVery…tric: 1 k → 1.001 k (+0.1%)")
        for totals, change in (((1000, 242), "-75.8%"), ((10**7, 10**7 + 1), "+0.0%"),
                               ((1, 10**6), "+1e+08%"), ((4, 2), "-50.0%")):
            self.assertEqual(cs_plot.change_text(*totals), change)

    def test_value_text(self):
        for value, base, expected in (
                (None, 1, "n/a"), (0, 10, "0"), (1, None, "1"),
                (1500, 3000, "1.5 k  50.0%"), (1, 10**6, "1  <0.1%"),
                (-5, 10, "-5")):
            self.assertEqual(cs_plot.value_text(value, base), expected)


class TestFigure(unittest.TestCase):
    def test_colours_differ(self):
        self.assertEqual(len(set(map(figure.colour, range(27)))), 27)
        areas = [("f", i) for i in range(18)]
        self.assertEqual(len(set(figure.colours_of(areas))), 18)

    def test_colours_are_of_functions(self):
        names = [f"f{i}" for i in range(18)]
        chosen = dict(zip(names, figure.colours_of([(name, 0) for name in names])))
        self.assertEqual(len(set(chosen.values())), 18)
        chance = random.Random(5)
        for _ in range(20):
            chance.shuffle(names)
            again = figure.colours_of([(name, 0) for name in names])
            self.assertEqual(dict(zip(names, again)), chosen)
        self.assertEqual(figure.colours_of([("f", 0)]), [figure.colour_of("f")])

    def test_quote_leaves_nothing_to_interpret(self):
        quoted = figure.quote("".join(map(chr, range(128))) + "ä")
        self.assertRegex(quoted, r'^"(?:[\w .,:;()<>/+*=~^!?&|\[\]-]|\\0[0-7]{3})*"$')

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_any_text_is_drawn_as_it_is(self):
        chance = random.Random(3)
        pieces = ["'", "''", '"', '""', "\\", "\\n", "`false`", "@", "@x", "#",
                  "{", "}", "$", "$d << END", "END", "%", "%s", "0", "47", "\n",
                  "ä", "…", "; ", "system 'false'", "!false", "\x1b", "^_", "&",
                  "<", "]]>", "&#x0;", "[", "(", ")", "-", "\t", "\ud800", "\u2028"]
        for _ in range(5):
            drawn = figure.Figure(1000, 1000)
            names = ["".join(chance.choices(pieces, k=chance.randint(1, 8)))
                     for _ in range(200)]
            for i, name in enumerate(names):
                drawn.text(name, 10, 5 * i)
            drawn.begin_panel(10, 900, 10, 900)
            drawn.add("set xrange [0:1]; set yrange [0:1]")
            drawn.plot([drawn.data([(0, 0), (1, 1)]) + " with lines"])
            root = xml.etree.ElementTree.fromstring(
                figure.render("test", drawn, "svg"))
            found = ["".join(element.itertext()).strip()
                     for element in root.iter() if element.tag.endswith("}text")]
            for name in names:
                self.assertIn(text.printable(name).strip(), [*found, ""])


class TestAnnotate(unittest.TestCase):
    def test_lines_of(self):
        lines = annotate.lines_of("""
-- Hottest lines
 Ir  function (file:line), source
 12  f (int) (/a (b)/x.c:3)
         return (1:2);
1.2  g (y.c:7)
n/a  h (y.c:9)
         }
... 149 more lines: --top=0
""")
        self.assertEqual(lines["/a (b)/x.c:3"], ("f (int)", "return (1:2);"))
        self.assertEqual(lines["y.c:7"], ("g", ""))
        self.assertEqual(lines["y.c:9"], ("h", "}"))
        self.assertEqual(annotate.lines_of("something else"), {})


class TestCommand(unittest.TestCase):
    def test_choose_format(self):
        for given, output, expected in (
                (None, None, "svg"), (None, "a.png", "png"),
                (None, "a.b/c", "svg"), (None, "A.PDF", "pdf"),
                ("png", "a.svg", "png"), (None, "-", "svg")):
            self.assertEqual(command.choose_format(given, output), expected)
        for given, output in (("jpg", None), (None, "a.jpg"), ("", "a.svg")):
            with self.assertRaises(command.Usage):
                command.choose_format(given, output)

    def test_parse_number(self):
        self.assertEqual(command.parse_number("-n", "18", 1, 18), 18)
        for value in ("", "0", "19", "-1", "1.0", " 1", "1_0", "٣", "9" * 20):
            with self.assertRaises(command.Usage):
                command.parse_number("-n", value, 1, 18)


    def test_a_signal_waits_for_the_file(self):
        def made_and_signalled(*words, **options):
            made = mkstemp(*words, **options)
            os.kill(os.getpid(), signal.SIGTERM)
            return made

        def end(number, _frame):
            raise command.Ended(number)

        mkstemp = tempfile.mkstemp
        before = signal.signal(signal.SIGTERM, end)
        self.addCleanup(signal.signal, signal.SIGTERM, before)
        with tempfile.TemporaryDirectory() as place, \
                unittest.mock.patch("tempfile.mkstemp", made_and_signalled):
            with self.assertRaises(command.Ended):
                command.write_output(os.path.join(place, "a"), b"all")
            self.assertEqual(os.listdir(place), ["a"])

    def test_what_is_replaced(self):
        with tempfile.TemporaryDirectory() as place:
            name, again = os.path.join(place, "a"), os.path.join(place, "again")
            os.symlink(name, again)
            for text, what in ((b"#!/bin/sh", "a script"), (b"\x7fELF", "a program"),
                               (b"desc: x\nevents: Ir\n", "a tool's profile"),
                               (b'{"dhatFileVersion":2', "a tool's profile"),
                               (b"desc: x\ntime_unit: i\n", "a tool's profile")):
                command.write_output(name, text)
                with self.assertRaisesRegex(command.Failure, f"a: would replace {what}"):
                    command.check_output(name, True, [])
            profile = b"desc: x\ncmd: " + 100000 * b"x" + b"\nevents: Ir\n"
            for text in (profile, gzip.compress(profile)):
                command.write_output(name, text)
                with self.assertRaisesRegex(command.Failure, "replace a tool's profile"):
                    command.check_output(name, True, [])
            command.write_output(name, gzip.compress(profile)[:20])
            command.check_output(name, True, [])
            command.write_output(name, b"any text")
            command.check_output(name, True, ["-", os.path.join(place, "none")])
            for profile in (name, again):
                with self.assertRaisesRegex(command.Failure, "replace what is read"):
                    command.check_output(name, True, [profile])
            with open(name, "rb") as file:
                self.assertEqual(file.read(), b"any text")
            self.assertEqual(sorted(os.listdir(place)), ["a", "again"])


class TapResult(unittest.TestResult):
    """Prints a line of TAP for each test, and its traceback as a comment."""

    def _line(self, result, test, note=""):
        print(f"{result} {self.testsRun} - {test.id()}{note}")

    def addSuccess(self, test):
        super().addSuccess(test)
        self._line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._line("ok", test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._fail(test, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self._fail(test, self.errors[-1][1])

    def _fail(self, test, trace):
        self._line("not ok", test)
        print("\n".join("#   " + line for line in trace.splitlines()))


def main():
    """Run all; the exit status."""
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    print(f"1..{tests.countTestCases()}")
    result = TapResult()
    tests.run(result)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
