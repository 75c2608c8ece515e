/* an_why_print.c -- where most estimated cycles of functions and lines go, and why.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_machine_views.h"

#include "counts/an_why.h"
#include "report/an_spots.h"

#include <string.h>

enum { LIMITED = 5, GAP = 2, SHARE = 6, PLACE = 22, LEAST_PLACE = 16 };

static long double weigh(const void *context, const an_spot *spot)
{
   return (long double)an_why_of(context, spot->counts).sum;
}

static an_status open_spots(an_spots *spots, const an_whys *whys,
                            const an_profile *profile, const tk_alloc *alloc,
                            const an_report_options *options, an_spot_kind kind)
{
   return an_spots_open(spots, alloc, profile, options, kind,
                        (an_spot_weight){ weigh, whys });
}

/* Those that reach the threshold. */
static size_t n_listed(const an_spots *spots, double threshold, double all)
{
   size_t n = 0;
   while (n < spots->n && 100 * (double)spots->of[n].weight >= threshold * all)
      n++;
   return n;
}

/* ---- Text ---- */

/* Where the columns are.  In a narrow report the reason is below the place. */
typedef struct {
   size_t room, longest, place; /* of reasons, the longest one, of places; in columns */
   bool is_narrow;
} layout;

static layout layout_of(const an_page *page, const an_whys *whys, const an_spots *spots,
                        size_t n)
{
   char text[AN_WHY_B];
   size_t width = page->options->width, taken = SHARE + 2 * GAP;
   layout l = { .room = width == 0 ? SIZE_MAX : width > taken + PLACE
                       ? width - taken - PLACE : 0, .longest = strlen("why") };
   for (size_t i = 0; i < n; i++) {
      an_why why = an_why_of(whys, spots->of[i].counts);
      size_t needs = an_why_text(text, &why, l.room);
      l.longest = needs > l.longest ? needs : l.longest;
   }
   taken += l.longest;
   l.is_narrow = width > 0 && taken + LEAST_PLACE > width;
   taken = l.is_narrow ? SHARE + GAP : taken;
   l.place = width == 0 ? SIZE_MAX : width > taken ? width - taken : 0;
   return l;
}

static void print_names(const an_page *page, const layout *l, an_spot_kind kind)
{
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(page->out, "%*s%*s", SHARE, "cycles", GAP, "");
   if (!l->is_narrow)
      fprintf(page->out, "%-*s%*s", (int)l->longest, "why", GAP, "");
   an_page_colour(page, AN_COLOUR_NONE);
   fprintf(page->out, "%s%s\n", an_spot_title(kind), l->is_narrow ? ", why" : "");
}

static void print_rows(an_page *page, const an_whys *whys, const an_spots *spots,
                       size_t n, double all)
{
   char text[AN_WHY_B];
   layout l = layout_of(page, whys, spots, n);
   print_names(page, &l, spots->kind);
   for (size_t i = 0; i < n; i++) {
      an_why why = an_why_of(whys, spots->of[i].counts);
      an_why_text(text, &why, l.room);
      fprintf(page->out, "%*.1f%%%*s", SHARE - 1, 100 * why.sum / all, GAP, "");
      if (!l.is_narrow)
         fprintf(page->out, "%-*s%*s", (int)l.longest, text, GAP, "");
      an_spot_print(page, spots->kind, &spots->of[i], l.place);
      putc('\n', page->out);
      if (l.is_narrow)
         fprintf(page->out, "%*s%s\n", SHARE + GAP, "", text);
   }
}

static an_status print_kind(an_page *page, const an_whys *whys, an_spot_kind kind,
                            double all)
{
   an_spots spots;
   const an_report_options *options = page->options;
   size_t most = options->by == NULL && options->is_limited ? LIMITED
                 : options->n_top > 0 ? options->n_top : SIZE_MAX;
   an_status status
      = open_spots(&spots, whys, page->profile, page->alloc, options, kind);
   if (status != AN_OK)
      return status;
   size_t listed = n_listed(&spots, an_report_row_threshold(options), all);
   size_t n = listed < most ? listed : most;
   if (n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   else
      print_rows(page, whys, &spots, n, all);
   an_page_more(page, listed - n, an_spot_kind_name(kind),
                options->by == NULL ? "--why" : "--top=0");
   putc('\n', page->out);
   an_spots_close(&spots);
   return AN_OK;
}

bool an_why_is_known(const an_profile *profile)
{
   an_whys whys;
   return an_whys_open(&whys, profile);
}

an_status an_why_section(an_page *page)
{
   an_whys whys;
   an_status status = AN_OK;
   if (page->options->is_pair || !an_whys_open(&whys, page->profile))
      return AN_OK;
   double all = an_why_of(&whys, an_profile_totals(page->profile)).sum;
   an_page_heading(page, "Where estimated cycles go, and why", NULL);
   if (page->options->by != NULL)
      status = print_kind(page, &whys, AN_SPOT_FUNCTION, all);
   return status == AN_OK ? print_kind(page, &whys, AN_SPOT_LINE, all) : status;
}

/* ---- JSON ---- */

static void put_why(an_json_out *json, const an_whys *whys, const int64_t *counts)
{
   char text[AN_WHY_B];
   an_why why = an_why_of(whys, counts);
   an_why_text(text, &why, SIZE_MAX);
   an_json_put_number(json, "cycles", (long double)why.sum, true);
   an_json_put_text(json, "most", why.cycles);
   an_json_put_number(json, "share", (long double)why.share, false);
   an_json_put_text(json, "rule", why.rule);
   an_json_put_text(json, "text", text);
   an_json_put_text(json, "cure", why.cure);
}

static an_status put_kind(an_json_out *json, const an_whys *whys,
                          const an_profile *profile, const tk_alloc *alloc,
                          const an_report_options *options, an_spot_kind kind)
{
   an_spots spots;
   double all = an_why_of(whys, an_profile_totals(profile)).sum;
   an_status status = open_spots(&spots, whys, profile, alloc, options, kind);
   if (status != AN_OK)
      return status;
   size_t n = n_listed(&spots, an_report_row_threshold(options), all);
   for (size_t i = 0; i < n; i++) {
      an_json_open_line(json, " ", NULL, '{');
      an_spot_put_json(json, profile, kind, &spots.of[i]);
      put_why(json, whys, spots.of[i].counts);
      an_json_put_close(json, '}');
   }
   an_spots_close(&spots);
   return AN_OK;
}

an_status an_why_put_json(an_json_out *json, const an_profile *profile,
                          const tk_alloc *alloc, const an_report_options *options)
{
   static const char *const keys[] = { "functions", "lines" };
   an_whys whys;
   an_status status = AN_OK;
   if (options->is_pair || options->is_page || !an_whys_open(&whys, profile))
      return AN_OK;
   an_json_open_line(json, "", "why", '{');
   an_json_put_open(json, "total", '{');
   put_why(json, &whys, an_profile_totals(profile));
   an_json_put_close(json, '}');
   for (int kind = AN_SPOT_FUNCTION; kind <= AN_SPOT_LINE && status == AN_OK; kind++) {
      an_json_open_line(json, "", keys[kind], '[');
      status = put_kind(json, &whys, profile, alloc, options, (an_spot_kind)kind);
      an_json_put_close(json, ']');
   }
   an_json_put_close(json, '}');
   return status;
}
