/* test_ac_write_calls.c -- notes on calls, written and read again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"
#include "unit_alloc.h"

#include "counts/ac_write.h"

/* The written profile from its summary: on, at the end of *text, which the caller
   frees. */
static const char *written(const ac_profile *profile, char **text)
{
   size_t length;
   FILE *out = open_memstream(text, &length);
   assert_non_null(out);
   ac_write(profile, NULL, out);
   assert_int_equal(fclose(out), 0);
   const char *summary = strstr(*text, "summary:");
   return summary == NULL ? *text : summary;
}

/* The sum of n files. */
static ac_profile *sum_of(const char *const *files, size_t n)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error;
   assert_non_null(profile);
   ac_profile_sum_lines(profile);
   for (size_t i = 0; i < n; i++) {
      test_text memory = { files[i], strlen(files[i]), 4096 };
      if (!ac_read_into(profile, test_alloc(), test_bytes(&memory), NULL, &error))
         fail_msg("file %zu, line %zu: %s\n%s", i, error.line, error.message, files[i]);
   }
   assert_true(ac_read_finish(profile, &error));
   return profile;
}

/* Adds up the files, and expects this from summary: on.  What was written must give the
   same again. */
static void check_sum(const char *const *files, size_t n, const char *expected)
{
   ac_profile *profile = sum_of(files, n);
   char *text, *again_text;
   const char *got = written(profile, &text);
   if (expected != NULL)
      assert_string_equal(got, expected);
   calls_check_sums(profile);
   ac_profile *again = sum_of((const char *const[]){ text }, 1);
   assert_string_equal(written(again, &again_text), got);
   free(text);
   free(again_text);
}

#define SUMMARY "summary: 200 20\n"

static void test_one(void **state)
{
   (void)state;
   check_sum((const char *const[]){ CALLS_FILE }, 1,
             SUMMARY CALLS_OBJECTS CALLS_NOTES CALLS_END);
}

static void test_twice(void **state)
{
   (void)state;
   check_sum((const char *const[]){ CALLS_FILE, CALLS_FILE }, 2,
             "summary: 400 40\n"
             "#: object 01 /bin/app\n#: object-counts 350 34\n"
             "#: object - /lib/libfoo.so\n#: object-counts 50 6\n"
             "#: code 0x1000 50 6\n" CALLS_NAMES "#: f 1 1 0x0 2 400 40\n"
             "#: f 2 1 0x0 10 340 34\n"
             "#: i 1 5 8 60 6\n"
             "#: i 2 6 2 20 2\n"
             "#: ir 1 4 10\n"
             "#: f 4 2 0x1000 6 50 6\n"
             "#: g 5 90 8\n#: g 6 70 8\n"
             "#: lf 1\n#: l 4 380 38\n#: l 8 330 34\n#: lf 2\n#: l 2 70 8\n"
             "#: by 1\n#: a 4 2 2 340 34\n"
             "#: by 2\n#: a 9 2 8 120 12\n#: ar 2 4 10\n"
             "#: by 2.2\n#: a 3 3 6 50 6\n"
             "#: by 0\n#: a 0 1 2 400 40\n"
             "#: t 0 0 0\n"
             "#: t 1 4 2 60 6\n"
             "#: t 2 1 2 120 12\n"
             "#: ti 3 1 40 4\n"
             "#: ti 3 2 20 2\n"
             "#: t 3 3 4 30 4\n"
             "#: t 3 2 2 80 8\n"
             "#: r 4 2 6\n"
             "#: t 4 3 2 20 2\n"
             "#: tr 4 4 30 2\n" CALLS_END);
}

/* Objects are the same by path and build id; functions of different ones are not. */
static void test_objects(void **state)
{
   (void)state;
#define IN(object, more) \
   CALLS_HEAD "fl=a.c\nfn=f\n1 5 0\nsummary: 5 0\n" object \
              "#: f 1 1 0x0 1 5\n#: by 0\n#: a 0 1 1 5\n#: t 0 0 0\n#: t 1 1 1 5\n" more \
              "#: end 1\n"
   check_sum((const char *const[]){ IN("#: object 01 /a\n#: object-counts 5 0\n", ""),
                                    IN("#: object - /b\n#: object-counts 5 0\n"
                                       "#: object 01 /a\n#: object-counts 0 0\n",
                                       ""),
                                    IN("#: object 02 /a\n#: object-counts 5 0\n", ""),
                                    IN("#: object - /b\n#: object-counts 5 0\n", "") },
             4,
             "summary: 20 0\n"
             "#: object 01 /a\n#: object-counts 5 0\n"
             "#: object - /b\n#: object-counts 10 0\n"
             "#: object 02 /a\n#: object-counts 5 0\n"
             "#: f 1 1 0x0 1 5\n#: f 1 2 0x0 2 10\n#: f 1 3 0x0 1 5\n"
             "#: by 0\n#: a 0 1 1 5\n#: a 0 2 2 10\n#: a 0 3 1 5\n"
             "#: t 0 0 0\n#: t 1 1 1 5\n#: t 1 2 2 10\n#: t 1 3 1 5\n#: end 1\n");
}

/* Lines in other files, at line 0, and of nobody; code of no object; a caller whose calls
   were all left out; an object without counts that a function refers to. */
static void test_corners(void **state)
{
   (void)state;
#define BODY "fl=a.c\nfn=f\n1 5 0\nfl=b.c\nfn=f\n1 0 1\nsummary: 5 1\n"
#define REST \
   "#: object 01 /a\n#: object-counts 5 1\n" \
   "#: object 02 /b\n#: object-counts 0 0\n" \
   "#: fl ???\n#: fl x\\x0ay\n#: fn 1 g\\x01\n#: fn 3 ???\n" \
   "#: f 1 1 0x0 1 5 1\n#: i 1 2 7@2 0 1\n#: i 2 3 0@4 1\n#: ir 3 1 1\n#: ir 1 2\n" \
   "#: f 3 2 0x0 6\n#: f 4 0 0x1234 2\n#: f 4 2 0x0 1\n" \
   "#: lf 4\n#: l 0 3\n" \
   "#: by 1\n#: a 0 2 1\n#: a 0@1 2 1\n#: a 3 2 1\n#: a 3@2 2 1\n" \
   "#: by 1.1\n#: a 3@1 2 1\n#: a 3 2 1\n" \
   "#: by 2\n#: ar 1 1\n" \
   "#: by 3\n#: a 9@4 4 1\n" \
   "#: by 0\n#: a 0 1 1 5 1\n#: a 6@4 3 1\n#: a 7 3 1\n#: ar 3 2 1\n" \
   "#: t 0 0 0\n#: t 1 8 1 4 1\n#: ti 2 2 1\n#: end 2\n"
   check_sum((const char *const[]){ CALLS_HEAD BODY REST }, 1, "summary: 5 1\n" REST);
}

/* ---- Any profile ------------------------------------------------------ */

enum { RANDOM_B = 1 << 16, RANDOM_MAX = 12 };

typedef struct {
   unit_random r;
   char text[RANDOM_B];
   size_t used_B;
   uint32_t n_functions, n_inlined, n_arcs;
   uint32_t inlined_in[RANDOM_MAX * RANDOM_MAX];
   uint32_t caller[RANDOM_MAX * RANDOM_MAX], callee[RANDOM_MAX * RANDOM_MAX];
   int64_t totals[2];
} any;

__attribute__((format(printf, 2, 3))) static void put(any *a, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   a->used_B += (size_t)vsnprintf(a->text + a->used_B, RANDOM_B - a->used_B, format,
                                  arguments);
   va_end(arguments);
   assert_true(a->used_B < RANDOM_B);
}

static uint32_t below(any *a, uint32_t n)
{
   return (uint32_t)unit_random_below(&a->r, n);
}

static void put_counts(any *a, bool is_self)
{
   uint32_t n = below(a, 3);
   for (uint32_t e = 0; e < n; e++) {
      uint32_t count = below(a, 50);
      put(a, " %u", count);
      if (is_self)
         a->totals[e] += count;
   }
   put(a, "\n");
}

/* What can include all that put_counts puts, and is part of what the root costs. */
enum { LARGE = 4000, ROOT = 10000 };

static void put_functions(any *a)
{
   a->n_functions = 1 + below(a, RANDOM_MAX);
   for (uint32_t f = 1; f <= a->n_functions; f++) {
      put(a, "#: f %u %u 0x0 %u %u %u\n", f, below(a, 3), ROOT + below(a, 9),
          LARGE + below(a, 50), LARGE + below(a, 50));
      for (uint32_t i = below(a, 4), depth = 0; i > 0; i--) {
         depth = 1 + below(a, depth + 1);
         a->inlined_in[++a->n_inlined] = f;
         put(a, "#: i %u %u %u@%u", depth, 1 + below(a, RANDOM_MAX), below(a, 4),
             1 + below(a, 2));
         put(a, " %u %u\n", LARGE + below(a, 50), LARGE + below(a, 50));
         if (below(a, 3) == 0) {
            put(a, "#: ir %u 2", 1 + below(a, depth + 1));
            put_counts(a, false);
            depth = 0;
         }
      }
   }
}

static void put_arcs(any *a)
{
   for (uint32_t f = 0; f <= a->n_functions; f++) {
      put(a, "#: by %u\n", f);
      for (uint32_t n = f == 0 ? 2 : below(a, 4); n > 0; n--) {
         a->caller[++a->n_arcs] = f;
         a->callee[a->n_arcs] = 1 + below(a, a->n_functions);
         put(a, "#: a %u %u %u", below(a, 3), a->callee[a->n_arcs], 40 * 9 + below(a, 9));
         put_counts(a, false);
      }
      if (below(a, 4) == 0)
         put(a, "#: ar 1 2 3\n");
   }
}

/* Any call by `function`; 0: there is none. */
static uint32_t call_by(any *a, uint32_t function)
{
   uint32_t first = 1 + below(a, a->n_arcs);
   for (uint32_t k = 0; k < a->n_arcs; k++) {
      uint32_t arc = 1 + (first + k) % a->n_arcs;
      if (a->caller[arc] == function)
         return arc;
   }
   return 0;
}

static void put_paths(any *a)
{
   uint32_t path[RANDOM_MAX] = { 0 };
   put(a, "#: t 0 0 1 %u %u\n", ROOT, ROOT);
   a->totals[0] += ROOT;
   a->totals[1] += ROOT;
   for (uint32_t n = below(a, 40), depth = 0; n > 0; n--) {
      uint32_t at = 1 + below(a, depth + 1);
      uint32_t arc = call_by(a, path[at - 1]), code = 1 + below(a, a->n_inlined + 1);
      if (below(a, 4) == 0) {
         put(a, "#: tr %u 1", at);
      } else if (code <= a->n_inlined && a->inlined_in[code] == path[at - 1]) {
         put(a, "#: ti %u %u", at, code);
      } else if (arc != 0 && at < RANDOM_MAX) {
         put(a, "#: t %u %u %u", at, arc, below(a, 9));
         path[at] = a->callee[arc];
         put_counts(a, true);
         depth = at;
         continue;
      } else {
         continue;
      }
      put_counts(a, true);
      depth = at - 1;
   }
}

/* A file with any calls; its header and summary are made last. */
static char *make_any(uint64_t seed)
{
   static any a;
   a = (any){ .r = unit_random_from(seed) };
   put_functions(&a);
   put_arcs(&a);
   put_paths(&a);
   char *file;
   size_t size_B;
   FILE *out = open_memstream(&file, &size_B);
   assert_non_null(out);
   fputs(CALLS_HEAD "fl=a.c\n", out);
   for (int i = 0; i < RANDOM_MAX; i++)
      fprintf(out, "fn=f%c\n", 'a' + i);
   fprintf(out, "1 %lld %lld\nfl=b.c\nsummary: %lld %lld\n", (long long)a.totals[0],
           (long long)a.totals[1], (long long)a.totals[0], (long long)a.totals[1]);
   fprintf(out, "#: object - /a\n#: object-counts %lld %lld\n", (long long)a.totals[0],
           (long long)a.totals[1]);
   fprintf(out, "#: object - /b\n#: object-counts 0 0\n%s#: end 1\n", a.text);
   assert_int_equal(fclose(out), 0);
   return file;
}

static void test_any(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 300; seed++) {
      char *files[] = { make_any(3 * seed), make_any(3 * seed + 1),
                        make_any(3 * seed + 2) };
      check_sum((const char *const *)files, 1, NULL);
      check_sum((const char *const *)files, 3, NULL);
      for (int i = 0; i < 3; i++)
         free(files[i]);
   }
}

/* ---- Memory ----------------------------------------------------------- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),     cmocka_unit_test(test_twice),
      cmocka_unit_test(test_objects), cmocka_unit_test(test_corners),
      cmocka_unit_test(test_any),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
