/* an_criteria.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_criteria.h"

#include "base/an_span.h"

#include <string.h>

typedef struct {
   void *criteria;
   const an_criterion *of;
   size_t n;
   const char *all;
} parsing;

/* Reads "NAME=VALUE". */
static bool parse_one(const parsing *p, an_span item, an_error *error)
{
   const char *equals = memchr(item.at, '=', an_span_length(item));
   an_span name = { item.at, equals == NULL ? item.end : equals };
   for (size_t i = 0; i < p->n; i++) {
      long double value;
      if (!an_span_is(name, p->of[i].name))
         continue;
      an_span text = { name.end + (equals != NULL), item.end };
      if (equals == NULL || !an_span_take_number(&text, &value)
          || an_span_length(text) > 0 || value > 1e18L)
         return an_fail(error, "\"%.*s\": expected NAME=NUMBER", an_fail_quoted(item),
                        item.at);
      memcpy((char *)p->criteria + p->of[i].offset, &value, sizeof value);
      return true;
   }
   return an_fail(error, "\"%.*s\" is not a criterion of findings; expected %s",
                  an_fail_quoted(name), name.at, p->all + 2);
}

bool an_criteria_parse(void *criteria, const an_criterion *of, size_t n, const char *all,
                       const char *text, an_error *error)
{
   const parsing p = { criteria, of, n, all };
   for (;;) {
      const char *end = text + strcspn(text, ",");
      if (!parse_one(&p, (an_span){ text, end }, error))
         return false;
      if (*end == '\0')
         return true;
      text = end + 1;
   }
}
