/* ac_curve_print.c -- misses of the last level by its size, and reuse distances: what a
   sweep says of functions, lines and data objects.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_json_members.h"
#include "counts/ac_sweep.h"

#include <string.h>

enum { MOST = AC_SWEEP_MOST, SAYS_B = AC_SWEEP_NAME_B + 16 };

/* The columns are the spot, one for each point, then of misses: */
enum { SPOT, POINTS };
enum { SAYS, SHAPE, FITS, KNEES, REUSE, AFTER_POINTS };

/* Reuse that even the largest point does not have. */
enum { MORE, AFTER_SHARES };

typedef struct {
   ac_sweep sweep;
   ac_spot_sets spots;
   const int64_t *totals;
   char heading[64];
   an_column misses[POINTS + MOST + AFTER_POINTS];
   an_column shares[POINTS + MOST + AFTER_SHARES];
   /* of the row: */
   char says[SAYS_B];
   int64_t knees[MOST];
   ac_reuse reuse;
} section;

/* References are counted by code, and only of sizes there are distances. */
static bool has_reuse(const section *s)
{
   return s->sweep.kind == AC_SWEEP_SIZE && s->sweep.references[0] != SIZE_MAX;
}

/* "its size": misses "by" that, and "depend on" that. */
static const char *what_of(ac_sweep_kind kind)
{
   static const char *const what[] = { "its size", "its ways",
                                       "the length of its lines" };
   return what[kind];
}

/* ---- Rows ---- */

/* "8 MiB", "8 MiB or more". */
static const char *describe_size(char to[SAYS_B], const ac_sweep *sweep,
                                 const ac_curve *curve)
{
   char amount[AC_SWEEP_NAME_B];
   if (curve->shape == AC_CURVE_NONE || curve->shape == AC_CURVE_FLAT)
      return curve->shape == AC_CURVE_NONE ? "-" : "flat";
   snprintf(to, SAYS_B, "%s%s", ac_sweep_amount(amount, sweep, curve->fits),
            curve->shape == AC_CURVE_FALLS ? " or more" : "");
   return to;
}

static const int64_t *counts_of(const section *s, const an_table *table, ptrdiff_t number,
                                an_row *row)
{
   if (number == AN_TABLE_TOTAL)
      return s->totals;
   row->spot = &s->spots.of[table->spots].of[number];
   return row->spot->counts;
}

static void make_misses(const an_table *table, ptrdiff_t number, an_row *row)
{
   static const char *const shapes[] = {
      [AC_CURVE_NONE] = "none",
      [AC_CURVE_FLAT] = "flat",
      [AC_CURVE_FITS] = "fits",
      [AC_CURVE_FALLS] = "falls",
   };
   section *s = (section *)table->context;
   const int64_t *counts = counts_of(s, table, number, row);
   an_cell *after = row->cells + POINTS + s->sweep.n;
   ac_curve curve = ac_curve_of(&s->sweep, counts);
   size_t n_knees = 0;
   for (size_t i = 0; i < s->sweep.n; i++) {
      row->cells[POINTS + i].number = curve.misses[i];
      if (curve.knees >> i & 1)
         s->knees[n_knees++] = s->sweep.points[i].amount;
   }
   after[SAYS].text = describe_size(s->says, &s->sweep, &curve);
   after[SHAPE].text = shapes[curve.shape];
   if (curve.shape >= AC_CURVE_FITS)
      after[FITS].number = s->sweep.points[curve.fits].amount;
   after[KNEES].counts = s->knees;
   after[KNEES].n = n_knees;
   if (!has_reuse(s) || table->spots == AC_SPOT_OBJECT)
      return;
   s->reuse = ac_reuse_of(&s->sweep, counts);
   after[REUSE].counts = s->reuse.within;
   after[REUSE].n = s->sweep.n + 1;
}

static void make_shares(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   ac_reuse reuse = ac_reuse_of(&s->sweep, counts_of(s, table, number, row));
   for (size_t i = 0; i <= s->sweep.n && reuse.all > 0; i++)
      row->cells[POINTS + i].number = 100 * (long double)reuse.within[i]
                                      / (long double)reuse.all;
}

/* ---- Tables ---- */

/* Where there is no room for all points, every second one goes, and so on. */
static unsigned rank_of(const ac_sweep *sweep, size_t point)
{
   unsigned rank = 1;
   size_t from_last = sweep->n - 1 - point;
   while (from_last > 0 && from_last % 2 == 0 && rank < 4) {
      from_last /= 2;
      rank++;
   }
   return from_last == 0 ? 0 : 5 - rank;
}

static void make_columns(section *s, const ac_profile *profile)
{
   static const char *const fits[] = { "fits at", "fits at", "least at" };
   const ac_sweep *sweep = &s->sweep;
   an_column *misses = s->misses + POINTS, *shares = s->shares + POINTS;
   s->misses[SPOT] = s->shares[SPOT] = (an_column){ AN_COLUMN_SPOT, AN_FOR_ALL,
                                                    .is_last = true };
   for (size_t i = 0; i < sweep->n; i++) {
      const ac_sweep_point *point = &sweep->points[i];
      misses[i] = (an_column){
         AN_COLUMN_SHORT, AN_FOR_ALL,        ac_profile_event(profile, point->event),
         point->name,     .array = "misses", .rank = rank_of(sweep, i),
      };
      shares[i] = (an_column){ AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = point->name,
                               .rank = rank_of(sweep, i), .adds_up = true };
   }
   misses += sweep->n;
   shares += sweep->n;
   misses[SAYS] = (an_column){ AN_COLUMN_TEXT, AN_FOR_PEOPLE,
                               .label = fits[sweep->kind] };
   misses[SHAPE] = (an_column){ AN_COLUMN_TEXT, AN_FOR_PROGRAMS, .key = "shape" };
   misses[FITS] = (an_column){ AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "fits" };
   misses[KNEES] = (an_column){ AN_COLUMN_INTS, AN_FOR_JSON, .key = "knees" };
   misses[REUSE] = (an_column){ AN_COLUMN_INTS, AN_FOR_JSON, .key = "reuse",
                                .omits_empty = true };
   shares[MORE] = (an_column){ AN_COLUMN_PERCENT, AN_FOR_PEOPLE, .label = "more" };
}

/* What the curve of the program says. */
static void print_intro(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   char text[AN_TEXT_NUMBER_B], amount[AC_SWEEP_NAME_B];
   ac_curve curve = ac_curve_of(&s->sweep, s->totals);
   const char *before = "Knees: ";
   for (size_t i = 1; i < s->sweep.n; i++) {
      if ((curve.knees >> i & 1) == 0)
         continue;
      an_text_share(text, (long double)(curve.misses[i - 1] - curve.misses[i]),
                    (long double)curve.misses[0]);
      fprintf(page->out, "%s%s %s", before, ac_sweep_amount(amount, &s->sweep, i), text);
      before = ", ";
   }
   if (curve.knees != 0)
      fputs(" of the program's misses.\n", page->out);
   if (curve.shape == AC_CURVE_FLAT)
      fprintf(page->out, "The program's misses hardly depend on %s.\n",
              what_of(s->sweep.kind));
   putc('\n', page->out);
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   an_json_put_text(json, "of", ac_sweep_kind_name(s->sweep.kind));
   AN_JSON_PUT_ARRAY(json, NULL, "points", i, s->sweep.n,
                     AN_JSON_OBJECT(NULL, AN_JSON("name", s->sweep.points[i].name),
                                    AN_JSON("amount", s->sweep.points[i].amount)));
}

static void add_misses(an_tables *tables, const section *s, ac_spot_kind kind)
{
   an_table table = an_table_of_spots(&s->spots.of[kind], s->misses,
                                      POINTS + s->sweep.n + AFTER_POINTS);
   table.make_row = make_misses;
   if (kind == AC_SPOT_FUNCTION) {
      table.totals = AN_FOR_ALL;
      table.heading = s->heading;
      table.print_intro = print_intro;
      table.put_head = put_head;
   }
   an_tables_add(tables, &table);
}

static void add_shares(an_tables *tables, const section *s, ac_spot_kind kind)
{
   an_table table = an_table_of_spots(&s->spots.of[kind], s->shares,
                                      POINTS + s->sweep.n + AFTER_SHARES);
   table.make_row = make_shares;
   table.is_for = AN_FOR_PEOPLE;
   if (kind == AC_SPOT_FUNCTION) {
      table.totals = AN_FOR_PEOPLE;
      table.heading =
         "Reuse: references by the smallest cache that still holds their line";
   }
   an_tables_add(tables, &table);
}

static long double weigh_spot(const void *context, const ac_spot *spot)
{
   const ac_sweep *sweep = context;
   return (long double)spot->counts[sweep->points[0].event];
}

void ac_curve_tables(an_tables *tables, const ac_scope *scope)
{
   ac_sweep sweep;
   if (scope->request->is_pair || !ac_sweep_find(&sweep, scope->profile))
      return;
   section *s = AN_SECTION(tables, section, .sweep = sweep,
                           .totals = ac_profile_totals(scope->profile));
   snprintf(s->heading, sizeof s->heading, "Misses of the last level by %s",
            what_of(sweep.kind));
   make_columns(s, scope->profile);
   ac_spot_sets_open(&s->spots, scope, (ac_spot_weight){ weigh_spot, &s->sweep });
   for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++)
      add_misses(tables, s, (ac_spot_kind)kind);
   for (int kind = AC_SPOT_FUNCTION; kind <= AC_SPOT_LINE && has_reuse(s); kind++)
      add_shares(tables, s, (ac_spot_kind)kind);
}
