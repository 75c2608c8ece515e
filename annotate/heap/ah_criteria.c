/* ah_criteria.c -- what counts as a finding (ah_findings.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings.h"

#include "base/an_span.h"

#include <stddef.h>
#include <string.h>

const ah_criteria ah_criteria_default = {
#define X(name, value) .name = value,
   AH_CRITERIA(X)
#undef X
};

static const struct {
   const char *name;
   size_t offset;
} names[] = {
#define X(name, value) { #name, offsetof(ah_criteria, name) },
   AH_CRITERIA(X)
#undef X
};

/* Reads "NAME=VALUE". */
static bool parse_one(ah_criteria *criteria, an_span item, an_error *error)
{
   const char *equals = memchr(item.at, '=', an_span_length(item));
   an_span name = { item.at, equals == NULL ? item.end : equals };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      long double value;
      if (!an_span_is(name, names[i].name))
         continue;
      an_span text = { name.end + (equals != NULL), item.end };
      if (equals == NULL || !an_span_take_number(&text, &value)
          || an_span_length(text) > 0 || value > 1e18L)
         return an_fail(error, "\"%.*s\": expected NAME=NUMBER", an_fail_quoted(item),
                        item.at);
      memcpy((char *)criteria + names[i].offset, &value, sizeof value);
      return true;
   }
   static const char all[] =
#define X(name, value) ", " #name
      AH_CRITERIA(X);
#undef X
   return an_fail(error, "\"%.*s\" is not a criterion of findings; expected %s",
                  an_fail_quoted(name), name.at, all + 2);
}

bool ah_criteria_parse(ah_criteria *criteria, const char *text, an_error *error)
{
   for (;;) {
      const char *end = text + strcspn(text, ",");
      if (!parse_one(criteria, (an_span){ text, end }, error))
         return false;
      if (*end == '\0')
         return true;
      text = end + 1;
   }
}
