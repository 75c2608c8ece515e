/* an_step.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_step.h"

#include "base/an_error.h"
#include "base/tk_fn_name.h"

#include <stdbool.h>
#include <string.h>

static const char *last_component(const char *path)
{
   if (path == NULL)
      return "";
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

char *an_step_key(const tk_alloc *alloc, const char *function, const char *file,
                  const char *object, size_t *key_B)
{
   bool is_known = strcmp(function, AN_UNKNOWN) != 0;
   file = last_component(file);
   object = is_known ? "" : last_component(object);
   size_t n_name = tk_fn_name_B(function, file);
   size_t n_file = strlen(file) + 1, n_object = strlen(object) + 1;
   *key_B = n_name + 1 + n_file + n_object;
   char *key = tk_get(alloc, AN_LABEL, *key_B);
   memcpy(key, function, n_name);
   key[n_name] = '\0';
   memcpy(key + n_name + 1, file, n_file);
   memcpy(key + n_name + 1 + n_file, object, n_object);
   return key;
}
