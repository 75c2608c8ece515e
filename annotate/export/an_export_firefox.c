/* an_export_firefox.c -- the Firefox Profiler's processed profile: a thread for each
   value, whose samples have the value as their weight.

   Version 60 of the format is the first in which all threads share their tables.  The
   profiler upgrades older versions when it loads them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

#include "base/an_json_out.h"
#include "base/an_text.h"
#include "base/tk_strings.h"
#include "paths/an_stack_builder.h"
#include "paths/an_stack_places.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.firefox"

enum { OWN_VERSION = 60, GECKO_VERSION = 31, LIBRARY = 1 /* a type of resource */ };

/* The texts of a function. */
typedef struct {
   uint32_t name, file, object; /* TK_STRINGS_NONE: unknown */
} texts_of;

/* Its stacks are our places.  Its frames are lines of functions. */
typedef struct {
   const an_stacks *from;
   an_json_out json;
   an_stack_places places;
   /* Frames: nodes whose call_line is their own line and whose parent is the function
      that they were inlined into; else their own. */
   an_stack_builder frames;
   uint32_t *frame_of;          /* each place */
   uint32_t *outer_of;          /* of each place, the function whose code it is in */
   tk_strings *texts;           /* objects, files, names */
   size_t n_objects, n_sources; /* texts that are objects; or files, too */
   texts_of *functions;
   size_t kind; /* for columns of samples */
} work;

/* ---- Preparing ---- */

/* A line of another file than the function's is not the function's. */
static uint32_t own_line(const work *w, const an_stack_place *place)
{
   const char *file = w->from->functions[place->function].file;
   return place->file == file
                || (place->file != NULL && file != NULL && strcmp(place->file, file) == 0)
             ? place->line
             : 0;
}

static void find_frames(work *w)
{
   for (size_t i = 0; i < w->places.n_places; i++) {
      const an_stack_place *place = &w->places.places[i];
      bool is_inlined = place->is_inlined && place->caller != AN_NO_STACK;
      w->outer_of[i] = is_inlined ? w->outer_of[place->caller] : place->function;
      w->frame_of[i] = an_stack_node_add(
         &w->frames, &(an_stack_node){ .parent = w->outer_of[i],
                                       .function = place->function,
                                       .call_line = own_line(w, place),
                                       .is_inlined = is_inlined });
   }
}

/* `shown` is freed. */
static uint32_t add_shown(work *w, char *shown)
{
   uint32_t number = tk_strings_number(w->texts, shown, strlen(shown));
   free(shown);
   return number;
}

static uint32_t add_text(work *w, const char *text)
{
   return text == NULL ? TK_STRINGS_NONE : add_shown(w, an_text_escaped(text));
}

static void find_texts(work *w)
{
   const an_stack_function *f = w->from->functions;
   for (size_t i = 0; i < w->from->n_functions; i++)
      w->functions[i].object = add_text(w, f[i].object);
   w->n_objects = tk_strings_count(w->texts);
   for (size_t i = 0; i < w->from->n_functions; i++)
      w->functions[i].file = add_text(w, f[i].file);
   w->n_sources = tk_strings_count(w->texts);
   for (size_t i = 0; i < w->from->n_functions; i++)
      w->functions[i].name = add_shown(w, an_stacks_step(f[i].name, f[i].object));
}

/* ---- Tables: an array for each column ---- */

#define IS_NULL INT64_MIN

typedef int64_t column(work *w, size_t row);

static void put_column(work *w, const char *key, size_t n, column *of)
{
   an_json_put_open(&w->json, key, '[');
   for (size_t i = 0; i < n; i++) {
      int64_t value = of(w, i);
      an_json_put_known(&w->json, NULL, value, value != IS_NULL);
   }
   an_json_put_close(&w->json, ']');
}

static int64_t no_value(work *w, size_t row)
{
   (void)w;
   (void)row;
   return IS_NULL;
}

static int64_t minus_one(work *w, size_t row)
{
   (void)w;
   (void)row;
   return -1;
}

static int64_t zero_value(work *w, size_t row)
{
   (void)w;
   (void)row;
   return 0;
}

static int64_t row_number(work *w, size_t row)
{
   (void)w;
   return (int64_t)row;
}

static int64_t number_or(uint32_t number, int64_t unknown)
{
   return number == UINT32_MAX ? unknown : number;
}

static void open_table(work *w, const char *key, size_t n)
{
   an_json_open_line(&w->json, "", key, '{');
   an_json_put_int(&w->json, "length", (int64_t)n);
}

static void close_table(work *w)
{
   an_json_put_close(&w->json, '}');
}

/* ---- Stacks and frames ---- */

static int64_t stack_frame(work *w, size_t row)
{
   return w->frame_of[row];
}

static int64_t stack_prefix(work *w, size_t row)
{
   return number_or(w->places.places[row].caller, IS_NULL);
}

static int64_t frame_function(work *w, size_t row)
{
   return w->frames.stacks.nodes[row].function;
}

static int64_t frame_line(work *w, size_t row)
{
   uint32_t line = w->frames.stacks.nodes[row].call_line;
   return line == 0 ? IS_NULL : line;
}

/* How deeply it was inlined does not matter to the profiler. */
static int64_t frame_is_inlined(work *w, size_t row)
{
   return w->frames.stacks.nodes[row].is_inlined;
}

/* Each function is a symbol of its own number. */
static int64_t frame_symbol(work *w, size_t row)
{
   uint32_t outer = w->frames.stacks.nodes[row].parent;
   return w->from->functions[outer].object == NULL ? IS_NULL : outer;
}

static void put_paths(work *w)
{
   size_t n = w->places.n_places, n_frames = w->frames.stacks.n_nodes;
   open_table(w, "stackTable", n);
   put_column(w, "frame", n, stack_frame);
   put_column(w, "prefix", n, stack_prefix);
   close_table(w);
   open_table(w, "frameTable", n_frames);
   put_column(w, "address", n_frames, minus_one);
   put_column(w, "inlineDepth", n_frames, frame_is_inlined);
   put_column(w, "category", n_frames, zero_value);
   put_column(w, "subcategory", n_frames, zero_value);
   put_column(w, "func", n_frames, frame_function);
   put_column(w, "nativeSymbol", n_frames, frame_symbol);
   put_column(w, "innerWindowID", n_frames, no_value);
   put_column(w, "line", n_frames, frame_line);
   put_column(w, "column", n_frames, no_value);
   close_table(w);
}

/* ---- Functions, their files and objects ---- */

static int64_t function_name(work *w, size_t row)
{
   return w->functions[row].name;
}

static int64_t function_resource(work *w, size_t row)
{
   return number_or(w->functions[row].object, -1);
}

static int64_t function_source(work *w, size_t row)
{
   return number_or(w->functions[row].file, IS_NULL);
}

static int64_t symbol_library(work *w, size_t row)
{
   return number_or(w->functions[row].object, 0);
}

static int64_t symbol_address(work *w, size_t row)
{
   return (int64_t)w->from->functions[row].address;
}

static int64_t library_type(work *w, size_t row)
{
   (void)w;
   (void)row;
   return LIBRARY;
}

static void put_falses(work *w, const char *key, size_t n)
{
   an_json_put_open(&w->json, key, '[');
   for (size_t i = 0; i < n; i++)
      an_json_put_bool(&w->json, NULL, false);
   an_json_put_close(&w->json, ']');
}

static void put_functions(work *w)
{
   size_t n = w->from->n_functions;
   open_table(w, "funcTable", n);
   put_column(w, "name", n, function_name);
   put_falses(w, "isJS", n);
   put_falses(w, "relevantForJS", n);
   put_column(w, "resource", n, function_resource);
   put_column(w, "source", n, function_source);
   put_column(w, "lineNumber", n, no_value);
   put_column(w, "columnNumber", n, no_value);
   close_table(w);
   open_table(w, "nativeSymbols", n);
   put_column(w, "libIndex", n, symbol_library);
   put_column(w, "address", n, symbol_address);
   put_column(w, "name", n, function_name);
   put_column(w, "functionSize", n, no_value);
   close_table(w);
}

static void put_texts(work *w)
{
   size_t n = tk_strings_count(w->texts);
   open_table(w, "resourceTable", w->n_objects);
   put_column(w, "type", w->n_objects, library_type);
   put_column(w, "lib", w->n_objects, row_number);
   put_column(w, "name", w->n_objects, row_number);
   put_column(w, "host", w->n_objects, no_value);
   close_table(w);
   open_table(w, "sources", w->n_sources);
   put_column(w, "id", w->n_sources, no_value);
   put_column(w, "filename", w->n_sources, row_number);
   close_table(w);
   an_json_open_line(&w->json, "", "stringArray", '[');
   for (uint32_t i = 0; i < n; i++)
      an_json_put_utf8(&w->json, NULL, tk_strings_at(w->texts, i));
   an_json_put_close(&w->json, ']');
}

static const char *build_id_of(const work *w, uint32_t object)
{
   for (size_t i = 0; i < w->from->n_functions; i++)
      if (w->functions[i].object == object)
         return w->from->functions[i].build_id;
   return NULL;
}

static void put_libraries(work *w)
{
   an_json_open_line(&w->json, "", "libs", '[');
   for (uint32_t i = 0; i < w->n_objects; i++) {
      const char *path = tk_strings_at(w->texts, i), *slash = strrchr(path, '/');
      const char *name = slash == NULL ? path : slash + 1;
      an_json_open_line(&w->json, "", NULL, '{');
      an_json_put_text(&w->json, "arch", "");
      an_json_put_utf8(&w->json, "name", name);
      an_json_put_utf8(&w->json, "path", path);
      an_json_put_utf8(&w->json, "debugName", name);
      an_json_put_utf8(&w->json, "debugPath", path);
      an_json_put_text(&w->json, "breakpadId", "");
      an_json_put_text(&w->json, "codeId", build_id_of(w, i));
      an_json_put_close(&w->json, '}');
   }
   an_json_put_close(&w->json, ']');
}

/* ---- Threads ---- */

static int64_t value_of(const work *w, size_t sample)
{
   return w->from->values[sample * w->from->n_kinds + w->kind];
}

/* A column of the samples that have a value. */
static void put_samples_column(work *w, const char *key, column *of)
{
   an_json_put_open(&w->json, key, '[');
   for (size_t i = 0; i < w->from->n_samples; i++)
      if (value_of(w, i) != 0)
         an_json_put_int(&w->json, NULL, of(w, i));
   an_json_put_close(&w->json, ']');
}

static int64_t sample_stack(work *w, size_t row)
{
   return w->places.of_samples[row];
}

static int64_t sample_weight(work *w, size_t row)
{
   return value_of(w, row);
}

static void put_samples(work *w)
{
   int64_t n = 0;
   for (size_t i = 0; i < w->from->n_samples; i++)
      n += value_of(w, i) != 0;
   bool is_bytes = strcmp(w->from->kinds[w->kind].unit, "bytes") == 0;
   open_table(w, "samples", (size_t)n);
   put_samples_column(w, "stack", sample_stack);
   put_samples_column(w, "time", row_number);
   put_samples_column(w, "weight", sample_weight);
   an_json_put_text(&w->json, "weightType", is_bytes ? "bytes" : "samples");
   close_table(w);
}

static void put_markers(work *w)
{
   static const char *const columns[] = { "data",    "name",  "startTime",
                                          "endTime", "phase", "category" };
   open_table(w, "markers", 0);
   for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
      put_column(w, columns[i], 0, no_value);
   close_table(w);
}

static void put_thread(work *w)
{
   const an_stack_value *value = &w->from->kinds[w->kind];
   an_json_open_line(&w->json, "", NULL, '{');
   an_json_put_text(&w->json, "name", value->title == NULL ? value->name : value->title);
   an_json_put_text(&w->json, "processType", "default");
   an_json_put_text(&w->json, "processName", w->from->command);
   an_json_put_int(&w->json, "processStartupTime", 0);
   an_json_put_null(&w->json, "processShutdownTime");
   an_json_put_int(&w->json, "registerTime", 0);
   an_json_put_null(&w->json, "unregisterTime");
   put_column(w, "pausedRanges", 0, no_value);
   an_json_put_bool(&w->json, "isMainThread", w->kind == 0);
   an_json_put_text(&w->json, "pid", "0");
   an_json_put_int(&w->json, "tid", (int64_t)w->kind);
   put_samples(w);
   put_markers(w);
   an_json_put_close(&w->json, '}');
}

/* ---- The whole ---- */

static void put_category(work *w)
{
   an_json_put_open(&w->json, "categories", '[');
   an_json_put_open(&w->json, NULL, '{');
   an_json_put_text(&w->json, "name", "Other");
   an_json_put_text(&w->json, "color", "grey");
   an_json_put_open(&w->json, "subcategories", '[');
   an_json_put_text(&w->json, NULL, "Other");
   an_json_put_close(&w->json, ']');
   an_json_put_close(&w->json, '}');
   an_json_put_close(&w->json, ']');
}

static void put_meta(work *w, size_t kind)
{
   an_json_put_open(&w->json, "meta", '{');
   an_json_put_int(&w->json, "version", GECKO_VERSION);
   an_json_put_int(&w->json, "preprocessedProfileVersion", OWN_VERSION);
   an_json_put_text(&w->json, "product", w->from->command);
   an_json_put_text(&w->json, "importedFrom", PACKAGE_NAME " " PACKAGE_VERSION);
   an_json_put_int(&w->json, "interval", 1);
   an_json_put_int(&w->json, "startTime", 0);
   an_json_put_int(&w->json, "processType", 0);
   an_json_put_int(&w->json, "stackwalk", 1);
   an_json_put_bool(&w->json, "debug", false);
   an_json_put_bool(&w->json, "symbolicated", true);
   an_json_put_bool(&w->json, "usesOnlyOneStackType", true);
   an_json_put_bool(&w->json, "sourceCodeIsNotOnSearchfox", true);
   an_json_put_bool(&w->json, "keepProfileThreadOrder", true);
   an_json_put_ints(&w->json, "initialSelectedThreads", &(int64_t){ (int64_t)kind }, 1);
   put_category(w);
   put_column(w, "markerSchema", 0, no_value);
   an_json_put_close(&w->json, '}');
}

static void put_all(work *w, size_t kind)
{
   an_json_put_open(&w->json, NULL, '{');
   put_meta(w, kind);
   put_libraries(w);
   an_json_open_line(&w->json, "", "shared", '{');
   put_texts(w);
   put_functions(w);
   put_paths(w);
   an_json_put_close(&w->json, '}');
   an_json_open_line(&w->json, "", "threads", '[');
   for (w->kind = 0; w->kind < w->from->n_kinds; w->kind++)
      put_thread(w);
   an_json_put_close(&w->json, ']');
   an_json_put_close(&w->json, '}');
   putc('\n', w->json.out);
}

static void prepare_work(work *w)
{
   const tk_alloc *alloc = w->from->alloc;
   size_t n = w->places.n_places + 1, n_functions = w->from->n_functions + 1;
   w->frame_of = tk_get(alloc, LABEL, n * sizeof *w->frame_of);
   w->outer_of = tk_get(alloc, LABEL, n * sizeof *w->outer_of);
   w->functions = tk_get(alloc, LABEL, n_functions * sizeof *w->functions);
   w->texts = tk_strings_new(alloc);
   find_frames(w);
   find_texts(w);
}

void an_export_firefox(const an_stacks *stacks, size_t kind, FILE *out)
{
   work w = { .from = stacks, .json = { .out = out } };
   an_stack_places_open(&w.places, stacks);
   an_stack_open(&w.frames, stacks->alloc, NULL, NULL, 0);
   prepare_work(&w);
   put_all(&w, kind);
   an_stack_close(&w.frames, NULL);
   tk_put(stacks->alloc, w.frame_of);
   tk_put(stacks->alloc, w.outer_of);
   tk_put(stacks->alloc, w.functions);
   tk_strings_free(w.texts);
   an_stack_places_close(&w.places);
}
