/* an_stacks_json.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_stacks_json.h"

#include "base/an_json_out.h"

#include <string.h>

static const an_stack_function *function_of(const an_stacks *stacks, uint32_t node)
{
   return &stacks->functions[stacks->nodes[node].function];
}

/* Text that may be unknown. */
static void put_text(an_json_out *json, const char *key, const char *text)
{
   if (text != NULL)
      an_json_put_text(json, key, text);
}

/* The file of a line in a function, unless it is the function's. */
static void put_file(an_json_out *json, const char *key, const char *file,
                     const an_stack_function *function)
{
   if (file != NULL && (function->file == NULL || strcmp(file, function->file) != 0))
      an_json_put_text(json, key, file);
}

static void put_kinds(an_json_out *json, const an_stacks *stacks)
{
   an_json_open_line(json, "", "kinds", '[');
   for (size_t i = 0; i < stacks->n_kinds; i++) {
      const an_stack_value *kind = &stacks->kinds[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_text(json, "name", kind->name);
      an_json_put_text(json, "title", kind->title != NULL ? kind->title : kind->name);
      an_json_put_text(json, "unit", kind->unit);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static void put_functions(an_json_out *json, const an_stacks *stacks)
{
   an_json_open_line(json, "", "functions", '[');
   for (size_t i = 0; i < stacks->n_functions; i++) {
      const an_stack_function *function = &stacks->functions[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_text(json, "name", function->name);
      put_text(json, "file", function->file);
      put_text(json, "object", function->object);
      put_text(json, "build_id", function->build_id);
      if (function->address != 0)
         an_json_put_address(json, "address", function->address);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static void put_nodes(an_json_out *json, const an_stacks *stacks)
{
   an_json_open_line(json, "", "nodes", '[');
   for (size_t i = 0; i < stacks->n_nodes; i++) {
      const an_stack_node *node = &stacks->nodes[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_known(json, "parent", node->parent, node->parent != AN_NO_STACK);
      an_json_put_int(json, "function", node->function);
      if (node->call_line != 0)
         an_json_put_int(json, "call_line", node->call_line);
      if (node->parent != AN_NO_STACK)
         put_file(json, "call_file", node->call_file,
                  function_of(stacks, node->parent));
      if (node->is_inlined)
         an_json_put_bool(json, "inlined", true);
      if (node->is_start)
         an_json_put_bool(json, "start", true);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static void put_samples(an_json_out *json, const an_stacks *stacks)
{
   an_json_open_line(json, "", "samples", '[');
   for (size_t i = 0; i < stacks->n_samples; i++) {
      const an_stack_sample *sample = &stacks->samples[i];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_int(json, "node", sample->node);
      if (sample->line != 0)
         an_json_put_int(json, "line", sample->line);
      put_file(json, "file", sample->file, function_of(stacks, sample->node));
      if (sample->is_left_out)
         an_json_put_bool(json, "left_out", true);
      an_json_put_ints(json, "values", stacks->values + i * stacks->n_kinds,
                       stacks->n_kinds);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

an_status an_stacks_json(const an_stacks *stacks, size_t shown, FILE *out)
{
   an_json_out json = { .out = out };
   an_json_put_open(&json, NULL, '{');
   an_json_put_text(&json, "schema", "stacks");
   an_json_put_line(&json, "");
   an_json_put_int(&json, "version", AN_STACKS_JSON_VERSION);
   an_json_put_line(&json, "");
   an_json_put_text(&json, "command", stacks->command);
   put_kinds(&json, stacks);
   an_json_put_line(&json, "");
   an_json_put_int(&json, "shown", (int64_t)shown);
   an_json_put_line(&json, "");
   an_json_put_int(&json, "left_out", (int64_t)stacks->n_left_out);
   put_functions(&json, stacks);
   put_nodes(&json, stacks);
   put_samples(&json, stacks);
   fputc('\n', out);
   an_json_put_close(&json, '}');
   fputc('\n', out);
   return AN_OK;
}
