/* cs_layout_rules.h -- another layout of a program's data, as rules; pure.

   A rule is for blocks of some allocation sites, or for a variable.  It cuts elements
   into pieces, and says where each piece is in its part.  docs/FORMAT-layout.md is the
   reference of what rules say; cs_layout_text.h reads them, cs_layout.h applies them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "data/cs_data.h"

enum {
   CS_LAYOUT_RULES_MOST = 1000,
   CS_LAYOUT_FIELDS_MOST = 4096, /* of a type */
   CS_LAYOUT_PARTS_MOST = 200,
   CS_LAYOUT_ELEMENT_MOST_B = 1 << 16, /* with fields */
   CS_LAYOUT_LEAD_MOST_B = 16,         /* before the first element of a block */
   CS_LAYOUT_NO_PIECE = UINT16_MAX,
};

/* A source line.  `file` has no length of its own; it can lack directories. */
typedef struct cs_layout_place {
   const char *file;
   size_t file_B;
   uint32_t line;
} cs_layout_place;

/* Bytes of an element that stay together. */
typedef struct cs_layout_piece {
   uint32_t from, size_B; /* in the element, as the program has it */
   uint32_t part, to;     /* where they are: the offset in the part's element */
} cs_layout_piece;

typedef struct cs_layout_part {
   uint64_t size_B; /* from one element to the next */
   uint64_t align_B;
} cs_layout_part;

typedef struct cs_layout_rule {
   uint32_t number;  /* from 0, in the order of the file */
   uint32_t line;    /* in the file, from 1 */
   const char *text; /* the rule, with single blanks */
   /* What it is for: blocks allocated at one of these, or else the variable. */
   const cs_layout_place *places;
   size_t n_places;
   const char *variable; /* its symbol; NULL: blocks */
   uint64_t element_B;   /* 0: each block or variable is one element, in one piece */
   const cs_layout_piece *pieces; /* sorted by `from`; one if element_B is 0 */
   uint32_t n_pieces;
   /* For each byte of an element its piece, or CS_LAYOUT_NO_PIECE; NULL: one has all. */
   const uint16_t *piece_at;
   cs_layout_part parts[CS_LAYOUT_PARTS_MOST];
   uint32_t n_parts;
   bool is_linked; /* other parts are found by a pointer in the first, at link_at */
   uint32_t link_at;
   uint64_t pad_B;   /* 0: none */
   uint64_t align_B; /* of a block; 0: none */
   uint64_t moved_B;
   bool is_pool, is_by_use, is_huge;
   /* What has been done by it. */
   uint64_t n_blocks, bytes, n_misfits, n_more, n_kernel;
} cs_layout_rule;

typedef struct cs_layout_rules {
   cs_layout_rule **list; /* in the order of the file */
   size_t n, capacity;
   tk_arena arena;
} cs_layout_rules;

/* The first rule for blocks of this allocation path, innermost frame first: it has the
   source line of the innermost frame in that file.  NULL: there is none. */
cs_layout_rule *cs_layout_rule_of_block(const cs_layout_rules *rules,
                                        const cs_data_frame *frames, size_t n_frames);

/* The first rule for a variable; NULL: there is none. */
cs_layout_rule *cs_layout_rule_of_variable(const cs_layout_rules *rules,
                                           const char *name);

/* Is there one for any variable? */
bool cs_layout_has_variables(const cs_layout_rules *rules);
