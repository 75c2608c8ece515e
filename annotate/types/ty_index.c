/* ty_index.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_index.h"

#include "base/an_wait.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.index"

enum { NAME_MAX_B = 500 };

typedef enum { VARIABLE, THREAD_VARIABLE, DEFINITION } kind;

/* An entry by its address, or the hash of its name. */
typedef struct {
   uint64_t key, offset; /* in its file */
   uint32_t file, kind;
} record;

struct ty_index {
   const tk_alloc *alloc;
   const record *of; /* by kind, key, and as they are found */
   record *made;     /* the same, if they are not the cache's */
   size_t n, capacity;
   Dwarf **files; /* the debug info, and what its units are split off to */
   size_t n_files, files_capacity;
};

bool ty_index_add_name(char *text, size_t size, size_t *used, Dwarf_Die *scope)
{
   int tag = dwarf_tag(scope);
   const char *name = dwarf_diename(scope);
   if (name == NULL || (tag != DW_TAG_namespace && !ty_die_is_struct_tag(tag)))
      return false;
   size_t length = strlen(name), colons = *used > 0 ? 2 : 0;
   if (*used + colons + length >= size)
      return false;
   memcpy(text + *used, "::", colons);
   memcpy(text + *used + colons, name, length + 1);
   *used += colons + length;
   return true;
}

/* ---- Making it ---- */

/* "At this address", or "at this offset of the thread's segment"; else false. */
static bool find_place(Dwarf_Die *variable, record *place)
{
   Dwarf_Attribute attribute;
   Dwarf_Op *expression;
   size_t n;
   if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL
       || dwarf_getlocation(&attribute, &expression, &n) != 0 || n == 0)
      return false;
   int tls = n == 2 ? expression[1].atom : 0;
   bool is_thread_local = tls == DW_OP_GNU_push_tls_address
                          || tls == DW_OP_form_tls_address;
   place->key = expression[0].number;
   place->kind = is_thread_local ? THREAD_VARIABLE : VARIABLE;
   return is_thread_local || (n == 1 && expression[0].atom == DW_OP_addr);
}

/* Units follow each other. */
static uint32_t number_of(ty_index *index, Dwarf *dwarf)
{
   if (index->n_files == 0 || index->files[index->n_files - 1] != dwarf) {
      TK_ARRAY_ROOM(index->alloc, LABEL, index->files, index->n_files,
                    index->files_capacity);
      index->files[index->n_files++] = dwarf;
   }
   return (uint32_t)index->n_files - 1;
}

static void add_record(ty_index *index, record found, Dwarf_Die *die)
{
   found.file = number_of(index, dwarf_cu_getdwarf(die->cu));
   found.offset = dwarf_dieoffset(die);
   TK_ARRAY_ROOM(index->alloc, LABEL, index->made, index->n, index->capacity);
   index->made[index->n++] = found;
}

/* Where the walk is: the name of what is around it. */
typedef struct {
   char text[NAME_MAX_B];
   size_t used[TY_DWARF_DEPTH]; /* by depth of the entries around */
   bool is_named[TY_DWARF_DEPTH];
} scopes;

/* Adds the entry; returns whether variables or types can be in it. */
static bool visit(ty_index *index, scopes *s, const ty_die_walk *walk, bool has_types)
{
   Dwarf_Die die = walk->at;
   record found;
   int tag = dwarf_tag(&die), depth = walk->depth;
   if (tag == DW_TAG_variable && find_place(&die, &found))
      add_record(index, found, &die);
   if (depth >= TY_DWARF_DEPTH)
      return false;
   s->used[depth] = depth == 0 ? 0 : s->used[depth - 1];
   s->is_named[depth] = depth == 0
                        || (s->is_named[depth - 1]
                            && ty_index_add_name(s->text, sizeof s->text, &s->used[depth],
                                                 &die));
   if (!ty_die_is_struct_tag(tag))
      return depth == 0 || tag == DW_TAG_namespace || tag == DW_TAG_module
             || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
   if (!has_types || !s->is_named[depth])
      return false;
   found = (record){ .key = tk_hash_bytes(s->text, s->used[depth]), .kind = DEFINITION };
   if (!dwarf_hasattr(&die, DW_AT_declaration))
      add_record(index, found, &die);
   return true;
}

void ty_index_wait(const char *file)
{
   if (file != NULL)
      an_wait_for("reading debug information of ", file, 0, 0);
}

static void walk_units(ty_index *index, Dwarf *dwarf, const char *file)
{
   scopes s;
   Dwarf_CU *cu = NULL;
   Dwarf_Die unit;
   while (ty_die_next_unit(dwarf, &cu, &unit)) {
      ty_index_wait(file);
      ty_die_walk walk = { .at = unit };
      /* dwz leaves the language to those who import a unit. */
      bool has_types = ty_die_is_cpp(&unit) || dwarf_tag(&unit) == DW_TAG_partial_unit;
      /* A type's signature leads to its unit. */
      if (dwarf_tag(&unit) != DW_TAG_type_unit)
         while (ty_die_walk_next(&walk, visit(index, &s, &walk, has_types))) {}
   }
}

static int compare(const void *a, const void *b)
{
   const record *x = a, *y = b;
   if (x->kind != y->kind)
      return x->kind < y->kind ? -1 : 1;
   if (x->key != y->key)
      return x->key < y->key ? -1 : 1;
   if (x->file != y->file)
      return x->file < y->file ? -1 : 1;
   return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Only the first of each is ever found. */
static void sort(ty_index *index)
{
   record *of = index->made;
   size_t n = 0;
   if (index->n > 0)
      qsort(of, index->n, sizeof *of, compare);
   for (size_t i = 0; i < index->n; i++)
      if (n == 0 || of[n - 1].kind != of[i].kind || of[n - 1].key != of[i].key)
         of[n++] = of[i];
   index->n = n;
   index->of = of;
}

static void make(ty_index *index, Dwarf *dwarf, const char *file)
{
   Dwarf *shared = dwarf_getalt(dwarf); /* by several files: dwz */
   walk_units(index, dwarf, file);
   if (shared != NULL)
      walk_units(index, shared, file);
   sort(index);
}

ty_index *ty_index_new(const tk_alloc *alloc, Dwarf *dwarf, ty_cache *cache,
                       const char *file)
{
   ty_index *index = tk_get(alloc, LABEL, sizeof *index);
   size_t size_B;
   *index = (ty_index){ .alloc = alloc };
   number_of(index, dwarf);
   index->of = ty_cache_get(cache, TY_CACHE_INDEX, &size_B);
   if (index->of != NULL) {
      index->n = size_B / sizeof *index->of;
      return index;
   }
   make(index, dwarf, file);
   /* Other files can change. */
   if (index->n_files == 1)
      ty_cache_put(cache, TY_CACHE_INDEX, index->of, index->n * sizeof *index->of);
   return index;
}

/* ---- Looking things up ---- */

static bool find(const ty_index *index, kind what, uint64_t key, Dwarf_Die *die)
{
   const record *of = index->of;
   tk_search s = { .high = index->n };
   while (tk_search_next(&s)) {
      const record *at = &of[s.middle];
      tk_search_step(&s, at->kind != what ? at->kind < what : at->key < key);
   }
   return s.low < index->n && of[s.low].kind == what && of[s.low].key == key
          && dwarf_offdie(index->files[of[s.low].file], of[s.low].offset, die) != NULL;
}

bool ty_index_variable(const ty_index *index, bool is_thread_local, uint64_t address,
                       Dwarf_Die *variable)
{
   return find(index, is_thread_local ? THREAD_VARIABLE : VARIABLE, address, variable);
}

bool ty_index_definition(const ty_index *index, const char *name, Dwarf_Die *type)
{
   return find(index, DEFINITION, tk_hash_bytes(name, strlen(name)), type);
}
