/* ac_sharing_json.c -- lines of memory that threads share as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_members.h"
#include "sections/ac_data_page.h"
#include "sections/ac_spots.h"

typedef struct {
   an_json_out *json;
   const ac_scope *scope;
   const ac_data_report *report;
   const ac_data_view *view;
   int64_t largest; /* of the bounds of transfers */
} writer;

int64_t ac_sharing_largest_bound(const ac_data_report *report)
{
   const ac_sharing_side *sides[] = { &report->old, &report->sharing };
   int64_t largest = 0;
   for (size_t i = 0; i < 2; i++)
      for (size_t k = 0; sides[i]->of != NULL && k < sides[i]->of->n_lines; k++)
         if (sides[i]->judged[k].bound > largest)
            largest = sides[i]->judged[k].bound;
   return largest;
}

static writer writer_of(an_json_out *json, const ac_scope *scope)
{
   const ac_data_report *report = scope->analysis->data;
   return (writer){ json, scope, report, &report->view,
                    ac_sharing_largest_bound(report) };
}

/* ---- What a page shows ---- */

static bool is_finding(const writer *w, const ac_sharing_side *side, size_t line)
{
   double threshold = w->scope->request->threshold;
   return side->judged[line].verdict != AC_SHARING_NONE
          && 100.0L * side->judged[line].bound >= threshold * w->largest;
}

/* Whether a page shows a line of memory: it is a finding on its side or the other, and
   its bound has the threshold's share of the largest. */
static bool is_shown(const writer *w, const ac_sharing_side *side, size_t line)
{
   const ac_data_report *report = w->report;
   const ac_sharing_side *others = side == &report->old ? &report->sharing : &report->old;
   return !w->scope->request->is_page || is_finding(w, side, line)
          || (others->of != NULL && side->other[line] != AC_NO_DATA
              && is_finding(w, others, side->other[line]));
}

/* One more than the largest number of an object on lines of memory that are shown. */
static size_t objects_on(const writer *w, const ac_sharing_side *side)
{
   size_t n = 0;
   for (size_t i = 0; side->of != NULL && i < side->of->n_lines; i++) {
      const ac_shared_line *line = &side->of->lines[i];
      if (!is_shown(w, side, i))
         continue;
      for (size_t k = 0; k < line->n_accesses; k++) {
         const ac_shared_access *access = &side->of->accesses[line->first_access + k];
         if (w->view->object_of[access->datum] >= n)
            n = w->view->object_of[access->datum] + 1;
      }
   }
   return n;
}

size_t ac_sharing_n_objects(const ac_scope *scope)
{
   const writer w = writer_of(NULL, scope);
   size_t n = objects_on(&w, &w.report->sharing), old = objects_on(&w, &w.report->old);
   return old > n ? old : n;
}

/* ---- JSON ---- */

/* [[first, end], ...] of the line of memory. */
static void put_bytes(const writer *w, uint64_t mask)
{
   an_json_put_open(w->json, "bytes", '[');
   for (int i = 0; i < 64; i++) {
      int first = i;
      while (i < 64 && (mask >> i & 1) != 0)
         i++;
      if (i > first)
         an_json_put_ints(w->json, NULL, (int64_t[]){ first, i }, 2);
   }
   an_json_put_close(w->json, ']');
}

static void put_access(const writer *w, const ac_shared_access *access)
{
   const ac_function *function = ac_profile_function(w->scope->profile, access->function);
   ac_data_spot spot = ac_data_report_spot(w->report, access);
   AN_JSON_PUT_OBJECT(
      w->json, NULL, NULL, AN_JSON("thread", access->thread),
      AN_JSON("function", function->name),
      AN_JSON("file", ac_profile_file(w->scope->profile, function->file)->name),
      ac_spot_put_line(w->json, w->scope->profile, function->file, access->line),
      AN_JSON("object", w->view->object_of[access->datum]),
      ac_data_put_spot(w->json, "field", &spot), put_bytes(w, access->mask),
      AN_JSON("reads", access->reads), AN_JSON("writes", access->writes),
      AN_JSON_IF_TRUE("own", access->is_own));
}

/* The same line of memory of a pair has one number on both sides. */
static void put_number(const writer *w, const ac_sharing_side *side, size_t line)
{
   if (w->view->n_sides == 1)
      return;
   bool is_new = side == &w->report->sharing;
   an_json_put_known(w->json, "pair", is_new ? (int64_t)line : side->other[line],
                     side->other[line] != AC_NO_DATA);
}

static void put_line(const writer *w, const ac_sharing_side *side, size_t index)
{
   const ac_shared_line *line = &side->of->lines[index];
   const ac_sharing_judgement *judged = &side->judged[index];
   AN_JSON_PUT_OBJECT(
      w->json, " ", NULL, put_number(w, side, index),
      AN_JSON("verdict", ac_sharing_verdict_name(judged->verdict)),
      AN_JSON("bound", judged->bound), AN_JSON("bound_false", judged->bound_false),
      AN_JSON("transfers", line->transfers),
      AN_JSON_EACH("accesses", i, line->n_accesses,
                   put_access(w, &side->of->accesses[line->first_access + i])));
}

static int64_t count_accesses(const ac_sharing *sharing, const ac_shared_line *line)
{
   int64_t n = 0;
   for (size_t i = 0; i < line->n_accesses; i++) {
      const ac_shared_access *access = &sharing->accesses[line->first_access + i];
      n += access->reads + access->writes;
   }
   return n;
}

static void put_side(const writer *w, const char *name, const ac_sharing_side *side)
{
   const ac_sharing *sharing = side->of;
   int64_t n_left = sharing->left_out_lines;
   int64_t accesses = sharing->left_out_accesses;
   an_json_open_line(w->json, "", name, '{');
   AN_JSON_PUT(w->json, AN_JSON("line_B", sharing->line_B),
               AN_JSON("threads", sharing->n_threads));
   an_json_put_open(w->json, "lines", '[');
   for (size_t i = 0; i < sharing->n_lines; i++) {
      size_t index = side->order[i];
      if (is_shown(w, side, index)) {
         put_line(w, side, index);
         continue;
      }
      n_left++;
      accesses += count_accesses(sharing, &sharing->lines[index]);
   }
   an_json_put_close(w->json, ']');
   AN_JSON_PUT_OBJECT(w->json, NULL, "left_out", AN_JSON("lines", n_left),
                      AN_JSON("accesses", accesses));
   an_json_put_close(w->json, '}');
}

void ac_sharing_put_json(an_json_out *json, const ac_scope *scope)
{
   const ac_data_report *report = scope->analysis->data;
   const writer w = writer_of(json, scope);
   if (report->old.of == NULL)
      return put_side(&w, "sharing", &report->sharing);
   AN_JSON_PUT_OBJECT(json, "", "sharing", put_side(&w, "old", &report->old),
                      put_side(&w, "new", &report->sharing));
}
