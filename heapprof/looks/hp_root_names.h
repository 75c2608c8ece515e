/* hp_root_names.h -- what roots are called: keys of hp_root, each once; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "owners/hp_root_name.h"

void hp_root_names_init(void);

/* The key of a root of this kind: HP_ROOT_STATIC and _THREAD_LOCAL, `what` is a
   tk_variable; HP_ROOT_MAPPING, the file's path, interned, or NULL; others, NULL. */
uint32_t hp_root_names_key(hp_root_kind kind, const void *what);

/* The keys of n frames, innermost first, by the addresses at which the functions are: of
   the next instruction, or the last byte of the call. */
void hp_root_names_stack(const Addr *pcs, UInt n, uint32_t *keys);

const hp_root_name *hp_root_names_list(SizeT *n);
