/* cs_data_names.h -- the numbers by which notes on data objects refer to texts, binaries
   and frames; pure.  For cs_data_notes.c.

   Numbers count from 1, in the order in which they are added and written; 0: unknown.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"
#include "base/tk_text.h"
#include "code/tk_object.h"
#include "data/cs_data.h"

/* Each distinct item once. */
typedef struct cs_data_items {
   tk_table table;
   const void **items; /* borrowed */
   size_t n, capacity;
} cs_data_items;

typedef struct cs_data_names {
   const tk_alloc *alloc;
   const tk_object *all_binaries; /* number N at N - 1 */
   cs_data_items texts, binaries, frames;
} cs_data_names;

/* All is borrowed. */
void cs_data_names_init(cs_data_names *names, const tk_alloc *alloc,
                        const tk_object *binaries);
void cs_data_names_fini(cs_data_names *names);

/* Adds all that a datum refers to. */
void cs_data_names_add(cs_data_names *names, const cs_data *data);

/* The number of what was added.  A binary is given by its tk_object number. */
uint32_t cs_data_names_text(const cs_data_names *names, const char *text);
uint32_t cs_data_names_binary(const cs_data_names *names, uint32_t binary);
uint32_t cs_data_names_frame(const cs_data_names *names, const cs_data_frame *frame);

void cs_data_names_write(tk_text *out, const cs_data_names *names);
