/* ah_heap_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ah_heap_stacks.h"

#include "base/an_error.h"
#include "base/tk_array.h"
#include "heap/ah_owner.h"
#include "heap/ah_path.h"
#include "heap/ah_value.h"
#include "paths/an_stack_builder.h"

#include <string.h>

/* A frame of a path, its node, and which step that is no inlined code has its address:
   steps are numbered from the outermost. */
typedef struct {
   uint32_t frame, node;
   size_t outermost;
} step;

typedef struct {
   const ah_profile *profile;
   an_stack_builder builder;
   uint32_t *function_of; /* of each frame, or AN_NO_STACK: not added yet */
   step *steps;           /* of the last site's path */
   size_t n_steps, step_room;
   const ah_value *values[AH_VALUES]; /* the kinds */
   size_t n_values;
} work;

static const char *unit_of(const ah_value *value, const ah_profile *profile)
{
   return value->unit == AH_UNIT_BYTES && strcmp(profile->bytes_unit, "bytes") == 0
             ? "bytes"
             : "count";
}

static void open_builder(work *w, const ah_profile *other, const tk_alloc *alloc)
{
   an_stack_value kinds[AH_VALUES];
   for (size_t i = 0; i < AH_VALUES; i++) {
      const ah_value *value = &ah_values[i];
      if (!ah_value_is_known(value, w->profile)
          || (other != NULL && !ah_value_is_known(value, other)))
         continue;
      kinds[w->n_values] = (an_stack_value){ value->name, unit_of(value, w->profile),
                                             value->title };
      w->values[w->n_values++] = value;
   }
   an_stack_open(&w->builder, alloc, w->profile->command, kinds, w->n_values);
}

/* ---- Paths ---- */

static uint32_t add_function(work *w, uint32_t number)
{
   const ah_profile *p = w->profile;
   const an_frame *frame = &p->frames[number];
   if (w->function_of[number] != AN_NO_STACK)
      return w->function_of[number];
   const an_object *object = frame->object != NULL
                                ? an_object_named(p->files, p->n_files, frame->object)
                                : an_object_find(p->objects, p->n_objects,
                                                 frame->address);
   an_stack_function function = { .name = frame->function,
                                  .file = frame->file,
                                  .object = frame->object,
                                  .is_library = ah_owner_is_system(p, frame) };
   if (object != NULL && strcmp(frame->function, AN_UNKNOWN) != 0)
      function.object = object->path;
   if (function.object != NULL && object != NULL)
      function.build_id = object->build_id;
   return w->function_of[number] = an_stack_function_add(&w->builder, &function);
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

/* How many of the outermost frames the last site's path has, too: sites of a profile
   often follow those of the same callers. */
static size_t same_steps(const work *w, const uint32_t *path, size_t n)
{
   size_t i = 0;
   while (i < n && i < w->n_steps && w->steps[i].frame == path[n - 1 - i])
      i++;
   return i;
}

/* The node of frames `start` and up, outermost first. */
static uint32_t add_path(work *w, const uint32_t *path, size_t start, size_t n)
{
   const an_frame *frames = w->profile->frames;
   size_t n_steps = n - start, k = same_steps(w, path + start, n_steps);
   an_stack_node node = { .parent = k == 0 ? AN_NO_STACK : w->steps[k - 1].node };
   TK_ARRAY_ROOM_FOR(n_steps, w->builder.stacks.alloc, AN_LABEL, w->steps, w->n_steps,
                     w->step_room);
   for (; k < n_steps; k++) {
      size_t i = n - 1 - k, outermost = k == 0 ? 0 : w->steps[k - 1].outermost;
      node.function = add_function(w, path[i]);
      if (k > 0) {
         node.call_line = frames[path[i + 1]].line;
         node.call_file = frames[path[i + 1]].file;
         node.is_inlined = is_inlined(frames, path, i + 1, n - 1 - outermost);
      }
      node.parent = an_stack_node_add(&w->builder, &node);
      w->steps[k] = (step){ path[i], node.parent, node.is_inlined ? outermost : k };
      w->n_steps = k + 1;
   }
   return node.parent;
}

static uint32_t add_unknown(work *w)
{
   an_stack_node node = { .parent = AN_NO_STACK };
   node.function = an_stack_function_add(&w->builder,
                                         &(an_stack_function){ .name = AN_UNKNOWN });
   return an_stack_node_add(&w->builder, &node);
}

/* Adds the path of a site.  Returns its node.  *line becomes that of its innermost
   function. */
static uint32_t add_site(work *w, const ah_site *site, uint32_t *line)
{
   *line = 0;
   if (site->n_frames == 0)
      return add_unknown(w);
   size_t start = ah_path_start(w->profile, site, true);
   *line = w->profile->frames[site->frames[start]].line;
   return add_path(w, site->frames, start, site->n_frames);
}

static void add_values(work *w, const ah_site *site, uint32_t node, uint32_t line)
{
   int64_t *values = an_stack_values(&w->builder,
                                     &(an_stack_sample){ .node = node, .line = line });
   for (size_t i = 0; i < w->n_values; i++)
      values[i] += ah_value_of(w->values[i], site); /* fits, as the totals do */
}

static void add_sites(work *w, bool with_values, uint32_t *node_of_site)
{
   const ah_profile *p = w->profile;
   if (with_values)
      an_stack_reserve(&w->builder, p->n_sites); /* at most one a site */
   for (size_t i = 0; i < p->n_sites; i++) {
      uint32_t line, node = add_site(w, &p->sites[i], &line);
      if (with_values)
         add_values(w, &p->sites[i], node, line);
      if (node_of_site != NULL)
         node_of_site[i] = node;
   }
}

static void make_stacks(const ah_profile *profile, const ah_profile *other,
                        const tk_alloc *alloc, bool with_values, an_stacks *stacks,
                        uint32_t *node_of_site)
{
   work w = { .profile = profile };
   open_builder(&w, other, alloc);
   size_t size_B = (profile->n_frames + 1) * sizeof *w.function_of;
   w.function_of = tk_get(alloc, AN_LABEL, size_B);
   memset(w.function_of, 0xff, size_B); /* AN_NO_STACK */
   add_sites(&w, with_values, node_of_site);
   an_stack_close(&w.builder, stacks);
}

void ah_heap_stacks_nodes(const ah_profile *profile, const tk_alloc *alloc,
                          an_stacks *stacks, uint32_t *node_of_site)
{
   make_stacks(profile, NULL, alloc, false, stacks, node_of_site);
}

void ah_heap_stacks_of_sites(const ah_profile *profile, const ah_profile *other,
                             const tk_alloc *alloc, an_stacks *stacks,
                             uint32_t *node_of_site)
{
   make_stacks(profile, other, alloc, true, stacks, node_of_site);
}

void ah_heap_stacks(const ah_profile *profile, const tk_alloc *alloc, an_stacks *stacks)
{
   ah_heap_stacks_of_sites(profile, NULL, alloc, stacks, NULL);
}
