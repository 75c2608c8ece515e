/* an_combine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_combine.h"

#include "counts/an_lines.h"

#include <string.h>

/* ---- Headers ---- */

static an_status add_texts(an_profile *to, const an_profile *from,
                           an_text_kind kind)
{
   const an_texts *texts = an_profile_texts(from, kind);
   an_status status = AN_OK;
   for (size_t i = 0; status == AN_OK && i < texts->n; i++)
      status = an_profile_add_text(to, kind, texts->text[i],
                                   strlen(texts->text[i]));
   return status;
}

static an_status add_header(an_profile *to, const an_profile *from)
{
   const char *command = an_profile_command(from);
   an_status status = an_profile_set_command(to, command, strlen(command));
   for (int kind = 0; status == AN_OK && kind < AN_N_TEXT_KINDS; kind++)
      status = add_texts(to, from, (an_text_kind)kind);
   return status;
}

/* The header of `after`, with its events twice, both states, and all notes. */
static an_status add_headers(an_profile *to, const an_profile *before,
                             const an_profile *after)
{
   const an_profile *const sides[] = { before, after };
   an_status status = add_header(to, after);
   if (status == AN_OK)
      status = add_texts(to, after, AN_EVENT);
   for (int i = 0; status == AN_OK && i < 2; i++) {
      an_state state = an_profile_state_of_sum(sides[i]);
      status = an_profile_add_state(to, &state);
   }
   for (int kind = AN_NOTE_NO_LINES;
        status == AN_OK && kind < AN_N_TEXT_KINDS; kind++)
      status = add_texts(to, before, (an_text_kind)kind);
   return status;
}

/* Begins function i of `from` in `to`. */
static an_status begin(an_profile *to, const an_profile *from, size_t i)
{
   const an_function *function = an_profile_function(from, i);
   const char *file = an_profile_file(from, function->file)->name;
   file = an_profile_intern(to, file, strlen(file));
   const char *name
      = an_profile_intern(to, function->name, strlen(function->name));
   if (file == NULL || name == NULL)
      return AN_NO_MEMORY;
   return an_profile_begin(to, file, name);
}

/* The profile; after an error frees it and returns NULL. */
static an_profile *checked(an_profile *profile, an_status status)
{
   if (status == AN_OK)
      return profile;
   an_profile_free(profile);
   return NULL;
}

an_profile *an_combine_empty(const tk_alloc *alloc, const an_profile *from)
{
   an_profile *to = an_profile_new(alloc);
   return to == NULL ? NULL : checked(to, add_header(to, from));
}

/* ---- Pairs ---- */

/* One side of a pair, and how far its functions have been added. */
typedef struct {
   const an_profile *profile;
   size_t next; /* function */
} side;

typedef struct {
   an_profile *to;
   size_t n_events; /* of one side */
   int64_t *counts; /* a row of the pair; 0 between calls of add_side */
   side before, after;
} pairing;

static bool has_function(const side *s)
{
   return s->next < an_profile_n_functions(s->profile);
}

/* Compares the next functions by file and name, as strcmp does; a side without
   any comes last. */
static int compare_next(const side *a, const side *b)
{
   if (!has_function(a) || !has_function(b))
      return has_function(b) - has_function(a);
   const an_function *x = an_profile_function(a->profile, a->next);
   const an_function *y = an_profile_function(b->profile, b->next);
   int order = strcmp(an_profile_file(a->profile, x->file)->name,
                      an_profile_file(b->profile, y->file)->name);
   return order != 0 ? order : strcmp(x->name, y->name);
}

/* Adds the next function of one side; its counts begin at index `first` of a
   row. */
static an_status add_side(pairing *p, side *s, size_t first)
{
   an_lines lines;
   size_t size_B = p->n_events * sizeof *p->counts;
   an_status status = an_lines_open(&lines, s->profile, s->next, 1);
   if (status != AN_OK)
      return status;
   while (status == AN_OK && an_lines_next(&lines)) {
      memcpy(p->counts + first, lines.counts, size_B);
      status = an_profile_add(p->to, lines.line, p->counts);
   }
   memset(p->counts + first, 0, size_B);
   an_lines_close(&lines);
   s->next++;
   return status;
}

static an_status pair_functions(pairing *p)
{
   an_status status = AN_OK;
   while (status == AN_OK
          && (has_function(&p->before) || has_function(&p->after))) {
      int order = compare_next(&p->before, &p->after);
      const side *first = order <= 0 ? &p->before : &p->after;
      status = begin(p->to, first->profile, first->next);
      if (status == AN_OK && order <= 0)
         status = add_side(p, &p->before, 0);
      if (status == AN_OK && order >= 0)
         status = add_side(p, &p->after, p->n_events);
   }
   return status;
}

/* Adds the regions of one side; their counts begin at index `first` of a row.
   `indices` has room for the pair's index of each. */
static an_status pair_regions(pairing *p, const an_profile *from, size_t first,
                              size_t *indices)
{
   size_t size_B = p->n_events * sizeof *p->counts;
   an_status status = AN_OK;
   for (size_t i = 0; i < an_profile_n_regions(from) && status == AN_OK; i++) {
      an_region region = *an_profile_region(from, i);
      region.name = an_profile_intern(p->to, region.name, strlen(region.name));
      if (region.name == NULL)
         return AN_NO_MEMORY;
      if (region.parent != AN_NO_REGION)
         region.parent = indices[region.parent];
      if (first == 0) {
         region.count_before = region.count;
         region.count = 0;
      }
      memcpy(p->counts + first, region.counts, size_B);
      region.counts = p->counts;
      status = an_profile_add_region(p->to, &region, &indices[i]);
      memset(p->counts + first, 0, size_B);
   }
   return status;
}

static an_status add_regions(pairing *p, const tk_alloc *alloc,
                             const an_profile *from, size_t first)
{
   size_t n = an_profile_n_regions(from);
   if (n == 0)
      return AN_OK;
   size_t *indices = tk_get(alloc, "an.combine", n * sizeof *indices);
   if (indices == NULL)
      return AN_NO_MEMORY;
   an_status status = pair_regions(p, from, first, indices);
   tk_put(alloc, indices);
   return status;
}

an_profile *an_combine_pair(const tk_alloc *alloc, const an_profile *before,
                            const an_profile *after, an_status *status)
{
   pairing p = {
      .to = an_profile_new(alloc),
      .n_events = an_profile_n_events(after),
      .before = { .profile = before }, .after = { .profile = after },
   };
   size_t size_B = 2 * p.n_events * sizeof *p.counts;
   p.counts = tk_get(alloc, "an.combine", size_B);
   *status = p.to == NULL || p.counts == NULL ? AN_NO_MEMORY : AN_OK;
   if (*status == AN_OK) {
      memset(p.counts, 0, size_B);
      *status = add_headers(p.to, before, after);
   }
   if (*status == AN_OK)
      *status = pair_functions(&p);
   if (*status == AN_OK)
      *status = add_regions(&p, alloc, after, p.n_events);
   if (*status == AN_OK)
      *status = add_regions(&p, alloc, before, 0);
   if (*status == AN_OK)
      *status = an_profile_finish(p.to);
   tk_put(alloc, p.counts);
   return checked(p.to, *status);
}
