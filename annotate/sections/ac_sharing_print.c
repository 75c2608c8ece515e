/* ac_sharing_print.c -- lines of memory that threads share, or of a pair whose sharing
   changed, as tables: who accesses them, and what to do about it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"
#include "base/tk_count.h"
#include "sections/ac_sections.h"

#include <stdlib.h>
#include <string.h>

/* A line of memory of OLD, of NEW, or of both; of one profile, it has no OLD. */
typedef struct {
   uint32_t old, new;     /* AC_NO_DATA: that side does not have it */
   int64_t before, after; /* bounds of transfers */
   ac_sharing_verdict was, is;
} change;

/* An access of a line of memory; or for people, of a change, a sentence about it. */
typedef struct {
   enum { ACCESS, TITLE, TRANSFERS, MORE, CURE } kind;
   const change *of;
   const ac_sharing_side *side;
   uint32_t line;
   const ac_shared_access *access;
   size_t n; /* rank of an access among those of its thread; how many more */
} row;

typedef struct {
   const ac_scope *scope;
   const ac_data_report *report;
   bool is_csv;
   change *changes;
   size_t n_changes, n_findings; /* that are shown, that are findings */
   row *rows;
   size_t n_rows;
   ac_spot spot; /* of the row */
} section;

/* ---- What is shown ---- */

static change change_of(const ac_data_report *report, uint32_t old, uint32_t new)
{
   change of = { .old = old, .new = new };
   if (old != AC_NO_DATA) {
      of.before = report->old.judged[old].bound;
      of.was = report->old.judged[old].verdict;
   }
   if (new != AC_NO_DATA) {
      of.after = report->sharing.judged[new].bound;
      of.is = report->sharing.judged[new].verdict;
   }
   return of;
}

static int64_t size_of(const change *of)
{
   return of->before > of->after ? of->before - of->after : of->after - of->before;
}

static int compare_changes(const void *a, const void *b)
{
   const change *x = a, *y = b;
   return tk_compare_signed(size_of(y), size_of(x))
      ?: tk_compare(x->new, y->new)
      ?: tk_compare(x->old, y->old);
}

/* Findings, and alone, with --threshold=0, all; of a pair, findings of either side whose
   kind changed, or whose bound did by the threshold's share of the largest one. */
static bool is_shown(const section *s, const change *of, int64_t largest)
{
   const ac_request *request = s->scope->request;
   bool is_finding = (of->was | of->is) != AC_SHARING_NONE;
   double least = request->threshold * (double)largest;
   if (!request->is_pair)
      return is_finding || (request->by != NULL && request->threshold == 0);
   return is_finding
          && (of->was != of->is
              || (of->before != of->after && 100.0 * (double)size_of(of) >= least));
}

static void add_change(section *s, uint32_t old, uint32_t new, int64_t largest)
{
   change of = change_of(s->report, old, new);
   s->n_findings += (of.was | of.is) != AC_SHARING_NONE;
   if (is_shown(s, &of, largest))
      s->changes[s->n_changes++] = of;
}

static void list_changes(section *s)
{
   const ac_sharing_side *old = &s->report->old, *new = &s->report->sharing;
   size_t n_old = old->of == NULL ? 0 : old->of->n_lines;
   int64_t largest = ac_sharing_largest_bound(s->report);
   s->changes = tk_get(s->scope->alloc, AN_LABEL,
                       (n_old + new->of->n_lines + 1) * sizeof *s->changes);
   for (size_t i = 0; i < new->of->n_lines; i++)
      add_change(s, old->of == NULL ? AC_NO_DATA : new->other[new->order[i]],
                 new->order[i], largest);
   for (uint32_t i = 0; i < n_old; i++)
      if (old->other[i] == AC_NO_DATA)
         add_change(s, i, AC_NO_DATA, largest);
   if (old->of != NULL)
      qsort(s->changes, s->n_changes, sizeof *s->changes, compare_changes);
}

/* ---- Their rows ---- */

static bool is_more(const ac_shared_access *a, const ac_shared_access *b)
{
   int64_t x = a->reads + a->writes, y = b->reads + b->writes;
   return x != y ? x > y : a < b;
}

static int compare_threads(const void *a, const void *b)
{
   const row *x = a, *y = b;
   return tk_compare(x->access->thread, y->access->thread)
             ?: is_more(y->access, x->access) - is_more(x->access, y->access);
}

static int compare_ranks(const void *a, const void *b)
{
   const row *x = a, *y = b;
   return tk_compare(x->n, y->n)
             ?: is_more(y->access, x->access) - is_more(x->access, y->access);
}

/* The one with most accesses of each thread comes first, then its second, and so on. */
static void sort_accesses(row *rows, size_t n)
{
   qsort(rows, n, sizeof *rows, compare_threads);
   for (size_t i = 1; i < n; i++)
      if (rows[i].access->thread == rows[i - 1].access->thread)
         rows[i].n = rows[i - 1].n + 1;
   qsort(rows, n, sizeof *rows, compare_ranks);
}

static void add_accesses(section *s, const ac_sharing_side *side, uint32_t line)
{
   const ac_shared_line *of = &side->of->lines[line];
   for (size_t i = 0; i < of->n_accesses; i++)
      s->rows[s->n_rows++] = (row){ .side = side,
                                    .line = line,
                                    .access = &side->of->accesses[of->first_access + i] };
}

static void add_sentence(section *s, int kind, const change *of, size_t n)
{
   s->rows[s->n_rows++] = (row){ .kind = kind, .of = of, .n = n };
}

static void add_shown(section *s, const change *of)
{
   enum { LIMITED = 4 };
   add_sentence(s, TITLE, of, s->n_rows);
   add_sentence(s, TRANSFERS, of, 0);
   if (of->was != AC_SHARING_NONE && of->is == AC_SHARING_NONE)
      return;
   size_t first = s->n_rows;
   add_accesses(s, &s->report->sharing, of->new);
   size_t n = s->n_rows - first;
   sort_accesses(&s->rows[first], n);
   if (ac_request_is_short(s->scope->request) && n > LIMITED) {
      s->n_rows = first + LIMITED;
      add_sentence(s, MORE, of, n - LIMITED);
   }
   if (of->is & AC_SHARING_FALSE)
      add_sentence(s, CURE, of, 0);
}

/* People get the first n changes, CSV all accesses. */
static void list_rows(section *s, size_t n)
{
   enum { SENTENCES = 4 };
   const ac_sharing_side *sides[] = { &s->report->old, &s->report->sharing };
   size_t most = s->n_changes * SENTENCES;
   for (size_t i = 0; i < 2; i++)
      most += sides[i]->of == NULL ? 0 : sides[i]->of->n_accesses;
   s->rows = tk_get(s->scope->alloc, AN_LABEL, (most + 1) * sizeof *s->rows);
   for (size_t i = 0; i < n && !s->is_csv; i++)
      add_shown(s, &s->changes[i]);
   for (size_t i = 0; i < 2 && s->is_csv; i++)
      for (size_t k = 0; sides[i]->of != NULL && k < sides[i]->of->n_lines; k++)
         add_accesses(s, sides[i], sides[i]->order[k]);
}

/* ---- Sentences ---- */

static const char *title_of(const section *s, const change *of, an_row *to)
{
   static const char *const titles[] = {
      [AC_SHARING_NONE] = "Shared, but hardly at the same time",
      [AC_SHARING_FALSE] = "False sharing",
      [AC_SHARING_TRUE] = "True sharing",
      [AC_SHARING_BOTH] = "False and true sharing",
   };
   static const char *const before[] = {
      [AC_SHARING_FALSE] = ", before: false sharing",
      [AC_SHARING_TRUE] = ", before: true sharing",
      [AC_SHARING_BOTH] = ", before: false and true sharing",
   };
   const ac_data_view *view = &s->report->view;
   bool is_gone = of->was != AC_SHARING_NONE && of->is == AC_SHARING_NONE;
   bool is_new = of->was == AC_SHARING_NONE, is_pair = s->scope->request->is_pair;
   const ac_sharing_side *side = is_gone ? &s->report->old : &s->report->sharing;
   const ac_shared_line *line = &side->of->lines[is_gone ? of->old : of->new];
   const ac_shared_access *first = &side->of->accesses[line->first_access], *most = first;
   for (size_t i = 1; i < line->n_accesses; i++)
      most = is_more(&first[i], most) ? &first[i] : most;
   return an_row_form(to, "%s%s of %s%s",
                      is_gone             ? "Gone: "
                      : is_new && is_pair ? "New: "
                                          : "",
                      titles[is_gone ? of->was : of->is],
                      view->objects[view->object_of[most->datum]].label,
                      is_gone || is_new || of->was == of->is ? "" : before[of->was]);
}

static int64_t transfers_of(const ac_sharing_side *side, uint32_t line)
{
   return line == AC_NO_DATA ? 0 : side->of->lines[line].transfers;
}

static const char *say_transfers(const section *s, const change *of, an_row *to)
{
   char percent[AN_TEXT_NUMBER_B];
   const char *before = an_row_value(to, of->before, true, false),
              *now = an_row_value(to, of->after, true, false);
   const char *old = an_row_value(to, transfers_of(&s->report->old, of->old), true,
                                  false);
   const char *new = an_row_value(to, transfers_of(&s->report->sharing, of->new), true,
                                  false);
   an_text_change(percent, (long double)of->after - of->before, of->before);
   if (!s->scope->request->is_pair)
      return an_row_form(
         to, "  moves between cores: up to %s in another order, %s in this run", now,
         new);
   return an_row_form(to,
                      "  moves between cores: up to %s before, %s now%s%s; %s and %s in "
                      "these runs",
                      before, now, *percent == '\0' ? "" : " ", percent, old, new);
}

static const char *say_row(const section *s, const row *of, an_row *to)
{
   switch (of->kind) {
   case TITLE: return title_of(s, of->of, to);
   case TRANSFERS: return say_transfers(s, of->of, to);
   case MORE:
      return an_row_form(to, "  ... %zu more row%s: --sharing", of->n,
                         of->n == 1 ? "" : "s");
   case CURE:
      return of->of->is == AC_SHARING_BOTH
                ? "  cure: move the bytes of single threads away from those that threads "
                  "share"
                : "  cure: give each thread's part a line of its own (alignas(64)), or a "
                  "local copy";
   case ACCESS: break;
   }
   return NULL;
}

/* ---- Accesses ---- */

typedef struct {
   const char *side, *verdict, *file, *bytes, *place;
   uint32_t line, source_line;
   const ac_sharing_judgement *judged;
   const ac_shared_line *memory;
   const ac_shared_access *access;
   const ac_function *function;
   const ac_data_object *object;
} shown;

enum { SIDE, COLUMNS = 17, FOR_BOTH = AN_FOR_CSV | AN_FOR_PEOPLE };

static const an_column columns[COLUMNS] = {
   [SIDE] = { AN_COLUMN_TEXT, AN_FOR_CSV, "side", AN_AT(shown, side) }, /* of a pair */
   { AN_COLUMN_COUNT, AN_FOR_CSV, "line of memory", AN_AT(shown, line) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "verdict", AN_AT(shown, verdict) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "bound", AN_BY(shown, judged, bound) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "false bound", AN_BY(shown, judged, bound_false) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "transfers", AN_BY(shown, memory, transfers) },
   { AN_COLUMN_COUNT, FOR_BOTH, "thread", AN_BY(shown, access, thread) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "file", AN_AT(shown, file) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "function", AN_BY(shown, function, name) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "line", AN_AT(shown, source_line) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "data object", AN_BY(shown, object, label) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "offset", AN_BY(shown, access, offset) },
   { AN_COLUMN_TEXT, FOR_BOTH, "bytes", AN_AT(shown, bytes) },
   { AN_COLUMN_COUNT, FOR_BOTH, "reads", "only reads", AN_BY(shown, access, reads) },
   { AN_COLUMN_COUNT, FOR_BOTH, "writes", AN_BY(shown, access, writes) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "data object: place", AN_AT(shown, place) },
   { AN_COLUMN_SPOT, AN_FOR_PEOPLE, .is_last = true },
};

/* "0-7", "0-7,16-23" of the line of memory; for CSV as a mask. */
static const char *write_bytes(bool is_csv, uint64_t mask, an_row *to)
{
   char text[200] = "";
   size_t used = 0;
   if (is_csv)
      return an_row_form(to, "0x%llx", (unsigned long long)mask);
   for (int i = 0, first; i < 64 && used < sizeof text - 8; i++) {
      for (first = i; i < 64 && (mask >> i & 1) != 0;)
         i++;
      if (i > first)
         used += (size_t)snprintf(text + used, sizeof text - used,
                                  i == first + 1 ? "%s%d" : "%s%d-%d",
                                  used > 0 ? "," : "", first, i - 1);
   }
   return an_row_form(to, "%s", text);
}

static void make_access(section *s, const row *of, an_row *to)
{
   const ac_profile *profile = s->scope->profile;
   const ac_data_view *view = &s->report->view;
   const ac_shared_access *access = of->access;
   const ac_sharing_judgement *judged = &of->side->judged[of->line];
   const ac_function *function = ac_profile_function(profile, access->function);
   const char *file = ac_profile_file(profile, function->file)->name;
   ac_line_numbers line = ac_profile_line(profile, file, access->line);
   ac_data_spot spot = ac_data_report_spot(s->report, access);
   size_t object = view->object_of[access->datum];
   bool is_old = of->side == &s->report->old;
   char *place = NULL;
   ac_data_write_place(&place, view, object, &spot);
   AN_ROW(to, shown, .side = is_old ? "old" : "new",
          .verdict = ac_sharing_verdict_name(judged->verdict), .file = file,
          .bytes = write_bytes(s->is_csv, access->mask, to),
          .place = an_row_keep(to, place), .line = of->line,
          .source_line = is_old ? line.old : line.new, .judged = judged,
          .memory = &of->side->of->lines[of->line], .access = access,
          .function = function, .object = &view->objects[object]);
   s->spot = (ac_spot){ .kind = AC_SPOT_LINE,
                        .function = access->function,
                        .file = function->file,
                        .line = access->line };
   to->spot = &s->spot;
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *to)
{
   section *s = (section *)table->context;
   const row *of = &s->rows[number];
   if (of->kind == ACCESS)
      return make_access(s, of, to);
   to->is_apart = of->kind == TITLE && number > 0;
   to->line = say_row(s, of, to);
   if (of->kind == TITLE)
      to->colour = of->of->is & AC_SHARING_FALSE ? AN_COLOUR_WARNING : AN_COLOUR_HEADING;
}

static void print_left_out(const an_page *page, const ac_sharing *sharing,
                           const char *whose)
{
   char lines[AN_TEXT_NUMBER_B], accesses[AN_TEXT_NUMBER_B];
   if (sharing == NULL || sharing->left_out_lines == 0)
      return;
   an_text_count(lines, sharing->left_out_lines);
   an_text_count(accesses, sharing->left_out_accesses);
   fprintf(page->out, "%s leaves out %s shared lines of memory with %s accesses.\n",
           whose, lines, accesses);
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const ac_sharing *old = s->report->old.of, *new = s->report->sharing.of;
   size_t n_same = s->n_findings - s->n_changes;
   if (old == NULL && page->scope.request->by != NULL)
      an_page_more(page, new->n_lines - s->n_changes, "hardly shared line",
                   "--threshold=0");
   if (old != NULL && n_same > 0)
      fprintf(page->out, "%zu shared line%s did not change.\n", n_same,
              n_same == 1 ? "" : "s");
   print_left_out(page, old, "OLD");
   print_left_out(page, new, old == NULL ? "The profile" : "NEW");
}

/* ---- The section ---- */

/* Without sharing CSV has its titles; those of a pair begin with the side. */
void ac_sharing_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 3 };
   const ac_request *request = scope->request;
   const ac_data_report *report = scope->analysis->data;
   bool is_there = report != NULL && report->sharing.of != NULL;
   if (!is_there && tables->is_for != AN_FOR_CSV)
      return;
   section *s = AN_SECTION(tables, section, .scope = scope, .report = report,
                           .is_csv = tables->is_for == AN_FOR_CSV);
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   own[SIDE].is_for = request->is_pair ? AN_FOR_CSV : 0;
   if (is_there)
      list_changes(s);
   an_table *table = AN_TABLE(
      tables, .columns = own, .n_columns = COLUMNS, .n = s->n_changes,
      .is_for = AN_FOR_PEOPLE | AN_FOR_CSV, .label = ac_spot_title(AC_SPOT_LINE),
      .make_row = make_row, .print_notes = print_notes, .noun = "shared line",
      .option = "--sharing", .n_limited = LIMITED,
      .heading = request->is_pair ? "Memory lines whose sharing changed"
                                  : "Memory lines that threads share");
   size_t n = an_table_n_shown(table, request);
   if (is_there)
      list_rows(s, n);
   table->none = s->n_findings == 0 ? "(none is shared often)" : "(none)";
   table->n_more = s->n_changes - n;
   table->n = s->n_rows;
   table->is_whole = true;
}
