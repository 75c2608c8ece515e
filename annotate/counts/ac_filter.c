/* ac_filter.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_filter.h"

#include "base/an_demangle.h"
#include "base/tk_array.h"
#include "base/tk_fn_name.h"

#include <fnmatch.h>
#include <string.h>

#define LABEL "an.filter"

typedef struct {
   char *text;     /* for fnmatch */
   char *function; /* the same, without what compilers add (tk_fn_name.h) */
   bool include;
   bool of_files, of_functions;
   bool of_bases; /* also matches the last component of a file's path */
} pattern;

struct ac_filter {
   const tk_alloc *alloc;
   pattern *patterns;
   size_t n, capacity;
   size_t n_includes;
};

ac_filter *ac_filter_new(const tk_alloc *alloc)
{
   ac_filter *filter = tk_get(alloc, LABEL, sizeof *filter);
   *filter = (ac_filter){ .alloc = alloc };
   return filter;
}

bool ac_filter_add(ac_filter *filter, bool include, const char *text, an_error *error)
{
   an_span rest = an_span_of(text);
   bool is_file = an_span_take_key(&rest, "file:");
   bool is_function = !is_file && an_span_take_key(&rest, "fn:");
   size_t n = an_span_length(rest);
   if (n == 0)
      return an_fail(error, "\"%s\": the pattern is empty", text);
   TK_ARRAY_ROOM(filter->alloc, LABEL, filter->patterns, filter->n, filter->capacity);
   char *copy = tk_get(filter->alloc, LABEL, n + 1);
   char *function = tk_get(filter->alloc, LABEL, n + 1);
   memcpy(copy, rest.at, n + 1);
   memcpy(function, rest.at, n + 1);
   function[tk_fn_name_B(copy, NULL)] = '\0';
   filter->patterns[filter->n++] = (pattern){
      .text = copy,
      .function = function,
      .include = include,
      .of_files = !is_function,
      .of_functions = !is_file,
      .of_bases = !is_function && strchr(copy, '/') == NULL,
   };
   filter->n_includes += include;
   return true;
}

static bool matches_name(const char *text, const char *name)
{
   return strcmp(text, name) == 0 || fnmatch(text, name, 0) == 0;
}

static bool matches_function(const pattern *p, const char *file, const char *function)
{
   if (p->of_functions
       && (matches_name(p->function, function) || an_demangle_is(p->function, function)))
      return true;
   if (p->of_files && matches_name(p->text, file))
      return true;
   const char *slash = p->of_bases ? strrchr(file, '/') : NULL;
   return slash != NULL && matches_name(p->text, slash + 1);
}

bool ac_filter_passes(const ac_filter *filter, const char *file, const char *function)
{
   bool included = filter->n_includes == 0;
   for (size_t i = 0; i < filter->n; i++) {
      const pattern *p = &filter->patterns[i];
      if (p->include && included)
         continue; /* one match is enough */
      if (!matches_function(p, file, function))
         continue;
      if (!p->include)
         return false;
      included = true;
   }
   return included;
}
