/* fuzz_cachesim.c -- cachesim's profile of any lines, regions and ends, with names
   of any bytes: the reader gets what the writer wrote.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "base/an_file_name.h"
#include "counts/ac_lines.h"
#include "test_read.h"
#include "outfile/cs_outfile.h"
#include "base/tk_fn_name.h"
#include "base/tk_strings.h"
#include "unit_alloc.h"

enum { LINES_MAX = 60, NAMES = 6, NAME_MAX_B = 12, NUMBERS = 5, THREADS = 3 };

static unit_alloc memory;
static unit_sink sink;
static tk_strings *strings;
static tk_lines *lines;
static cs_regions regions;
static uint64_t region_totals[CS_N_EVENTS];
static cs_columns columns;
static tk_state state;
static const char *predecessor;

/* ---- Writing ---- */

/* A name is a short text of a few bytes, or of any; never empty. */
static const char *random_name(unit_random *random)
{
   static const char few[] = "a\\x0\n\t b\x7f\xc3\xa9:=";
   char text[NAME_MAX_B];
   size_t n = 1 + unit_random_below(random, NAME_MAX_B);
   for (size_t i = 0; i < n; i++)
      text[i] = unit_random_below(random, 4) == 1
                   ? (char)(1 + unit_random_below(random, 255))
                   : few[unit_random_below(random, sizeof few - 1)];
   const char *name = tk_strings_intern(strings, text, n);
   assert_non_null(name);
   return name;
}

/* Readers tidy a file's name: that of a file here is tidy before. */
static const char *random_file(unit_random *random)
{
   char text[NAME_MAX_B + 1];
   strcpy(text, random_name(random));
   return tk_strings_intern(strings, text, an_file_name_tidy(text, strlen(text)));
}

/* Readers leave out what compilers add to a function's name. */
static const char *random_function(unit_random *random)
{
   const char *name = random_name(random);
   return tk_strings_intern(strings, name, tk_fn_name_B(name, NULL));
}

/* The regions' counts are those of some line. */
static void make_line_of_regions(const char *file, const char *function)
{
   tk_line *line = tk_lines_at(
      lines, &(tk_place){ .file = file, .fn = function, .number = NUMBERS });
   assert_non_null(line);
   for (int e = 0; e < CS_N_EVENTS; e++)
      line->counts[e] += region_totals[e];
}

static void make_lines(unit_random *random)
{
   const char *files[NAMES], *functions[NAMES];
   for (int i = 0; i < NAMES; i++) {
      files[i] = random_file(random);
      functions[i] = random_function(random);
   }
   make_line_of_regions(files[0], functions[0]);
   for (int i = 0; i < LINES_MAX && random->left_B > 0; i++) {
      tk_line *line = tk_lines_at(
         lines, &(tk_place){ .file = files[unit_random_below(random, NAMES)],
                             .fn = functions[unit_random_below(random, NAMES)],
                             .number = (uint32_t)unit_random_below(random, NUMBERS) });
      assert_non_null(line);
      for (int e = 0; e < CS_N_EVENTS; e++)
         line->counts[e] += unit_random_below(random, 16)
                            << unit_random_below(random, 48);
   }
}

static void make_regions(unit_random *random)
{
   for (int i = (int)unit_random_below(random, 20); i > 0; i--) {
      uint64_t thread = 1 + unit_random_below(random, THREADS);
      for (int e = 0; e < CS_N_EVENTS; e++)
         region_totals[e] += unit_random_below(random, 4);
      cs_regions_ran(&regions, thread);
      if (unit_random_below(random, 3) == 0) {
         tk_regions_end(&regions.paths, thread);
      } else {
         const char *name = random_name(random);
         cs_regions_begin(&regions, thread, name, strlen(name));
      }
   }
}

static void make_state(unit_random *random)
{
   state = (tk_state){ .how = (tk_how)unit_random_below(random, 5),
                       .number = 1 + unit_random_below(random, 64) };
   if (state.how == TK_REPLACED)
      state.name = random_name(random);
   predecessor = unit_random_below(random, 2) != 0 ? random_name(random) : NULL;
}

static void write_outfile(tk_line **list)
{
   static const cs_geometry g = { 32768, 8, 64 };
   static const char *const argv[] = { "./app", "a\nb", NULL };
   cs_outfile_header header = {
      .tool_version = "1.0",
      .valgrind_version = "3.19.0",
      .i1 = &g,
      .d1 = &g,
      .ll = &g,
      .columns = &columns,
      .argv = argv,
      .pid = 1,
      .state = &state,
      .predecessor = predecessor,
      .regions = &regions,
   };
   uint64_t totals[CS_N_EVENTS];
   tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_outfile_write(&text, &header, list, tk_lines_count(lines), totals);
   assert_true(tk_text_flush(&text));
}

/* ---- Reading ---- */

static ptrdiff_t read_sink(void *context, char *to, size_t size_B)
{
   size_t *at = context, n = sink.used_B - *at;
   n = n < size_B ? n : size_B;
   memcpy(to, sink.bytes + *at, n);
   *at += n;
   return (ptrdiff_t)n;
}

static ac_profile *read_again(void)
{
   size_t at = 0;
   an_error error = { .message = "" };
   an_source_of_bytes from = { .read = read_sink, .context = &at };
   ac_profile *profile = test_read_profile(an_alloc_malloc(), from, &error);
   if (profile == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   return profile;
}

/* The counts that are in the file. */
static void check_counts(const int64_t *found, const uint64_t *expected)
{
   for (uint32_t k = 0; k < columns.n; k++)
      assert_int_equal(found[k], expected[k]);
}

static const tk_line *find_line(tk_line *const *list, const char *file,
                                const char *function, uint32_t number)
{
   for (size_t i = 0; i < tk_lines_count(lines); i++)
      if (strcmp(list[i]->at.file, file) == 0 && strcmp(list[i]->at.fn, function) == 0
          && list[i]->at.number == number)
         return list[i];
   fail_msg("no line %u of %s in %s", number, function, file);
   return NULL;
}

/* Each line occurs once. */
static void check_lines(const ac_profile *profile, tk_line *const *list)
{
   size_t n = 0;
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      const char *file = ac_profile_file(profile, function->file)->name;
      ac_lines at;
      ac_lines_open(&at, profile, i, 1);
      for (; ac_lines_next(&at); n++)
         check_counts(at.counts, find_line(list, file, function->name, at.line)->counts);
      ac_lines_close(&at);
   }
   assert_int_equal(n, tk_lines_count(lines));
}

static void check_regions(const ac_profile *profile)
{
   assert_int_equal(ac_profile_n_regions(profile), regions.paths.n_regions);
   for (uint32_t i = 0; i < regions.paths.n_regions; i++) {
      const ac_region *found = ac_profile_region(profile, i);
      const tk_region *region = tk_regions_at(&regions.paths, i);
      uint64_t sums[CS_N_EVENTS];
      for (unsigned e = 0; e < CS_N_EVENTS; e++)
         sums[e] = tk_regions_sum(&regions.paths, i, e);
      assert_string_equal(found->name, region->name);
      assert_int_equal(found->count, region->count);
      assert_true(region->parent == TK_NO_REGION ? found->parent == AC_NO_REGION
                                                 : found->parent == region->parent);
      check_counts(found->counts, sums);
   }
}

static void check_state(const ac_profile *profile)
{
   an_state found = ac_profile_state_of_sum(profile);
   assert_string_equal(an_state_name(found.how), tk_how_name(state.how));
   if (state.how == TK_REPLACED)
      assert_string_equal(found.by, state.name);
   else if (state.how != TK_DUMPED)
      assert_int_equal(found.number, state.number);
   assert_true((found.predecessor == NULL) == (predecessor == NULL));
   if (predecessor != NULL)
      assert_string_equal(found.predecessor, predecessor);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   unit_random random = unit_random_of(bytes, size_B);
   unit_alloc_init(&memory);
   strings = tk_strings_new(&memory.alloc);
   lines = tk_lines_new(&memory.alloc, CS_N_EVENTS);
   memset(region_totals, 0, sizeof region_totals);
   cs_regions_init(&regions, &memory.alloc, region_totals);
   bool caches = unit_random_below(&random, 2) != 0;
   columns = cs_columns_of(caches, unit_random_below(&random, 2) != 0);
   make_state(&random);
   make_regions(&random);
   make_lines(&random);
   tk_line **list = tk_lines_list(lines);
   assert_non_null(list);
   qsort(list, tk_lines_count(lines), sizeof *list, cs_outfile_compare);
   write_outfile(list);
   ac_profile *profile = read_again();
   check_lines(profile, list);
   check_regions(profile);
   check_state(profile);
   tk_put(&memory.alloc, list);
   cs_regions_fini(&regions);
   tk_lines_free(lines);
   tk_strings_free(strings);
   assert_int_equal(memory.n_live, 0);
   return 0;
}
