/* ah_retained.h -- what the blocks of each type retain in an owner snapshot; of blocks
   whose type is unknown, or says nothing, those of each allocation site.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_keepers.h"

typedef struct ah_retained {
   const ty_type *type; /* that has fields; NULL: of one site */
   uint32_t site;       /* that site; or of the type's, the one with most bytes */
   ah_amount own;       /* of the blocks themselves */
   ah_amount retained;  /* these and all that only they keep, each once */
   int64_t idle_B;      /* of what is retained: no longer read (ah_look.idle_since) */
   int64_t most_B;      /* private: of `site` under one owner */
} ah_retained;

/* The keepers' blocks by type or site, in an array for tk_put: the largest first. */
void ah_retained_make(const ah_keepers *keepers, const tk_alloc *alloc, ah_retained **of,
                      size_t *n);
