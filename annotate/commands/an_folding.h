/* an_folding.h -- deep call paths are folded before they are written, and it is said.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"

/* an_stack_fold, with a line on standard error if something was folded. */
const an_stacks *an_folding(const an_stacks *stacks, an_stacks *folded);
