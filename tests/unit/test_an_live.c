/* test_an_live.c -- the live view: tables of two profiles, keys, and the page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_common.h"

#include "commands/an_live_page.h"

#include <math.h>

/* ---- Shots ---- */

static an_live_snapshot snapshot_of(int64_t ms, const char *text)
{
   return (an_live_snapshot){ .ms = ms, .counts = test_good_profile(text) };
}

static const char before[] = "desc: a\ncmd: x\nevents: Ir I1mr D1mr D1mw\n"
                             "fl=d/a.c\nfn=f\n1 100 1 0 0\nfn=idle\n1 5 0 0 0\n"
                             "fl=d/b.c\nfn=g\n1 100 0 0 0\n"
                             "summary: 205 1 0 0\n";
static const char after[] = "desc: a\ncmd: x\nevents: Ir I1mr D1mr D1mw\n"
                            "fl=d/a.c\nfn=f\n1 300 1 2 2\nfn=idle\n1 5 0 0 0\n"
                            "fl=d/b.c\nfn=g\n1 700 0 0 0\nfn=new\n2 200 0 9 0\n"
                            "summary: 1205 1 11 2\n";

static an_live open_live(const an_live_snapshot *base, const an_live_snapshot *snapshot,
                         const char *show)
{
   an_live live;
   an_error error;
   if (!an_live_open(&live, test_alloc(), base, snapshot, show, &error))
      fail_msg("%s", error.message);
   return live;
}

/* The names of the rows, with their values of the column. */
static void check_rows(an_live *live, size_t column, bool smallest_first,
                       const char *expected)
{
   char got[512] = "";
   an_live_sort(live, column, smallest_first);
   for (size_t i = 0; i < live->n_rows; i++) {
      char *name = an_live_name(live, &live->rows[i]);
      size_t used = strlen(got);
      snprintf(got + used, sizeof got - used, "%s=%.6Lg; ", name,
               live->rows[i].values[column]);
      free(name);
   }
   assert_string_equal(got, expected);
}

/* ---- Functions ---- */

static void test_counts(void **state)
{
   (void)state;
   an_live_snapshot base = snapshot_of(1000, before);
   an_live_snapshot snapshot = snapshot_of(3000, after);
   an_live live = open_live(&base, &snapshot, NULL);
   assert_int_equal(live.ms, 2000);
   assert_int_equal(live.n_columns, 3); /* no L1m of this cache alone: CEst, Ir, L1m */
   assert_string_equal(live.columns[2].title, "L1m");
   assert_int_equal(an_live_find(&live, "cest"), 0);
   assert_int_equal(an_live_find(&live, "none"), 3);
   assert_true(live.whole.values[1] == 1000);
   /* what has not run is left out; what is new has all of its counts */
   check_rows(&live, 1, false, "g (b.c)=600; new (b.c)=200; f (a.c)=200; ");
   check_rows(&live, 2, false, "new (b.c)=9; f (a.c)=4; g (b.c)=0; ");
   check_rows(&live, 1, true, "new (b.c)=200; f (a.c)=200; g (b.c)=600; ");

   live = open_live(NULL, &snapshot, "D1mr,D1m");
   assert_false(live.has_base);
   assert_int_equal(live.ms, 3000);
   assert_string_equal(live.facts, "D1mr 11   D1m 13");
   check_rows(&live, 1, false, "new (b.c)=9; f (a.c)=4; ");
}

/* A ratio is that of the difference; of nothing it is no number, and comes last. */
static void test_ratio(void **state)
{
   (void)state;
   static const char old[] = "cmd: x\nevents: Ir I1mr\nfl=a\nfn=f\n1 10 10\nfn=g\n1 7 3\n"
                             "summary: 17 13\n";
   static const char new[] = "cmd: x\nevents: Ir I1mr\nfl=a\nfn=f\n1 20 11\nfn=g\n1 7 4\n"
                             "summary: 27 15\n";
   an_live_snapshot base = snapshot_of(0, old);
   an_live_snapshot snapshot = snapshot_of(1000, new);
   an_live live = open_live(&base, &snapshot, "I1mr,I1rate");
   assert_int_equal(live.columns[1].unit, AN_LIVE_RATIO);
   an_live_sort(&live, 1, false);
   assert_true(live.rows[0].values[1] == 10);
   assert_true(isnan(live.rows[1].values[1]));
   an_live_sort(&live, 1, true);
   assert_true(isnan(live.rows[1].values[1]));
}

static void test_goes_on(void **state)
{
   (void)state;
   static const char other[] = "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 1 1\nsummary: 1 1\n";
   an_live_snapshot first = snapshot_of(1, before);
   an_live_snapshot second = snapshot_of(2, after);
   an_live_snapshot third = snapshot_of(3, other);
   assert_true(an_live_snapshot_goes_on(&first, &second));
   assert_false(an_live_snapshot_goes_on(&second, &first)); /* time runs backwards */
   assert_false(an_live_snapshot_goes_on(&second, &third)); /* another program */
}

static void test_errors(void **state)
{
   (void)state;
   an_live_snapshot base = snapshot_of(0, before);
   an_live_snapshot snapshot = snapshot_of(9, after);
   an_live live;
   an_error error;
   assert_false(an_live_open(&live, test_alloc(), &base, &snapshot, "nothing", &error));
   assert_non_null(strstr(error.message, "\"nothing\""));
   assert_true(an_live_open(&live, test_alloc(), &base, &snapshot, NULL, &error));
}

/* ---- The heap ---- */

/* The program's function comes first, whatever of the library it called. */
static void test_heap_own_code(void **state)
{
   (void)state;
   an_live_snapshot snapshot = {
      .ms = 500,
      .heap = test_ah_profile(
         TEST_SITE(70, 7, "1,2,3,4") "," TEST_SITE(8, 2, "1,2"),
         "\"[root]\",\"0x1: std::allocator::allocate (/usr/include/a.h:1)\","
         "\"0x2: std::list::push_back (/usr/include/l.h:2)\",\"0x3: load (h.c:3)\","
         "\"0x4: main (h.c:4)\""),
   };
   an_live live = open_live(NULL, &snapshot, NULL);
   check_rows(&live, 0, false,
              "load (h.c:3), in std::list::push_back < main=70; "
              "std::allocator::allocate (a.h:1) < std::list::push_back=8; ");
}

#define FRAMES \
   "\"[root]\",\"0x1: inner (h.c:1)\",\"0x2: outer (h.c:2)\"," \
   "\"0x3: main (h.c:3)\""

static void test_heap_paths(void **state)
{
   (void)state;
   an_live_snapshot base = {
      .heap = test_ah_profile(TEST_SITE(100, 1, "1,3") "," TEST_SITE(50, 5, "1,2,3"),
                              FRAMES),
   };
   /* in another order, as are the frames */
   an_live_snapshot snapshot = {
      .ms = 500,
      .heap = test_ah_profile(
         TEST_SITE(70, 7, "3,2,1") "," TEST_SITE(100, 1, "3,1") "," TEST_SITE(8, 2, "1"),
         "\"[root]\",\"0x3: main (h.c:3)\",\"0x2: outer (h.c:2)\","
         "\"0x1: inner (h.c:1)\""),
   };
   assert_true(an_live_snapshot_goes_on(&base, &snapshot));
   an_live live = open_live(&base, &snapshot, NULL);
   assert_string_equal(live.columns[live.usual_sort].title, "growth");
   check_rows(&live, 1, false,
              "inner (h.c:1) < outer < main=20; main (h.c:3)=8; "
              "inner (h.c:1) < main=0; ");
   check_rows(&live, 0, false,
              "inner (h.c:1) < main=100; "
              "inner (h.c:1) < outer < main=70; main (h.c:3)=8; ");
   check_rows(&live, 4, false,
              "inner (h.c:1) < outer < main=2; main (h.c:3)=2; "
              "inner (h.c:1) < main=0; ");
   snapshot.heap->counting.zeros = 1;
   assert_false(an_live_snapshot_goes_on(&base, &snapshot));
   assert_string_equal(live.facts, "live 178 in 10   peak 178 in 10   total 178 in 10");
}

/* ---- Keys ---- */

static void test_keys(void **state)
{
   (void)state;
   an_live_view view = { .shown = 5 };
   enum { ROWS = 12, COLUMNS = 3 };
   assert_int_equal(an_live_view_key(&view, AN_LIVE_KEY_UP, ROWS, COLUMNS), AN_LIVE_DRAW);
   assert_int_equal(view.at, 0);
   an_live_view_key(&view, AN_LIVE_KEY_DOWN, ROWS, COLUMNS);
   an_live_view_key(&view, AN_LIVE_KEY_PAGE_DOWN, ROWS, COLUMNS);
   assert_int_equal(view.at, 6);
   an_live_view_key(&view, AN_LIVE_KEY_END, ROWS, COLUMNS);
   assert_int_equal(view.at, ROWS - 1);
   an_live_view_key(&view, AN_LIVE_KEY_PAGE_UP, ROWS, COLUMNS);
   assert_int_equal(view.at, ROWS - 6);
   assert_int_equal(an_live_view_key(&view, AN_LIVE_KEY_RIGHT, ROWS, COLUMNS),
                    AN_LIVE_SORT);
   assert_int_equal(view.at, 0);
   assert_int_equal(view.sort, 1);
   for (int i = 0; i < 5; i++)
      an_live_view_key(&view, AN_LIVE_KEY_RIGHT, ROWS, COLUMNS);
   assert_int_equal(view.sort, 2);
   for (int i = 0; i < 5; i++)
      an_live_view_key(&view, AN_LIVE_KEY_LEFT, ROWS, COLUMNS);
   assert_int_equal(view.sort, 0);
   assert_int_equal(an_live_view_key(&view, AN_LIVE_KEY_BASE, ROWS, COLUMNS),
                    AN_LIVE_COMPARE);
   assert_int_equal(view.base, AN_LIVE_VIEW);
   an_live_view_key(&view, AN_LIVE_KEY_BASE, ROWS, COLUMNS);
   an_live_view_key(&view, AN_LIVE_KEY_BASE, ROWS, COLUMNS);
   assert_int_equal(view.base, AN_LIVE_POLL);
   an_live_view_key(&view, AN_LIVE_KEY_PAUSE, ROWS, COLUMNS);
   assert_true(view.is_paused);
   assert_int_equal(an_live_view_key(&view, AN_LIVE_KEY_QUIT, ROWS, COLUMNS),
                    AN_LIVE_QUIT);
   an_live_view_key(&view, AN_LIVE_KEY_DOWN, 0, COLUMNS); /* no rows */
   assert_int_equal(view.at, 0);
}

/* ---- The page ---- */

typedef struct {
   char text[8192];
   size_t lines, widest, selected;
} paper;

static void put_line(void *context, an_live_style style, const char *text)
{
   paper *p = context;
   size_t used = strlen(p->text), n = strlen(text);
   if (n > p->widest)
      p->widest = n;
   while (n > 0 && text[n - 1] == ' ')
      n--;
   snprintf(p->text + used, sizeof p->text - used, "%.*s\n", (int)n, text);
   p->selected += style == AN_LIVE_SELECTED;
   p->lines++;
}

static void print(paper *p, an_live_view *view, const an_live *live, an_live_size size)
{
   *p = (paper){ .lines = 0 };
   an_live_page(view, live, &size, &(an_live_sink){ put_line, p });
}

static void test_page(void **state)
{
   (void)state;
   an_live_snapshot base = snapshot_of(1000, before);
   an_live_snapshot snapshot = snapshot_of(3000, after);
   an_live live = open_live(&base, &snapshot, NULL);
   an_live_view view = { .pid = 42, .n_polls = 2 };
   paper p;
   an_live_sort(&live, 0, false);
   print(&p, &view, &live, (an_live_size){ .width = 60, .rows = 2 });
   assert_string_equal(p.text,
                       "x                                           cachesim, pid 42\n"
                       "refresh 2, per second since the last refresh: 2.0 s\n"
                       "CEst 1,345   Ir 1,205   L1m 14\n"
                       "\n"
                       "  share   >CEst      Ir     L1m  Function\n"
                       " 100.0%     565     500       7  the whole program\n"
                       "  53.1%     300     300       0  g (b.c)\n"
                       "  25.7%     145     100       5  new (b.c)\n");
   view.base = AN_LIVE_VIEW; /* amounts, not rates */
   print(&p, &view, &live, (an_live_size){ .width = 60, .rows = 1 });
   assert_non_null(strstr(p.text, "  53.1%     600     600       0  g (b.c)\n"));
   assert_non_null(strstr(p.text, "refresh 2, since the first refresh: 0:02\n"));
}

/* Terminals of any size: as many lines as there are, none too wide, and the selected row
   is on the page. */
static void test_sizes(void **state)
{
   (void)state;
   an_live_snapshot snapshot = snapshot_of(3000, after);
   an_live live = open_live(NULL, &snapshot, NULL);
   paper p;
   for (size_t width = 1; width < 130; width += 7)
      for (size_t height = 1; height < 40; height++)
         for (size_t sort = 0; sort < live.n_columns; sort++) {
            an_live_view view = {
               .pid = 42, .n_polls = 1, .sort = sort, .at = live.n_rows - 1
            };
            print(&p, &view, &live, (an_live_size){ .width = width, .height = height });
            assert_int_equal(p.lines, height);
            assert_true(p.widest <= width);
            assert_int_equal(p.selected, height >= 7);
            print(&p, &view, NULL, (an_live_size){ .width = width, .height = height });
            assert_int_equal(p.lines, height);
         }
   an_live_view view = { .sort = 0, .message = "no answer" };
   print(&p, &view, &live, (an_live_size){ .width = 40, .height = 10 });
   assert_non_null(strstr(p.text, "  share   >CEst  Function"));
   assert_non_null(strstr(p.text, "\nno answer\n"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),     cmocka_unit_test(test_ratio),
      cmocka_unit_test(test_goes_on),    cmocka_unit_test(test_errors),
      cmocka_unit_test(test_heap_paths), cmocka_unit_test(test_heap_own_code),
      cmocka_unit_test(test_keys),       cmocka_unit_test(test_page),
      cmocka_unit_test(test_sizes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
