/* an_differs.h -- warns of files that are another build than the profiled ones, or that
   have lost a part of their debug info.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "types/ty_types.h"

/* Once for each, on standard error. */
void an_differs_warn(const ty_code_objects *objects);

/* Of those whose types were asked for; NULL: none. */
void an_differs_warn_split(const ty_types *types);
