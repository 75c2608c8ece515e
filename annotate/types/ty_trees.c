/* ty_trees.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_trees.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"

#include <dwarf.h>
#include <stdlib.h>

#define LABEL "an.trees"

enum { BUCKET_BITS = 10 };

/* ---- Where code is ---- */

/* A part of an entry's code. */
typedef struct {
   Dwarf_Addr from, end;
   Dwarf_Addr reach; /* the last end of this part and those before */
   size_t entry;
} code_part;

/* Entries, and their code sorted by address; it can overlap. */
typedef struct {
   const tk_alloc *alloc;
   Dwarf_Die *entries;
   size_t n_entries, entries_capacity;
   code_part *parts;
   size_t n_parts, parts_capacity;
} code_map;

static void add_code(code_map *m, Dwarf_Die *entry)
{
   Dwarf_Addr base, from, end;
   ptrdiff_t next = 0;
   size_t before = m->n_parts;
   while ((next = dwarf_ranges(entry, next, &base, &from, &end)) > 0) {
      TK_ARRAY_ROOM(m->alloc, LABEL, m->parts, m->n_parts, m->parts_capacity);
      m->parts[m->n_parts++] = (code_part){ from, end, 0, m->n_entries };
   }
   if (m->n_parts == before)
      return;
   TK_ARRAY_ROOM(m->alloc, LABEL, m->entries, m->n_entries, m->entries_capacity);
   m->entries[m->n_entries++] = *entry;
}

static int compare_parts(const void *a, const void *b)
{
   const code_part *x = a, *y = b;
   return (x->from > y->from) - (x->from < y->from);
}

static void sort_code(code_map *m)
{
   Dwarf_Addr reach = 0;
   if (m->n_parts > 0)
      qsort(m->parts, m->n_parts, sizeof *m->parts, compare_parts);
   for (size_t i = 0; i < m->n_parts; i++) {
      reach = m->parts[i].end > reach ? m->parts[i].end : reach;
      m->parts[i].reach = reach;
   }
}

/* The first entry that was added with the address. */
static bool find_code(const code_map *m, Dwarf_Addr pc, Dwarf_Die *entry)
{
   size_t found = m->n_entries;
   tk_search after = { .high = m->n_parts };
   while (tk_search_next(&after))
      tk_search_step(&after, m->parts[after.middle].from <= pc);
   for (size_t i = after.low; i > 0 && m->parts[i - 1].reach > pc; i--)
      if (m->parts[i - 1].end > pc && m->parts[i - 1].entry < found)
         found = m->parts[i - 1].entry;
   if (found < m->n_entries)
      *entry = m->entries[found];
   return found < m->n_entries;
}

/* ---- Trees ---- */

/* An entry with children. */
typedef struct {
   char *at, *end;  /* Dwarf_Die.addr of it, and of what is behind its children */
   uint32_t parent; /* the unit's is itself */
   uint32_t next;   /* the first one that is not in this one */
   bool can_have_functions;
} scope;

typedef struct tree {
   struct tree *next;
   Dwarf_CU *cu;
   scope *scopes; /* by place; the first is the unit */
   size_t n, capacity;
   code_map code;
} tree;

/* A file of debug info. */
typedef struct file {
   struct file *next;
   Dwarf *dwarf;
   bool has_units; /* in `code` */
   code_map code;  /* the units by their code */
   ty_index *index;
} file;

struct ty_trees {
   const tk_alloc *alloc;
   tree *buckets[1 << BUCKET_BITS]; /* by unit */
   file *files;
};

ty_trees *ty_trees_new(const tk_alloc *alloc)
{
   ty_trees *trees = tk_get(alloc, LABEL, sizeof *trees);
   *trees = (ty_trees){ .alloc = alloc };
   return trees;
}

bool ty_trees_has_code(int tag)
{
   return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine
          || tag == DW_TAG_lexical_block || tag == DW_TAG_try_block
          || tag == DW_TAG_catch_block;
}

bool ty_trees_has_functions(int tag)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_enumeration_type
          || ty_die_is_struct_tag(tag);
}

static void open_scope(tree *t, const tk_alloc *alloc, uint32_t parent, Dwarf_Die *die,
                       bool can_have_functions)
{
   TK_ARRAY_ROOM(alloc, LABEL, t->scopes, t->n, t->capacity);
   t->scopes[t->n++] = (scope){ .at = die->addr,
                                .parent = parent,
                                .can_have_functions = can_have_functions };
}

/* Of damaged debug info, scopes can stay open: they have no end. */
static void walk_unit(tree *t, const tk_alloc *alloc, const Dwarf_Die *unit)
{
   ty_die_walk walk = { .at = *unit };
   uint32_t parent = 0;
   bool goes_on = true;
   while (goes_on) {
      Dwarf_Die at = walk.at;
      int depth = walk.depth, tag = dwarf_tag(&at);
      bool is_open = depth == 0 || t->scopes[parent].can_have_functions;
      if (is_open && ty_trees_has_code(tag))
         add_code(&t->code, &at);
      goes_on = ty_die_walk_next(&walk, t->n < UINT32_MAX);
      if (walk.depth > depth) {
         open_scope(t, alloc, parent, &at,
                    depth == 0 || (is_open && ty_trees_has_functions(tag)));
         parent = (uint32_t)t->n - 1;
      }
      for (int inner = walk.n_closed; inner > 0; inner--) {
         scope *closed = &t->scopes[parent];
         closed->end = (char *)walk.at.addr - (inner - 1);
         closed->next = (uint32_t)t->n;
         parent = closed->parent;
      }
   }
   sort_code(&t->code);
}

static const tree *tree_of(ty_trees *trees, const Dwarf_Die *die)
{
   Dwarf_Die unit, of = *die;
   uint64_t hash = tk_hash_word((uintptr_t)die->cu) >> (64 - BUCKET_BITS);
   tree **bucket = &trees->buckets[hash];
   tree *t = *bucket;
   while (t != NULL && t->cu != die->cu)
      t = t->next;
   if (t != NULL)
      return t;
   t = tk_get(trees->alloc, LABEL, sizeof *t);
   *t = (tree){ .next = *bucket, .cu = die->cu, .code.alloc = trees->alloc };
   *bucket = t;
   if (dwarf_diecu(&of, &unit, NULL, NULL) != NULL)
      walk_unit(t, trees->alloc, &unit);
   return t;
}

/* The last scope that begins at the entry or before it, or t->n. */
static size_t scope_before(const tree *t, const Dwarf_Die *die)
{
   tk_search after = { .high = t->n };
   while (tk_search_next(&after))
      tk_search_step(&after, t->scopes[after.middle].at <= (char *)die->addr);
   return after.low == 0 ? t->n : after.low - 1;
}

bool ty_trees_children(ty_trees *trees, Dwarf_Die *die,
                       bool (*visit)(void *, Dwarf_Die *), void *context)
{
   Dwarf_Die child, next;
   const tree *t = tree_of(trees, die);
   size_t inner = scope_before(t, die) + 1;
   bool has_child = dwarf_child(die, &next) == 0;
   while (has_child) {
      child = next;
      if (!visit(context, &child))
         return false;
      if (inner >= t->n || t->scopes[inner].at != (char *)child.addr) {
         has_child = dwarf_siblingof(&child, &next) == 0;
      } else {
         next = (Dwarf_Die){ .addr = t->scopes[inner].end, .cu = child.cu };
         inner = t->scopes[inner].next;
         has_child = next.addr != NULL && dwarf_tag(&next) != DW_TAG_invalid;
      }
   }
   return true;
}

size_t ty_trees_around(ty_trees *trees, const Dwarf_Die *die, Dwarf_Die *around,
                       size_t most)
{
   const tree *t = tree_of(trees, die);
   size_t i = scope_before(t, die), n = 0;
   around[n++] = *die;
   if (i < t->n && t->scopes[i].at == (char *)die->addr)
      i = i == 0 ? t->n : t->scopes[i].parent;
   else
      while (i < t->n && i > 0 && t->scopes[i].end <= (char *)die->addr)
         i = t->scopes[i].parent;
   for (; i < t->n && n < most; n++) {
      around[n] = (Dwarf_Die){ .addr = t->scopes[i].at, .cu = die->cu };
      i = i == 0 ? t->n : t->scopes[i].parent;
   }
   return i < t->n ? 0 : n;
}

/* ---- Code ---- */

static file *file_of(ty_trees *trees, Dwarf *dwarf)
{
   file *f = trees->files;
   while (f != NULL && f->dwarf != dwarf)
      f = f->next;
   if (f != NULL)
      return f;
   f = tk_get(trees->alloc, LABEL, sizeof *f);
   *f = (file){ .next = trees->files, .dwarf = dwarf, .code.alloc = trees->alloc };
   trees->files = f;
   return f;
}

static const code_map *units_of(ty_trees *trees, Dwarf *dwarf)
{
   file *f = file_of(trees, dwarf);
   Dwarf_CU *cu = NULL;
   Dwarf_Die unit;
   if (f->has_units)
      return &f->code;
   f->has_units = true;
   while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
      if (ty_die_is_unit(&unit))
         add_code(&f->code, &unit);
   sort_code(&f->code);
   return &f->code;
}

/* clang writes no .debug_aranges: then every unit's own ranges are read. */
bool ty_trees_unit(ty_trees *trees, Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *unit)
{
   return dwarf_addrdie(dwarf, pc, unit) != NULL
          || find_code(units_of(trees, dwarf), pc, unit);
}

bool ty_trees_function(ty_trees *trees, const Dwarf_Die *unit, Dwarf_Addr pc,
                       Dwarf_Die *function)
{
   return find_code(&tree_of(trees, unit)->code, pc, function);
}

/* ---- Names and addresses ---- */

const ty_index *ty_trees_index(ty_trees *trees, Dwarf *dwarf)
{
   file *f = file_of(trees, dwarf);
   if (f->index == NULL)
      f->index = ty_index_new(trees->alloc, dwarf);
   return f->index;
}

bool ty_trees_write_name(ty_trees *trees, char *text, size_t size, const Dwarf_Die *type)
{
   Dwarf_Die scopes[TY_DWARF_DEPTH];
   size_t used = 0, n = ty_trees_around(trees, type, scopes, TY_DWARF_DEPTH);
   for (size_t i = n; i-- > 0;) {
      int tag = dwarf_tag(&scopes[i]);
      if (tag == DW_TAG_compile_unit || tag == DW_TAG_partial_unit)
         continue;
      if (!ty_index_add_name(text, size, &used, &scopes[i]))
         return false;
   }
   return n > 0;
}
