/* an_data_types.h -- what debug information says about data objects: by types/.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_TYPES_H
#define AN_DATA_TYPES_H

#include "data/an_data_view.h"
#include "types/ty_types.h"

typedef struct an_data_types {
   /* private: */
   const tk_alloc *alloc;
   ty_types *types;
   an_frame *frames;
   an_object *files;
   size_t n_files;
} an_data_types;

/* The data are borrowed; `types` are, and what is found lives as long as they.  False,
   with nothing to close, if memory ran out. */
bool an_data_types_open(an_data_types *of, const tk_alloc *alloc, const an_data *data,
                        ty_types *types);
void an_data_types_close(an_data_types *of);

/* For an_data_view_open; the context is an an_data_types. */
an_data_known an_data_types_know(void *context, const an_data *data,
                                 const an_datum *datum);

#endif
