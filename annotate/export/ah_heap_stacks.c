/* ah_heap_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ah_heap_stacks.h"

#include "base/an_error.h"
#include "heap/ah_path.h"
#include "heap/ah_value.h"
#include "paths/an_stack_builder.h"

#include <string.h>

typedef struct {
   const ah_profile *profile;
   an_stack_builder builder;
   const ah_value *values[AH_VALUES]; /* the kinds */
   size_t n_values;
} work;

static const char *unit_of(const ah_value *value, const ah_profile *profile)
{
   return value->unit == AH_UNIT_BYTES && strcmp(profile->bytes_unit, "bytes") == 0
      ? "bytes" : "count";
}

static bool open_builder(work *w, const ah_profile *other, const tk_alloc *alloc)
{
   an_stack_value kinds[AH_VALUES];
   for (size_t i = 0; i < AH_VALUES; i++) {
      const ah_value *value = &ah_values[i];
      if (!ah_value_is_known(value, w->profile)
          || (other != NULL && !ah_value_is_known(value, other)))
         continue;
      kinds[w->n_values] = (an_stack_value){
         value->name, unit_of(value, w->profile), value->title };
      w->values[w->n_values++] = value;
   }
   return an_stack_open(&w->builder, alloc, w->profile->command, kinds, w->n_values);
}

/* ---- Paths ---- */

static uint32_t add_function(work *w, const an_frame *frame)
{
   const ah_profile *p = w->profile;
   const an_object *object = frame->object != NULL
      ? an_object_named(p->files, p->n_files, frame->object)
      : an_object_find(p->objects, p->n_objects, frame->address);
   an_stack_function function = { .name = frame->function, .file = frame->file,
                                  .object = frame->object };
   if (object != NULL && strcmp(frame->function, AN_UNKNOWN) != 0)
      function.object = object->path;
   if (function.object != NULL && object != NULL)
      function.build_id = object->build_id;
   return an_stack_function_add(&w->builder, &function);
}

/* Whether the frame before `last` was inlined into that one.  Code that was inlined has
   the address of what it was inlined into; frames `last` to `outermost` have one.  So
   has a recursive call from one place, but then the frame is among these. */
static bool is_inlined(const an_frame *frames, const uint32_t *path, size_t last,
                       size_t outermost)
{
   uint64_t address = frames[path[last - 1]].address;
   if (address == 0 || address != frames[path[last]].address)
      return false;
   for (size_t i = last; i <= outermost; i++)
      if (path[i] == path[last - 1])
         return false;
   return true;
}

/* The node of frames `start` and up, outermost first. */
static uint32_t add_path(work *w, const uint32_t *path, size_t start, size_t n)
{
   const an_frame *frames = w->profile->frames;
   an_stack_node node = { .parent = AN_NO_STACK };
   size_t outermost = n - 1;
   for (size_t i = n; i-- > start;) {
      node.function = add_function(w, &frames[path[i]]);
      if (i + 1 < n) {
         node.call_line = frames[path[i + 1]].line;
         node.call_file = frames[path[i + 1]].file;
         node.is_inlined = is_inlined(frames, path, i + 1, outermost);
      }
      if (!node.is_inlined)
         outermost = i;
      if (node.function != AN_NO_STACK)
         node.parent = an_stack_node_add(&w->builder, &node);
      if (node.function == AN_NO_STACK || node.parent == AN_NO_STACK)
         return AN_NO_STACK;
   }
   return node.parent;
}

static uint32_t add_unknown(work *w)
{
   an_stack_node node = { .parent = AN_NO_STACK };
   node.function = an_stack_function_add(
      &w->builder, &(an_stack_function){ .name = AN_UNKNOWN });
   return node.function == AN_NO_STACK ? AN_NO_STACK
                                       : an_stack_node_add(&w->builder, &node);
}

/* Its node; AN_NO_STACK if memory ran out. */
static uint32_t add_site(work *w, const ah_site *site)
{
   an_stack_sample sample = { .line = 0 };
   if (site->n_frames == 0) {
      sample.node = add_unknown(w);
   } else {
      size_t start = ah_path_start(w->profile, site, true);
      sample.node = add_path(w, site->frames, start, site->n_frames);
      sample.line = w->profile->frames[site->frames[start]].line;
   }
   int64_t *values = sample.node == AN_NO_STACK
      ? NULL : an_stack_values(&w->builder, &sample);
   for (size_t i = 0; values != NULL && i < w->n_values; i++)
      values[i] += ah_value_of(w->values[i], site); /* fits, as the totals do */
   return values == NULL ? AN_NO_STACK : sample.node;
}

bool ah_heap_stacks_of_sites(const ah_profile *profile, const ah_profile *other,
                             const tk_alloc *alloc, an_stacks *stacks,
                             uint32_t *node_of_site)
{
   work w = { .profile = profile };
   bool ok = open_builder(&w, other, alloc);
   if (!ok)
      return false;
   ok = an_stack_reserve(&w.builder, profile->n_sites); /* at most one a site */
   for (size_t i = 0; i < profile->n_sites && ok; i++) {
      uint32_t node = add_site(&w, &profile->sites[i]);
      ok = node != AN_NO_STACK;
      if (node_of_site != NULL)
         node_of_site[i] = node;
   }
   an_stack_close(&w.builder, ok ? stacks : NULL);
   return ok;
}

bool ah_heap_stacks(const ah_profile *profile, const tk_alloc *alloc,
                    an_stacks *stacks)
{
   return ah_heap_stacks_of_sites(profile, NULL, alloc, stacks, NULL);
}
