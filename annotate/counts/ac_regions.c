/* ac_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_regions.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

char *ac_region_path(const ac_profile *profile, const tk_alloc *alloc, size_t index)
{
   size_t size_B = 0; /* each name with a slash, or the NUL, behind it */
   for (size_t at = index; at != AC_NO_REGION;
        at = ac_profile_region(profile, at)->parent)
      size_B += strlen(ac_profile_region(profile, at)->name) + 1;
   char *path = tk_get(alloc, AN_LABEL, size_B);
   char *to = path + size_B;
   for (size_t at = index; at != AC_NO_REGION;
        at = ac_profile_region(profile, at)->parent) {
      const char *name = ac_profile_region(profile, at)->name;
      *--to = at == index ? '\0' : '/';
      to -= strlen(name);
      memcpy(to, name, strlen(name));
   }
   return path;
}

/* ---- Limits ---- */

bool ac_region_limits_parse(ac_region_limits *limits, const tk_alloc *alloc,
                            const ac_metrics *metrics, const char *text, an_error *error)
{
   const char *colon = strrchr(text, ':');
   *limits = (ac_region_limits){ .pattern = NULL };
   if (colon == text)
      return an_fail(error, "\"%.*s\": the pattern is empty", an_fail_quoted_text(text),
                     text);
   if (colon != NULL) {
      size_t n = (size_t)(colon - text);
      limits->pattern = tk_get(alloc, AN_LABEL, n + 1);
      memcpy(limits->pattern, text, n);
      limits->pattern[n] = '\0';
      text = colon + 1;
   }
   if (ac_limits_parse(&limits->limits, alloc, metrics, text, error))
      return true;
   return false;
}

bool ac_region_limits_choose(const ac_region_limits *limits, const char *path,
                             const char *name)
{
   return limits->pattern == NULL || fnmatch(limits->pattern, path, 0) == 0
          || fnmatch(limits->pattern, name, 0) == 0;
}

/* Adds the path to the message, or "..." if there is no room for it. */
static void list_path(an_error *error, const char *path, bool is_first)
{
   static const char before[] = "; there are: ", more[] = "...";
   size_t length = strlen(error->message), room_B = sizeof error->message;
   if (strcmp(error->message + length - strlen(more), more) == 0)
      return;
   bool fits = length + sizeof before + strlen(path) + sizeof more < room_B;
   snprintf(error->message + length, room_B - length, "%s%s", is_first ? before : ", ",
            fits ? path : more);
}

bool ac_region_limits_check(const ac_region_limits *limits, const ac_profile *profile,
                            const tk_alloc *alloc, an_error *error)
{
   size_t n = ac_profile_n_regions(profile);
   if (n == 0)
      return an_fail(error, "the profiles have no regions");
   an_fail(error, "there is no region \"%.*s\"",
           limits->pattern == NULL ? 0 : an_fail_quoted_text(limits->pattern),
           limits->pattern == NULL ? "" : limits->pattern);
   for (size_t i = 0; i < n; i++) {
      char *path = ac_region_path(profile, alloc, i);
      bool is_chosen = ac_region_limits_choose(limits, path,
                                               ac_profile_region(profile, i)->name);
      if (!is_chosen)
         list_path(error, path, i == 0);
      if (is_chosen)
         return true;
   }
   return false;
}
