/* an_gate_print.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_gate_print.h"

#include "base/an_alloc.h"
#include "base/an_json_members.h"
#include "base/an_text.h"
#include "sections/an_markup.h"
#include "sections/an_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   ANNOTATIONS_MAX = 10, /* that GitHub shows of a step */
   LINES_MAX = 16,       /* for people */
};

/* ---- Parts of messages ---- */

static const ac_function *function_of(const ac_gate *v, const ac_check *f)
{
   return ac_profile_function(v->of.pair, f->index);
}

static const char *file_name(const ac_gate *v, const ac_check *f)
{
   return ac_profile_file(v->of.pair, function_of(v, f)->file)->name;
}

/* "region sort/merge", and whether a profile lacks it. */
static void print_region(const ac_gate *v, const ac_check *f, FILE *out)
{
   const ac_region *region = ac_profile_region(v->of.regions, f->index);
   char *path = ac_region_path(v->of.regions, v->alloc, f->index);
   fputs("region ", out);
   an_text_name(out, path);
   if (region->count_before == 0)
      fputs(", not found in OLD", out);
   else if (region->count == 0)
      fputs(", not found in NEW", out);
   tk_put(v->alloc, path);
}

static const ac_gate_row *row_of(const ac_gate *v, const ac_check *f)
{
   return &v->of.calls[f->calls].rows[f->index];
}

/* "main;parse, inclusive" or "parse, inclusive (a.c)"; "data table (hash.c)", "owner
   cache (a.c:7)"; whether a profile lacks it. */
static void print_row(const ac_gate *v, const ac_check *f, FILE *out)
{
   const ac_gate_row *row = row_of(v, f);
   const char *noun = v->of.calls[f->calls].noun;
   if (noun != NULL)
      fprintf(out, "%s ", noun);
   an_text_name(out, row->name);
   fputs(noun != NULL ? "" : ", inclusive", out);
   if (row->file != NULL) {
      fputs(" (", out);
      an_text_name(out, row->file);
      putc(')', out);
   }
   if (f->before == 0 && f->after != 0)
      fputs(", not found in OLD", out);
   else if (f->after == 0 && f->before != 0)
      fputs(", not found in NEW", out);
}

/* "PROGRAM TOTALS", "region sort" or "function (file)". */
static void print_subject(const ac_gate *v, const ac_check *f, FILE *out)
{
   switch (f->of) {
   case AC_GATE_PROGRAM: fputs("PROGRAM TOTALS", out); break;
   case AC_GATE_REGION: print_region(v, f, out); break;
   case AC_GATE_CALLS: print_row(v, f, out); break;
   case AC_GATE_FUNCTION:
      an_text_name(out, function_of(v, f)->name);
      fputs(" (", out);
      an_text_name(out, file_name(v, f));
      putc(')', out);
      break;
   }
}

/* "1,000 -> 1,100, +100 (+10.00%)". */
static void print_change(const ac_check *f, FILE *out)
{
   char text[AN_TEXT_NUMBER_B];
   bool is_whole = ac_metric_is_whole(f->limit->metric);
   an_text_value(text, f->before, is_whole, false);
   fprintf(out, "%s -> ", text);
   an_text_value(text, f->after, is_whole, false);
   fputs(text, out);
   fputs(", ", out);
   an_page_change(&(an_page){ .out = out }, f->before, f->after, is_whole, 0);
}

/* "Ir: 1,000 -> 1,100, +100 (+10.00%); limit 1%"; of one profile, "Ir: 1,100; ..." */
static void print_message(const ac_gate *v, const ac_check *f, FILE *out)
{
   char text[AN_TEXT_NUMBER_B];
   an_text_name(out, f->limit->metric->name);
   fputs(": ", out);
   if (v->of.is_single) {
      an_text_value(text, f->after, ac_metric_is_whole(f->limit->metric), false);
      fputs(text, out);
   } else {
      print_change(f, out);
   }
   fprintf(out, "; limit %s", f->limit->text);
}

/* What is printed, for free(). */
static char *text_of(const ac_gate *v, const ac_check *f,
                     void (*print)(const ac_gate *, const ac_check *, FILE *))
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   print(v, f, out);
   an_memstream_close(out);
   return text;
}

/* ---- For people ---- */

/* "function (file)" in at most `room` columns.  The file gets what the function leaves,
   and a third at least. */
static void print_function_fit(const ac_label *label, const char *file, size_t room,
                               FILE *out)
{
   enum { BRACKETS = 3 };
   size_t n_file = an_text_name_columns(file);
   size_t n = ac_label_columns(label) + BRACKETS;
   size_t left = room > n ? room - n : 0;
   if (left < room / 3)
      left = room / 3;
   if (n_file > left)
      n_file = left;
   size_t taken = n_file + BRACKETS;
   ac_label_print(label, out, room > taken ? room - taken : 0);
   fputs(" (", out);
   an_text_path_fit(out, file, n_file);
   putc(')', out);
}

/* A call path in at most `room` columns.  If it is cut, it begins where the C++ library
   was called, as in the table of call paths. */
static void print_path_fit(const ac_label *label, const char *file, size_t room,
                           FILE *out)
{
   static const char library[] = "std::", called_by[] = " < ";
   enum { BRACKETS = 3 };
   const char *at = label->text, *next;
   if (ac_label_columns(label) + an_text_name_columns(file) + BRACKETS <= room) {
      print_function_fit(label, file, room, out);
      return;
   }
   while (strncmp(at, library, strlen(library)) == 0
          && (next = strstr(at, called_by)) != NULL)
      at = next + strlen(called_by);
   an_text_name_fit(out, at, room);
}

/* Prints the subject after a line's first `taken` columns. */
static void print_subject_fit(const ac_gate *gate, const ac_check *f,
                              const an_gate_style *style, size_t taken, FILE *out)
{
   if (f->of != AC_GATE_FUNCTION || style->labels == NULL) {
      print_subject(gate, f, out);
      return;
   }
   size_t width = style->terminal.width == 0 ? SIZE_MAX : style->terminal.width;
   (style->are_paths ? print_path_fit : print_function_fit)(
      &style->labels->labels[f->index], file_name(gate, f),
      width > taken ? width - taken : 0, out);
}

static const char *verdict_of(const ac_check *check)
{
   return check->is_missing ? "MISSING" : check->is_exceeded ? "EXCEEDED" : "kept";
}

static void print_line(const ac_gate *gate, const ac_check *f, const an_gate_style *style,
                       FILE *out)
{
   enum { VERDICT = sizeof "EXCEEDED  " - 1 };
   const char *verdict = verdict_of(f);
   bool is_coloured = style->terminal.colour && f->is_exceeded;
   char *message = text_of(gate, f, print_message);
   if (is_coloured)
      an_text_colour(out, AN_COLOUR_HOTTEST);
   fprintf(out, "%-*s%s: ", VERDICT, verdict, message);
   print_subject_fit(gate, f, style, VERDICT + an_text_columns(message) + strlen(": "),
                     out);
   if (is_coloured)
      an_text_colour(out, AN_COLOUR_NONE);
   putc('\n', out);
   free(message);
}

/* ---- In markup ---- */

static void put_heads(an_markup *markup)
{
   static const char *const heads[] = { "verdict", "limit", "of" };
   an_markup_begin_table(markup);
   for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
      fputs(heads[i], markup->text.out);
      an_markup_put_head(markup, AN_MARKUP_CELL);
   }
   an_markup_end_heads(markup);
}

static void put_row(const ac_gate *gate, const ac_check *check, an_markup *markup)
{
   an_markup_begin_row(markup);
   fputs(verdict_of(check), markup->text.out);
   an_markup_put_cell(markup, AN_MARKUP_CELL);
   print_message(gate, check, markup->text.out);
   an_markup_put_cell(markup, AN_MARKUP_CELL);
   print_subject(gate, check, markup->text.out);
   an_markup_put_cell(markup, AN_MARKUP_NAME);
   an_markup_end_row(markup);
}

/* ---- Both ---- */

void an_gate_print(const ac_gate *gate, const an_gate_style *style, FILE *out)
{
   const size_t most = style->is_limited ? LINES_MAX : SIZE_MAX;
   an_markup *markup = style->terminal.markup;
   const an_page page = { .scope.terminal = &style->terminal, .out = out };
   bool is_long = gate->n > most;
   size_t n_printed = 0;
   char exceeded[AN_TEXT_NUMBER_B + sizeof " exceeded"];
   snprintf(exceeded, sizeof exceeded, "%zu exceeded", gate->n_exceeded);
   an_page_heading(&page, "Limits", markup == NULL ? NULL : exceeded);
   if (markup != NULL)
      put_heads(markup);
   for (size_t i = 0; i < gate->n && n_printed < most; i++) {
      const ac_check *f = &gate->checks[i];
      if (is_long && f->of == AC_GATE_REGION && !f->is_exceeded)
         continue;
      if (markup != NULL)
         put_row(gate, f, markup);
      else
         print_line(gate, f, style, out);
      n_printed++;
   }
   if (markup != NULL)
      an_markup_end_table(markup);
   if (gate->n > n_printed)
      fprintf(out, "... %zu more limit%s: --top=0\n", gate->n - n_printed,
              gate->n - n_printed == 1 ? "" : "s");
   if (gate->n_new + gate->n_gone > 0)
      fprintf(out, "... %s in only one profile: %zu new, %zu gone, within limits\n",
              style->are_paths ? "call paths" : "functions", gate->n_new, gate->n_gone);
   if (gate->n_unchecked > 0)
      fprintf(out, "... %zu function%s not checked: too small for the files\n",
              gate->n_unchecked, gate->n_unchecked == 1 ? "" : "s");
   if (markup != NULL)
      an_markup_put_paragraph(markup);
   else
      fprintf(out, "%s\n", exceeded);
}

/* ---- JSON ---- */

/* The limit as it was written, and its numbers. */
static void put_limit(an_json_out *json, const ac_limit *limit)
{
   AN_JSON_PUT(json, AN_JSON("limit", limit->text),
               AN_JSON_WHEN(limit->has_relative,
                            AN_JSON_NUMBER("limit_percent", limit->relative_percent)),
               AN_JSON_WHEN(limit->has_absolute,
                            AN_JSON_NUMBER("limit_absolute", limit->absolute)),
               AN_JSON_IF_TRUE("limit_needs_both", limit->needs_both),
               AN_JSON_IF_TRUE("limit_skips_new", limit->skips_new));
}

static void put_region(an_json_out *json, const ac_gate *v, const ac_check *f)
{
   char *path = ac_region_path(v->of.regions, v->alloc, f->index);
   an_json_put_text(json, "region", path);
   tk_put(v->alloc, path);
}

static void put_calls(an_json_out *json, const ac_gate *v, const ac_check *f)
{
   const ac_gate_row *row = row_of(v, f);
   const char *noun = v->of.calls[f->calls].noun;
   AN_JSON_PUT(json, AN_JSON_IF_TEXT("file", row->file),
               AN_JSON(noun != NULL ? noun : "inclusive", row->name));
}

static void put_check(an_json_out *json, const ac_gate *v, const ac_check *f)
{
   bool is_whole = ac_metric_is_whole(f->limit->metric);
   AN_JSON_PUT_OBJECT(
      json, "", NULL, AN_JSON("metric", f->limit->metric->name),
      put_limit(json, f->limit),
      AN_JSON_WHEN(f->of == AC_GATE_FUNCTION, AN_JSON("file", file_name(v, f)),
                   AN_JSON("function", function_of(v, f)->name)),
      AN_JSON_WHEN(f->of == AC_GATE_REGION, put_region(json, v, f)),
      AN_JSON_WHEN(f->of == AC_GATE_CALLS, put_calls(json, v, f)),
      AN_JSON_WHEN(!v->of.is_single,
                   an_json_put_number(json, "old", f->before, is_whole)),
      an_json_put_number(json, "new", f->after, is_whole),
      AN_JSON("exceeded", f->is_exceeded), AN_JSON_IF_TRUE("missing", f->is_missing));
}

void an_gate_put_json(an_json_out *json, const ac_gate *gate)
{
   AN_JSON_PUT_ARRAY(json, "", "limits", i, gate->n,
                     put_check(json, gate, &gate->checks[i]));
   AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON("exceeded", gate->n_exceeded));
}

/* ---- JUnit ---- */

/* U+FFFE and U+FFFF, which XML excludes. */
static bool is_noncharacter(const char *at)
{
   return strncmp(at, "\xef\xbf\xbe", 3) == 0 || strncmp(at, "\xef\xbf\xbf", 3) == 0;
}

static void print_xml(const char *text, FILE *out)
{
   char *shown = an_text_utf8(text);
   for (const char *at = shown; *at != '\0'; at++) {
      if (is_noncharacter(at)) {
         fputs("\\xef\\xbf", out);
         at += 2;
         fprintf(out, "\\x%02x", (unsigned)(unsigned char)*at);
         continue;
      }
      switch (*at) {
      case '&': fputs("&amp;", out); break;
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '"': fputs("&quot;", out); break;
      case '\'': fputs("&apos;", out); break;
      default: putc(*at, out); break;
      }
   }
   free(shown);
}

void an_gate_print_junit(const ac_gate *gate, const char *command, FILE *out)
{
   size_t n = gate->n;
   bool is_empty = n == 0; /* servers reject a suite without cases */
   fprintf(out,
           "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<testsuites tests=\"%zu\" failures=\"%zu\">\n"
           "<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\">\n",
           n + is_empty, gate->n_exceeded, command, n + is_empty, gate->n_exceeded);
   for (size_t i = 0; i < n; i++) {
      const ac_check *f = &gate->checks[i];
      char *subject = text_of(gate, f, print_subject);
      fprintf(out, "<testcase classname=\"%s.", command);
      print_xml(f->limit->metric->name, out);
      fputs("\" name=\"", out);
      print_xml(subject, out);
      fputs(f->is_exceeded ? "\"><failure message=\"" : "\"/>\n", out);
      if (f->is_exceeded) {
         char *message = text_of(gate, f, print_message);
         print_xml(message, out);
         free(message);
         fputs("\"/></testcase>\n", out);
      }
      free(subject);
   }
   if (is_empty)
      fprintf(out, "<testcase classname=\"%s\" name=\"limits\"/>\n", command);
   fputs("</testsuite>\n</testsuites>\n", out);
}

/* ---- GitHub ---- */

/* Workflow commands take these bytes as %HH. */
static void print_escaped(const char *text, const char *special, FILE *out)
{
   for (; *text != '\0'; text++) {
      if (strchr(special, *text) != NULL)
         fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
      else
         putc(*text, out);
   }
}

/* Properties escape two more. */
static void print_property(const char *name, FILE *out)
{
   char *shown = an_text_utf8(name);
   print_escaped(shown, "%\r\n:,", out);
   free(shown);
}

static void print_annotation(const ac_gate *v, const ac_check *f, FILE *out)
{
   char *subject = text_of(v, f, print_subject);
   char *message = text_of(v, f, print_message);
   fputs("::error ", out);
   const char *file = f->file != NULL             ? f->file
                      : f->of == AC_GATE_FUNCTION ? file_name(v, f)
                      : f->of == AC_GATE_CALLS    ? row_of(v, f)->file
                                                  : NULL;
   if (file != NULL) {
      fputs("file=", out);
      print_property(file, out);
      putc(',', out);
   }
   if (f->line != 0)
      fprintf(out, "line=%" PRIu32 ",", f->line);
   fputs("title=", out);
   print_property(f->limit->metric->name, out);
   fputs(" over its limit::", out);
   print_escaped(message, "%\r\n", out);
   fputs(": ", out);
   print_escaped(subject, "%\r\n", out);
   putc('\n', out);
   free(message);
   free(subject);
}

void an_gate_print_github(const ac_gate *gate, const char *command, FILE *out)
{
   size_t n_printed = 0;
   for (size_t i = 0; i < gate->n && n_printed < ANNOTATIONS_MAX; i++) {
      if (!gate->checks[i].is_exceeded)
         continue;
      print_annotation(gate, &gate->checks[i], out);
      n_printed++;
   }
   if (gate->n_exceeded > n_printed)
      fprintf(out, "::notice title=%s::%zu more limits exceeded\n", command,
              gate->n_exceeded - n_printed);
}
