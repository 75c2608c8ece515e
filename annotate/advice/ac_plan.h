/* ac_plan.h -- another layout of one type: parts with fields, and how many lines of
   memory its uses would then fetch; pure.

   Places are those that cachesim gives (docs/FORMAT-layout.md, cachesim/layout): parts of
   an array follow each other, those of single blocks lie in a pool, and what keeps its
   size stays.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_samples.h"

enum { AC_PLAN_PARTS_MOST = 16 }; /* but for AC_PLAN_SOA */

typedef enum ac_plan_kind {
   AC_PLAN_PARTS, /* `hot`, `cold`, `part` */
   AC_PLAN_SOA,   /* each field a part of its own */
   AC_PLAN_ORDER, /* one part */
   AC_PLAN_WHOLE, /* elements stay as they are: pad, align, pool */
} ac_plan_kind;

typedef struct ac_plan {
   ac_plan_kind kind;
   size_t n_fields;
   uint16_t *part_of; /* by field; of AC_PLAN_SOA the field itself */
   uint16_t *order;   /* n_fields: as they lie in their parts */
   uint32_t n_parts;
   uint32_t pad_B, align_B; /* 0: none */
   bool is_pool;
   /* Set by ac_plan_place: */
   uint32_t *to;       /* by field: its offset in an element of the part */
   uint64_t *step_B;   /* by part: from one element to the next */
   uint64_t *align_of; /* by part */
} ac_plan;

/* Blocks or the variable that a plan is for. */
typedef struct ac_plan_object {
   bool is_variable;
   uint64_t start;     /* of a variable: its address in the file */
   int64_t n_elements; /* of one block, or of the variable */
   double visits;      /* of an element, in all */
} ac_plan_object;

/* What C aligns a field to; 1 to 16. */
uint32_t ac_plan_alignment(const ty_field *field);

/* A plan with room for the type, all fields in part 0 in their order. */
ac_plan *ac_plan_new(tk_arena *arena, const ty_type *type, ac_plan_kind kind);
ac_plan *ac_plan_copy(tk_arena *arena, const ty_type *type, const ac_plan *plan);

/* Lays the fields out.  Parts have to be numbered from 0 without gaps. */
void ac_plan_place(ac_plan *plan, const ty_type *type);

/* A line of an element in a cache, or its part of one: so often do visits use it. */
typedef struct ac_plan_item {
   double share, bytes;
} ac_plan_item;

enum { AC_PLAN_ITEMS_MOST = 128 }; /* further ones count as one */

/* What becomes of the lines fetched. */
typedef struct ac_plan_effect {
   double lines; /* fetched for each that is fetched now */
   double waits; /* the same, each by what the wait for it is */
   double hot_B; /* bytes of an element that a visit needs in a cache, on average */
   ac_plan_item hot[AC_PLAN_ITEMS_MOST]; /* what these are; none: always the same */
   size_t n_hot;
   double ever_B; /* bytes of lines that it brings when its uses come first, on average */
   bool moves;    /* blocks of the heap are elsewhere */
} ac_plan_effect;

/* The plan is placed. */
void ac_plan_try(const ac_plan *plan, const ac_samples *samples,
                 const ac_plan_object *object, ac_plan_effect *effect);

/* The same of the program as it is; `lines` and `waits` are 1. */
void ac_plan_now(const ac_samples *samples, const ac_plan_object *object,
                 ac_plan_effect *effect);
