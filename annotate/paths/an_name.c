/* an_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_name.h"

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

/* ---- Whose code a frame is ---- */

bool an_name_is_of_system(const char *file)
{
   /* Rust's library names its own files and those of the crates in it. */
   static const char *const directories[]
      = { "/usr/include/", "/usr/lib/", "/rustc/", "/rust/deps/" };
   /* Compilers and Rust's source that the user installed elsewhere. */
   return begins_with_any(file, directories, COUNT(directories))
          || (*file == '/'
              && (strstr(file, "/include/c++/") != NULL
                  || strstr(file, "/lib/rustlib/src/rust/") != NULL));
}

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

static bool is_of_valgrind(const an_frame *frame)
{
   if (frame->file != NULL)
      return strcmp(base_name(frame->file), "vg_replace_malloc.c") == 0;
   return frame->object != NULL
          && strncmp(base_name(frame->object), "vgpreload_", 10) == 0;
}

static bool is_of_library(const an_frame *frame)
{
   static const char *const names[] = {
      "std::",   "__gnu_cxx::",  "void std::", "void __gnu_cxx::",
      "core::",  "alloc::",      "hashbrown::", "<std::",
      "<core::", "<alloc::",     "__rust",
   };
   return begins_with_any(frame->function, names, COUNT(names))
          || (frame->file != NULL && an_name_is_of_system(frame->file));
}

size_t an_name_start(const an_frame *frames, an_path path, unsigned skip)
{
   size_t first = 0;
   while ((skip & AN_SKIP_VALGRIND) && first < path.n
          && is_of_valgrind(&frames[path.frames[first]]))
      first++;
   if (first == path.n)
      return 0;
   size_t outside = first;
   while ((skip & AN_SKIP_LIBRARY) && outside < path.n
          && is_of_library(&frames[path.frames[outside]]))
      outside++;
   return outside == first || outside == path.n ? first : outside - 1;
}

/* ---- Shorter names ---- */

/* Whether the word "operator" ends at `end`. */
static bool is_operator(const char *name, const char *end)
{
   static const char word[] = "operator";
   size_t n = sizeof word - 1;
   return (size_t)(end - name) >= n && memcmp(end - n, word, n) == 0;
}

/* Whether the bracket at `at` opens arguments: it follows a name, and is not
   part of an operator's name. */
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

/* Copies the name with "..." for the text between those brackets. */
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

char *an_name_short(const char *name, size_t n_most)
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
