/* ac_owners.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_owners.h"

#include "base/tk_search.h"
#include "counts/ac_objects.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.owners"

static const ac_calls no_calls;

/* A function of the body, and the owner that it gets. */
typedef struct {
   size_t owner, part;
   bool is_elsewhere; /* in another file than the owner */
} piece;

/* A called function by its name, which is interned. */
typedef struct {
   const char *name;
   uint32_t function;
} entry;

typedef struct {
   const ac_profile *profile;
   const ac_calls *calls;
   entry *entries; /* sorted */
   piece *pieces;
} builder;

/* ---- Which owner ---- */

static int compare_entries(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   int order = strcmp(x->name, y->name);
   if (order != 0)
      return order;
   return (x->function > y->function) - (x->function < y->function);
}

/* The first entry of the name, or n_functions. */
static size_t find_first(const builder *b, const char *name)
{
   tk_search s = { .high = b->calls->n_functions };
   while (tk_search_next(&s))
      tk_search_step(&s, strcmp(b->entries[s.middle].name, name) < 0);
   return s.low;
}

static bool has_inlined(const ac_calls *calls, const ac_called *function,
                        const char *file)
{
   const ac_inlined *inlined = calls->inlined + function->first_inlined;
   for (uint32_t i = 0; i < function->n_inlined; i++)
      if (inlined[i].file == file)
         return true;
   return false;
}

/* The called function that owns the name's code in the file, or AC_NO_CALL. */
static uint32_t find_owner(const builder *b, const char *name, const char *file)
{
   const ac_calls *calls = b->calls;
   uint32_t best = AC_NO_CALL;
   int best_rank = 0;
   for (size_t i = find_first(b, name);
        i < calls->n_functions && strcmp(b->entries[i].name, name) == 0; i++) {
      const ac_called *function = &calls->functions[b->entries[i].function];
      int rank = function->file == file ? 3 : has_inlined(calls, function, file) ? 2 : 1;
      if (rank > best_rank) {
         best = b->entries[i].function;
         best_rank = rank;
      }
   }
   return best;
}

/* ---- Building ---- */

static size_t object_of(const ac_profile *profile, const char *name)
{
   const ac_code *code = ac_objects_code(profile, name);
   return code == NULL ? SIZE_MAX : code->object;
}

/* Gives each part of the body its owner, and owners to those that have none. */
static void find_pieces(const builder *b, ac_owners *owners)
{
   for (size_t i = 0; i < ac_profile_n_functions(b->profile); i++) {
      const ac_function *part = ac_profile_function(b->profile, i);
      const char *file = ac_profile_file(b->profile, part->file)->name;
      size_t owner = find_owner(b, part->name, file);
      if (owner == AC_NO_CALL) {
         owner = owners->n++;
         owners->of[owner] = (ac_owner){ .name = part->name,
                                         .file = file,
                                         .object = object_of(b->profile, part->name) };
      }
      owners->of[owner].n_parts++;
      b->pieces[i] = (piece){ owner, i, file != owners->of[owner].file };
   }
}

static int compare_pieces(const void *a, const void *b)
{
   const piece *x = a, *y = b;
   if (x->owner != y->owner)
      return x->owner < y->owner ? -1 : 1;
   if (x->is_elsewhere != y->is_elsewhere)
      return x->is_elsewhere ? 1 : -1;
   return (x->part > y->part) - (x->part < y->part);
}

static void fill_owners(const builder *b, ac_owners *owners)
{
   const ac_calls *calls = b->calls;
   size_t n_parts = ac_profile_n_functions(b->profile), at = 0;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      b->entries[i] = (entry){ f->name, i };
      owners->of[owners->n++] =
         (ac_owner){ .name = f->name, .file = f->file, .object = f->object };
   }
   if (calls->n_functions > 0)
      qsort(b->entries, calls->n_functions, sizeof *b->entries, compare_entries);
   find_pieces(b, owners);
   if (n_parts > 0)
      qsort(b->pieces, n_parts, sizeof *b->pieces, compare_pieces);
   for (size_t i = 0; i < n_parts; i++)
      owners->parts[i] = b->pieces[i].part;
   for (size_t i = 0; i < owners->n; at += owners->of[i++].n_parts)
      owners->of[i].parts = owners->parts + at;
}

bool ac_owners_open(ac_owners *owners, const tk_alloc *alloc, const ac_profile *profile)
{
   const ac_calls *calls = ac_profile_calls(profile);
   if (calls == NULL)
      calls = &no_calls;
   size_t n_parts = ac_profile_n_functions(profile);
   size_t n_owners = calls->n_functions + n_parts;
   builder b = {
      profile,
      calls,
      tk_get(alloc, LABEL, (calls->n_functions + 1) * sizeof *b.entries),
      tk_get(alloc, LABEL, (n_parts + 1) * sizeof *b.pieces),
   };
   *owners = (ac_owners){
      .alloc = alloc,
      .of = tk_get(alloc, LABEL, (n_owners + 1) * sizeof *owners->of),
      .parts = tk_get(alloc, LABEL, (n_parts + 1) * sizeof *owners->parts),
   };
   bool ok = b.entries != NULL && b.pieces != NULL && owners->of != NULL
             && owners->parts != NULL;
   if (ok)
      fill_owners(&b, owners);
   else
      ac_owners_close(owners);
   tk_put(alloc, b.entries);
   tk_put(alloc, b.pieces);
   return ok;
}

void ac_owners_close(ac_owners *owners)
{
   tk_put(owners->alloc, owners->of);
   tk_put(owners->alloc, owners->parts);
}

void ac_owner_self(const ac_profile *profile, const ac_owner *owner, int64_t *sums)
{
   size_t n = ac_profile_n_events(profile);
   memset(sums, 0, n * sizeof *sums);
   for (size_t k = 0; k < owner->n_parts; k++) {
      const int64_t *totals = ac_profile_function(profile, owner->parts[k])->totals;
      for (size_t i = 0; i < n; i++)
         sums[i] += totals[i]; /* fits: the profile has added up all functions */
   }
}
