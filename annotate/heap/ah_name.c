/* ah_name.c -- what can be told from the names in call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins_with_any(const char *text, const char *const *starts,
                            size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (strncmp(text, starts[i], strlen(starts[i])) == 0)
         return true;
   return false;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Whose a frame is ---- */

bool ah_name_is_of_system(const char *file)
{
   static const char *const places[]
      = { "/usr/include/", "/usr/lib/", "/rustc/" };
   return begins_with_any(file, places, COUNT(places));
}

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

static bool is_of_valgrind(const ah_frame *frame)
{
   if (frame->file != NULL)
      return strcmp(base_name(frame->file), "vg_replace_malloc.c") == 0;
   return frame->object != NULL
          && strncmp(base_name(frame->object), "vgpreload_", 10) == 0;
}

static bool is_of_library(const ah_frame *frame)
{
   static const char *const names[] = {
      "std::",   "__gnu_cxx::",  "void std::", "void __gnu_cxx::",
      "core::",  "alloc::",      "hashbrown::", "<std::",
      "<core::", "<alloc::",     "__rust",
   };
   return begins_with_any(frame->function, names, COUNT(names))
          || (frame->file != NULL && ah_name_is_of_system(frame->file));
}

size_t ah_name_start(const ah_profile *profile, const ah_site *site, bool all)
{
   size_t first = 0;
   bool is_heap = strcmp(profile->mode, "heap") == 0; /* not of copies */
   while (is_heap && first < site->n_frames
          && is_of_valgrind(&profile->frames[site->frames[first]]))
      first++;
   if (first == site->n_frames)
      return 0;
   size_t outside = first;
   while (!all && outside < site->n_frames
          && is_of_library(&profile->frames[site->frames[outside]]))
      outside++;
   return outside == first || outside == site->n_frames ? first : outside - 1;
}

/* ---- Shorter names ---- */

/* Whether what ends at `end` is the word "operator". */
static bool is_operator(const char *name, const char *end)
{
   static const char word[] = "operator";
   size_t n = sizeof word - 1;
   return (size_t)(end - name) >= n && memcmp(end - n, word, n) == 0;
}

/* Whether the bracket at `at` opens arguments: behind a name, and not as part
   of an operator's. */
static bool opens(const char *name, const char *at, char bracket)
{
   if (*at != bracket || at == name)
      return false;
   if (bracket == '(')
      return at[-1] != ' ' && at[-1] != ':' && !is_operator(name, at);
   const char *end = at;
   while (end > name && end[-1] == '<')
      end--;
   return !is_operator(name, end)
          && (isalnum((unsigned char)at[-1]) || strchr("_:", at[-1]) != NULL);
}

/* Past the bracket that closes the one at `at`; NULL if there is none. */
static const char *after_close(const char *at, char open, char close)
{
   size_t depth = 0;
   for (; *at != '\0'; at++) {
      if (*at == open)
         depth++;
      else if (*at == close && at[-1] != '-' && --depth == 0)
         return at + 1;
   }
   return NULL;
}

/* Copies the name with "..." in place of what is between such brackets. */
static void elide(char *to, const char *name, char open, char close)
{
   const char *at = name, *after;
   while (*at != '\0') {
      after = opens(name, at, open) ? after_close(at, open, close) : NULL;
      if (after != NULL && after - at > 5) {
         *to++ = open;
         to = stpcpy(to, "...");
         *to++ = close;
         at = after;
      } else {
         *to++ = *at++;
      }
   }
   *to = '\0';
}

char *ah_name_short(const char *name, size_t n_most)
{
   char *text = strdup(name), *shorter = strdup(name);
   if (text != NULL && shorter != NULL && strlen(text) > n_most) {
      elide(shorter, name, '<', '>');
      strcpy(text, shorter);
      if (strlen(text) > n_most)
         elide(text, shorter, '(', ')');
   }
   if (shorter == NULL) {
      free(text);
      text = NULL;
   }
   free(shorter);
   return text;
}
