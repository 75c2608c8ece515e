/* an_code_names.h -- names for code without symbols in profiles of counts, and on the
   call paths that allocate data objects, from debug info that is found by build id.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"

typedef struct an_code_names an_code_names;

/* Has the loading that follows find such names, unless no files may be opened. */
an_code_names *an_code_names_begin(an_options *options);

/* Says which objects are of another build than the profiled ones. */
void an_code_names_end(an_code_names *names);
