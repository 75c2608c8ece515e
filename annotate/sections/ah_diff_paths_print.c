/* ah_diff_paths_print.c -- the call paths of two heap profiles as a table: for people
   those that changed most, for programs all that have a value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/an_said.h"
#include "base/an_string.h"
#include "counts/ac_regions.h"
#include "heap/ah_text.h"
#include "paths/an_name.h"
#include "paths/an_stacks.h"

#include <stdlib.h>
#include <string.h>

/* In CSV regions have columns of their own, behind those of call paths. */
enum {
   FUNCTION,
   FILE_NAME,
   STEPS,
   VALUES,
   REGION,
   REGION_VALUES,
   COLUMNS = REGION_VALUES + 2 * AH_REGION_VALUES
};

typedef struct {
   const ac_scope *scope;
   const ah_diff *diff;
   an_column columns[COLUMNS];
   char heading[64];
   uint32_t *paths; /* of the rows; in CSV regions come behind them */
   size_t n_paths;
   size_t n_large;   /* rows that reach the threshold, of which */
   size_t n_shown;   /* people see some; */
   size_t n_shared;  /* outermost steps that all of those have in common */
   an_frame *frames; /* of the row, */
   size_t n_frames;
} section;

/* ---- The steps of a call path ---- */

/* Leaves out steps inside the standard library: of successive ones, the step that is
   called from outside stays. */
static size_t leave_out_library(an_frame *frames, size_t n)
{
   size_t n_left = 0, n_own = 0;
   for (size_t i = 0; i < n; i++)
      n_own += !an_name_is_of_library(&frames[i]);
   if (n_own == 0)
      return n;
   for (size_t i = 0; i < n; i++)
      if (!an_name_is_of_library(&frames[i]) || i + 1 == n
          || !an_name_is_of_library(&frames[i + 1]))
         frames[n_left++] = frames[i];
   return n_left;
}

/* The steps of a path that people can see. */
static an_frame *visible_frames(const section *s, uint32_t path, size_t *n)
{
   an_frame *frames = ah_paths_frames(&s->diff->paths, s->scope->alloc, path, n);
   if (s->diff->n_frames != SIZE_MAX && !s->diff->all_frames)
      *n = leave_out_library(frames, *n);
   return frames;
}

enum { INDENT = 6 }; /* of lines below a row without names (an_table_print.c) */

/* Puts a line for each of n steps, or for as many of them as the options ask for. */
static void put_frames(const ah_diff *diff, const char *indent, const an_frame *frames,
                       size_t n, FILE *out)
{
   size_t width = diff->terminal->width, most = diff->n_frames;
   size_t room = diff->full_names ? SIZE_MAX
                 : width > INDENT ? width - INDENT
                                  : AN_SAID_MOST_B;
   /* "1 more" takes a line, too. */
   size_t n_shown = n > most && n - most > 1 ? most : n;
   for (size_t i = 0; i < n_shown; i++) {
      char *text = ah_text_frame(&frames[i], room);
      fprintf(out, "%s%s\n", indent, text);
      free(text);
   }
   fputs(n_shown < n ? indent : "", out);
   an_page_more(&(an_page){ .out = out }, n - n_shown, "frame", "--frames=0");
}

/* ---- Steps that all call paths share ---- */

static bool is_same_step(const an_frame *a, const an_frame *b)
{
   return an_frame_compare(a, b) == 0 && an_string_is_same(a->object, b->object);
}

/* How many outermost steps are the same; both paths keep one step. */
static size_t count_same(const an_frame *a, size_t n_a, const an_frame *b, size_t n_b)
{
   size_t n = 0;
   while (n + 1 < n_a && n + 1 < n_b && is_same_step(&a[n_a - 1 - n], &b[n_b - 1 - n]))
      n++;
   return n;
}

/* Whole paths have them all. */
static void find_shared(section *s)
{
   size_t n_first, n_other;
   if (s->diff->n_frames == SIZE_MAX || s->n_shown < 2)
      return;
   const an_frame *first = visible_frames(s, s->paths[0], &n_first);
   s->n_shared = n_first;
   for (size_t i = 1; i < s->n_shown && s->n_shared > 0; i++) {
      an_frame *other = visible_frames(s, s->paths[i], &n_other);
      size_t n = count_same(first, n_first, other, n_other);
      s->n_shared = n < s->n_shared ? n : s->n_shared;
   }
}

static void print_shared(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   size_t n;
   if (s->n_shared == 0)
      return;
   const an_frame *frames = visible_frames(s, s->paths[0], &n);
   fputs("All that follow are called from:\n", page->out);
   put_frames(s->diff, "   ", frames + n - s->n_shared, s->n_shared, page->out);
   putc('\n', page->out);
}

/* ---- What is listed ---- */

static int64_t change_of(const ah_diff *diff, uint32_t path)
{
   const int64_t *old = ah_paths_values(&diff->paths, path) + diff->by;
   return old[diff->paths.n_values] - old[0];
}

/* For people: those that changed; the first are shown.  Changes are shares of OLD's
   total, or of NEW's if that is 0. */
static void list_changes(section *s)
{
   const ah_diff *diff = s->diff;
   const int64_t *totals = diff->paths.totals + diff->by;
   long double base = totals[0] != 0 ? totals[0] : totals[diff->paths.n_values];
   for (size_t i = 0; i < diff->paths.n; i++) {
      uint32_t path = diff->paths.order[i];
      long double change = llabs(change_of(diff, path));
      if (change == 0)
         break;
      s->paths[s->n_paths++] = path;
      s->n_large += change * 100 >= base * diff->threshold;
   }
   s->n_shown = s->n_large < diff->top ? s->n_large : diff->top;
   find_shared(s);
}

static bool has_values(const ah_paths *paths, uint32_t path)
{
   const int64_t *values = ah_paths_values(paths, path);
   size_t n = 0;
   while (n < 2 * paths->n_values && values[n] == 0)
      n++;
   return n < 2 * paths->n_values;
}

/* For programs: a page has them elsewhere. */
static void list_values(section *s)
{
   const ah_paths *paths = &s->diff->paths;
   for (size_t i = 0; i < paths->n && !s->diff->is_page; i++)
      if (has_values(paths, paths->order[i]))
         s->paths[s->n_paths++] = paths->order[i];
}

/* ---- Rows ---- */

/* What stands below the row. */
static char *make_text(const section *s)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   if (s->n_frames == 0)
      fputs(AN_UNKNOWN, out);
   put_frames(s->diff, "", s->frames, s->n_frames - s->n_shared, out);
   an_memstream_close(out);
   return text;
}

static void make_region(section *s, size_t index, an_row *row)
{
   size_t n = ah_region_n_values(s->diff);
   const ac_region *region = ac_profile_region(s->diff->regions, index);
   row->cells[REGION].text = ac_region_path(s->diff->regions, s->scope->alloc, index);
   for (size_t i = 0; i < 2 * n; i++)
      row->cells[REGION_VALUES + i].number = region->counts[i % 2 * n + i / 2];
}

/* Of the rows that people do not see only the sum is shown. */
static void make_people_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   uint32_t path = s->paths[number];
   row->cells[VALUES].counts = ah_paths_values(&s->diff->paths, path);
   if ((size_t)number >= s->n_shown)
      return;
   tk_put(s->scope->alloc, s->frames);
   s->frames = visible_frames(s, path, &s->n_frames);
   row->below = an_row_keep(row, make_text(s));
   row->is_apart = number > 0;
   row->colour = an_text_heat(change_of(s->diff, path),
                              s->diff->paths.totals[s->diff->by]);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   if ((size_t)number >= s->n_paths)
      return make_region(s, (size_t)number - s->n_paths, row);
   tk_put(s->scope->alloc, s->frames);
   s->frames = ah_paths_frames(&s->diff->paths, s->scope->alloc, s->paths[number],
                               &s->n_frames);
   row->cells[FUNCTION].text = s->n_frames == 0 ? AN_UNKNOWN : s->frames[0].function;
   row->cells[FILE_NAME].text = s->n_frames == 0 ? NULL : s->frames[0].file;
   row->cells[VALUES].counts = ah_paths_values(&s->diff->paths, s->paths[number]);
}

static void print_unchanged(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   fprintf(page->out, "%zu did not change in %s\n", s->diff->paths.n - s->n_paths,
           s->diff->paths.names[s->diff->by]);
}

/* ---- Steps for programs ---- */

static void put_step(an_json_out *json, const an_frame *frame)
{
   AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("function", frame->function),
                      AN_JSON_IF_TEXT("file", frame->file),
                      AN_JSON_IF_TEXT("object", frame->object),
                      AN_JSON_IF("line", frame->line, frame->line > 0));
}

/* Outermost first, as folded stacks have it. */
static void put_stack(const section *s, an_csv_out *csv)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   if (s->n_frames == 0)
      fputs(AN_UNKNOWN, out);
   for (size_t i = s->n_frames; i-- > 0;) {
      an_stacks_put_step(s->frames[i].function, s->frames[i].object, out);
      fputs(i > 0 ? ";" : "", out);
   }
   an_memstream_close(out);
   an_csv_put_shown(csv, text);
   free(text);
}

static void put_steps(const an_table *table, ptrdiff_t number, an_json_out *json,
                      an_csv_out *csv)
{
   const section *s = table->context;
   if (csv != NULL && (size_t)number >= s->n_paths)
      return an_csv_put_empty(csv);
   if (csv != NULL)
      return put_stack(s, csv);
   AN_JSON_PUT_ARRAY(json, NULL, "frames", i, s->n_frames, put_step(json, &s->frames[i]));
}

/* ---- The table ---- */

static const an_column columns[COLUMNS] = {
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_CSV, "function" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_CSV, "file" },
   [STEPS] = { AN_COLUMN_OWN, AN_FOR_PROGRAMS, "stack", .put = put_steps },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_ALL, "values" },
   [REGION] = { AN_COLUMN_TEXT, 0, "region" },
};

static void add_region_columns(section *s)
{
   static const char *const titles[AH_REGION_VALUES] = { "region total", "region blocks",
                                                         "region peak", "region growth" };
   s->columns[REGION].is_for = AN_FOR_CSV;
   for (size_t i = 0; i < 2 * ah_region_n_values(s->diff); i++)
      s->columns[REGION_VALUES + i] =
         (an_column){ AN_COLUMN_COUNT, AN_FOR_CSV, titles[i / 2],
                      .suffix = i % 2 == 0 ? " old" : " new" };
}

/* Shows the rows that people do not see. */
static const char *option_for(const section *s)
{
   if (s->n_shown == s->n_large)
      return "--threshold=0";
   return s->n_large == s->n_paths ? "--top=0" : "--top=0 --threshold=0";
}

void ah_diff_paths_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_diff *diff = scope->diff;
   bool are_people = tables->is_for == AN_FOR_PEOPLE;
   section *s = AN_SECTION(tables, section, .scope = scope, .diff = diff);
   s->paths = tk_get(scope->alloc, AN_LABEL, (diff->paths.n + 1) * sizeof *s->paths);
   snprintf(s->heading, sizeof s->heading, "Call paths by change of %s",
            diff->paths.names[diff->by]);
   memcpy(s->columns, columns, sizeof columns);
   (are_people ? list_changes : list_values)(s);
   an_table table = {
      .columns = s->columns,
      .n_columns = COLUMNS,
      .n = s->n_paths,
      .make_row = are_people ? make_people_row : make_row,
      .context = s,
      .is_for = AN_FOR_ALL,
      .heading = s->heading,
      .noun = "call path",
      .print_intro = print_shared,
      .print_notes = print_unchanged,
      .option = option_for(s),
      .n_limited = s->n_shown,
      .sums_rest = true,
   };
   if (are_people && s->n_shown == 0) {
      table.n = 0;
      table.n_more = s->n_paths;
   } else if (tables->is_for == AN_FOR_CSV && ac_profile_n_regions(diff->regions) > 0) {
      add_region_columns(s);
      table.n += ac_profile_n_regions(diff->regions);
   }
   an_tables_add(tables, &table)->none = NULL; /* print_unchanged says so */
}
