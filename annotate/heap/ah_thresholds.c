/* ah_thresholds.c -- what counts as a finding (ah_findings.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings.h"

#include "base/an_span.h"

#include <stddef.h>
#include <string.h>

const ah_thresholds ah_thresholds_default = {
   .bytes = 64, .share = 1, .touched = 25, .size = 64, .blocks = 1000,
   .life = 1, .instrs = 50000, .reallocs = 10, .step = 25, .run = 8,
   .records = 10,
};

static const struct {
   const char *name;
   size_t offset;
} names[] = {
   { "bytes", offsetof(ah_thresholds, bytes) },
   { "share", offsetof(ah_thresholds, share) },
   { "touched", offsetof(ah_thresholds, touched) },
   { "size", offsetof(ah_thresholds, size) },
   { "blocks", offsetof(ah_thresholds, blocks) },
   { "life", offsetof(ah_thresholds, life) },
   { "instrs", offsetof(ah_thresholds, instrs) },
   { "reallocs", offsetof(ah_thresholds, reallocs) },
   { "step", offsetof(ah_thresholds, step) },
   { "run", offsetof(ah_thresholds, run) },
   { "records", offsetof(ah_thresholds, records) },
};

/* Reads "NAME=VALUE". */
static bool parse_one(ah_thresholds *thresholds, an_span item, an_error *error)
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
         return an_fail(error, "\"%.*s\": expected NAME=NUMBER",
                        an_fail_quoted(item), item.at);
      memcpy((char *)thresholds + names[i].offset, &value, sizeof value);
      return true;
   }
   return an_fail(error, "\"%.*s\" is not a threshold; expected bytes, share, "
                         "touched, size, blocks, life, instrs, reallocs, "
                         "step, run or records", an_fail_quoted(name), name.at);
}

bool ah_thresholds_parse(ah_thresholds *thresholds, const char *text,
                         an_error *error)
{
   for (;;) {
      const char *end = text + strcspn(text, ",");
      if (!parse_one(thresholds, (an_span){ text, end }, error))
         return false;
      if (*end == '\0')
         return true;
      text = end + 1;
   }
}
