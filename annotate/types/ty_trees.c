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
   uint64_t entry;   /* its offset, in the file or in the unit */
} code_part;

/* Code of entries, sorted by address; it can overlap. */
typedef struct {
   code_part *of;
   size_t n, capacity;
} code_map;

static void add_code(code_map *m, const tk_alloc *alloc, Dwarf_Die *die, uint64_t entry)
{
   Dwarf_Addr base, from, end;
   ptrdiff_t next = 0;
   while ((next = dwarf_ranges(die, next, &base, &from, &end)) > 0) {
      TK_ARRAY_ROOM(alloc, LABEL, m->of, m->n, m->capacity);
      m->of[m->n++] = (code_part){ from, end, 0, entry };
   }
}

static int compare_parts(const void *a, const void *b)
{
   const code_part *x = a, *y = b;
   return (x->from > y->from) - (x->from < y->from);
}

static void sort_code(code_map *m)
{
   Dwarf_Addr reach = 0;
   if (m->n > 0)
      qsort(m->of, m->n, sizeof *m->of, compare_parts);
   for (size_t i = 0; i < m->n; i++) {
      reach = m->of[i].end > reach ? m->of[i].end : reach;
      m->of[i].reach = reach;
   }
}

/* The first entry of those with the address. */
static bool find_code(const code_part *parts, size_t n, Dwarf_Addr pc, uint64_t *entry)
{
   tk_search after = { .high = n };
   *entry = UINT64_MAX;
   while (tk_search_next(&after))
      tk_search_step(&after, parts[after.middle].from <= pc);
   for (size_t i = after.low; i > 0 && parts[i - 1].reach > pc; i--)
      if (parts[i - 1].end > pc && parts[i - 1].entry < *entry)
         *entry = parts[i - 1].entry;
   return *entry < UINT64_MAX;
}

/* ---- Trees ---- */

/* An entry with children.  Places are offsets from the unit's entry. */
typedef struct {
   uint32_t at, end; /* it, and what is behind its children; 0: that is unknown */
   uint32_t parent;  /* the unit's is itself */
   uint32_t next;    /* the first one that is not in this one */
} scope;

typedef struct tree {
   struct tree *next;
   Dwarf_CU *cu;
   char *start;         /* Dwarf_Die.addr of the unit */
   const scope *scopes; /* by place; the first is the unit */
   size_t n;
   const code_part *parts; /* sorted by address */
   size_t n_parts;
} tree;

/* A file of debug info. */
typedef struct file {
   struct file *next;
   Dwarf *dwarf;
   bool has_units; /* in `code` */
   code_map code;  /* the units by their code */
   ty_index *index;
   ty_cache *cache; /* or NULL */
} file;

struct ty_trees {
   const tk_alloc *alloc;
   uint64_t least_B;                /* to be cached */
   const char *reading;             /* ty_trees_reads */
   tree *buckets[1 << BUCKET_BITS]; /* by unit */
   file *files;
};

ty_trees *ty_trees_new(const tk_alloc *alloc, uint64_t least_B)
{
   ty_trees *trees = tk_get(alloc, LABEL, sizeof *trees);
   *trees = (ty_trees){ .alloc = alloc, .least_B = least_B };
   return trees;
}

void ty_trees_close(ty_trees *trees)
{
   for (file *f = trees->files; f != NULL; f = f->next)
      ty_cache_close(f->cache);
}

void ty_trees_reads(ty_trees *trees, const char *name)
{
   trees->reading = name;
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

static uint32_t place_of(const tree *t, const Dwarf_Die *die)
{
   return (uint32_t)((char *)die->addr - t->start);
}

static Dwarf_Die entry_at(const tree *t, uint64_t place)
{
   return (Dwarf_Die){ .addr = t->start + place, .cu = t->cu };
}

/* A tree while it is made. */
typedef struct {
   scope *scopes;
   size_t n, capacity;
   code_map code;
} growing;

/* Functions can be in entries of an unbroken chain from the unit down: `functions_to` is
   the depth to which the walk is below such a chain.  Of damaged debug info, scopes can
   stay open: they have no end. */
static growing walk_unit(const tree *t, const tk_alloc *alloc, const Dwarf_Die *unit)
{
   growing g = { .n = 0 };
   ty_die_walk walk = { .at = *unit };
   uint32_t parent = 0;
   int functions_to = 0;
   bool goes_on = true;
   while (goes_on) {
      Dwarf_Die at = walk.at;
      int depth = walk.depth, tag = dwarf_tag(&at);
      bool can_be_function = depth <= functions_to;
      if (can_be_function && ty_trees_has_code(tag))
         add_code(&g.code, alloc, &at, place_of(t, &at));
      goes_on = ty_die_walk_next(&walk, g.n < UINT32_MAX);
      if (walk.depth > depth) {
         TK_ARRAY_ROOM(alloc, LABEL, g.scopes, g.n, g.capacity);
         g.scopes[g.n] = (scope){ .at = place_of(t, &at), .parent = parent };
         parent = (uint32_t)g.n++;
         if (can_be_function && (depth == 0 || ty_trees_has_functions(tag)))
            functions_to = walk.depth;
      }
      for (int inner = walk.n_closed; inner > 0; inner--) {
         scope *closed = &g.scopes[parent];
         closed->end = place_of(t, &walk.at) - (uint32_t)(inner - 1);
         closed->next = (uint32_t)g.n;
         parent = closed->parent;
      }
      functions_to = walk.depth < functions_to ? walk.depth : functions_to;
   }
   sort_code(&g.code);
   return g;
}

static file *file_of(ty_trees *trees, Dwarf *dwarf)
{
   file *f = trees->files;
   while (f != NULL && f->dwarf != dwarf)
      f = f->next;
   if (f != NULL)
      return f;
   f = tk_get(trees->alloc, LABEL, sizeof *f);
   *f = (file){ .next = trees->files,
                .dwarf = dwarf,
                .cache = trees->least_B == TY_TREES_NO_CACHE
                            ? NULL
                            : ty_cache_open(trees->alloc, dwarf, trees->least_B) };
   trees->files = f;
   return f;
}

/* What the cache has of the unit, or will have. */
static void open_tree(ty_trees *trees, tree *t, Dwarf_Die *unit)
{
   /* Units of types can be in a section of their own, at the same offsets. */
   bool is_type = dwarf_tag(unit) == DW_TAG_type_unit;
   ty_cache *cache = is_type ? NULL : file_of(trees, dwarf_cu_getdwarf(t->cu))->cache;
   uint64_t number = TY_CACHE_TREES + 2 * dwarf_dieoffset(unit);
   size_t scopes_B, parts_B;
   t->start = unit->addr;
   t->scopes = ty_cache_get(cache, number, &scopes_B);
   t->parts = ty_cache_get(cache, number + 1, &parts_B);
   if (t->scopes == NULL || t->parts == NULL) {
      ty_index_wait(trees->reading);
      growing g = walk_unit(t, trees->alloc, unit);
      t->scopes = g.scopes;
      t->parts = g.code.of;
      scopes_B = g.n * sizeof *g.scopes;
      parts_B = g.code.n * sizeof *g.code.of;
      ty_cache_put(cache, number, g.scopes, scopes_B);
      ty_cache_put(cache, number + 1, g.code.of, parts_B);
   }
   t->n = scopes_B / sizeof *t->scopes;
   t->n_parts = parts_B / sizeof *t->parts;
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
   *t = (tree){ .next = *bucket, .cu = die->cu };
   *bucket = t;
   if (dwarf_diecu(&of, &unit, NULL, NULL) != NULL)
      open_tree(trees, t, &unit);
   return t;
}

/* The last scope that begins at the entry or before it, or t->n. */
static size_t scope_before(const tree *t, const Dwarf_Die *die)
{
   uint32_t place = place_of(t, die);
   tk_search after = { .high = t->n };
   while (tk_search_next(&after))
      tk_search_step(&after, t->scopes[after.middle].at <= place);
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
      if (inner >= t->n || t->scopes[inner].at != place_of(t, &child)) {
         has_child = dwarf_siblingof(&child, &next) == 0;
      } else {
         next = entry_at(t, t->scopes[inner].end);
         has_child = t->scopes[inner].end != 0 && dwarf_tag(&next) != DW_TAG_invalid;
         inner = t->scopes[inner].next;
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
   if (i < t->n && t->scopes[i].at == place_of(t, die))
      i = i == 0 ? t->n : t->scopes[i].parent;
   else
      while (i < t->n && i > 0 && t->scopes[i].end <= place_of(t, die))
         i = t->scopes[i].parent;
   for (; i < t->n && n < most; n++) {
      around[n] = entry_at(t, t->scopes[i].at);
      i = i == 0 ? t->n : t->scopes[i].parent;
   }
   return i < t->n ? 0 : n;
}

/* ---- Code ---- */

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
         add_code(&f->code, trees->alloc, &unit, dwarf_dieoffset(&unit));
   sort_code(&f->code);
   return &f->code;
}

/* clang writes no .debug_aranges: then every unit's own ranges are read. */
bool ty_trees_unit(ty_trees *trees, Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *unit)
{
   uint64_t offset;
   if (dwarf_addrdie(dwarf, pc, unit) != NULL)
      return true;
   const code_map *units = units_of(trees, dwarf);
   return find_code(units->of, units->n, pc, &offset)
          && dwarf_offdie(dwarf, offset, unit) != NULL;
}

bool ty_trees_function(ty_trees *trees, const Dwarf_Die *unit, Dwarf_Addr pc,
                       Dwarf_Die *function)
{
   uint64_t place;
   const tree *t = tree_of(trees, unit);
   if (!find_code(t->parts, t->n_parts, pc, &place))
      return false;
   *function = entry_at(t, place);
   return true;
}

/* ---- Names and addresses ---- */

const ty_index *ty_trees_index(ty_trees *trees, Dwarf *dwarf)
{
   file *f = file_of(trees, dwarf);
   if (f->index == NULL)
      f->index = ty_index_new(trees->alloc, dwarf, f->cache, trees->reading);
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
