/* ah_ignored_print.c -- the known leaks that do not count, by pattern: of a profile, or
   of two.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"
#include "sections/ah_page.h"

#include <stdlib.h>

enum { OLD_BYTES, OLD_BLOCKS, BYTES, BLOCKS, COLUMNS = 9 };

/* A row has what it took out of OLD and of NEW, or only that of a profile. */
#define OUT(side, what) AN_AT(ah_ignored_rule, amount[side].what)

static const an_column columns[COLUMNS] = {
   [OLD_BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "old_bytes", "old bytes", OUT(0, bytes),
                   .unit = "bytes" },
   [OLD_BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "old_blocks", "blocks", OUT(0, blocks),
                    .rank = 1 },
   [BYTES] = { AN_COLUMN_COUNT, AN_FOR_ALL, "new_bytes", "new bytes", OUT(1, bytes),
               .unit = "bytes" },
   [BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_ALL, "new_blocks", "blocks", OUT(1, blocks),
                .rank = 1 },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "sites", AN_AT(ah_ignored_rule, n_sites[0]) },
   { AN_COLUMN_COUNT, 0, "new_sites", AN_AT(ah_ignored_rule, n_sites[1]) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file", AN_AT(ah_ignored_rule, file) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line", AN_AT(ah_ignored_rule, line) },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "pattern", AN_AT(ah_ignored_rule, text) },
};

static const an_column *choose_columns(an_tables *tables, bool is_pair)
{
   an_column *of = an_tables_columns(tables, columns, COLUMNS);
   if (is_pair) {
      of[BLOCKS + 1].key = "old_sites";
      of[BLOCKS + 2].is_for = AN_FOR_PROGRAMS;
      return of;
   }
   of[BYTES] = of[OLD_BYTES];
   of[BLOCKS] = of[OLD_BLOCKS];
   of[BYTES].key = of[BYTES].label = "bytes";
   of[BLOCKS].key = "blocks";
   of[OLD_BYTES].is_for = of[OLD_BLOCKS].is_for = 0;
   return of;
}

typedef struct {
   ah_ignored_rule *rules; /* those that match come first */
   size_t n, n_used;
} section;

static int64_t all_bytes(const ah_ignored_rule *rule)
{
   return rule->amount[0].bytes + rule->amount[1].bytes;
}

static bool is_used(const ah_ignored_rule *rule)
{
   return rule->n_sites[0] > 0 || rule->n_sites[1] > 0;
}

/* In the order of the files where they are equal. */
static int compare_rules(const void *a, const void *b)
{
   const ah_ignored_rule *x = a, *y = b;
   return is_used(y) - is_used(x)
      ?: tk_compare_signed(all_bytes(y), all_bytes(x))
      ?: tk_compare(x->number, y->number);
}

static void sort_rules(section *s, const ah_ignored *ignored, const tk_alloc *alloc)
{
   s->n = ignored->n;
   s->rules = tk_get(alloc, AN_LABEL, (s->n + 1) * sizeof *s->rules);
   for (size_t i = 0; i < s->n; i++) {
      s->rules[i] = ignored->rules[i];
      s->n_used += is_used(&s->rules[i]);
   }
   qsort(s->rules, s->n, sizeof *s->rules, compare_rules);
}

/* "2 patterns match nothing: fn:setup (known.txt:3), fn:close (known.txt:9)". */
static void print_unused(const an_table *table, const an_page *page)
{
   enum { MOST = 3 };
   const section *s = table->context;
   size_t n = s->n - s->n_used;
   if (n == 0)
      return;
   fprintf(page->out, "%zu pattern%s nothing%s", n, n == 1 ? " matches" : "s match",
           n > MOST ? "" : ": ");
   for (size_t i = s->n_used; i < s->n && n <= MOST; i++) {
      const ah_ignored_rule *rule = &s->rules[i];
      an_text_name(page->out, rule->text);
      fputs(" (", page->out);
      an_text_name(page->out, rule->file);
      fprintf(page->out, ":%zu)%s", rule->line, i + 1 < s->n ? ", " : "");
   }
   putc('\n', page->out);
}

void ah_ignored_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 8 };
   bool is_pair = scope->diff != NULL, is_alone = scope->request->by != NULL;
   const ah_ignored *ignored = is_pair ? scope->diff->ignored
                                       : scope->heap->options->ignored;
   if (ignored == NULL)
      return;
   section *s = AN_SECTION(tables, section, .n = 0);
   sort_rules(s, ignored, scope->alloc);
   AN_TABLE(tables, .columns = choose_columns(tables, is_pair), .n_columns = COLUMNS,
            AN_ROWS(s->rules),
            .n = tables->is_for == AN_FOR_PEOPLE && !is_alone ? s->n_used : s->n,
            .heading = "Known leaks, left out", .none = "None was found.",
            .noun = "pattern", .print_notes = print_unused, .option = "--by=ignored",
            .n_limited = is_pair ? SIZE_MAX : LIMITED);
}
