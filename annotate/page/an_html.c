/* an_html.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "page/an_html.h"

#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/tk_array.h"
#include "page/an_html_parts.h"
#include "page/an_html_text.h"

#include <string.h>

static const char escape[] = "\\u003c";
enum { ESCAPE_B = sizeof escape - 1 };

/* ---- The document ---- */

static void put_left_out(an_json_out *json, const an_html_left_out *left_out,
                         double threshold)
{
   AN_JSON_PUT_OBJECT(json, "", "left_out", AN_JSON("functions", left_out->functions),
                      AN_JSON("lines", left_out->lines),
                      AN_JSON("paths", left_out->paths),
                      AN_JSON("sources", left_out->sources),
                      AN_JSON_NUMBER("threshold_percent", threshold));
}

static void put_document(const an_html_page *page, double threshold, FILE *out)
{
   an_json_out json = { .out = out };
   an_html_left_out left_out = { 0 };
   char producer[64];
   snprintf(producer, sizeof producer, "Quern " PACKAGE_VERSION " %s", page->command);
   an_json_put_open(&json, NULL, '{');
   AN_JSON_PUT(&json, AN_JSON("schema", "page"), AN_JSON_INT("version", AN_HTML_VERSION),
               AN_JSON("tool", page->tool), AN_JSON("is_pair", page->is_pair),
               AN_JSON("producer", producer));
   AN_JSON_PUT_ARRAY(&json, "", "files", i, page->n_files, AN_JSON(NULL, page->files[i]));
   page->put_members(page->context, &json, threshold, &left_out);
   put_left_out(&json, &left_out, threshold);
   an_json_put_close(&json, '}');
   putc('\n', out);
}

/* ---- Its size ---- */

typedef struct {
   const tk_alloc *alloc;
   char *text;
   size_t size_B, capacity;
   size_t in_page_B; /* there each "<" is escaped */
   size_t most_B;    /* more is a write error: writers stop early */
} document;

/* A stream's write function. */
static ssize_t keep_text(void *cookie, const char *text, size_t n)
{
   document *made = cookie;
   if (made->in_page_B > made->most_B)
      return 0;
   made->in_page_B += n;
   for (size_t i = 0; i < n; i++)
      made->in_page_B += text[i] == '<' ? ESCAPE_B - 1 : 0;
   if (made->in_page_B > made->most_B)
      return 0;
   TK_ARRAY_ROOM_FOR(n, made->alloc, AN_LABEL, made->text, made->size_B, made->capacity);
   memcpy(made->text + made->size_B, text, n);
   made->size_B += n;
   return (ssize_t)n;
}

static FILE *open_document(const an_html_page *page, size_t most_B, document *made)
{
   *made = (document){ .alloc = page->alloc, .most_B = most_B };
   cookie_io_functions_t functions = { .write = keep_text };
   return an_need(fopencookie(made, "w", functions));
}

static void make_document(const an_html_page *page, double threshold, size_t most_B,
                          document *made)
{
   FILE *out = open_document(page, most_B, made);
   put_document(page, threshold, out);
   fclose(out);
}

static void make_tables(const an_html_page *page, document *made)
{
   an_json_out json = { .out = open_document(page, SIZE_MAX, made) };
   page->put_tables(page->context, &json);
   putc('\n', json.out);
   fclose(json.out);
}

/* The next larger one; 100: the last. */
static double next_threshold(double threshold)
{
   static const double steps[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
                                   0.5,   1,     2,     5,    10,   20,   50 };
   for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
      if (steps[i] > threshold)
         return steps[i];
   return 100;
}

static size_t room_at(double threshold)
{
   if (threshold >= 100)
      return SIZE_MAX;
   return threshold < 0.1 ? AN_HTML_ORDINARY_B : AN_HTML_MOST_B;
}

static void make_small_enough(const an_html_page *page, document *made)
{
   double threshold = page->threshold;
   make_document(page, threshold, room_at(threshold), made);
   while (made->in_page_B > made->most_B) {
      tk_put(made->alloc, made->text);
      threshold = next_threshold(threshold);
      make_document(page, threshold, room_at(threshold), made);
   }
}

void an_html_write_json(const an_html_page *page, FILE *out)
{
   document made;
   make_small_enough(page, &made);
   fwrite(made.text, 1, made.size_B, out);
   tk_put(made.alloc, made.text);
}

/* ---- The page ---- */

static void put_part(size_t i, FILE *out)
{
   fwrite(an_html_parts[i].text, 1, an_html_parts[i].size_B, out);
}

/* The document in a script element, which no "<" of a string can end: JSON has that
   character only in strings. */
static void put_data(const document *made, FILE *out)
{
   const char *at = made->text, *end = at + made->size_B;
   for (const char *next; (next = memchr(at, '<', (size_t)(end - at))) != NULL;
        at = next + 1) {
      fwrite(at, 1, (size_t)(next - at), out);
      fputs(escape, out);
   }
   fwrite(at, 1, (size_t)(end - at), out);
}

void an_html_write(const an_html_page *page, FILE *out)
{
   document made, tables;
   make_small_enough(page, &made);
   make_tables(page, &tables);
   put_part(AN_HTML_HEAD, out);
   an_html_text(out, page->title);
   put_part(AN_HTML_STYLE, out);
   page->put_static(page->context, out);
   put_part(AN_HTML_MIDDLE, out);
   put_data(&made, out);
   put_part(AN_HTML_TABLES, out);
   put_data(&tables, out);
   put_part(AN_HTML_SCRIPT, out);
   tk_put(made.alloc, made.text);
   tk_put(tables.alloc, tables.text);
}
