/* cs_presets.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_presets.h"

#include "base/tk_chars.h"
#include "machine/cs_machine_text.h"

bool cs_preset_find(const char *name, cs_machine *machine)
{
   for (const cs_preset *preset = cs_presets; preset->name != NULL; preset++)
      if (tk_chars_compare(preset->name, name) == 0) {
         cs_machine found;
         tk_problem problem; /* there is none: make check parses all presets */
         if (!cs_machine_parse(preset->text, tk_chars_length(preset->text), &found,
                               &problem))
            return false;
         *machine = found;
         return true;
      }
   return false;
}
