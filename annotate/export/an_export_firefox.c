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

/* A table of n rows; the other arguments are its columns. */
#define PUT_TABLE(w, key, n, ...) \
   AN_JSON_PUT_OBJECT(&(w)->json, "", key, AN_JSON("length", n), __VA_ARGS__)

#define IS_NULL INT64_MIN

static void put_number(an_json_out *json, int64_t number)
{
   an_json_put_known(json, NULL, number, number != IS_NULL);
}

/* A column: the number of each i below n. */
#define COLUMN(key, i, n, number) AN_JSON_EACH(key, i, n, put_number(an_json_to, number))

static int64_t number_or(uint32_t number, int64_t unknown)
{
   return number == UINT32_MAX ? unknown : number;
}

/* ---- Stacks and frames ---- */

static void put_stacks(work *w)
{
   size_t n = w->places.n_places;
   const an_stack_place *places = w->places.places;
   PUT_TABLE(w, "stackTable", n, COLUMN("frame", i, n, w->frame_of[i]),
             COLUMN("prefix", i, n, number_or(places[i].caller, IS_NULL)));
}

/* Each function is a symbol of its own number. */
static int64_t symbol_of(const work *w, uint32_t function)
{
   return w->from->functions[function].object == NULL ? IS_NULL : function;
}

/* How deeply code was inlined does not matter to the profiler. */
static void put_frames(work *w)
{
   size_t n = w->frames.stacks.n_nodes;
   const an_stack_node *f = w->frames.stacks.nodes;
   PUT_TABLE(w, "frameTable", n, COLUMN("address", i, n, -1),
             COLUMN("inlineDepth", i, n, f[i].is_inlined), COLUMN("category", i, n, 0),
             COLUMN("subcategory", i, n, 0), COLUMN("func", i, n, f[i].function),
             COLUMN("nativeSymbol", i, n, symbol_of(w, f[i].parent)),
             COLUMN("innerWindowID", i, n, IS_NULL),
             COLUMN("line", i, n, f[i].call_line == 0 ? IS_NULL : f[i].call_line),
             COLUMN("column", i, n, IS_NULL));
}

/* ---- Functions, their files and objects ---- */

static void put_functions(work *w)
{
   size_t n = w->from->n_functions;
   const texts_of *f = w->functions;
   PUT_TABLE(w, "funcTable", n, COLUMN("name", i, n, f[i].name),
             AN_JSON_EACH("isJS", i, n, AN_JSON_BOOL(NULL, false)),
             AN_JSON_EACH("relevantForJS", i, n, AN_JSON_BOOL(NULL, false)),
             COLUMN("resource", i, n, number_or(f[i].object, -1)),
             COLUMN("source", i, n, number_or(f[i].file, IS_NULL)),
             COLUMN("lineNumber", i, n, IS_NULL), COLUMN("columnNumber", i, n, IS_NULL));
   PUT_TABLE(w, "nativeSymbols", n, COLUMN("libIndex", i, n, number_or(f[i].object, 0)),
             COLUMN("address", i, n, (int64_t)w->from->functions[i].address),
             COLUMN("name", i, n, f[i].name), COLUMN("functionSize", i, n, IS_NULL));
}

static void put_texts(work *w)
{
   size_t n = w->n_objects, n_sources = w->n_sources;
   PUT_TABLE(w, "resourceTable", n, COLUMN("type", i, n, LIBRARY), COLUMN("lib", i, n, i),
             COLUMN("name", i, n, i), COLUMN("host", i, n, IS_NULL));
   PUT_TABLE(w, "sources", n_sources, COLUMN("id", i, n_sources, IS_NULL),
             COLUMN("filename", i, n_sources, i));
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

/* A column: the number of each sample that has a value. */
#define SAMPLES(w, key, i, number) \
   AN_JSON_EACH(key, i, (w)->from->n_samples, \
                AN_JSON_IF(NULL, number, value_of(w, i) != 0))

static void put_samples(work *w)
{
   int64_t n = 0;
   for (size_t i = 0; i < w->from->n_samples; i++)
      n += value_of(w, i) != 0;
   bool is_bytes = strcmp(w->from->kinds[w->kind].unit, "bytes") == 0;
   PUT_TABLE(w, "samples", n, SAMPLES(w, "stack", i, w->places.of_samples[i]),
             SAMPLES(w, "time", i, i), SAMPLES(w, "weight", i, value_of(w, i)),
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
                      put_stacks(w), put_frames(w));
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
   w->frame_of = tk_get(alloc, AN_LABEL, n * sizeof *w->frame_of);
   w->outer_of = tk_get(alloc, AN_LABEL, n * sizeof *w->outer_of);
   w->functions = tk_get(alloc, AN_LABEL, n_functions * sizeof *w->functions);
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
}
