/* cs_presets.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_presets.h"

#include "machine/cs_machine_text.h"

static size_t length_of(const char *text)
{
   size_t n = 0;
   while (text[n] != '\0')
      n++;
   return n;
}

static bool is_same(const char *a, const char *b)
{
   while (*a != '\0' && *a == *b)
      a++, b++;
   return *a == *b;
}

bool cs_preset_find(const char *name, cs_machine *machine)
{
   for (const cs_preset *preset = cs_presets; preset->name != NULL; preset++)
      if (is_same(preset->name, name)) {
         cs_machine found;
         cs_machine_fault fault; /* there is none: make check parses all presets */
         if (!cs_machine_parse(preset->text, length_of(preset->text), &found, &fault))
            return false;
         *machine = found;
         return true;
      }
   return false;
}
