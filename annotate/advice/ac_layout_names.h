/* ac_layout_names.h -- what a layout file calls the types, fields and places of data
   objects (docs/FORMAT-layout.md); pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_view.h"
#include "advice/ac_plan.h"

/* Text that grows, in one piece; NULL: empty.  Freed by the user. */
typedef struct ac_words {
   char *text;
   size_t n, capacity;
} ac_words;

void ac_words_add(ac_words *words, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* A copy in the arena, of what may be empty; then it is empty. */
const char *ac_words_keep(ac_words *words, tk_arena *arena);

/* A field: its name without what would end it in a list. */
void ac_layout_add_field(ac_words *words, const ty_field *field);

/* "fields struct Node, 80 bytes: next 0 8, name 8 48/1" of a type of that name. */
void ac_layout_add_fields(ac_words *words, const char *name, const ty_type *type);

/* Whether a name can be in a layout file: it has no control characters, which could end a
   line. */
bool ac_layout_is_name(const char *name);

/* Why a layout file cannot have the fields of the type, static text; NULL: it can. */
const char *ac_layout_lacks(const ty_type *type);

/* "join.c:26, join.c:30": where the blocks of a heap object are allocated.  False: of
   some it is not known. */
bool ac_layout_add_places(ac_words *words, const ac_data_view *view, uint32_t object);

/* Another heap object that has blocks from one of these places; SIZE_MAX: there is none.
   Rules for one of the two are for both. */
size_t ac_layout_find_neighbour(const ac_data_view *view, uint32_t object);

/* "hot next, id; cold rest"; with "; linked" behind, if that is asked for. */
void ac_layout_add_actions(ac_words *words, const ac_plan *plan, const ty_type *type,
                           bool is_linked);
