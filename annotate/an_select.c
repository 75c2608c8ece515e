/* an_select.c -- choosing events by name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_select.h"

#include "an_span.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool fail(an_error *error, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

static bool fail(an_error *error, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   error->line = 0;
   vsnprintf(error->message, sizeof error->message, format, arguments);
   va_end(arguments);
   return false;
}

static bool add(an_selection *selection, const an_profile *profile,
                an_span name, an_error *error)
{
   int n = (int)(an_span_length(name) < 60 ? an_span_length(name) : 60);
   size_t event = 0;
   while (event < an_profile_n_events(profile)
          && !an_span_is(name, an_profile_event(profile, event)))
      event++;
   if (event == an_profile_n_events(profile))
      return fail(error, "there is no event \"%.*s\" in the profile", n,
                  name.at);
   for (size_t i = 0; i < selection->n; i++)
      if (selection->events[i] == event)
         return fail(error, "event %.*s is given twice", n, name.at);
   selection->events[selection->n++] = event;
   return true;
}

static bool add_all(an_selection *selection, const an_profile *profile)
{
   while (selection->n < an_profile_n_events(profile)) {
      selection->events[selection->n] = selection->n;
      selection->n++;
   }
   return true;
}

static bool add_named(an_selection *selection, const an_profile *profile,
                      const char *names, an_error *error)
{
   for (;;) {
      const char *end = names + strcspn(names, ",");
      if (!add(selection, profile, (an_span){ names, end }, error))
         return false;
      if (*end == '\0')
         return true;
      names = end + 1;
   }
}

bool an_select(an_selection *selection, const tk_alloc *alloc,
               const an_profile *profile, const char *names, an_error *error)
{
   size_t size_B = an_profile_n_events(profile) * sizeof(size_t);
   *selection
      = (an_selection){ .events = tk_get(alloc, "an.select", size_B) };
   if (selection->events == NULL)
      return fail(error, "out of memory");
   bool ok = names == NULL ? add_all(selection, profile)
                           : add_named(selection, profile, names, error);
   if (!ok) {
      tk_put(alloc, selection->events);
      *selection = (an_selection){ .events = NULL };
   }
   return ok;
}
