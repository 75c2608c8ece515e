/* an_export_firefox.c -- the Firefox Profiler's processed profile: a thread for each
   value, whose samples have the value as their weight.

   Version 60 of the format is the first in which all threads share their tables.  The
   profiler upgrades older versions when it loads them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

#include "base/an_json_members.h"
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

static void put_value(work *w, int64_t value)
{
   an_json_put_known(&w->json, NULL, value, value != IS_NULL);
}

static void put_column(work *w, const char *key, size_t n, column *of)
{
   AN_JSON_PUT_ARRAY(&w->json, NULL, key, i, n, put_value(w, of(w, i)));
}

/* The same in each row. */
static void put_same(work *w, const char *key, size_t n, int64_t value)
{
   AN_JSON_PUT_ARRAY(&w->json, NULL, key, i, n, put_value(w, value));
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

/* A table of n rows: the other arguments put its columns. */
#define PUT_TABLE(w, key, n, ...) \
   AN_JSON_PUT_OBJECT(&(w)->json, "", key, AN_JSON("length", n), __VA_ARGS__)

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
   PUT_TABLE(w, "stackTable", n, put_column(w, "frame", n, stack_frame),
             put_column(w, "prefix", n, stack_prefix));
   PUT_TABLE(w, "frameTable", n_frames, put_same(w, "address", n_frames, -1),
             put_column(w, "inlineDepth", n_frames, frame_is_inlined),
             put_same(w, "category", n_frames, 0),
             put_same(w, "subcategory", n_frames, 0),
             put_column(w, "func", n_frames, frame_function),
             put_column(w, "nativeSymbol", n_frames, frame_symbol),
             put_same(w, "innerWindowID", n_frames, IS_NULL),
             put_column(w, "line", n_frames, frame_line),
             put_same(w, "column", n_frames, IS_NULL));
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

static void put_falses(work *w, const char *key, size_t n)
{
   AN_JSON_PUT_ARRAY(&w->json, NULL, key, i, n, AN_JSON_BOOL(NULL, false));
}

static void put_functions(work *w)
{
   size_t n = w->from->n_functions;
   PUT_TABLE(w, "funcTable", n, put_column(w, "name", n, function_name),
             put_falses(w, "isJS", n), put_falses(w, "relevantForJS", n),
             put_column(w, "resource", n, function_resource),
             put_column(w, "source", n, function_source),
             put_same(w, "lineNumber", n, IS_NULL),
             put_same(w, "columnNumber", n, IS_NULL));
   PUT_TABLE(w, "nativeSymbols", n, put_column(w, "libIndex", n, symbol_library),
             put_column(w, "address", n, symbol_address),
             put_column(w, "name", n, function_name),
             put_same(w, "functionSize", n, IS_NULL));
}

static void put_texts(work *w)
{
   size_t n = w->n_objects;
   PUT_TABLE(w, "resourceTable", n, put_same(w, "type", n, LIBRARY),
             put_column(w, "lib", n, row_number), put_column(w, "name", n, row_number),
             put_same(w, "host", n, IS_NULL));
   PUT_TABLE(w, "sources", w->n_sources, put_same(w, "id", w->n_sources, IS_NULL),
             put_column(w, "filename", w->n_sources, row_number));
   AN_JSON_PUT_ARRAY(&w->json, "", "stringArray", i, tk_strings_count(w->texts),
                     AN_JSON_UTF8(NULL, tk_strings_at(w->texts, (uint32_t)i)));
}

static const char *build_id_of(const work *w, uint32_t object)
{
   for (size_t i = 0; i < w->from->n_functions; i++)
      if (w->functions[i].object == object)
         return w->from->functions[i].build_id;
   return NULL;
}

static void put_library(work *w, uint32_t i)
{
   const char *path = tk_strings_at(w->texts, i), *slash = strrchr(path, '/');
   const char *name = slash == NULL ? path : slash + 1;
   AN_JSON_PUT_OBJECT(&w->json, "", NULL, AN_JSON("arch", ""), AN_JSON_UTF8("name", name),
                      AN_JSON_UTF8("path", path), AN_JSON_UTF8("debugName", name),
                      AN_JSON_UTF8("debugPath", path), AN_JSON("breakpadId", ""),
                      AN_JSON("codeId", build_id_of(w, i)));
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
   PUT_TABLE(w, "samples", n, put_samples_column(w, "stack", sample_stack),
             put_samples_column(w, "time", row_number),
             put_samples_column(w, "weight", sample_weight),
             AN_JSON("weightType", is_bytes ? "bytes" : "samples"));
}

static void put_markers(work *w)
{
   PUT_TABLE(w, "markers", (size_t)0, AN_JSON_INTS("data", NULL, 0),
             AN_JSON_INTS("name", NULL, 0), AN_JSON_INTS("startTime", NULL, 0),
             AN_JSON_INTS("endTime", NULL, 0), AN_JSON_INTS("phase", NULL, 0),
             AN_JSON_INTS("category", NULL, 0));
}

static void put_thread(work *w)
{
   const an_stack_value *value = &w->from->kinds[w->kind];
   AN_JSON_PUT_OBJECT(
      &w->json, "", NULL,
      AN_JSON("name", value->title == NULL ? value->name : value->title),
      AN_JSON("processType", "default"), AN_JSON("processName", w->from->command),
      AN_JSON_INT("processStartupTime", 0), AN_JSON_NULL("processShutdownTime"),
      AN_JSON_INT("registerTime", 0), AN_JSON_NULL("unregisterTime"),
      AN_JSON_INTS("pausedRanges", NULL, 0), AN_JSON_BOOL("isMainThread", w->kind == 0),
      AN_JSON("pid", "0"), AN_JSON("tid", w->kind), put_samples(w), put_markers(w));
}

/* ---- The whole ---- */

static void put_meta(work *w, size_t kind)
{
   AN_JSON_PUT_OBJECT(
      &w->json, NULL, "meta", AN_JSON_INT("version", GECKO_VERSION),
      AN_JSON_INT("preprocessedProfileVersion", OWN_VERSION),
      AN_JSON("product", w->from->command),
      AN_JSON("importedFrom", PACKAGE_NAME " " PACKAGE_VERSION),
      AN_JSON_INT("interval", 1), AN_JSON_INT("startTime", 0),
      AN_JSON_INT("processType", 0), AN_JSON_INT("stackwalk", 1),
      AN_JSON_BOOL("debug", false), AN_JSON_BOOL("symbolicated", true),
      AN_JSON_BOOL("usesOnlyOneStackType", true),
      AN_JSON_BOOL("sourceCodeIsNotOnSearchfox", true),
      AN_JSON_BOOL("keepProfileThreadOrder", true),
      AN_JSON_ARRAY("initialSelectedThreads", AN_JSON(NULL, kind)),
      AN_JSON_ARRAY(
         "categories",
         AN_JSON_OBJECT(NULL, AN_JSON("name", "Other"), AN_JSON("color", "grey"),
                        AN_JSON_ARRAY("subcategories", AN_JSON(NULL, "Other")))),
      AN_JSON_INTS("markerSchema", NULL, 0));
}

static void put_all(work *w, size_t kind)
{
   an_json_put_open(&w->json, NULL, '{');
   put_meta(w, kind);
   AN_JSON_PUT_ARRAY(&w->json, "", "libs", i, w->n_objects, put_library(w, (uint32_t)i));
   AN_JSON_PUT_OBJECT(&w->json, "", "shared", put_texts(w), put_functions(w),
                      put_paths(w));
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
