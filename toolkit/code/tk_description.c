/* tk_description.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_description.h"

#include "base/tk_chars.h"

#include <stdbool.h>

/* NULL if it is not there. */
static const char *find_part(const char *text, const char *part)
{
   for (; *text != '\0'; text++)
      if (tk_chars_after(text, part) != NULL)
         return text;
   return NULL;
}

/* Is the end of the text ":LINE)"? */
static bool has_line(const char *text, const char *end)
{
   if (end == text || *--end != ')')
      return false;
   const char *digits_end = end;
   while (end > text && end[-1] >= '0' && end[-1] <= '9')
      end--;
   return end < digits_end && end > text && end[-1] == ':';
}

/* Finds " (file:line)" or " (in object)" after the function at `text`; the end, if there
   is neither.  Names of functions and files may contain " (", but a file with its whole
   path begins with a slash. */
static const char *find_location(const char *text)
{
   const char *object = find_part(text, " (in "), *file = find_part(text, " (/");
   if (object != NULL && (file == NULL || object < file))
      return object;
   if (file != NULL)
      return file;
   const char *location = text + tk_chars_length(text), *next = text;
   if (!has_line(text, location))
      return location;
   while ((next = find_part(next, " (")) != NULL)
      location = next++;
   return location;
}

static const char *last_slash(const char *text)
{
   const char *slash = NULL;
   for (; *text != '\0'; text++)
      if (*text == '/')
         slash = text;
   return slash;
}

tk_description tk_description_parts(const char *text)
{
   tk_description parts = { .rest = text };
   const char *address_end = find_part(text, ": ");
   /* Begin the search there: a function may itself begin with a parenthesis. */
   const char *function = address_end == NULL ? text : address_end + 2;
   const char *location = find_location(function);
   if (address_end != NULL) {
      parts.function = function;
      parts.function_B = (size_t)(location - function);
   }
   if (*location == '\0' || tk_chars_after(location, " (in ") != NULL)
      return parts;
   const char *slash = last_slash(location);
   if (slash == NULL)
      return parts;
   parts.directory = location + 2;
   parts.directory_B = (size_t)(slash - parts.directory);
   parts.prefix_B = (size_t)(parts.directory - text);
   parts.rest = slash + 1;
   return parts;
}
