/* ah_verdict_print.c -- the first screen: how the program ended, its heap over
   time beside who held it, what would save most, and what to type next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_verdict.h"
#include "sections/ah_finding_reason.h"
#include "sections/ah_graph.h"
#include "sections/ah_verdict.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/an_called.h"
#include "base/tk_library.h"
#include "heap/ah_missing_debug.h"

#include <stdlib.h>
#include <string.h>

enum {
   OTHERS = 14,       /* lines besides findings */
   NEXT = 3,          /* lines of what to type */
   ROWS = 5,          /* of the graph, and the axis */
   LABEL_EVERY = 5,   /* rows */
   WIDTH_USUAL = 80,  /* where there is no limit */
   WIDTH_LEAST = 72,  /* with a graph */
   SIDE_PERCENT = 50, /* of the width, beside the graph */
   BYTES_COLUMNS = 9,
};

static size_t width_of(const ah_page *page)
{
   const an_terminal *terminal = page->options->terminal;
   return terminal->width == 0 ? WIDTH_USUAL : terminal->width;
}

/* ---- The heap over time, and who held it ---- */

/* The lines beside the graph, in `room` columns. */
static void put_side(const ah_page *page, size_t room, FILE *out)
{
   ah_holders holders;
   size_t name_room = room > BYTES_COLUMNS + 2 ? room - BYTES_COLUMNS - 2 : 1;
   ah_holders_find(&holders, page, name_room);
   if (holders.n > 0)
      fputs("at the peak:\n", out);
   for (size_t i = 0; i < holders.n; i++) {
      fprintf(out, "%*s  ", BYTES_COLUMNS, AH_BYTES(page->profile, holders.of[i].bytes));
      an_text_name_fit(out, holders.of[i].name, name_room);
      putc('\n', out);
   }
   if (holders.n > 0 && holders.others_B > 0)
      fprintf(out, "%*s  others\n", BYTES_COLUMNS,
              AH_BYTES(page->profile, holders.others_B));
   fputs("at the end: ", out);
   ah_verdict_put_end(page->profile, out);
   putc('\n', out);
   ah_holders_free(&holders);
}

/* Prints the next line of *side, which goes on to the one after. */
static void print_side_line(const ah_page *page, const char **side)
{
   size_t n = strcspn(*side, "\n");
   fwrite(*side, 1, n, page->out);
   *side += n + ((*side)[n] == '\n');
   putc('\n', page->out);
}

static void print_graph(const ah_page *page, size_t width, const char *side)
{
   ah_graph *g = tk_get(page->alloc, AN_LABEL, sizeof *g);
   ah_graph_begin(g, page, width, ROWS, LABEL_EVERY);
   for (size_t row = ROWS + 1; row-- > 0;) {
      size_t n = row == 0 ? ah_graph_print_axis(g, true) : ah_graph_print_row(g, row - 1);
      if (*side != '\0')
         fprintf(page->out, "%*s", (int)(width > n ? width - n : 1), "");
      print_side_line(page, &side);
   }
}

static void print_picture(const ah_page *page)
{
   size_t width = width_of(page), size_B;
   bool has_graph = page->profile->n_timeline > 0 && width >= WIDTH_LEAST;
   size_t room = has_graph ? width * SIDE_PERCENT / 100 : width;
   char *text;
   FILE *out = an_memstream(&text, &size_B);
   put_side(page, room, out);
   an_memstream_close(out);
   if (has_graph)
      print_graph(page, width - room, text);
   else
      fputs(text, page->out);
   putc('\n', page->out);
   free(text);
}

/* ---- What to fix ---- */

/* Prints the finding if it has room in *n_lines, and takes that away; else false. */
static bool print_finding(const ah_page *page, const ah_finding *f, size_t kind_columns,
                          size_t *n_lines)
{
   char reason[AH_FINDING_REASON_B], cure[AH_FINDING_REASON_B], amount[AH_TEXT_B];
   const ah_profile *p = page->profile;
   size_t width = page->options->terminal->width;
   ah_amount saved = ah_finding_saved(f);
   char *place = ah_site_place(p, &p->sites[f->site], f->is_of_caller,
                               an_verdict_place_room(width, kind_columns));
   if (saved.bytes > 0)
      ah_text_bytes(amount, p, saved.bytes);
   else
      strcpy(amount + an_text_short(amount, saved.blocks), " blocks");
   ah_finding_reason(reason, p, f);
   ah_finding_cure_of(cure, f);
   const an_verdict_row row = { .amount = amount,
                                .of = ah_when_text(f->when),
                                .kind = ah_finding_name(f->kind),
                                .place = place,
                                .reason = reason,
                                .cure = cure,
                                .kind_columns = kind_columns };
   size_t n = an_verdict_lines(width, &row);
   bool fits = n <= *n_lines;
   if (fits) {
      an_verdict_print(page->out, width, &row);
      *n_lines -= n;
   }
   free(place);
   return fits;
}

/* Returns how many are printed. */
static size_t print_findings(const ah_page *page, const ah_findings *all)
{
   size_t height = page->options->terminal->height, kind_columns = 0;
   size_t n_lines = (height > OTHERS + 2 ? height : AN_SCREEN_ROWS) - OTHERS;
   size_t n = all->n < n_lines / 2 ? all->n : n_lines / 2, n_printed = 0;
   for (size_t i = 0; i < n; i++) {
      size_t length = strlen(ah_finding_name(all->findings[i].kind));
      kind_columns = length > kind_columns ? length : kind_columns;
   }
   if (ah_findings_are_silent(all, page->profile)) {
      fprintf(page->out,
              "%s of the peak was never read, in pieces too small to report:\n"
              "--criteria=share=0.1,part=1,touched=75 lists them.\n",
              AH_PERCENT(all->unneeded_B, page->profile->totals.peak.bytes, 1));
   } else if (n == 0) {
      fputs("No findings large enough to report.\n", page->out);
   }
   if (n > 0)
      an_verdict_print_head(page->out, "saves");
   while (n_printed < n
          && print_finding(page, &all->findings[n_printed], kind_columns, &n_lines))
      n_printed++;
   putc('\n', page->out);
   return n_printed;
}

/* ---- What is missing ---- */

/* Much of the program's own code has no lines: places are those of its callers. */
static void print_no_lines(const ah_page *page)
{
   enum { LEAST_PERCENT = 25 };
   ah_missing_debug found;
   ah_missing_debug_find(&found, page->profile);
   size_t i = 0;
   while (i < found.n && tk_library_is_system(found.of[i].object))
      i++;
   long double all = page->profile->totals.total.bytes;
   if (i == found.n || found.of[i].bytes < all * LEAST_PERCENT / 100 || all == 0)
      return;
   an_page_colour(&page->base, AN_COLOUR_WARNING);
   fputs("WARNING: no line numbers in ", page->out);
   an_text_name(page->out, an_base_name(found.of[i].object));
   fputs(": build it with -g to see the lines that allocate", page->out);
   an_page_colour(&page->base, AN_COLOUR_NONE);
   fputs("\n\n", page->out);
}

/* ---- What to type next ---- */

/* The most useful ones, in their order. */
static void print_next(const ah_page *page, size_t n_findings)
{
   const ah_report_options *options = page->options;
   const ah_profile *p = page->profile;
   size_t n = 0, more = 0, width = options->terminal->width;
   char what[AH_TEXT_B];
   if (options->n_findings > 0 && options->findings != NULL
       && options->findings->n > n_findings)
      more = options->findings->n - n_findings;
   if (p->n_looks > 0 && ++n)
      an_verdict_print_next(page->out, width, "what keeps it alive", "hp_annotate",
                            "--by=owner", options->file);
   char *run = an_called_run("valgrind --tool=", "heapprof", "--accesses=yes");
   if (p->is_heapprof && !p->has_accesses && strcmp(p->mode, "heap") == 0 && ++n)
      an_verdict_print_next(page->out, width, "never used, never read", run, "", "");
   free(run);
   snprintf(what, sizeof what, "%zu more finding%s", more, more == 1 ? "" : "s");
   if (more > 0 && ++n)
      an_verdict_print_next(page->out, width, what, "hp_annotate", "--findings=0",
                            options->file);
   if (n < NEXT && ++n)
      an_verdict_print_next(page->out, width, "one page for a browser", "hp_annotate",
                            "--html=heap.html", options->file);
   if (n < NEXT)
      an_verdict_print_next(page->out, width, "compare with a run", "hp_diff", "OLD",
                            options->file);
   putc('\n', page->out);
}

void ah_page_verdict(const ah_page *page)
{
   const ah_findings *findings = page->options->findings;
   const ah_profile *p = page->profile;
   size_t n_findings = 0;
   ah_verdict_put_run(p, page->options->terminal->width, page->out);
   fputs("\n\n", page->out);
   print_no_lines(page);
   if (p->has_lifetimes)
      print_picture(page);
   if (findings != NULL && page->options->n_findings > 0 && strcmp(p->mode, "heap") == 0)
      n_findings = print_findings(page, findings);
   print_next(page, n_findings);
}
