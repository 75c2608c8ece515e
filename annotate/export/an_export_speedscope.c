/* an_export_speedscope.c -- speedscope's own JSON: a sampled profile for each value.

   speedscope tells frames apart by number, so each function is one frame, wherever it is
   called; paths that differ only in lines are one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

#include "base/an_json_out.h"
#include "paths/an_stack_plain.h"

#include <string.h>

/* speedscope knows its own files by this text. */
#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

#define LABEL "an.speedscope"

static void put_frames(an_json_out *json, const an_stacks *stacks)
{
   an_json_put_open(json, "shared", '{');
   an_json_put_open(json, "frames", '[');
   for (size_t i = 0; i < stacks->n_functions; i++) {
      an_json_open_line(json, "", NULL, '{');
      an_json_put_utf8(json, "name", stacks->functions[i].name);
      if (stacks->functions[i].file != NULL)
         an_json_put_text(json, "file", stacks->functions[i].file);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
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
   an_json_put_open(json, "weights", '[');
   for (size_t i = 0; i < plain->stacks.n_samples; i++)
      if (value_of(plain, i, kind) != 0)
         an_json_put_int(json, NULL, value_of(plain, i, kind));
   an_json_put_close(json, ']');
}

static void put_profile(an_json_out *json, const an_stack_plain *plain, size_t kind,
                        uint32_t *path)
{
   const an_stack_value *value = &plain->stacks.kinds[kind];
   bool is_bytes = strcmp(value->unit, "bytes") == 0;
   an_json_open_line(json, "", NULL, '{');
   an_json_put_text(json, "type", "sampled");
   an_json_put_text(json, "name", value->title == NULL ? value->name : value->title);
   an_json_put_text(json, "unit", is_bytes ? "bytes" : "none");
   an_json_put_int(json, "startValue", 0);
   an_json_put_int(json, "endValue", put_samples(json, plain, kind, path));
   put_weights(json, plain, kind);
   an_json_put_close(json, '}');
}

static void put_file(an_json_out *json, const an_stack_plain *plain, size_t kind,
                     uint32_t *path)
{
   an_json_put_open(json, NULL, '{');
   an_json_put_text(json, "$schema", SCHEMA);
   an_json_put_text(json, "exporter", PACKAGE_NAME " " PACKAGE_VERSION);
   an_json_put_text(json, "name", plain->stacks.command);
   an_json_put_int(json, "activeProfileIndex", (int64_t)kind);
   put_frames(json, &plain->stacks);
   an_json_put_open(json, "profiles", '[');
   for (size_t i = 0; i < plain->stacks.n_kinds; i++)
      put_profile(json, plain, i, path);
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
   putc('\n', json->out);
}

void an_export_speedscope(const an_stacks *stacks, size_t kind, FILE *out)
{
   an_json_out json = { .out = out };
   an_stack_plain plain;
   an_stack_plain_open(&plain, stacks, true);
   uint32_t *path = tk_get(stacks->alloc, LABEL,
                           (an_stacks_deepest(&plain.stacks) + 1) * sizeof *path);
   put_file(&json, &plain, kind, path);
   tk_put(stacks->alloc, path);
   an_stack_plain_close(&plain);
}
