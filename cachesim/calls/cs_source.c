/* cs_source.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_source.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

#define LABEL "cs.source"

enum { NONE = UINT32_MAX };

uint64_t *cs_source_new_counts(tk_arena *memory, uint32_t n)
{
   uint64_t *counts = tk_arena_get(memory, n * sizeof *counts);
   tk_count_clear_all(counts, n);
   return counts;
}

static uint64_t *new_counts(cs_source *source)
{
   return cs_source_new_counts(&source->memory, source->n_counts);
}

/* ---- Spots ------------------------------------------------------------ */

static uint64_t hash_of(const char *file, const char *fn, uint32_t line)
{
   return tk_hash_word((uintptr_t)file ^ tk_hash_word((uintptr_t)fn ^ line));
}

static uint32_t find_spot(const cs_source *source, const char *file, const char *fn,
                          uint32_t line)
{
   TK_TABLE_EACH(i, &source->table, hash_of(file, fn, line)) {
      const cs_spot *spot = &source->spots[i];
      if (spot->file == file && spot->fn == fn && spot->line == line)
         return i;
   }
   return NONE;
}

static void add_spot(cs_source *source, const char *file, const char *fn, uint32_t line)
{
   if (find_spot(source, file, fn, line) != NONE)
      return;
   TK_ARRAY_ROOM(source->alloc, LABEL, source->spots, source->n_spots, source->max_spots);
   uint64_t *counts = new_counts(source);
   tk_table_add(&source->table, hash_of(file, fn, line), (uint32_t)source->n_spots);
   source->spots[source->n_spots++] =
      (cs_spot){ .file = file, .fn = fn, .line = line, .counts = counts };
}

/* ---- Marks ------------------------------------------------------------ */

/* Marks a spot, once. */
static void mark_spot(cs_source *source, uint32_t spot)
{
   if (spot == NONE || source->spots[spot].is_marked)
      return;
   TK_ARRAY_ROOM(source->alloc, LABEL, source->marked, source->n_marked,
                 source->max_marked);
   source->spots[spot].is_marked = true;
   source->marked[source->n_marked++] = spot;
}

/* Marks what is on the path while the code runs: the inlined functions, and the lines at
   which they were inlined. */
static void mark_code(cs_source *source, const cs_code *code)
{
   for (; code != NULL && code->outer != NULL; code = code->outer) {
      mark_spot(source, find_spot(source, code->file, code->fn, 0));
      if (code->call_line != 0)
         mark_spot(source, find_spot(source, code->call_file, NULL, code->call_line));
   }
}

/* Marks what is on the path while a call from the line runs. */
static void mark_line(cs_source *source, const tk_line *line)
{
   if (line == NULL)
      return;
   if (line->at.number != 0)
      mark_spot(source, find_spot(source, line->at.file, NULL, line->at.number));
   mark_code(source, line->at.part);
}

static void unmark_spots(cs_source *source)
{
   for (size_t i = 0; i < source->n_marked; i++)
      source->spots[source->marked[i]].is_marked = false;
   source->n_marked = 0;
}

/* ---- What there is ---------------------------------------------------- */

void cs_source_init(cs_source *source, const tk_alloc *alloc, uint32_t n_counts,
                    uint32_t n_codes)
{
   *source = (cs_source){ .alloc = alloc,
                          .n_counts = n_counts,
                          .n_codes = n_codes,
                          .table = { .alloc = alloc, .label = LABEL } };
   tk_arena_init(&source->memory, alloc, LABEL);
   source->first_own = tk_get(alloc, LABEL, (n_codes + 1) * sizeof *source->first_own);
   source->self = tk_get(alloc, LABEL, (n_codes + 1) * sizeof *source->self);
   for (uint32_t i = 0; i < n_codes; i++) {
      source->first_own[i] = NONE;
      source->self[i] = new_counts(source);
   }
}

void cs_source_fini(cs_source *source)
{
   tk_put(source->alloc, source->spots);
   tk_table_fini(&source->table);
   tk_put(source->alloc, source->owns);
   tk_put(source->alloc, source->first_own);
   tk_put(source->alloc, source->self);
   tk_put(source->alloc, source->marked);
   tk_arena_free(&source->memory);
}

void cs_source_add_call(cs_source *source, const tk_line *line)
{
   if (line != NULL && line->at.number != 0)
      add_spot(source, line->at.file, NULL, line->at.number);
}

void cs_source_add_code(cs_source *source, const cs_code *code)
{
   if (code->outer == NULL)
      return;
   add_spot(source, code->file, code->fn, 0);
   if (code->call_line != 0)
      add_spot(source, code->call_file, NULL, code->call_line);
}

void cs_source_add_line(cs_source *source, const tk_line *line)
{
   const cs_code *code = line->at.part;
   uint32_t spot = find_spot(source, line->at.file, NULL, line->at.number);
   if (line->at.number == 0 || code == NULL || spot == NONE)
      return;
   TK_ARRAY_ROOM(source->alloc, LABEL, source->owns, source->n_owns, source->max_owns);
   uint64_t *alone = new_counts(source);
   source->owns[source->n_owns] = (cs_own){
      .line = line, .spot = spot, .next = source->first_own[code->number], .alone = alone
   };
   source->first_own[code->number] = (uint32_t)source->n_owns++;
}

/* ---- The walk --------------------------------------------------------- */

void cs_source_enter(cs_source *source, const tk_line *line)
{
   mark_line(source, line);
   for (size_t i = 0; i < source->n_marked; i++)
      source->spots[source->marked[i]].n_open++;
   unmark_spots(source);
}

void cs_source_leave(cs_source *source, const tk_line *line, const uint64_t *counts)
{
   mark_line(source, line);
   for (size_t i = 0; i < source->n_marked; i++) {
      cs_spot *spot = &source->spots[source->marked[i]];
      if (--spot->n_open == 0)
         tk_count_add_all(spot->counts, counts, source->n_counts);
   }
   unmark_spots(source);
}

/* What code cost in a node.  The spots around it have that, and the code's own lines
   unless they are among those. */
static void take_self(cs_source *source, const cs_code *code, const uint64_t *counts)
{
   tk_count_add_all(source->self[code->number], counts, source->n_counts);
   mark_code(source, code);
   for (uint32_t i = source->first_own[code->number]; i != NONE;
        i = source->owns[i].next) {
      const cs_spot *spot = &source->spots[source->owns[i].spot];
      if (spot->n_open == 0 && !spot->is_marked)
         tk_count_add_all(source->owns[i].alone, counts, source->n_counts);
   }
   for (size_t i = 0; i < source->n_marked; i++) {
      cs_spot *spot = &source->spots[source->marked[i]];
      if (spot->n_open == 0)
         tk_count_add_all(spot->counts, counts, source->n_counts);
   }
   unmark_spots(source);
}

void cs_source_node(cs_source *source, const cs_node *node, const uint64_t *counts)
{
   const cs_function *function = node->in.function;
   if (function != NULL && function->codes != NULL)
      take_self(source, function->codes, counts);
   for (const cs_part *part = cs_node_parts(node); part != NULL; part = part->next)
      take_self(source, part->code, part->counts);
}

/* ---- Lines' own counts ------------------------------------------------ */

/* The part of a line's count that it had while it was not on the path above itself. */
static uint64_t part_of(uint64_t count, uint64_t alone, uint64_t all)
{
   if (alone >= all)
      return count;
   return (uint64_t)((double)count * (double)alone / (double)all);
}

void cs_source_finish(cs_source *source)
{
   for (size_t i = 0; i < source->n_owns; i++) {
      const cs_own *own = &source->owns[i];
      const cs_code *code = own->line->at.part;
      const uint64_t *self = source->self[code->number];
      uint64_t counts[CS_N_EVENTS];
      for (uint32_t e = 0; e < source->n_counts; e++)
         counts[e] = part_of(own->line->counts[e], own->alone[e], self[e]);
      tk_count_add_all(source->spots[own->spot].counts, counts, source->n_counts);
   }
}
