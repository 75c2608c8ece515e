/* ah_heat_print.c -- the hot and cold bytes of the blocks accessed most: a strip of
   characters, and a table of its ranges.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_graph.h"
#include "sections/ah_page.h"

#include "heap/ah_heat.h"
#include "base/an_said.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   LABEL_COLUMNS = 9,
   ROW_CELLS = 64,
   MARK_CELLS = 16, /* between two offsets below the strip */
   RANGES_MAX = 24,
   RANGES_LIMITED = 5, /* in a report of limited length */
   COLD_PERCENT = 1,   /* of the hottest byte */
   COUNT_COLUMNS = 13,
   TYPE_COLUMNS = 30,
   TYPE_NAME_COLUMNS = 60,
};

/* ---- The strip ---- */

static const char *cell_text(const ah_page *page, int level)
{
   static const char *const ascii[AH_HEAT_LEVELS] = { " ", ".", ":", "-", "=",
                                                      "+", "*", "#", "%", "@" };
   if (!page->options->terminal->utf8)
      return ascii[level];
   return level == 1 ? "\xc2\xb7" : ah_blocks[level == 0 ? 0 : level - 1];
}

static an_colour cell_colour(int level)
{
   return level >= 8   ? AN_COLOUR_HOTTEST
          : level >= 6 ? AN_COLOUR_HOT
          : level >= 3 ? AN_COLOUR_WARM
                       : AN_COLOUR_NONE;
}

static void print_cells(const ah_page *page, const ah_heat_view *view, const char *label,
                        const int64_t *counts, size_t first, size_t n)
{
   an_colour colour = AN_COLOUR_NONE;
   fprintf(page->out, "%*s |", LABEL_COLUMNS, label);
   for (size_t i = first; i < first + n; i++) {
      int level = ah_heat_cell(view, counts, i);
      an_colour next = cell_colour(level);
      if (next != colour && colour != AN_COLOUR_NONE)
         an_page_colour(&page->base, AN_COLOUR_NONE);
      if (next != colour && next != AN_COLOUR_NONE)
         an_page_colour(&page->base, next);
      colour = next;
      fputs(cell_text(page, level), page->out);
   }
   if (colour != AN_COLOUR_NONE)
      an_page_colour(&page->base, AN_COLOUR_NONE);
   fputs("|\n", page->out);
}

static void print_offsets(const ah_page *page, const ah_heat_view *view, size_t first,
                          size_t n)
{
   char each[AH_TEXT_B];
   snprintf(each, sizeof each, "%" PRId64 " B each", view->word_B);
   fprintf(page->out, "%*s  ", LABEL_COLUMNS, each);
   for (size_t i = first; i < first + n; i += MARK_CELLS) {
      bool is_last = i + MARK_CELLS >= first + n;
      fprintf(page->out, "%-*" PRId64, is_last ? 0 : MARK_CELLS,
              (int64_t)i * view->word_B);
   }
   putc('\n', page->out);
}

static size_t row_cells(const ah_page *page)
{
   size_t width = page->options->terminal->picture_width, n = ROW_CELLS;
   while (n > MARK_CELLS && n + LABEL_COLUMNS + 3 > width)
      n /= 2;
   return n;
}

static void print_strip(const ah_page *page, const ah_heat_view *view)
{
   size_t n = ah_heat_cells(view), row = row_cells(page);
   for (size_t i = 0; i < n; i += row) {
      size_t here = n - i < row ? n - i : row;
      if (view->has_reads) {
         print_cells(page, view, "reads", view->reads, i, here);
         print_cells(page, view, "writes", view->writes, i, here);
      } else {
         print_cells(page, view, "accesses", view->sum, i, here);
      }
      print_offsets(page, view, i, here);
   }
}

/* ---- The ranges ---- */

static void print_count(const ah_page *page, int64_t count)
{
   fprintf(page->out, "  %*s", COUNT_COLUMNS, AH_COUNT(count));
}

static const char *choose_mark(const ah_heat_view *view, const ah_heat_range *range)
{
   if (range->sum == 0)
      return view->is_exact ? "never touched" : "";
   if (view->has_reads && range->reads == 0)
      return "never read";
   if (view->has_reads && range->writes == 0)
      return "never written";
   if (range->sum <= view->most_sum / 100 * COLD_PERCENT)
      return "cold";
   return "";
}

/* "next (struct node *)"; a long type is shortened. */
static void print_field(const ah_page *page, const ty_field *field)
{
   fputs("  ", page->out);
   an_text_name(page->out, field->name);
   if (field->type == NULL)
      return;
   char *type = an_said(field->type, AN_SAID_TYPE, TYPE_COLUMNS);
   fputs(" (", page->out);
   an_text_name(page->out, type);
   putc(')', page->out);
   free(type);
}

static void print_range(const ah_page *page, const ah_heat_view *view,
                        const ah_heat_range *range)
{
   const char *what = choose_mark(view, range);
   bool has_label = range->is_padding || range->field != NULL;
   fprintf(page->out, "%*" PRId64 "  %6" PRId64, LABEL_COLUMNS, range->offset,
           range->size_B);
   if (view->has_reads) {
      print_count(page, range->reads);
      print_count(page, range->writes);
   } else {
      print_count(page, range->sum);
   }
   if (range->is_padding)
      fputs("  (padding)", page->out);
   else if (has_label)
      print_field(page, range->field);
   if (*what != '\0')
      fprintf(page->out, "%s%s", has_label ? ": " : "  ", what);
   putc('\n', page->out);
}

static void print_ranges(const ah_page *page, const ah_heat_view *view)
{
   size_t n = view->n_ranges;
   size_t most = !page->options->is_asked[AH_SHARE_HEAT] ? RANGES_LIMITED
                 : page->options->n_heat == SIZE_MAX     ? n
                                                         : RANGES_MAX;
   size_t n_shown = n > most + 1 ? most : n; /* "1 more" takes a line, too */
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, "%*s  %6s", LABEL_COLUMNS, "offset", "bytes");
   if (view->has_reads)
      fprintf(page->out, "  %*s  %*s", COUNT_COLUMNS, "reads", COUNT_COLUMNS, "writes");
   else
      fprintf(page->out, "  %*s", COUNT_COLUMNS, "accesses");
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
   for (size_t i = 0; i < n_shown; i++)
      print_range(page, view, &view->ranges[i]);
   ah_page_more(page, LABEL_COLUMNS - 1, n - n_shown, "range", "--heat=0");
}

/* ---- A set of sites ---- */

static void print_type(const ah_page *page, const ah_heat_view *view)
{
   int64_t n = view->block_B / view->size_B;
   char *name = an_said(view->type->name, AN_SAID_TYPE, TYPE_NAME_COLUMNS);
   fputs(", ", page->out);
   if (view->block_B == 0)
      fputs("arrays of ", page->out);
   else if (n > 1)
      fprintf(page->out, "%" PRId64 " of ", n);
   an_text_name(page->out, name);
   if (n > 1)
      fputs(" each", page->out);
   free(name);
}

/* Bytes that were never accessed can have been while counting was off. */
static void print_partly(const ah_page *page, const ah_site *site)
{
   int64_t n = ah_site_rare(site)->partly.blocks;
   if (n > 0)
      fprintf(page->out,
              "%s %s not watched for %s whole life: \"never\" means while watched\n",
              AH_COUNT(n), n == 1 ? "was" : "were", n == 1 ? "its" : "their");
}

static void print_head(const ah_page *page, const ah_site *site, size_t n_sites,
                       const ah_heat_view *view)
{
   const ah_profile *p = page->profile;
   const ah_rare *rare = ah_site_rare(site);
   fprintf(page->out, "%s block%s", AH_COUNT(site->total.blocks),
           site->total.blocks == 1 ? "" : "s");
   if (view->block_B > 0)
      fprintf(page->out, " of %" PRId64 " bytes", view->block_B);
   if (view->type != NULL)
      print_type(page, view);
   if (n_sites > 1)
      fprintf(page->out, ", from %zu sites", n_sites);
   fprintf(page->out, "; %s read, %s written\n", AH_BYTES(p, rare->reads),
           AH_BYTES(p, rare->writes));
   print_partly(page, site);
}

static void print_set(const ah_page *page, const ah_heat_set *set)
{
   ah_heat_view view;
   ah_site sum;
   ah_rare rare;
   const ah_profile *p = page->profile;
   if (!ah_group_sum(&sum, &rare, p, set->sites, set->n))
      return;
   ah_heat_look(&view, page->alloc, p, set);
   char *place = ah_site_text(p, &p->sites[set->sites[0]], AH_SITE_PLAIN,
                              ah_page_room(page, 0), 3);
   an_page_line(&page->base, AN_COLOUR_HEADING, place);
   print_head(page, &sum, set->n, &view);
   print_strip(page, &view);
   print_ranges(page, &view);
   putc('\n', page->out);
   free(place);
}

/* ---- All of them ---- */

static void print_legend(const ah_page *page)
{
   fputs("Each character shows the hottest of its bytes:", page->out);
   for (int level = 1; level < AH_HEAT_LEVELS; level++)
      fprintf(page->out, " %s", cell_text(page, level));
   fputs("\nEach is twice the one before; a blank was never accessed. Counts are per "
         "byte.\n\n",
         page->out);
}

void ah_page_heat(const ah_page *page)
{
   ah_heat_sets sets;
   size_t limit = ah_page_rows(page, AH_SHARE_HEAT, page->options->n_heat);
   if (limit == 0 || page->options->groups == NULL)
      return;
   ah_heat_sets_make(&sets, page->alloc, page->profile, page->options->groups);
   if (sets.n > 0) {
      an_page_heading(&page->base, "Heat of the blocks' bytes", NULL);
      print_legend(page);
   }
   for (size_t i = 0; i < sets.n && i < limit; i++)
      print_set(page, &sets.sets[i]);
   if (sets.n > limit) {
      ah_page_more(page, 0, sets.n - limit, "heat map", "--heat=0");
      putc('\n', page->out);
   }
}
