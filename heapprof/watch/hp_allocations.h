/* hp_allocations.h -- calls of allocation functions become events of the heap's
   accounts (hp_heap.h); glue.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "watch/tk_functions.h"
#include "watch/tk_guest.h"

void hp_allocations_init(void);

/* In a child, which has not called exit. */
void hp_allocations_fork(void);

/* Called from translated code: as tk_watch_on_entry and tk_watch_on_return. */
void hp_allocations_on_entry(tk_guest *state, const tk_function *function, HWord is_libc);
void hp_allocations_on_return(tk_guest *state);
