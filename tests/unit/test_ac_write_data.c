/* test_ac_write_data.c -- notes on data objects and sharing, written and read again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"
#include "unit_alloc.h"

#include "counts/ac_write.h"

/* The written profile from `from` on, at the end of *text, which the caller frees. */
static const char *written(const ac_profile *profile, const char *from, char **text)
{
   size_t length;
   FILE *out = open_memstream(text, &length);
   assert_non_null(out);
   ac_write(profile, NULL, out);
   assert_int_equal(fclose(out), 0);
   const char *at = strstr(*text, from);
   return at == NULL ? *text : at;
}

/* Adds up the files.  What was written must give the same again, and the same model. */
static char *sum_of(const char *const *files, size_t n)
{
   ac_profile *profile = test_sum_of(files, n, NULL);
   char *text, *again_text, model[DATA_TEXT_B], again_model[DATA_TEXT_B];
   written(profile, "", &text);
   ac_profile *again = test_sum_of((const char *const[]){ text }, 1, NULL);
   written(again, "", &again_text);
   assert_string_equal(again_text, text);
   data_as_text(profile, model);
   data_as_text(again, again_model);
   assert_string_equal(again_model, model);
   free(again_text);
   return text;
}

static void check_sum(const char *const *files, size_t n, const char *from,
                      const char *expected)
{
   char *text = sum_of(files, n);
   const char *at = strstr(text, from);
   assert_string_equal(at == NULL ? text : at, expected);
   free(text);
}

/* ---- Files ------------------------------------------------------------- */

#define SORTED_THINGS \
   "#: db 01 /bin/app\n#: db - /lib/libfoo.so\n" \
   "#: ds main\n#: df 0x0 0 1 0 0\n#: ds make\n#: ds /src/a.c\n#: df 0x80 1 2 3 8\n"

static void test_one(void **state)
{
   (void)state;
   check_sum((const char *const[]){ DATA_FILE }, 1, "#: data",
             "#: data 1024 D1mr DLmr D1mw DLmw\n" DATA_BODY DATA_OBJECTS SORTED_THINGS
             "#: dh 1 9000 9000 9000 2 ...\n#: dh 10 240 24 24 2 1\n"
             "#: ds table\n#: dv s 1 0x4040 512 4\n#: dv t 2 0x10 0 0\n#: dk 2 3\n"
             "#: dm 0\n#: ds /tmp/\\x0arows\n#: dm 5\n#: dr brk\n#: dr unknown\n"
             "#: dn 1\n#: d 3 2 8 3 1\n#: d 3 3 0%8 2\n#: d 4 2 0 1\n#: d 4 5 - 1 0 1 1\n"
             "#: dn 2\n#: d 8 1 16%48 0 0 3\n"
             "#: dn 2:0x1000\n#: d 0 7 - 3 3\n#: d 0 9 - 1 1\n"
             "#: du 1 3 192 48\n#: du 2 4 96 40\n#: de 1 3 3*0\n#: de 2 4*1\n"
             "#: looks 64\n#: dl 1 1 128 2*0 w8001 2*f0\n"
             "#: dl 2 3 0 wf\n#: dl 2 1 -48 w3000 3c\n"
             "#: sharing 64 3\n#: sl 40\n"
             "#: sa 2:0x1000 0 2 2 -16 0xf0000 0 9\n#: sa 2 8 3 2 -16 0xf0000 5 5\n"
             "#: sl 12\n"
             "#: sa 1 4 1 3 0 0xff 100 7\n#: sa 1 4 2 3 0 0xff00 90 0 own\n"
             "#: sr 2 30\n" DATA_END);
}

static void test_sharing_alone(void **state)
{
   (void)state;
   check_sum(
      (const char *const[]){
         DATA_CMD "#: data 99\n" DATA_BODY DATA_OBJECTS "#: dr unknown\n#: sharing 32 2\n"
                  "#: sl 1\n#: sa 1 99 1 1 0 0x80000000 1 0\n" DATA_END },
      1, "#: data",
      "#: data 99\n" DATA_BODY DATA_OBJECTS "#: dr unknown\n#: sharing 32 2\n"
      "#: sl 1\n#: sa 1 99 1 1 0 0x80000000 1 0\n" DATA_END);
}

static void test_none(void **state)
{
   (void)state;
   check_sum((const char *const[]){ DATA_FILE, DATA_CMD
                                    "fl=/src/a.c\nfn=find\n3 1\nsummary: 1\n#: end 1\n" },
             2, "summary:",
             "summary: 161 11 5 4 1\n"
             "#: object 01 /bin/app\n#: object-counts 135 7 1 4 1\n"
             "#: object - /lib/libfoo.so\n#: object-counts 25 4 4 0 0\n"
             "#: code 0x1000 25 4 4 0 0\n"
             "#: object - ???\n#: object-counts 1 0 0 0 0\n#: end 5\n");
}

/* Calls and data in one file: both number the functions of the body. */
static void test_calls(void **state)
{
   (void)state;
#define BOTH \
   DATA_HEAD "fl=a\nfn=f\n1 9 2 0 0 0\nfn=g\n2 1 1 0 0 0\nsummary: 10 3 0 0 0\n" \
             "#: fn 1 h\n#: f 1 0 0x0 1 10 3\n#: f 2 0 0x0 1 1 1\n#: i 1 3 2\n" \
             "#: by 1\n#: a 1 2 1 1 1\n#: by 0\n#: a 0 1 1 10 3\n" \
             "#: t 0 0 0\n#: t 1 2 1 9 2\n#: t 2 1 1 1 1\n" \
             "#: dr brk\n#: dn 1\n#: d 1 1 - 2\n#: dn 2\n#: d 2 1 - 1\n#: end 2\n"
   check_sum((const char *const[]){ BOTH }, 1, "#: data", strstr(BOTH, "#: data"));
}

/* Code outside objects, and of several. */
static void test_codes(void **state)
{
   (void)state;
#define CODES \
   DATA_HEAD "fl=???\nfn=???\n0 9 6 0 0 0\nsummary: 9 6 0 0 0\n" \
             "#: object - ???\n#: object-counts 4 3 0 0 0\n#: code 0x0 4 3 0 0 0\n" \
             "#: object - /a\n#: object-counts 5 3 0 0 0\n" \
             "#: code 0x10 2 1 0 0 0\n#: code 0x20 3 2 0 0 0\n" \
             "#: dm 0\n#: dr brk\n#: dn 2:0x10\n#: d 0 1 - 1\n" \
             "#: dn 2:0x20\n#: d 0 2 - 2\n#: dn 1:0x0\n#: d 0 1 - 3\n"
#define CODES_SHARED \
   "#: sharing 64 2\n#: sl 1\n#: sa 1:0x0 0 1 1 0 0x1 1 1\n#: sa 2:0x10 0 2 1 0 0x1 1 0\n"
   check_sum((const char *const[]){ CODES CODES_SHARED "#: end 1\n" }, 1, "#: data",
             strstr(CODES CODES_SHARED "#: end 1\n", "#: data"));
}

/* ---- Any files ---------------------------------------------------------- */

typedef struct {
   unit_random r;
   char text[8192], *at;
   int64_t rows[6][4]; /* counts of line 1 + i % 2 of function i / 2 */
   uint32_t n_data;
} any;

static uint32_t below(any *a, uint32_t n)
{
   return (uint32_t)unit_random_below(&a->r, n);
}

__attribute__((format(printf, 2, 3))) static void put(any *a, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   a->at += vsnprintf(a->at, (size_t)(a->text + sizeof a->text - a->at), format,
                      arguments);
   va_end(arguments);
   assert_true(a->at < a->text + sizeof a->text);
}

/* Puts a few things in any order, so that files have some in common. */
static void put_things(any *a)
{
   for (int i = 0; i < 4; i++)
      put(a, "#: ds t%u\n#: db 0%u /b\n", below(a, 4), below(a, 3));
   for (int i = 0; i < 4; i++)
      put(a, "#: df 0x%x %u %u 1 %u\n", below(a, 2), below(a, 5), below(a, 5),
          below(a, 2));
   a->n_data = 3 + below(a, 6);
   for (uint32_t i = 0; i < a->n_data; i++)
      switch (below(a, 5)) {
      case 0: put(a, "#: dm %u\n", below(a, 5)); break;
      case 1:
         put(a, "#: dv %c %u 0x%x %u %u\n", "st"[below(a, 2)], below(a, 5), below(a, 3),
             9 * below(a, 2), below(a, 5));
         break;
      case 2: put(a, "#: dk %u %u\n", below(a, 5), below(a, 5)); break;
      default: {
         uint32_t n = 1 + below(a, 3);
         put(a, "#: dh %u %u %u %u %u %u%s\n", n, 9 * n, below(a, 3), 9 + below(a, 3),
             1 + below(a, 4), 1 + below(a, 4), below(a, 2) ? " ..." : "");
      }
      }
}

static void put_entries(any *a)
{
   int64_t by_set[10] = { 0 };
   for (uint32_t i = 0; i < 6; i++) {
      put(a, "#: dn %u\n", 1 + i / 2);
      for (uint32_t n = below(a, 4); n > 0; n--) {
         static const char *const places[] = { "-", "0", "8", "0%8", "0%16", "4%8" };
         uint32_t datum = 1 + below(a, a->n_data);
         put(a, "#: d %u %u %s", 1 + i % 2, datum, places[below(a, 6)]);
         for (int e = 0; e < 4; e++) {
            uint32_t count = below(a, 3);
            a->rows[i][e] += count;
            by_set[datum] += e % 2 == 0 ? count : 0;
            put(a, " %u", count);
         }
         put(a, "\n");
      }
   }
   bool has_use = below(a, 3) > 0;
   for (uint32_t i = 1; i <= a->n_data && has_use; i++)
      put(a, "#: du %u %u 9 %u\n", i, 1 + below(a, 9), below(a, 9));
   for (uint32_t i = 1; i <= a->n_data; i++)
      if (below(a, 2))
         put(a, "#: de %u %lld 0\n", i, (long long)by_set[i]);
}

static void put_sharing(any *a)
{
   if (below(a, 4) == 0)
      return;
   put(a, "#: sharing 64 4\n");
   for (uint32_t n = below(a, 4); n > 0; n--) {
      put(a, "#: sl %u\n", below(a, 2));
      for (uint32_t k = 1 + below(a, 3); k > 0; k--)
         put(a, "#: sa %u %u %u %u %d 0x%x %u %u%s\n", 1 + below(a, 3), below(a, 2),
             1 + below(a, 2), 1 + below(a, a->n_data), (int)below(a, 3) - 1,
             1 + below(a, 2), below(a, 3), below(a, 3), below(a, 2) ? " own" : "");
   }
   put(a, "#: sr %u %u\n", below(a, 2), below(a, 2));
}

/* A file with any data. */
static char *make_any(uint64_t seed)
{
   static any a;
   a = (any){ .r = unit_random_from(seed) };
   a.at = a.text;
   put_things(&a);
   put_entries(&a);
   put_sharing(&a);
   char *file;
   size_t size_B;
   long long sums[4] = { 0 };
   FILE *out = open_memstream(&file, &size_B);
   assert_non_null(out);
   fputs(DATA_HEAD "fl=a\n", out);
   for (int i = 0; i < 6; i++) {
      if (i % 2 == 0)
         fprintf(out, "fn=f%d\n", i / 2);
      fprintf(out, "%d 1", 1 + i % 2);
      for (int e = 0; e < 4; e++) {
         fprintf(out, " %lld", (long long)a.rows[i][e]);
         sums[e] += a.rows[i][e];
      }
      putc('\n', out);
   }
   fprintf(out, "summary: 6 %lld %lld %lld %lld\n%s#: end 6\n", sums[0], sums[1], sums[2],
           sums[3], a.text);
   assert_int_equal(fclose(out), 0);
   return file;
}

/* The text from the first note on data on: the header lists the processes. */
static const char *from_data(const char *text)
{
   const char *at = strstr(text, "#: data");
   assert_non_null(at);
   return at;
}

/* A sum of sums is that of all, in any order. */
static void test_any(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 300; seed++) {
      char *f[] = { make_any(3 * seed), make_any(3 * seed + 1), make_any(3 * seed + 2) };
      char *all = sum_of((const char *const[]){ f[0], f[1], f[2] }, 3);
      char *back = sum_of((const char *const[]){ f[2], f[1], f[0] }, 3);
      char *left = sum_of((const char *const[]){ f[0], f[1] }, 2);
      char *right = sum_of((const char *const[]){ f[1], f[2] }, 2);
      char *left_all = sum_of((const char *const[]){ left, f[2] }, 2);
      char *right_all = sum_of((const char *const[]){ f[0], right }, 2);
      assert_string_equal(from_data(back), from_data(all));
      assert_string_equal(from_data(left_all), from_data(all));
      assert_string_equal(from_data(right_all), from_data(all));
      char *const texts[] = { f[0], f[1],  f[2],     all,      back,
                              left, right, left_all, right_all };
      for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
         free(texts[i]);
   }
}

/* ---- Memory ----------------------------------------------------------- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),   cmocka_unit_test(test_sharing_alone),
      cmocka_unit_test(test_none),  cmocka_unit_test(test_calls),
      cmocka_unit_test(test_codes), cmocka_unit_test(test_any),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
