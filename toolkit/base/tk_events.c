/* tk_events.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_events.h"

#define ROW(id, name, group, ...) { name, TK_EVENT_##group, __VA_ARGS__ },
const tk_event tk_events[TK_N_EVENTS] = { TK_EVENTS(ROW) };
#undef ROW

static bool is_same(const char *a, const char *b)
{
   while (*a != '\0' && *a == *b) {
      a++;
      b++;
   }
   return *a == *b;
}

const tk_event *tk_event_find(const char *name)
{
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (is_same(tk_events[i].name, name))
         return &tk_events[i];
   return NULL;
}
