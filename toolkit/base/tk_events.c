/* tk_events.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_events.h"

#include "base/tk_chars.h"

#define ROW(id, name, group, ...) { name, TK_EVENT_##group, __VA_ARGS__ },
const tk_event tk_events[TK_N_EVENTS] = { TK_EVENTS(ROW) };
#undef ROW

const tk_event *tk_event_find(const char *name)
{
   for (size_t i = 0; i < TK_N_EVENTS; i++)
      if (tk_chars_compare(tk_events[i].name, name) == 0)
         return &tk_events[i];
   return NULL;
}
