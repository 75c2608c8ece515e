/* an_export_pprof.c -- pprof's profile: protobuf, zipped (an_pprof_out.h).

   A location is a line of a function, and the lines of what this one was inlined into; or
   an instruction, which is a line with an address.  pprof disassembles the object around
   it.  It knows instructions by their addresses alone, so each object has its own range:
   the mapping says that the file is loaded there.
   A path is its locations, innermost first.  All values are written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

#include "code/an_binary.h"
#include "export/an_pprof_out.h"
#include "paths/an_stack_builder.h"
#include "paths/an_stack_places.h"

#include <stdlib.h>
#include <string.h>

enum { OBJECT_BITS = 40 /* no object is larger */ };

typedef struct {
   const an_stacks *from;
   an_pprof_out out;
   an_stack_places places;
   /* Functions: each name and file once.  Nodes: locations.  A location's parent is the
      same code without the innermost inlined function. */
   an_stack_builder lines;
   uint32_t *locations;  /* of each place */
   bool *is_location;    /* of each node of `lines`: it ends there */
   tk_strings *objects;  /* by number of mapping, from 0 */
   uint64_t *addresses;  /* of each object: the highest of a sample; 0: unknown */
   uint32_t *of_objects; /* of each object: a function of it */
   uint64_t *ids;        /* room for a path and for the lines of a location */
   Pprof__Line *line;    /* the same */
   Pprof__Line **line_at;
} work;

/* ---- Locations ---- */

/* What the place's code was inlined into, or AN_NO_STACK. */
static uint32_t inlined_into(const work *w, uint32_t place)
{
   const an_stack_place *p = &w->places.places[place];
   return p->is_inlined ? p->caller : AN_NO_STACK;
}

static uint32_t add_location(work *w, uint32_t place)
{
   const an_stack_place *p = &w->places.places[place];
   an_stack_function function = w->from->functions[p->function];
   function.file = p->file;
   uint32_t outer = inlined_into(w, place);
   an_stack_node location = { .parent = outer == AN_NO_STACK ? AN_NO_STACK
                                                             : w->locations[outer],
                              .function = an_stack_function_add(&w->lines, &function),
                              .call_line = p->line,
                              .call_address = p->address };
   return an_stack_node_add(&w->lines, &location);
}

/* The locations of all places; marks those that a path names. */
static void find_locations(work *w)
{
   const an_stack_places *places = &w->places;
   for (uint32_t i = 0; i < places->n_places; i++)
      w->locations[i] = add_location(w, i);
   for (uint32_t i = 0; i < places->n_places; i++)
      if (!places->places[i].is_inlined && places->places[i].caller != AN_NO_STACK)
         w->is_location[w->locations[places->places[i].caller]] = true;
   for (size_t i = 0; i < w->from->n_samples; i++)
      w->is_location[w->locations[places->of_samples[i]]] = true;
}

/* ---- Objects ---- */

/* pprof takes the first object for the program: main's, or if that is unknown, the first
   that is no library. */
static const char *program_of(const an_stacks *stacks)
{
   const char *program = NULL;
   for (size_t i = 0; i < stacks->n_functions; i++) {
      const an_stack_function *f = &stacks->functions[i];
      if (f->object != NULL && strcmp(f->name, "main") == 0)
         return f->object;
      if (f->object != NULL && program == NULL && strstr(f->object, ".so") == NULL)
         program = f->object;
   }
   return program;
}

static void find_addresses(work *w)
{
   const an_stacks *s = w->from;
   for (size_t i = 0; i < s->n_samples; i++) {
      const char *object = s->functions[s->nodes[s->samples[i].node].function].object;
      uint32_t number = object == NULL || s->samples[i].address == 0
                           ? TK_STRINGS_NONE
                           : tk_strings_number(w->objects, object, strlen(object));
      if (number < s->n_functions && s->samples[i].address > w->addresses[number])
         w->addresses[number] = s->samples[i].address;
   }
}

/* What is added to an object's addresses. */
static uint64_t load_bias(const work *w, uint64_t mapping)
{
   bool has_instrs = mapping != 0 && w->addresses[mapping - 1] != 0;
   return has_instrs ? (mapping - 1) << OBJECT_BITS : 0;
}

/* The part of the file that has the address; if the file cannot be read, all up to it. */
static an_segment segment_of(const work *w, const an_stack_function *function,
                             uint64_t address)
{
   an_segment segment = { .end = address == 0 ? 0 : address + 1 };
   const char *problem;
   an_binary *binary = w->from->places == NULL || address == 0
                          ? NULL
                          : an_binary_open(w->from->alloc, function->object,
                                           function->build_id, w->from->places, &problem);
   if (binary != NULL)
      an_binary_segment(binary, address, &segment);
   an_binary_close(binary);
   return segment;
}

/* Gives the function's object a number. */
static void add_object(work *w, uint32_t function)
{
   const char *path = w->from->functions[function].object;
   size_t n = tk_strings_count(w->objects);
   uint32_t number = tk_strings_number(w->objects, path, strlen(path));
   if (number == n)
      w->of_objects[number] = function;
}

static void put_mapping(work *w, uint32_t number)
{
   const an_stack_function *function = &w->from->functions[w->of_objects[number]];
   Pprof__Mapping mapping = PPROF__MAPPING__INIT, *at = &mapping;
   Pprof__Profile piece = PPROF__PROFILE__INIT;
   an_segment segment = segment_of(w, function, w->addresses[number]);
   mapping.id = number + 1;
   mapping.memory_start = segment.start + load_bias(w, mapping.id);
   mapping.memory_limit = segment.end + load_bias(w, mapping.id);
   mapping.file_offset = segment.offset;
   mapping.filename = an_pprof_text(&w->out, function->object);
   mapping.build_id = an_pprof_text(&w->out, function->build_id);
   /* pprof need not look for symbols. */
   mapping.has_functions = mapping.has_filenames = true;
   mapping.has_line_numbers = mapping.has_inline_frames = true;
   piece.n_mapping = 1;
   piece.mapping = &at;
   an_pprof_put(&w->out, &piece);
}

static void put_mappings(work *w)
{
   const an_stacks *s = w->from;
   const char *first = program_of(s);
   for (int is_other = first == NULL; is_other < 2; is_other++)
      for (uint32_t i = 0; i < s->n_functions; i++) {
         const char *object = s->functions[i].object;
         if (object != NULL && (is_other || strcmp(object, first) == 0))
            add_object(w, i);
      }
   find_addresses(w);
   for (uint32_t i = 0; i < tk_strings_count(w->objects); i++)
      put_mapping(w, i);
}

/* The number of a function's object; 0: unknown. */
static uint64_t mapping_of(work *w, const an_stack_function *function)
{
   return function->object == NULL
             ? 0
             : 1u
                  + (uint64_t)tk_strings_number(w->objects, function->object,
                                                strlen(function->object));
}

/* ---- Messages ---- */

static void put_header(work *w, size_t kind)
{
   const an_stacks *s = w->from;
   int64_t comments[] = { an_pprof_text(&w->out, PACKAGE_NAME " " PACKAGE_VERSION),
                          an_pprof_text(&w->out, s->command) };
   Pprof__Profile piece = PPROF__PROFILE__INIT;
   piece.n_comment = 2;
   piece.comment = comments;
   piece.default_sample_type = an_pprof_text(&w->out, s->kinds[kind].name);
   an_pprof_put(&w->out, &piece);
   for (size_t i = 0; i < s->n_kinds; i++) {
      Pprof__ValueType type = PPROF__VALUE_TYPE__INIT, *at = &type;
      Pprof__Profile next = PPROF__PROFILE__INIT;
      type.type = an_pprof_text(&w->out, s->kinds[i].name);
      type.unit = an_pprof_text(&w->out, s->kinds[i].unit);
      next.n_sample_type = 1;
      next.sample_type = &at;
      an_pprof_put(&w->out, &next);
   }
}

static void put_function(work *w, uint32_t number)
{
   const an_stack_function *function = &w->lines.stacks.functions[number];
   char *name = an_stacks_step(function->name, function->object);
   Pprof__Function message = PPROF__FUNCTION__INIT, *at = &message;
   Pprof__Profile piece = PPROF__PROFILE__INIT;
   message.id = number + 1;
   message.name = an_pprof_shown(&w->out, name);
   message.filename = an_pprof_text(&w->out, function->file);
   piece.n_function = 1;
   piece.function = &at;
   an_pprof_put(&w->out, &piece);
   free(name);
}

static void put_location(work *w, uint32_t number)
{
   const an_stacks *lines = &w->lines.stacks;
   Pprof__Location message = PPROF__LOCATION__INIT, *at = &message;
   Pprof__Profile piece = PPROF__PROFILE__INIT;
   uint32_t outermost = number;
   message.id = number + 1;
   for (uint32_t i = number; i != AN_NO_STACK; i = lines->nodes[i].parent) {
      Pprof__Line *line = w->line_at[message.n_line] = &w->line[message.n_line];
      *line = (Pprof__Line)PPROF__LINE__INIT;
      line->function_id = lines->nodes[i].function + 1;
      line->line = lines->nodes[i].call_line;
      outermost = i;
      message.n_line++;
   }
   const an_stack_function *function =
      &lines->functions[lines->nodes[outermost].function];
   message.line = w->line_at;
   message.mapping_id = mapping_of(w, function);
   message.address = lines->nodes[number].call_address;
   if (message.address == 0)
      message.address = function->address;
   if (message.address != 0)
      message.address += load_bias(w, message.mapping_id);
   piece.n_location = 1;
   piece.location = &at;
   an_pprof_put(&w->out, &piece);
}

static void put_sample(work *w, size_t i)
{
   const an_stacks *s = w->from;
   Pprof__Sample message = PPROF__SAMPLE__INIT, *at = &message;
   Pprof__Profile piece = PPROF__PROFILE__INIT;
   uint32_t place = w->places.of_samples[i];
   while (place != AN_NO_STACK) {
      w->ids[message.n_location_id++] = w->locations[place] + 1;
      for (uint32_t outer; (outer = inlined_into(w, place)) != AN_NO_STACK;)
         place = outer;
      place = w->places.places[place].caller;
   }
   message.location_id = w->ids;
   message.n_value = s->n_kinds;
   message.value = &s->values[i * s->n_kinds];
   piece.n_sample = 1;
   piece.sample = &at;
   an_pprof_put(&w->out, &piece);
}

static void put_all(work *w, size_t kind)
{
   put_header(w, kind);
   put_mappings(w);
   find_locations(w);
   for (uint32_t i = 0; i < w->lines.stacks.n_functions; i++)
      put_function(w, i);
   for (uint32_t i = 0; i < w->lines.stacks.n_nodes; i++)
      if (w->is_location[i])
         put_location(w, i);
   for (size_t i = 0; i < w->from->n_samples; i++)
      put_sample(w, i);
}

/* ---- The whole ---- */

static void get_memory(work *w)
{
   const tk_alloc *alloc = w->from->alloc;
   size_t n = w->places.n_places + 1, deepest = an_stacks_deepest(w->from) + 1;
   w->locations = tk_get(alloc, AN_LABEL, n * sizeof *w->locations);
   w->is_location = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *w->is_location);
   w->ids = tk_get(alloc, AN_LABEL, deepest * sizeof *w->ids);
   w->line = tk_get(alloc, AN_LABEL, deepest * sizeof *w->line);
   w->line_at = tk_get(alloc, AN_LABEL, deepest * sizeof *w->line_at);
   w->objects = tk_strings_new(alloc);
   size_t n_functions = w->from->n_functions + 1;
   w->addresses = tk_get_zeroed(alloc, AN_LABEL, n_functions * sizeof *w->addresses);
   w->of_objects = tk_get(alloc, AN_LABEL, n_functions * sizeof *w->of_objects);
}

void an_export_pprof(const an_stacks *stacks, size_t kind, FILE *out)
{
   work w = { .from = stacks };
   an_stack_places_open(&w.places, stacks);
   an_stack_open(&w.lines, stacks->alloc, NULL, NULL, 0);
   get_memory(&w);
   an_pprof_open(&w.out, stacks->alloc, out);
   put_all(&w, kind);
   an_pprof_close(&w.out);
   an_stack_close(&w.lines, NULL);
}
