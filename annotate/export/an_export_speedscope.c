/* an_export_speedscope.c -- speedscope's own JSON: a sampled profile for each value.

   speedscope tells frames apart by number, so each function is one frame, wherever it is
   called; paths that differ only in lines are one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

#include "base/an_json_members.h"
#include "paths/an_stack_plain.h"

#include <string.h>

/* speedscope knows its own files by this text. */
#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

static void put_frame(an_json_out *json, const an_stack_function *function)
{
   AN_JSON_PUT_OBJECT(json, "", NULL, AN_JSON_UTF8("name", function->name),
                      AN_JSON_IF_TEXT("file", function->file));
}

/* ---- Profiles ---- */

/* The value of the i-th sample in order. */
static int64_t value_of(const an_stack_plain *plain, size_t i, size_t kind)
{
   return plain->stacks.values[plain->order[i] * plain->stacks.n_kinds + kind];
}

/* Outermost first; `path` has room for it. */
static void put_path(an_json_out *json, const an_stacks *stacks, uint32_t node,
                     uint32_t *path)
{
   an_json_open_line(json, "", NULL, '[');
   for (size_t i = an_stacks_path(stacks, node, path); i-- > 0;)
      an_json_put_int(json, NULL, stacks->nodes[path[i]].function);
   an_json_put_close(json, ']');
}

/* Returns the sum of the values, which fits: it is the profile's. */
static int64_t put_samples(an_json_out *json, const an_stack_plain *plain, size_t kind,
                           uint32_t *path)
{
   const an_stacks *s = &plain->stacks;
   int64_t total = 0;
   an_json_put_open(json, "samples", '[');
   for (size_t i = 0; i < s->n_samples; i++)
      if (value_of(plain, i, kind) != 0) {
         put_path(json, s, s->samples[plain->order[i]].node, path);
         total += value_of(plain, i, kind);
      }
   an_json_put_close(json, ']');
   return total;
}

static void put_weights(an_json_out *json, const an_stack_plain *plain, size_t kind)
{
   AN_JSON_PUT_ARRAY(
      json, NULL, "weights", i, plain->stacks.n_samples,
      AN_JSON_IF(NULL, value_of(plain, i, kind), value_of(plain, i, kind) != 0));
}

static void put_profile(an_json_out *json, const an_stack_plain *plain, size_t kind,
                        uint32_t *path)
{
   const an_stack_value *value = &plain->stacks.kinds[kind];
   bool is_bytes = strcmp(value->unit, "bytes") == 0;
   AN_JSON_PUT_OBJECT(json, "", NULL, AN_JSON("type", "sampled"),
                      AN_JSON("name", value->title == NULL ? value->name : value->title),
                      AN_JSON("unit", is_bytes ? "bytes" : "none"),
                      AN_JSON_INT("startValue", 0),
                      AN_JSON("endValue", put_samples(json, plain, kind, path)),
                      put_weights(json, plain, kind));
}

static void put_file(an_json_out *json, const an_stack_plain *plain, size_t kind,
                     uint32_t *path)
{
   const an_stacks *s = &plain->stacks;
   AN_JSON_PUT_OBJECT(
      json, NULL, NULL, AN_JSON("$schema", SCHEMA),
      AN_JSON("exporter", PACKAGE_NAME " " PACKAGE_VERSION), AN_JSON("name", s->command),
      AN_JSON("activeProfileIndex", kind),
      AN_JSON_OBJECT("shared", AN_JSON_EACH("frames", i, s->n_functions,
                                            put_frame(json, &s->functions[i]))),
      AN_JSON_EACH("profiles", i, s->n_kinds, put_profile(json, plain, i, path)));
   putc('\n', json->out);
}

void an_export_speedscope(const an_stacks *stacks, size_t kind, FILE *out)
{
   an_json_out json = { .out = out };
   an_stack_plain plain;
   an_stack_plain_open(&plain, stacks, true);
   uint32_t *path = tk_get(stacks->alloc, AN_LABEL,
                           (an_stacks_deepest(&plain.stacks) + 1) * sizeof *path);
   put_file(&json, &plain, kind, path);
}
