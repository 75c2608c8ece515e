/* cs_presets.h -- the machines that the tool knows by name, from presets/NAME.machine;
   pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"

typedef struct {
   const char *name, *description; /* one line */
   const char *text;               /* without comments */
} cs_preset;

/* Sorted by name; a name of NULL ends them.  Made from the files when Quern is built. */
extern const cs_preset cs_presets[];

/* False if there is no preset of this name; *machine is unchanged then. */
bool cs_preset_find(const char *name, cs_machine *machine);
