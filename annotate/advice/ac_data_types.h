/* ac_data_types.h -- what debug information says about data objects: by types/.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_view.h"
#include "types/ty_types.h"

typedef struct ac_data_types {
   /* private: */
   ty_types *types;
   an_frame *frames;
   an_object *files;
   size_t n_files;
} ac_data_types;

/* The data are borrowed; `types` are, and what is found lives as long as they. */
void ac_data_types_open(ac_data_types *of, const tk_alloc *alloc, const ac_data *data,
                        ty_types *types);

/* For ac_data_view_open; the context is an ac_data_types. */
ac_data_known ac_data_types_know(void *context, const ac_data *data,
                                 const ac_datum *datum);
