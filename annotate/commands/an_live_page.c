/* an_live_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_page.h"

#include "base/an_alloc.h"
#include "base/an_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   SHARE_COLUMNS = 7,
   VALUE_COLUMNS = 8,
   GAP = 2,
   NAME_LEAST = 24, /* columns are dropped until names have so much room */
   ANY_WIDTH = 100, /* names are cut to fit it if any width is allowed */
   ROOMY = 16,
   DETAIL = 20, /* lines from which there are blank ones, and whole names */
   DETAIL_LINES = 3,
};

typedef struct page {
   an_live_view *view;
   const an_live *live;
   an_live_size size;
   const an_live_sink *sink;
   size_t left; /* lines of the height */
   size_t shown[AN_LIVE_COLUMNS], n_shown;
   char *text; /* of the line that is written */
   size_t text_B;
} page;

/* ---- Lines ---- */

static FILE *begin_line(page *p)
{
   p->text = NULL;
   return an_memstream(&p->text, &p->text_B);
}

/* Ends the line; lines beyond the height are dropped. */
static void end_line(page *p, FILE *out, an_live_style style)
{
   an_memstream_close(out);
   if (p->size.height == 0 || p->left > 0) {
      char *cut = NULL;
      size_t cut_B;
      FILE *fit = an_memstream(&cut, &cut_B);
      an_text_name_fit(fit, p->text, p->size.width == 0 ? SIZE_MAX : p->size.width);
      an_memstream_close(fit);
      p->sink->line(p->sink->context, style, cut);
      free(cut);
      p->left -= p->left > 0;
   }
   free(p->text);
}

static void put_line(page *p, an_live_style style, const char *text)
{
   FILE *out = begin_line(p);
   an_text_name(out, text);
   end_line(p, out, style);
}

static size_t width_of(const page *p)
{
   return p->size.width == 0 ? ANY_WIDTH : p->size.width;
}

/* ---- The head ---- */

static void put_command(page *p)
{
   char right[64];
   size_t width = width_of(p);
   FILE *out = begin_line(p);
   snprintf(right, sizeof right, "  %s, pid %d", p->live == NULL ? "" : p->live->tool,
            p->view->pid);
   size_t room = width > strlen(right) ? width - strlen(right) : 0;
   const char *command = p->live == NULL ? "" : p->live->command;
   size_t used = an_text_name_columns(command);
   an_text_middle_fit(out, command, room);
   fprintf(out, "%*s%s", used < room ? (int)(room - used) : 0, "", right);
   end_line(p, out, AN_LIVE_PLAIN);
}

static void put_time(FILE *out, int64_t ms)
{
   long long s = ms / 1000;
   if (s >= 3600)
      fprintf(out, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
   else
      fprintf(out, "%lld:%02lld", s / 60, s % 60);
}

static bool is_per_second(const page *p)
{
   return p->live->has_base && p->view->base == AN_LIVE_POLL && p->live->ms > 0;
}

static const char *base_of(const page *p)
{
   if (!p->live->has_base)
      return p->live->was_zeroed ? "since counts were set to 0, run" : "since the start";
   return p->view->base == AN_LIVE_POLL ? "per second since the last refresh"
                                        : "since the first refresh";
}

static void put_moment(page *p)
{
   FILE *out = begin_line(p);
   if (p->live == NULL) {
      fputs("waiting for the first refresh", out);
   } else {
      fprintf(out, "refresh %u, %s: ", p->view->n_polls, base_of(p));
      if (is_per_second(p) && p->live->ms < 60000)
         fprintf(out, "%.1f s", (double)p->live->ms / 1000);
      else
         put_time(out, p->live->ms);
      if (p->live->is_off)
         fputs("; counting is off", out);
      if (p->view->is_paused)
         fputs("; paused", out);
   }
   end_line(p, out, AN_LIVE_PLAIN);
}

/* ---- The table ---- */

/* Chooses as many columns as leave room for names; the one that sorts is always there. */
static void choose_columns(page *p)
{
   size_t width = width_of(p), n = p->live->n_columns;
   size_t fixed = SHARE_COLUMNS + GAP + NAME_LEAST;
   size_t fit = width > fixed ? (width - fixed) / VALUE_COLUMNS : 0;
   if (fit < 1)
      fit = 1;
   p->n_shown = fit < n ? fit : n;
   for (size_t i = 0; i < p->n_shown; i++)
      p->shown[i] = i;
   if (p->view->sort >= p->n_shown)
      p->shown[p->n_shown - 1] = p->view->sort;
}

/* What shares are of: the column that sorts; growth has none. */
static size_t share_column(const page *p)
{
   return p->live->columns[p->view->sort].unit == AN_LIVE_GROWTH ? 0 : p->view->sort;
}

static void put_titles(page *p)
{
   FILE *out = begin_line(p);
   fprintf(out, "%*s", SHARE_COLUMNS, "share");
   for (size_t i = 0; i < p->n_shown; i++) {
      char title[AN_LIVE_TITLE_B + 1];
      snprintf(title, sizeof title, "%s%s", p->shown[i] == p->view->sort ? ">" : "",
               p->live->columns[p->shown[i]].title);
      fprintf(out, " %*.*s", VALUE_COLUMNS - 1, VALUE_COLUMNS - 1, title);
   }
   fprintf(out, "%*s%s", GAP, "", p->live->noun);
   end_line(p, out, AN_LIVE_TITLE);
}

/* Writes a value: whole numbers are shortened; flows and growth are per second since the
   last poll. */
static void put_value(const page *p, FILE *out, size_t column, long double value)
{
   char text[AN_TEXT_NUMBER_B + 1] = "", *at = text;
   an_live_unit unit = p->live->columns[column].unit;
   if (isnan(value)) {
      snprintf(text, sizeof text, "n/a");
   } else if (unit == AN_LIVE_RATIO) {
      snprintf(text, sizeof text, "%.2Lf", value);
   } else {
      if (unit != AN_LIVE_LEVEL && is_per_second(p))
         value = value * 1000 / p->live->ms;
      if (unit == AN_LIVE_GROWTH && value >= 0.5L)
         *at++ = '+';
      an_text_short(at, llroundl(value));
   }
   fprintf(out, " %*s", VALUE_COLUMNS - 1, text);
}

/* Writes a share without parentheses; nothing if there is none. */
static void put_share(const page *p, FILE *out, const an_live_row *row)
{
   size_t column = share_column(p);
   long double part = row->values[column], whole = p->live->whole.values[column];
   char share[AN_TEXT_NUMBER_B] = "";
   if (p->live->columns[column].unit != AN_LIVE_RATIO && whole > 0 && part > 0)
      snprintf(share, sizeof share, "%.1Lf%%", 100 * part / whole);
   fprintf(out, "%*s", SHARE_COLUMNS, share);
}

static void put_row(page *p, const an_live_row *row, const char *name,
                    an_live_style style)
{
   size_t used = SHARE_COLUMNS + p->n_shown * VALUE_COLUMNS + GAP, width = width_of(p);
   FILE *out = begin_line(p);
   put_share(p, out, row);
   for (size_t i = 0; i < p->n_shown; i++)
      put_value(p, out, p->shown[i], row->values[p->shown[i]]);
   fprintf(out, "%*s", GAP, "");
   an_text_middle_fit(out, name, width > used ? width - used : 0);
   end_line(p, out, style);
}

/* Moves the page so that the selected row is on it. */
static void scroll_page(an_live_view *view, size_t n_rows)
{
   if (view->at >= n_rows)
      view->at = n_rows == 0 ? 0 : n_rows - 1;
   if (view->first > view->at)
      view->first = view->at;
   if (view->at >= view->first + view->shown)
      view->first = view->at - view->shown + 1;
   if (view->first + view->shown > n_rows)
      view->first = n_rows > view->shown ? n_rows - view->shown : 0;
}

static void put_rows(page *p)
{
   const an_live *live = p->live;
   for (size_t i = p->view->first; i < p->view->first + p->view->shown; i++) {
      if (i >= live->n_rows) {
         if (p->size.height > 0)
            put_line(p, AN_LIVE_PLAIN, "");
         continue;
      }
      char *name = an_live_name(live, &live->rows[i]);
      bool is_selected = p->size.height > 0 && i == p->view->at;
      put_row(p, &live->rows[i], name, is_selected ? AN_LIVE_SELECTED : AN_LIVE_PLAIN);
      free(name);
   }
}

/* The selected row's whole name, on as many lines as there are for it. */
static void put_detail(page *p, size_t lines)
{
   const an_live *live = p->live;
   char *name = live->n_rows == 0 ? NULL : an_live_name(live, &live->rows[p->view->at]);
   char *safe = name == NULL ? NULL : an_text_shown(name), *at = safe;
   for (size_t i = 0; i < lines; i++) {
      size_t n = 0, columns = 0;
      FILE *out = begin_line(p);
      while (at != NULL && at[n] != '\0') {
         size_t length = 1;
         while ((at[n + length] & 0xc0) == 0x80)
            length++;
         columns += an_text_character_columns(at + n, length);
         if (columns > p->size.width && i + 1 < lines)
            break;
         n += length;
      }
      if (at != NULL)
         fwrite(at, 1, n, out);
      end_line(p, out, AN_LIVE_PLAIN);
      if (at != NULL)
         at += n;
   }
   free(safe);
   free(name);
}

/* ---- The foot ---- */

static void put_foot(page *p)
{
   static const char *const keys[] = {
      "q quit  left/right: sort by  r reverse  up/down: select  b since when  p pause  "
      "space: refresh",
      "q quit  </> sort  r reverse  b since when  p pause",
      "q quit  </> sort  b base  p pause",
   };
   size_t i = 0;
   if (p->view->message != NULL) {
      put_line(p, AN_LIVE_MESSAGE, p->view->message);
      return;
   }
   while (i < 2 && strlen(keys[i]) > p->size.width)
      i++;
   if (p->size.height > 0)
      put_line(p, AN_LIVE_KEYS, keys[i]);
}

void an_live_page(an_live_view *view, const an_live *live, const an_live_size *size,
                  const an_live_sink *sink)
{
   page p = {
      .view = view, .live = live, .size = *size, .sink = sink, .left = size->height
   };
   bool is_roomy = size->height == 0 || size->height >= ROOMY;
   size_t detail = size->height >= DETAIL ? DETAIL_LINES : 0;
   put_command(&p);
   put_moment(&p);
   if (live != NULL) {
      put_line(&p, AN_LIVE_PLAIN, live->facts);
      if (is_roomy)
         put_line(&p, AN_LIVE_PLAIN, "");
      choose_columns(&p);
      put_titles(&p);
      put_row(&p, &live->whole, "the whole program", AN_LIVE_PLAIN);
      if (size->height > 0) {
         size_t below = 1 + detail;
         view->shown = p.left > below ? p.left - below : 0;
      } else {
         view->shown = size->rows < live->n_rows ? size->rows : live->n_rows;
      }
      scroll_page(view, live->n_rows);
      put_rows(&p);
      put_detail(&p, detail);
   } else {
      while (p.left > 1)
         put_line(&p, AN_LIVE_PLAIN, "");
   }
   put_foot(&p);
}
