/* an_stack_builder.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stack_builder.h"

#include "base/an_string.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "paths/an_stack_starts.h"

#include <string.h>

void an_stack_open(an_stack_builder *builder, const tk_alloc *alloc, const char *command,
                   const an_stack_value *kinds, size_t n_kinds)
{
   const tk_table empty = { .alloc = alloc, .label = AN_LABEL };
   *builder =
      (an_stack_builder){ { .alloc = alloc, .command = command, .n_kinds = n_kinds },
                          empty,
                          empty,
                          empty,
                          0,
                          0,
                          0,
                          0 };
   builder->stacks.kinds = tk_get(alloc, AN_LABEL, (n_kinds + 1) * sizeof *kinds);
   if (n_kinds > 0)
      memcpy(builder->stacks.kinds, kinds, n_kinds * sizeof *kinds);
}

void an_stack_reserve(an_stack_builder *builder, size_t n)
{
   an_stacks *s = &builder->stacks;
   TK_ARRAY_ROOM_FOR(n, s->alloc, AN_LABEL, s->samples, s->n_samples,
                     builder->sample_room);
   TK_ARRAY_ROOM_FOR(n * s->n_kinds, s->alloc, AN_LABEL, s->values,
                     s->n_samples * s->n_kinds, builder->value_room);
}

void an_stack_close(an_stack_builder *builder, an_stacks *stacks)
{
   tk_table_fini(&builder->functions);
   tk_table_fini(&builder->nodes);
   tk_table_fini(&builder->samples);
   if (stacks == NULL)
      return;
   *stacks = builder->stacks;
   an_stack_starts(stacks);
}

/* ---- Equality ---- */

static uint64_t add_text(uint64_t hash, const char *text)
{
   return tk_hash_word(hash ^ (text == NULL ? 1 : tk_hash_bytes(text, strlen(text))));
}

static bool is_function(const an_stack_function *a, const an_stack_function *b)
{
   return a->address == b->address && an_string_is_same(a->name, b->name)
          && an_string_is_same(a->file, b->file)
          && an_string_is_same(a->object, b->object)
          && an_string_is_same(a->build_id, b->build_id);
}

static bool is_node(const an_stack_node *a, const an_stack_node *b)
{
   return a->parent == b->parent && a->function == b->function
          && a->call_line == b->call_line && a->call_address == b->call_address
          && a->is_inlined == b->is_inlined
          && an_string_is_same(a->call_file, b->call_file);
}

static bool is_sample(const an_stack_sample *a, const an_stack_sample *b)
{
   return a->node == b->node && a->line == b->line && a->is_left_out == b->is_left_out
          && a->address == b->address && an_string_is_same(a->file, b->file);
}

/* ---- Finding and adding ---- */

uint32_t an_stack_function_add(an_stack_builder *builder,
                               const an_stack_function *function)
{
   an_stacks *s = &builder->stacks;
   uint64_t hash = add_text(tk_hash_word(function->address), function->name);
   hash = add_text(add_text(hash, function->file), function->object);
   TK_TABLE_EACH(i, &builder->functions, hash)
      if (is_function(&s->functions[i], function))
         return i;
   TK_ARRAY_ROOM(s->alloc, AN_LABEL, s->functions, s->n_functions,
                 builder->function_room);
   tk_table_add(&builder->functions, hash, (uint32_t)s->n_functions);
   s->functions[s->n_functions] = *function;
   return (uint32_t)s->n_functions++;
}

uint32_t an_stack_node_add(an_stack_builder *builder, const an_stack_node *node)
{
   an_stacks *s = &builder->stacks;
   uint64_t hash = tk_hash_word((uint64_t)node->parent << 32 | node->function);
   hash = add_text(tk_hash_word(hash ^ node->call_address) ^ node->call_line,
                   node->call_file);
   TK_TABLE_EACH(i, &builder->nodes, hash)
      if (is_node(&s->nodes[i], node))
         return i;
   TK_ARRAY_ROOM(s->alloc, AN_LABEL, s->nodes, s->n_nodes, builder->node_room);
   tk_table_add(&builder->nodes, hash, (uint32_t)s->n_nodes);
   s->nodes[s->n_nodes] = *node;
   return (uint32_t)s->n_nodes++;
}

int64_t *an_stack_values(an_stack_builder *builder, const an_stack_sample *sample)
{
   an_stacks *s = &builder->stacks;
   uint64_t hash = tk_hash_word((uint64_t)sample->node << 32 | sample->line);
   hash = add_text(tk_hash_word(hash ^ sample->address), sample->file);
   TK_TABLE_EACH(i, &builder->samples, hash)
      if (is_sample(&s->samples[i], sample))
         return &s->values[i * s->n_kinds];
   TK_ARRAY_ROOM(s->alloc, AN_LABEL, s->samples, s->n_samples, builder->sample_room);
   TK_ARRAY_ROOM_FOR(s->n_kinds, s->alloc, AN_LABEL, s->values, s->n_samples * s->n_kinds,
                     builder->value_room);
   tk_table_add(&builder->samples, hash, (uint32_t)s->n_samples);
   s->samples[s->n_samples] = *sample;
   int64_t *values = &s->values[s->n_samples++ * s->n_kinds];
   memset(values, 0, s->n_kinds * sizeof *values);
   return values;
}

void an_stack_add(an_stack_builder *builder, const an_stack_sample *sample,
                  const int64_t *values)
{
   int64_t *to = an_stack_values(builder, sample);
   for (size_t k = 0; k < builder->stacks.n_kinds; k++)
      to[k] += values[k];
}
