/* hp_client_memory.h -- reads the program's memory for a look at its heap; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "owners/hp_graph.h"

/* Also reads the array `own` of the tool, which is borrowed: registers. */
hp_memory hp_client_memory(const UWord *own, SizeT n_own);
