/* tk_shell.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_shell.h"

#include "base/tk_chars.h"

#include <stdbool.h>

static bool is_among(char c, const char *those)
{
   while (*those != '\0' && *those != c)
      those++;
   return *those != '\0';
}

static bool is_plain(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
          || is_among(c, "_./,:=@%+-");
}

static bool is_printable(char c)
{
   return c >= 0x20 && c < 0x7f;
}

static bool are_all(const char *name, bool (*is)(char))
{
   while (*name != '\0' && is(*name))
      name++;
   return *name == '\0';
}

static char *put_text(char *to, const char *text)
{
   while (*text != '\0')
      *to++ = *text++;
   return to;
}

/* Puts the name in '...', which cannot contain a quote. */
static char *put_quoted(char *to, const char *name)
{
   to = put_text(to, "'");
   for (; *name != '\0'; name++)
      to = *name == '\'' ? put_text(to, "'\\''") : put_text(to, (char[]){ *name, '\0' });
   return put_text(to, "'");
}

/* Puts the name in $'...', with escapes. */
static char *put_escaped(char *to, const char *name)
{
   to = put_text(to, "$'");
   for (; *name != '\0'; name++) {
      unsigned char c = (unsigned char)*name;
      if (!is_printable(*name))
         to = put_text(to,
                       (char[]){ '\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)),
                                 (char)('0' + (c & 7)), '\0' });
      else if (c == '\'' || c == '\\')
         to = put_text(to, (char[]){ '\\', *name, '\0' });
      else
         *to++ = *name;
   }
   return put_text(to, "'");
}

char *tk_shell_word(const tk_alloc *alloc, const char *name)
{
   size_t length = tk_chars_length(name);
   char *word = tk_get(alloc, "tk.shell", 4 * length + sizeof "$''");
   char *end = length > 0 && are_all(name, is_plain) ? put_text(word, name)
               : are_all(name, is_printable)         ? put_quoted(word, name)
                                                     : put_escaped(word, name);
   *end = '\0';
   return word;
}
