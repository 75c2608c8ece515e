/* ah_ring_name.h -- what closes rings of lost blocks, as people call it: a field of their
   own, without the insides of smart pointers, and what to make of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_look.h"
#include "types/ty_types.h"

/* Whose pointers count references, as far as the field says it. */
typedef enum ah_counting {
   AH_COUNTING_UNKNOWN, /* C, or pointers of the program's own */
   AH_COUNTING_CPP,     /* std::shared_ptr */
   AH_COUNTING_RUST,    /* Rc or Arc */
} ah_counting;

/* Its texts are the types'. */
typedef struct ah_ring_name {
   const ty_type *type; /* that has the field; NULL: unknown */
   const char *field;   /* NULL: unknown; with field_n characters of its own */
   int field_n;
   const ty_type *to; /* of the blocks that it refers to; NULL: unknown */
   ah_counting counting;
} ah_ring_name;

/* `types`: of the blocks of each site. */
void ah_ring_name_make(ah_ring_name *name, const ty_type *const *types,
                       const ah_ring *ring);

bool ah_ring_name_is_same(const ah_ring_name *a, const ah_ring_name *b);
