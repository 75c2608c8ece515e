/* an_differs.h -- warns of files that are another build than the profiled ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DIFFERS_H
#define AN_DIFFERS_H

#include "types/ty_code_objects.h"

/* Once for each, on standard error. */
void an_differs_warn(const ty_code_objects *objects);

#endif
