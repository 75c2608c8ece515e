/* ac_labels.h -- what the functions of a profile are called in a report: by short
   names, and different functions differently.

   Functions with the same short name get a number: "f<...>() [2/3]".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_said.h"
#include "counts/ac_profile.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct ac_label {
   const char *text;
   uint32_t number, of; /* of 1, or of as many as share the text */
} ac_label;

typedef struct ac_labels {
   ac_label *labels; /* by index of the function */
   /* private: */
   const tk_alloc *alloc;
   struct ac_said_label *owned;
   size_t n_owned;
} ac_labels;

/* Names of no more bytes than this are not shortened; SIZE_MAX: none is.  A `width` of
   0 is that of output for programs, and of reports that can be as wide as needed. */
size_t ac_labels_longest(bool full_names, size_t width);

/* Names of more than n_most bytes are shortened (base/an_said.h); SIZE_MAX: none is.
   Labels live as long as the profile. */
void ac_labels_open(ac_labels *labels, const tk_alloc *alloc, const ac_profile *profile,
                    size_t n_most);

/* Calls code that the program made while it ran so, and not "???". */
void ac_labels_name_generated(ac_labels *labels, const ac_profile *profile);

/* The same as ac_labels_open of any n names, in this form; NULL is AN_UNKNOWN.  Bare
   names have no numbers: a line is said with them. */
void ac_labels_open_names(ac_labels *labels, const tk_alloc *alloc, size_t n,
                          const char *(*name_of)(const void *context, size_t i),
                          const void *context, an_said_form form, size_t n_most);

/* The columns that a label takes. */
size_t ac_label_columns(const ac_label *label);

/* Prints the label in at most `most` columns. */
void ac_label_print(const ac_label *label, FILE *out, size_t most);

/* The whole label on the heap. */
char *ac_label_text(const ac_label *label);
