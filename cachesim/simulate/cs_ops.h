/* cs_ops.h -- what VEX's operations cost; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "machine/cs_machine.h"

/* VEX takes an instruction to pieces.  True if this one takes no time of its own: a move,
   an extension, a rounding mode, a comparison that only prepares a branch. */
Bool cs_ops_is_free(IROp op);

cs_op cs_ops_class(IROp op);
