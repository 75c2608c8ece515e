/* ac_pair_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_pair_data.h"

#include "counts/ac_data_sums.h"
#include "counts/ac_layout.h"
#include "counts/ac_profile_private.h"

#include <string.h>

enum { BEFORE, AFTER, SIDES };

typedef struct {
   ac_profile *to;
   ac_data_sums *sums;
   ac_pair_naming *name;
   void *context;
   const ac_profile *profiles[SIDES];
   const ac_data *sides[SIDES];
   size_t n_events;     /* of one side */
   uint32_t *of[SIDES]; /* of each datum: its number, then its index in the sums */
   uint32_t *objects;   /* by number: the index in the sums, AC_NO_DATA: none yet */
   int64_t *row;        /* of the pair; 0 between uses */
} pairing;

/* ---- Objects ---- */

/* The pair's own copy; NULL stays NULL. */
static void keep_text(const pairing *p, const char **text)
{
   if (*text != NULL)
      *text = ac_profile_intern(p->to, *text, strlen(*text));
}

/* Numbers the data of both sides, with no object for any number. */
static void number_data(pairing *p, ac_data_matching *match)
{
   const tk_alloc *alloc = p->to->alloc;
   uint32_t n = 0;
   for (int side = 0; side < SIDES; side++)
      p->of[side] = tk_get(alloc, AN_LABEL,
                           (p->sides[side]->n_data + 1) * sizeof **p->of);
   match(alloc, p->sides, p->of);
   for (int side = 0; side < SIDES; side++)
      for (size_t i = 0; i < p->sides[side]->n_data; i++)
         n = p->of[side][i] >= n ? p->of[side][i] + 1 : n;
   p->objects = tk_get(alloc, AN_LABEL, ((size_t)n + 1) * sizeof *p->objects);
   memset(p->objects, 0xff, ((size_t)n + 1) * sizeof *p->objects);
}

static void copy_binary(pairing *p, const ac_data *data, uint32_t *binary)
{
   if (*binary == AC_NO_DATA)
      return;
   ac_data_binary copy = data->binaries[*binary];
   keep_text(p, &copy.path);
   keep_text(p, &copy.build_id);
   ac_data_sums_binary(p->sums, &copy, binary);
}

static void copy_frame(pairing *p, const ac_data *data, uint32_t *frame)
{
   ac_data_frame copy = data->frames[*frame];
   copy_binary(p, data, &copy.binary);
   keep_text(p, &copy.function);
   keep_text(p, &copy.file);
   ac_data_sums_frame(p->sums, &copy, frame);
}

/* Adds an object as one side has it.  Rules are those of NEW. */
static void copy_datum(pairing *p, int side, const ac_datum *datum, uint32_t *index)
{
   const ac_data *data = p->sides[side];
   ac_datum copy = *datum;
   uint32_t *frames = tk_get(p->to->alloc, AN_LABEL,
                             (datum->n_frames + 1) * sizeof *frames);
   keep_text(p, &copy.name);
   keep_text(p, &copy.file);
   copy_binary(p, data, &copy.binary);
   for (size_t i = 0; i < datum->n_frames; i++) {
      frames[i] = datum->frames[i];
      copy_frame(p, data, &frames[i]);
   }
   copy.frames = frames;
   if (side == BEFORE)
      copy.rule = AC_NO_RULE;
   ac_data_sums_datum(p->sums, &copy, index);
   tk_put(p->to->alloc, frames);
}

/* Adds what a further object of the same key has to the first one's. */
static void add_numbers(pairing *p, int side, const ac_datum *datum, uint32_t index)
{
   ac_datum_rest *rest = &p->sums->rests[index];
   const int64_t numbers[] = {
      [AC_DATUM_BLOCKS] = datum->n_blocks,       [AC_DATUM_BYTES] = datum->bytes,
      [AC_DATUM_LINES] = datum->n_lines_fetched, [AC_DATUM_INSIDE] = datum->inside_B,
      [AC_DATUM_USED] = datum->used_B,
   };
   if (datum->n_blocks > 0 && datum->min_B < rest->min_B)
      rest->min_B = datum->min_B;
   if (datum->max_B > rest->max_B)
      rest->max_B = datum->max_B;
   if (side == AFTER)
      ac_data_sums_rule(p->sums, index, datum->rule);
   ac_keyed_add(&p->sums->data_rows, index, 0, numbers, AC_N_DATUM_NUMBERS);
}

static void add_sets(pairing *p, const ac_datum *datum, uint32_t index)
{
   if (datum->by_set != NULL)
      ac_data_sums_sets(p->sums, index, datum->by_set, datum->n_sets);
   else
      p->sums->rests[index].mixes_sets = true;
}

/* Adds the objects of one side that the other, which came before, does not have. */
static void add_objects(pairing *p, int side)
{
   const ac_data *data = p->sides[side];
   size_t n_before = p->sums->data_rows.n;
   for (size_t i = 0; i < data->n_data; i++) {
      uint32_t *index = &p->objects[p->of[side][i]];
      const ac_datum *datum = &data->data[i];
      bool is_others = *index != AC_NO_DATA && *index < n_before;
      if (*index == AC_NO_DATA)
         copy_datum(p, side, datum, index);
      else if (!is_others)
         add_numbers(p, side, datum, *index);
      if (!is_others)
         add_sets(p, datum, *index);
      p->of[side][i] = *index;
   }
}

/* ---- Entries ---- */

/* A function of one side. */
typedef struct {
   uint32_t index; /* of the pair's function, in the sums */
   const ac_aligned *lines;
} pair_function;

static pair_function find_function(pairing *p, int side, size_t function)
{
   ac_pair_function of = p->name(p->context, p->profiles[side], function);
   pair_function found = { .lines = side == BEFORE ? of.lines : NULL };
   ac_data_sums_function(p->sums, of.file, of.name, &found.index);
   return found;
}

static void add_entries(pairing *p, int side)
{
   const ac_data *data = p->sides[side];
   int64_t *counts = p->row + (side == AFTER ? p->n_events : 0);
   size_t row_B = p->n_events * sizeof *p->row;
   pair_function function = { .index = 0 };
   for (size_t i = 0; i < data->n_entries; i++) {
      ac_data_entry entry = data->entries[i];
      if (i == 0 || entry.function != data->entries[i - 1].function)
         function = find_function(p, side, entry.function);
      memcpy(counts, entry.counts, row_B);
      entry.function = function.index;
      entry.line = ac_aligned_line(function.lines, entry.line);
      entry.datum = p->of[side][entry.datum];
      entry.counts = p->row;
      ac_data_sums_entry(p->sums, &entry);
   }
   memset(counts, 0, row_B);
}

/* ---- Sharing ---- */

static bool have_sharing(const pairing *p)
{
   return ac_profile_sharing(p->profiles[BEFORE]) != NULL
          && ac_profile_sharing(p->profiles[AFTER]) != NULL;
}

static void add_line(pairing *p, int side, const ac_shared_line *line)
{
   const ac_sharing *sharing = ac_profile_sharing(p->profiles[side]);
   ac_data_sums_line(p->sums, line->transfers);
   for (size_t i = 0; i < line->n_accesses; i++) {
      ac_shared_access access = sharing->accesses[line->first_access + i];
      pair_function function = find_function(p, side, access.function);
      access.function = function.index;
      access.line = ac_aligned_line(function.lines, access.line);
      access.datum = p->of[side][access.datum];
      ac_data_sums_access(p->sums, &access);
   }
}

static void add_sharing(pairing *p, int side)
{
   const ac_sharing *sharing = ac_profile_sharing(p->profiles[side]);
   ac_data_sums_begin_sharing(p->sums, side == AFTER ? AC_SHARED : AC_SHARED_OF_OLD,
                              sharing->line_B, sharing->n_threads);
   for (size_t i = 0; i < sharing->n_lines; i++)
      add_line(p, side, &sharing->lines[i]);
   ac_data_sums_left_out(p->sums, sharing->left_out_lines, sharing->left_out_accesses);
}

/* ---- The whole ---- */

static bool have_same_events(const ac_data *a, const ac_data *b)
{
   bool are_same = a != NULL && b != NULL && a->n_events == b->n_events;
   for (size_t e = 0; are_same && e < a->n_events; e++)
      are_same = strcmp(a->events[e], b->events[e]) == 0;
   return are_same;
}

/* Sharing needs no events: a profile of a layout has some in any case, one of the program
   as it is perhaps none.  False: there is nothing to pair. */
static bool take_events(pairing *p)
{
   const ac_data *old = p->sides[BEFORE], *new = p->sides[AFTER];
   if (have_same_events(old, new)) {
      p->n_events = new->n_events;
      return true;
   }
   p->n_events = 0;
   return old != NULL && new != NULL && (old->n_events == 0 || new->n_events == 0)
          && have_sharing(p);
}

static void begin_pairing(pairing *p)
{
   const tk_alloc *alloc = p->to->alloc;
   size_t n = p->n_events;
   const char **events = tk_get(alloc, AN_LABEL, (2 * n + 1) * sizeof *events);
   p->sums = ac_data_sums_of(p->to, 2 * n);
   p->row = tk_get(alloc, AN_LABEL, (2 * n + 1) * sizeof *p->row);
   for (size_t e = 0; e < 2 * n; e++) {
      events[e] = p->sides[AFTER]->events[e % n];
      keep_text(p, &events[e]);
      p->row[e] = 0;
   }
   const ac_data *old = p->sides[BEFORE], *new = p->sides[AFTER];
   int64_t limit_B = old->limit_B < new->limit_B ? old->limit_B : new->limit_B;
   ac_data_sums_begin(p->sums, limit_B, events, 2 * n);
}

static void pair_all(pairing *p, ac_data_matching *match)
{
   number_data(p, match);
   add_objects(p, AFTER);
   add_objects(p, BEFORE);
   for (int side = BEFORE; side <= AFTER && p->n_events > 0; side++)
      add_entries(p, side);
   for (int side = BEFORE; side <= AFTER && have_sharing(p); side++)
      add_sharing(p, side);
}

void ac_pair_data(ac_profile *to, const ac_profile *before, const ac_profile *after,
                  ac_data_matching *match, ac_pair_naming *name, void *context)
{
   pairing p = {
      .to = to,
      .name = name,
      .context = context,
      .profiles = { before, after },
      .sides = { ac_profile_data(before), ac_profile_data(after) },
   };
   if (match == NULL || !take_events(&p))
      return;
   begin_pairing(&p);
   pair_all(&p, match);
   p.sums->is_pair = true;
   p.sums->n_files = p.sums->n_uses = to->n_states;
   p.sums->n_shared = have_sharing(&p) ? to->n_states : 0;
}
