/* ac_owners.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_owners.h"

#include "base/tk_count.h"
#include "base/tk_search.h"
#include "counts/ac_find.h"
#include "counts/ac_instrs.h"
#include "counts/ac_objects.h"

#include <stdlib.h>
#include <string.h>

static const ac_calls no_calls;
static const ac_instrs no_instrs;

/* A function of the body, or its code in one object, and the owner that it gets. */
typedef struct {
   size_t owner, part;
   bool is_elsewhere;      /* in another file than the owner */
   size_t first, n_instrs; /* of the builder's list */
} piece;

/* An instruction of a part. */
typedef struct {
   size_t part;
   uint32_t instr;
} part_instr;

/* A called function by its name, which is interned. */
typedef struct {
   const char *name;
   uint32_t function;
} entry;

typedef struct {
   const ac_profile *profile;
   const ac_calls *calls;
   const ac_instrs *instrs;
   entry *entries;     /* sorted */
   part_instr *listed; /* sorted */
   piece *pieces;
   size_t n_pieces;
} builder;

/* ---- Which owner ---- */

static int compare_entries(const void *a, const void *b)
{
   const entry *x = a, *y = b;
   return strcmp(x->name, y->name) ?: tk_compare(x->function, y->function);
}

/* The first entry of the name, or n_functions. */
static size_t find_first(const builder *b, const char *name)
{
   return TK_SEARCH(i, b->calls->n_functions, strcmp(b->entries[i].name, name) < 0);
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

/* The called function that owns the name's code in the file, or AC_NO_CALL.  An unknown
   object is SIZE_MAX. */
static uint32_t find_owner(const builder *b, const char *name, const char *file,
                           size_t object)
{
   const ac_calls *calls = b->calls;
   uint32_t best = AC_NO_CALL;
   int best_rank = 0;
   for (size_t i = find_first(b, name);
        i < calls->n_functions && strcmp(b->entries[i].name, name) == 0; i++) {
      const ac_called *function = &calls->functions[b->entries[i].function];
      int rank = function->file == file ? 3 : has_inlined(calls, function, file) ? 2 : 1;
      if (object != SIZE_MAX && function->object != object)
         rank = 0;
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

static int compare_listed(const void *a, const void *b)
{
   const part_instr *x = a, *y = b;
   return tk_compare(x->part, y->part) ?: tk_compare(x->instr, y->instr);
}

/* Sorts the instructions by part; they are sorted by object. */
static void list_instrs(const builder *b)
{
   const ac_instr *before = NULL;
   for (size_t i = 0; i < b->instrs->n; i++) {
      const ac_instr *at = &b->instrs->all[i];
      bool is_same = before != NULL && before->file == at->file
                     && before->function == at->function;
      b->listed[i] = (part_instr){
         is_same ? b->listed[i - 1].part
                 : ac_find_function(b->profile, at->file, at->function),
         (uint32_t)i,
      };
      before = at;
   }
   if (b->instrs->n > 0)
      qsort(b->listed, b->instrs->n, sizeof *b->listed, compare_listed);
}

/* How many of the part's instructions, from this one of the list on, are in one
   object. */
static size_t count_run(const builder *b, size_t part, size_t first)
{
   const ac_instr *all = b->instrs->all;
   size_t i = first;
   while (i < b->instrs->n && b->listed[i].part == part
          && all[b->listed[i].instr].object == all[b->listed[first].instr].object)
      i++;
   return i - first;
}

/* Gives the code its owner, which becomes one if there is none. */
static void add_piece(builder *b, ac_owners *owners, piece new)
{
   const ac_function *part = ac_profile_function(b->profile, new.part);
   const char *file = ac_profile_file(b->profile, part->file)->name;
   size_t object = new.n_instrs == 0 ? SIZE_MAX
                                     : b->instrs->all[b->listed[new.first].instr].object;
   new.owner = find_owner(b, part->name, file, object);
   if (new.owner == AC_NO_CALL) {
      new.owner = owners->n++;
      owners->of[new.owner] = (ac_owner){
         .name = part->name,
         .file = file,
         .object = object == SIZE_MAX ? object_of(b->profile, part->name) : object,
      };
   }
   owners->of[new.owner].n_parts++;
   owners->of[new.owner].n_instrs += new.n_instrs;
   new.is_elsewhere = file != owners->of[new.owner].file;
   b->pieces[b->n_pieces++] = new;
}

/* Gives each part of the body its owner, and owners to those that have none. */
static void find_pieces(builder *b, ac_owners *owners)
{
   size_t at = 0;
   for (size_t i = 0; i < ac_profile_n_functions(b->profile); i++)
      do {
         size_t n = count_run(b, i, at);
         add_piece(b, owners, (piece){ .part = i, .first = at, .n_instrs = n });
         at += n;
      } while (at < b->instrs->n && b->listed[at].part == i);
}

static int compare_pieces(const void *a, const void *b)
{
   const piece *x = a, *y = b;
   return tk_compare(x->owner, y->owner)
      ?: x->is_elsewhere - y->is_elsewhere
      ?: tk_compare(x->part, y->part)
      ?: tk_compare(x->first, y->first);
}

/* The most pieces: a part has one, and one more for each further object. */
static size_t most_pieces(const builder *b)
{
   size_t n = ac_profile_n_functions(b->profile);
   for (size_t i = 1; i < b->instrs->n; i++)
      n += b->listed[i].part == b->listed[i - 1].part
           && b->instrs->all[b->listed[i].instr].object
                 != b->instrs->all[b->listed[i - 1].instr].object;
   return n;
}

static void fill_owners(builder *b, ac_owners *owners)
{
   const ac_calls *calls = b->calls;
   size_t at = 0, n_instrs = 0;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      b->entries[i] = (entry){ f->name, i };
      owners->of[owners->n++] =
         (ac_owner){ .name = f->name, .file = f->file, .object = f->object };
   }
   if (calls->n_functions > 0)
      qsort(b->entries, calls->n_functions, sizeof *b->entries, compare_entries);
   find_pieces(b, owners);
   if (b->n_pieces > 0)
      qsort(b->pieces, b->n_pieces, sizeof *b->pieces, compare_pieces);
   for (size_t i = 0; i < b->n_pieces; i++) {
      const piece *p = &b->pieces[i];
      owners->parts[i] = p->part;
      for (size_t k = 0; k < p->n_instrs; k++)
         owners->instrs[n_instrs++] = b->listed[p->first + k].instr;
   }
   n_instrs = 0;
   for (size_t i = 0; i < owners->n; i++) {
      ac_owner *owner = &owners->of[i];
      owner->parts = owners->parts + at;
      owner->instrs = owners->instrs + n_instrs;
      at += owner->n_parts;
      n_instrs += owner->n_instrs;
   }
}

/* Gets memory for all. */
static void get_memory(builder *b, ac_owners *owners)
{
   const tk_alloc *alloc = owners->alloc;
   size_t n_calls = b->calls->n_functions, n = b->instrs->n;
   b->entries = tk_get(alloc, AN_LABEL, (n_calls + 1) * sizeof *b->entries);
   b->listed = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *b->listed);
   list_instrs(b);
   size_t n_pieces = most_pieces(b);
   b->pieces = tk_get(alloc, AN_LABEL, (n_pieces + 1) * sizeof *b->pieces);
   owners->of = tk_get(alloc, AN_LABEL, (n_calls + n_pieces + 1) * sizeof *owners->of);
   owners->parts = tk_get(alloc, AN_LABEL, (n_pieces + 1) * sizeof *owners->parts);
   owners->instrs = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *owners->instrs);
}

static void open_owners(ac_owners *owners, const tk_alloc *alloc,
                        const ac_profile *profile, const ac_instrs *instrs)
{
   const ac_calls *calls = ac_profile_calls(profile);
   builder b = { .profile = profile,
                 .calls = calls == NULL ? &no_calls : calls,
                 .instrs = instrs };
   *owners = (ac_owners){ .alloc = alloc };
   get_memory(&b, owners);
   fill_owners(&b, owners);
   tk_put(alloc, b.entries);
   tk_put(alloc, b.listed);
   tk_put(alloc, b.pieces);
}

void ac_owners_open(ac_owners *owners, const tk_alloc *alloc, const ac_profile *profile)
{
   open_owners(owners, alloc, profile, &no_instrs);
}

void ac_owners_open_instrs(ac_owners *owners, const tk_alloc *alloc,
                           const ac_profile *profile)
{
   open_owners(owners, alloc, profile, ac_profile_instrs(profile));
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
