/* ac_sharing_print.c -- lines of memory that threads share, in a text report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   LIMITED = 3,      /* lines of memory in a report of limited length */
   LIMITED_ROWS = 4, /* accesses of each */
   BYTES_B = 200,
};

static const ac_data_report *report_of(const an_page *page)
{
   return page->scope.analysis->data;
}

/* ---- One line of memory ---- */

/* "0-7", "0-7, 16-23" of the line of memory. */
static void write_bytes(uint64_t mask, char text[BYTES_B])
{
   size_t used = 0;
   text[0] = '\0';
   for (int i = 0; i < 64; i++) {
      int first = i;
      if ((mask >> i & 1) == 0)
         continue;
      while (i + 1 < 64 && (mask >> (i + 1) & 1) != 0)
         i++;
      const char *form = first == i ? "%s%d" : "%s%d-%d";
      used += (size_t)snprintf(text + used, BYTES_B - used, form, used > 0 ? "," : "",
                               first, i);
      if (used >= BYTES_B - 8)
         break;
   }
}

/* The row with most accesses of each thread comes first, then its second, and so on. */
typedef struct {
   const ac_shared_access *of;
   size_t rank; /* among those of its thread */
} row;

typedef struct {
   int thread, bytes, reads, writes;
} widths;

static void widen(int *width, const char *text)
{
   int n = (int)strlen(text);
   *width = n > *width ? n : *width;
}

static widths fit(const row *rows, size_t n)
{
   widths w = { (int)strlen("thread"), (int)strlen("bytes"), (int)strlen("reads"),
                (int)strlen("writes") };
   char text[BYTES_B];
   for (size_t i = 0; i < n; i++) {
      write_bytes(rows[i].of->mask, text);
      widen(&w.bytes, text);
      an_text_count(text, rows[i].of->reads);
      widen(&w.reads, text);
      an_text_count(text, rows[i].of->writes);
      widen(&w.writes, text);
   }
   return w;
}

/* "counters (count.c): +8". */
static void print_datum(const an_page *page, const ac_shared_access *access)
{
   const ac_data_report *report = report_of(page);
   const ac_data_view *view = &report->view;
   char text[AC_DATA_SPOT_B];
   const ac_data_spot spot = ac_data_report_spot(report, access);
   an_text_name(page->out, view->objects[view->object_of[access->datum]].label);
   ac_data_spot_text(&spot, text);
   if (*text != '\0') {
      fputs(": ", page->out);
      an_text_name(page->out, text);
   }
}

static void print_access(const an_page *page, const ac_shared_access *access,
                         const widths *w)
{
   char bytes[BYTES_B], reads[AN_TEXT_NUMBER_B], writes[AN_TEXT_NUMBER_B];
   size_t width = page->scope.terminal->width;
   write_bytes(access->mask, bytes);
   an_text_count(reads, access->reads);
   an_text_count(writes, access->writes);
   fprintf(page->out, "  %*" PRIu32 "  %-*s  %*s  %*s  ", w->thread, access->thread,
           w->bytes, bytes, w->reads, reads, w->writes, writes);
   ac_data_print_line(page, access->function, access->line,
                      width == 0 ? SIZE_MAX : width / 4);
   print_datum(page, access);
   putc('\n', page->out);
}

/* What to do about it; NULL: nothing. */
static const char *cure_of(ac_sharing_verdict verdict)
{
   switch (verdict) {
   case AC_SHARING_FALSE:
      return "cure: give each thread's part a line of its own (alignas(64)), or a local "
             "copy";
   case AC_SHARING_BOTH:
      return "cure: move the bytes of single threads away from those that threads share";
   case AC_SHARING_TRUE:
   case AC_SHARING_NONE:
      break;
   }
   return NULL;
}

static bool is_more(const ac_shared_access *a, const ac_shared_access *b)
{
   int64_t x = a->reads + a->writes, y = b->reads + b->writes;
   return x != y ? x > y : a < b;
}

static int compare_accesses(const void *a, const void *b)
{
   const row *x = a, *y = b;
   if (x->of->thread != y->of->thread)
      return x->of->thread < y->of->thread ? -1 : 1;
   return x->of == y->of ? 0 : is_more(x->of, y->of) ? -1 : 1;
}

static int compare_rows(const void *a, const void *b)
{
   const row *x = a, *y = b;
   if (x->rank != y->rank)
      return x->rank < y->rank ? -1 : 1;
   return x->of == y->of ? 0 : is_more(x->of, y->of) ? -1 : 1;
}

/* NULL: memory ran out. */
static row *order(const an_page *page, const ac_shared_access *accesses, size_t n)
{
   row *rows = tk_get(page->scope.alloc, "an.sharing", (n + 1) * sizeof *rows);
   if (rows == NULL)
      return NULL;
   for (size_t i = 0; i < n; i++)
      rows[i] = (row){ &accesses[i], 0 };
   qsort(rows, n, sizeof *rows, compare_accesses);
   for (size_t i = 1; i < n; i++)
      if (rows[i].of->thread == rows[i - 1].of->thread)
         rows[i].rank = rows[i - 1].rank + 1;
   qsort(rows, n, sizeof *rows, compare_rows);
   return rows;
}

void ac_sharing_print_name(const an_page *page, const ac_sharing_side *side, size_t line)
{
   static const char *const titles[] = {
      [AC_SHARING_NONE] = "Shared, but hardly at the same time",
      [AC_SHARING_FALSE] = "False sharing",
      [AC_SHARING_TRUE] = "True sharing",
      [AC_SHARING_BOTH] = "False and true sharing",
   };
   const ac_data_view *view = &report_of(page)->view;
   const ac_shared_line *of = &side->of->lines[line];
   const ac_shared_access *most = &side->of->accesses[of->first_access];
   for (size_t i = 1; i < of->n_accesses; i++) {
      const ac_shared_access *access = &side->of->accesses[of->first_access + i];
      most = is_more(access, most) ? access : most;
   }
   fprintf(page->out, "%s of ", titles[side->judged[line].verdict]);
   an_text_name(page->out, view->objects[view->object_of[most->datum]].label);
}

an_status ac_sharing_print_rows(const an_page *page, const ac_sharing_side *side,
                                size_t line)
{
   const ac_shared_line *of = &side->of->lines[line];
   size_t n = of->n_accesses, most = LIMITED_ROWS;
   size_t n_shown = ac_request_is_short(page->scope.request) && most < n ? most : n;
   const char *cure = cure_of(side->judged[line].verdict);
   row *rows = order(page, &side->of->accesses[of->first_access], n);
   if (rows == NULL)
      return AN_NO_MEMORY;
   widths w = fit(rows, n_shown);
   fprintf(page->out, "  %*s  %-*s  %*s  %*s  line, data object: place\n", w.thread,
           "thread", w.bytes, "bytes", w.reads, "reads", w.writes, "writes");
   for (size_t i = 0; i < n_shown; i++)
      print_access(page, rows[i].of, &w);
   if (n_shown < n)
      fputs("  ", page->out);
   an_page_more(page, n - n_shown, "row", "--sharing");
   if (cure != NULL)
      fprintf(page->out, "  %s\n", cure);
   putc('\n', page->out);
   tk_put(page->scope.alloc, rows);
   return AN_OK;
}

static an_status print_line(const an_page *page, size_t line)
{
   const ac_sharing_side *side = &report_of(page)->sharing;
   const ac_sharing_judgement *judged = &side->judged[line];
   char bound[AN_TEXT_NUMBER_B], transfers[AN_TEXT_NUMBER_B];
   an_text_count(bound, judged->bound);
   an_text_count(transfers, side->of->lines[line].transfers);
   an_page_colour(page, judged->verdict & AC_SHARING_FALSE ? AN_COLOUR_WARNING
                                                           : AN_COLOUR_HEADING);
   ac_sharing_print_name(page, side, line);
   an_page_colour(page, AN_COLOUR_NONE);
   fprintf(page->out, "\n  transfers: at most %s, %s in this run\n", bound, transfers);
   return ac_sharing_print_rows(page, side, line);
}

/* ---- The section ---- */

/* Those to show: findings, or all with --threshold=0. */
static size_t count_shown(const ac_sharing_side *side, bool are_all)
{
   size_t n = 0;
   while (n < side->of->n_lines
          && (are_all || side->judged[side->order[n]].verdict != AC_SHARING_NONE))
      n++;
   return n;
}

size_t ac_sharing_limit(const an_page *page, size_t n)
{
   const ac_request *request = page->scope.request;
   size_t most = ac_request_is_short(request) ? LIMITED : request->n_top;
   return most == 0 || n < most ? n : most;
}

void ac_sharing_print_left_out(const an_page *page, const ac_sharing *sharing,
                               const char *whose)
{
   char lines[AN_TEXT_NUMBER_B], accesses[AN_TEXT_NUMBER_B];
   if (sharing->left_out_lines == 0)
      return;
   an_text_count(lines, sharing->left_out_lines);
   an_text_count(accesses, sharing->left_out_accesses);
   fprintf(page->out, "%s leaves out %s shared lines of memory with %s accesses.\n\n",
           whose, lines, accesses);
}

an_status ac_sharing_print_lines(an_page *page)
{
   const ac_sharing_side *side = &report_of(page)->sharing;
   bool is_alone = page->scope.request->by != NULL;
   size_t n_all = side->of->n_lines;
   size_t n = count_shown(side, is_alone && page->scope.request->threshold == 0);
   size_t n_shown = ac_sharing_limit(page, n);
   an_page_heading(page, "Lines of memory that threads share", NULL);
   an_status status = AN_OK;
   for (size_t i = 0; i < n_shown && status == AN_OK; i++)
      status = print_line(page, side->order[i]);
   if (n == 0)
      fputs("(none is shared often)\n\n", page->out);
   an_page_more(page, n - n_shown, "shared line", is_alone ? "--top=0" : "--sharing");
   if (is_alone)
      an_page_more(page, n_all - n, "hardly shared line", "--threshold=0");
   if (n_shown < n || (is_alone && n < n_all))
      putc('\n', page->out);
   ac_sharing_print_left_out(page, side->of, "The profile");
   return status;
}
