/* an_library_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_library_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether this ends a name, or says for which processor the function is. */
static bool is_end(const char *at)
{
   static const char *const processors[] = { "_avx", "_erms", "_evex", "_sse", "_ssse" };
   for (size_t i = 0; i < sizeof processors / sizeof processors[0]; i++)
      if (strncmp(at, processors[i], strlen(processors[i])) == 0)
         return true;
   return *at == '\0';
}

/* Whether it is _mm_, _mm256_ or _mm512_ and more. */
static bool is_intrinsic(const char *name)
{
   if (strncmp(name, "_mm", 3) != 0)
      return false;
   name += 3;
   return name[strspn(name, "0123456789")] == '_';
}

const char *an_library_name(const char *name)
{
   static const char *const functions[] = {
      "memchr",      "memcmp",    "memcpy",  "memmove", "mempcpy", "memrchr",
      "memset",      "rawmemchr", "stpcpy",  "stpncpy", "strcat",  "strcasecmp",
      "strchr",      "strchrnul", "strcmp",  "strcpy",  "strcspn", "strlen",
      "strncasecmp", "strncat",   "strncmp", "strncpy", "strnlen", "strpbrk",
      "strrchr",     "strspn",    "strstr",  "wcslen",  "wmemset",
   };
   if (is_intrinsic(name))
      return NULL;
   const char *plain = name + strspn(name, "_");
   for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
      size_t n = strlen(functions[i]);
      if (strncmp(plain, functions[i], n) == 0 && is_end(plain + n))
         return functions[i];
   }
   return name;
}
