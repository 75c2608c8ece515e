/* ac_machine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_machine.h"

#include "base/an_number.h"
#include "base/an_span.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds to the line what fits. */
static void __attribute__((format(printf, 2, 3)))
add_text(char line[AC_MACHINE_B], const char *format, ...)
{
   va_list arguments;
   size_t n = strlen(line);
   va_start(arguments, format);
   vsnprintf(line + n, AC_MACHINE_B - n, format, arguments);
   va_end(arguments);
}

/* The value of "NAME=VALUE" in a line of a machine's text; empty if it has none. */
static an_span value_of(an_span text, const char *name)
{
   an_span word;
   do
      word = an_span_take_word(&text);
   while (an_span_length(word) > 0 && !an_span_take_key(&word, name));
   return word;
}

static bool begins_with(an_span key, const char *with)
{
   return an_span_take_key(&key, with);
}

bool ac_machine_line(const ac_profile *profile, char line[AC_MACHINE_B])
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   size_t n_prefetchers = 0, n_tlbs = 0;
   line[0] = '\0';
   if (texts->n == 0)
      return false;
   add_text(line, "%s", texts->text[0]);
   for (size_t i = 1; i < texts->n; i++) {
      an_span text = an_span_of(texts->text[i]);
      an_span size = value_of(text, "size="), key = an_span_take_word(&text);
      if (an_span_length(size) > 0)
         add_text(line, "%s %.*s %.*s", strchr(line, ':') == NULL ? ":" : ",",
                  (int)an_span_length(key), key.at, (int)an_span_length(size), size.at);
      n_prefetchers += an_span_is(key, "prefetch");
      n_tlbs += begins_with(key, "ITLB") || begins_with(key, "DTLB");
   }
   if (n_prefetchers > 0)
      add_text(line, ", %zu prefetcher%s", n_prefetchers, n_prefetchers == 1 ? "" : "s");
   if (n_tlbs > 0)
      add_text(line, ", TLBs");
   return true;
}

int64_t ac_machine_number(const ac_profile *profile, const char *key, const char *name,
                          int64_t otherwise)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   for (size_t i = 1; i < texts->n; i++) {
      int64_t number;
      an_span text = an_span_of(texts->text[i]);
      an_span value = value_of(text, name);
      if (an_span_is(an_span_take_word(&text), key)
          && an_number_scan(&value.at, &number) == AN_NUMBER_OK
          && value.at == value.end)
         return number;
   }
   return otherwise;
}

void ac_machine_put_json(an_json_out *json, const ac_profile *profile)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   if (texts->n == 0)
      return;
   an_json_open_line(json, "", "machine", '{');
   an_json_put_text(json, "name", texts->text[0]);
   an_json_put_open(json, "text", '[');
   for (size_t i = 1; i < texts->n; i++)
      an_json_put_text(json, NULL, texts->text[i]);
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
}
