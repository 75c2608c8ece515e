/* an_stack_places.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stack_places.h"

#include "base/an_string.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <string.h>

typedef struct {
   an_stack_places *to;
   const an_stacks *from;
   tk_table table;
   size_t capacity;
   uint32_t *callers; /* the place that calls each node */
} work;

/* The place of the line in the node's function. */
static uint32_t add_place(work *w, uint32_t node, uint32_t line, const char *file,
                          uint64_t address)
{
   const an_stack_node *n = &w->from->nodes[node];
   const an_stack_place place = { w->callers[node],
                                  n->function,
                                  line,
                                  file != NULL ? file
                                               : w->from->functions[n->function].file,
                                  n->is_inlined,
                                  address };
   uint64_t hash = tk_hash_word((uint64_t)place.caller << 32 | place.function);
   hash = tk_hash_word(hash ^ line ^ address << 32);
   TK_TABLE_EACH(i, &w->table, hash) {
      const an_stack_place *p = &w->to->places[i];
      if (p->caller == place.caller && p->function == place.function && p->line == line
          && p->is_inlined == place.is_inlined && p->address == address
          && an_string_is_same(p->file, place.file))
         return i;
   }
   TK_ARRAY_ROOM(w->to->alloc, AN_LABEL, w->to->places, w->to->n_places, w->capacity);
   tk_table_add(&w->table, hash, (uint32_t)w->to->n_places);
   w->to->places[w->to->n_places] = place;
   return (uint32_t)w->to->n_places++;
}

static void add_all(work *w)
{
   const an_stacks *s = w->from;
   for (uint32_t i = 0; i < s->n_nodes; i++) {
      const an_stack_node *node = &s->nodes[i];
      w->callers[i] = node->parent == AN_NO_STACK
                         ? AN_NO_STACK
                         : add_place(w, node->parent, node->call_line, node->call_file,
                                     node->call_address);
   }
   for (size_t i = 0; i < s->n_samples; i++) {
      const an_stack_sample *sample = &s->samples[i];
      w->to->of_samples[i] = add_place(w, sample->node, sample->line, sample->file,
                                       sample->address);
   }
}

void an_stack_places_open(an_stack_places *places, const an_stacks *stacks)
{
   const tk_alloc *alloc = stacks->alloc;
   work w = { places, stacks, { .alloc = alloc, .label = AN_LABEL }, 0, NULL };
   *places = (an_stack_places){ .alloc = alloc };
   places->of_samples = tk_get(alloc, AN_LABEL,
                               (stacks->n_samples + 1) * sizeof *places->of_samples);
   w.callers = tk_get(alloc, AN_LABEL, (stacks->n_nodes + 1) * sizeof *w.callers);
   add_all(&w);
   tk_put(alloc, w.callers);
   tk_table_fini(&w.table);
}
