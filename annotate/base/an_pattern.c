/* an_pattern.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_pattern.h"

#include "base/an_demangle.h"
#include "base/an_said.h"
#include "base/tk_fn_name.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

an_pattern an_pattern_of(const char *text)
{
   return (an_pattern){ .text = text,
                        .function = text,
                        .of_bases = strchr(text, '/') == NULL,
                        .is_literal = text[strcspn(text, "*?[\\")] == '\0' };
}

bool an_pattern_parse(an_pattern *pattern, const tk_alloc *alloc, const char *text,
                      bool have_objects, an_error *error)
{
   an_span rest = an_span_of(text);
   bool is_file = an_span_take_key(&rest, "file:");
   bool is_object = !is_file && have_objects && an_span_take_key(&rest, "lib:");
   bool is_function = !is_file && !is_object && an_span_take_key(&rest, "fn:");
   size_t n = an_span_length(rest);
   if (n == 0)
      return an_fail(error, "\"%s\": the pattern is empty", text);
   char *copy = tk_get(alloc, AN_LABEL, n + 1);
   char *function = tk_get(alloc, AN_LABEL, n + 1);
   memcpy(copy, rest.at, n + 1);
   memcpy(function, rest.at, n + 1);
   function[tk_fn_name_B(copy, NULL)] = '\0';
   *pattern = an_pattern_of(copy);
   pattern->function = function;
   pattern->of_said = true;
   pattern->of_functions = !is_file && !is_object;
   pattern->of_files = !is_function && !is_object;
   pattern->of_objects = is_object;
   return true;
}

/* A name is no pattern if it is given whole: D has "char[]". */
static bool matches_name(const an_pattern *p, const char *text, const char *name)
{
   return strcmp(text, name) == 0 || (!p->is_literal && fnmatch(text, name, 0) == 0);
}

/* With parameters and arguments of templates, or without. */
static bool matches_said(const an_pattern *p, const char *function, an_said_form form)
{
   char *said = an_said(function, form, AN_SAID_ALL);
   bool matches = matches_name(p, p->function, said);
   free(said);
   return matches;
}

static bool matches_function(const an_pattern *p, const char *function)
{
   return function != NULL
          && (matches_name(p, p->function, function)
              || an_demangle_is(p->function, function)
              || (p->of_said
                  && (matches_said(p, function, AN_SAID_FUNCTION)
                      || matches_said(p, function, AN_SAID_BARE))));
}

/* NULL: unknown. */
static bool matches_path(const an_pattern *p, const char *path)
{
   const char *slash = path != NULL && p->of_bases ? strrchr(path, '/') : NULL;
   return path != NULL
          && (matches_name(p, p->text, path)
              || (slash != NULL && matches_name(p, p->text, slash + 1)));
}

bool an_pattern_matches(const an_pattern *p, const char *function, const char *file,
                        const char *object)
{
   return (p->of_functions && matches_function(p, function))
          || (p->of_files && matches_path(p, file))
          || (p->of_objects && matches_path(p, object));
}
