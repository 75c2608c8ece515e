/* an_counting.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_counting.h"

#include "base/an_json_members.h"

void an_counting_set(tk_counting *counting, an_span name, int64_t value)
{
   for (size_t i = 0; i < TK_COUNTING_KEYS; i++)
      if (an_span_is(name, tk_counting_keys[i].name))
         *tk_counting_of(counting, i) = (uint64_t)value;
}

void an_counting_put(an_json_out *json, const char *key, const tk_counting *counting,
                     const char *unit)
{
   tk_counting copy = *counting;
   if (tk_counting_is_whole(counting))
      return an_json_put_null(json, key);
   an_json_put_open(json, key, '{');
   for (size_t i = 0; i < TK_COUNTING_KEYS; i++)
      if (*tk_counting_of(&copy, i) != 0)
         an_json_put_int(json, tk_counting_keys[i].name,
                         (int64_t)*tk_counting_of(&copy, i));
   if (unit != NULL)
      an_json_put_text(json, "unit", unit);
   an_json_put_close(json, '}');
}

void an_counting_put_member(an_json_out *json, const tk_counting *counting,
                            const char *unit)
{
   if (tk_counting_is_whole(counting))
      return;
   an_json_put_line(json, "");
   an_counting_put(json, "counting", counting, unit);
}

void an_counting_put_pair(an_json_out *json, const tk_counting *old,
                          const tk_counting *new, const char *unit)
{
   if (tk_counting_is_whole(old) && tk_counting_is_whole(new))
      return;
   AN_JSON_PUT_OBJECT(json, "", "counting", an_counting_put(json, "old", old, unit),
                      an_counting_put(json, "new", new, unit));
}
