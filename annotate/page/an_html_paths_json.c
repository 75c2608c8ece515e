/* an_html_paths_json.c -- the call paths of a page as JSON, in columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_paths.h"

#include "base/an_json_members.h"
#include "base/an_said.h"
#include "base/tk_strings.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const an_html_paths *paths;
   const an_stacks *stacks;
   const tk_alloc *alloc;
   an_json_out *json;
   tk_strings *files;     /* of calls, as numbered in "files" */
   uint32_t *function_of; /* of each function of the stacks: its number in the page, or
                              AN_NO_STACK */
   uint32_t n_functions;
} writing;

/* "(left out)". */
static const an_stack_node left_out = { .parent = AN_NO_STACK };

/* The stacks' node of a node of the page. */
static const an_stack_node *node_at(const writing *w, size_t i)
{
   uint32_t node = w->paths->node_of[i];
   return node == AN_NO_STACK ? &left_out : &w->stacks->nodes[node];
}

/* ---- Tables ---- */

static void put_kind(const writing *w, const an_stack_value *kind)
{
   AN_JSON_PUT_OBJECT(w->json, NULL, NULL, AN_JSON("name", kind->name),
                      AN_JSON("title", kind->title != NULL ? kind->title : kind->name),
                      AN_JSON("unit", kind->unit));
}

static void put_kinds(const writing *w)
{
   size_t n = w->paths->of.is_pair ? w->stacks->n_kinds / 2 : w->stacks->n_kinds;
   AN_JSON_PUT_ARRAY(w->json, " ", "kinds", i, n, put_kind(w, &w->stacks->kinds[i]));
   AN_JSON_PUT(w->json, AN_JSON("shown", w->paths->of.shown));
}

static void put_function(const writing *w, const an_stack_function *function)
{
   char *brief = an_said(function->name, AN_SAID_FUNCTION, AN_SAID_MOST_B);
   AN_JSON_PUT_OBJECT(w->json, "  ", NULL, AN_JSON("name", function->name),
                      AN_JSON_IF("short", brief, strcmp(brief, function->name) != 0),
                      AN_JSON_IF_TEXT("file", function->file),
                      AN_JSON_IF_TEXT("object", function->object),
                      AN_JSON_IF_TRUE("library", function->is_library));
   free(brief);
}

/* Puts the functions of the page's nodes, in the order of the nodes. */
static void put_functions(writing *w)
{
   memset(w->function_of, 0xff, w->stacks->n_functions * sizeof *w->function_of);
   an_json_open_line(w->json, " ", "functions", '[');
   for (size_t i = 0; i < w->paths->n; i++) {
      const an_stack_node *node = node_at(w, i);
      if (node == &left_out) {
         put_function(w, &(an_stack_function){ .name = "(left out)" });
         w->n_functions++;
      } else if (w->function_of[node->function] == AN_NO_STACK) {
         w->function_of[node->function] = w->n_functions++;
         put_function(w, &w->stacks->functions[node->function]);
      }
   }
   an_json_put_close(w->json, ']');
}

static void put_files(writing *w)
{
   for (size_t i = 0; i < w->paths->n; i++) {
      const char *file = node_at(w, i)->call_file;
      if (file != NULL)
         tk_strings_number(w->files, file, strlen(file));
   }
   AN_JSON_PUT_ARRAY(w->json, " ", "files", i, tk_strings_count(w->files),
                     AN_JSON(NULL, tk_strings_at(w->files, (uint32_t)i)));
}

/* ---- Columns ---- */

static int64_t parent_of(const writing *w, const an_stack_node *node)
{
   return node->parent == AN_NO_STACK ? -1 : (int64_t)w->paths->number[node->parent];
}

/* The number of a node's function; "(left out)" is the last. */
static int64_t function_of(const writing *w, const an_stack_node *node)
{
   return node == &left_out ? w->n_functions - 1 : w->function_of[node->function];
}

static int64_t file_of(const writing *w, const an_stack_node *node)
{
   const char *file = node->call_file;
   return file == NULL ? -1 : (int64_t)tk_strings_number(w->files, file, strlen(file));
}

/* Puts the nodes that begin the program or a thread; no member if there are none. */
static void put_starts(const writing *w)
{
   size_t n = w->paths->n, first = 0;
   while (first < n && !node_at(w, first)->is_start)
      first++;
   if (first < n)
      AN_JSON_PUT_ARRAY(w->json, " ", "starts", i, n,
                        AN_JSON_IF(NULL, i, node_at(w, i)->is_start));
}

/* The value of each i of the page's nodes. */
#define PUT_COLUMN(w, key, i, value) \
   AN_JSON_PUT_ARRAY((w)->json, " ", key, i, (w)->paths->n, AN_JSON_INT(NULL, value))

static void put_calls(const writing *w)
{
   const int64_t *calls = w->paths->of.calls;
   const uint32_t *of = w->paths->node_of;
   if (calls == NULL)
      AN_JSON_PUT(w->json, AN_JSON_LINE(" "), AN_JSON_NULL("calls"));
   else
      PUT_COLUMN(w, "calls", i, of[i] == AN_NO_STACK ? 0 : calls[of[i]]);
}

/* The self values of kinds from `first` on. */
static void put_self(const writing *w, const char *key, size_t first, size_t n)
{
   const int64_t *self = w->paths->self + first;
   AN_JSON_PUT_ARRAY(w->json, " ", key, k, n,
                     (AN_JSON_LINE("  "),
                      AN_JSON_EACH(NULL, i, w->paths->n,
                                   AN_JSON(NULL, self[i * w->stacks->n_kinds + k]))));
}

static void put_columns(const writing *w)
{
   size_t n = w->stacks->n_kinds;
   PUT_COLUMN(w, "parent", i, parent_of(w, node_at(w, i)));
   PUT_COLUMN(w, "function", i, function_of(w, node_at(w, i)));
   PUT_COLUMN(w, "call_line", i, node_at(w, i)->call_line);
   PUT_COLUMN(w, "call_file", i, file_of(w, node_at(w, i)));
   PUT_COLUMN(w, "inlined", i, node_at(w, i)->is_inlined);
   put_starts(w);
   put_calls(w);
   if (w->paths->of.is_pair) {
      put_self(w, "self", 0, n / 2);
      put_self(w, "self_new", n / 2, n / 2);
   } else {
      put_self(w, "self", 0, n);
   }
}

/* ---- The whole ---- */

static void put_all(writing *w)
{
   AN_JSON_PUT_OBJECT(
      w->json, "", "paths", put_kinds(w), put_functions(w), put_files(w), put_columns(w),
      AN_JSON_LINE(" "),
      AN_JSON_OBJECT("left_out", AN_JSON("nodes", w->paths->n_pruned),
                     AN_JSON_NUMBER("threshold_percent", w->paths->threshold)),
      AN_JSON_IF_TRUE("estimated", w->stacks->are_estimated));
}

void an_html_paths_json(const an_html_paths *paths, an_json_out *json)
{
   const an_stacks *stacks = paths->of.stacks;
   const tk_alloc *alloc = paths->alloc;
   writing w = {
      .paths = paths,
      .stacks = stacks,
      .alloc = alloc,
      .json = json,
      .files = tk_strings_new(alloc),
      .function_of = tk_get(alloc, AN_LABEL,
                            (stacks->n_functions + 1) * sizeof *w.function_of),
   };
   put_all(&w);
}
