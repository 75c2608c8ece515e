/* an_formats.h -- one table of the formats of other programs that a profile can be
   written in.

   The options, help and errors of cs_export and hp_export are made from it.  A new
   format is a file with its writer, and a row of the table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_kind.h"
#include "counts/ac_choose.h"
#include "counts/ac_profile.h"
#include "paths/an_stacks.h"

#include <stdbool.h>
#include <stdio.h>

/* Types of heap/.  Its objects have the name of those of counts/, so no file includes
   both. */
typedef struct ah_profile ah_profile;
typedef struct ah_value ah_value;

/* Writes a heap profile.  `metric` is NULL if the format takes none.  Write errors
   are left to ferror(out). */
typedef void ah_export_writer(const ah_profile *profile, const tk_alloc *alloc,
                              const ah_value *metric, FILE *out);

/* Writes a finished profile of counts: the values of these metrics.  Errors as
   above. */
typedef void an_export_writer(const ac_profile *profile, const tk_alloc *alloc,
                              const ac_choice *show, FILE *out);

/* Writes call paths with all their values; `kind` is the one to show first, or to write
   alone.  Errors as above. */
typedef void an_stacks_writer(const an_stacks *stacks, size_t kind, FILE *out);

/* A name has one row, or one for each kind of profile. */
typedef struct an_format {
   const char *name;
   const char *description;
   bool takes_metric;   /* of a heap profile: --metric chooses its value */
   bool holds_one;      /* holds that value alone, without its name */
   bool has_addresses;  /* of call paths: of instructions, if the profile has them */
   bool is_whole;       /* of counts: holds whole numbers only */
   bool is_page;        /* of a heap profile: the data of its page, which its command
                            writes (commands/ah_page_of.h) */
   an_kind made;        /* what it looks like: such files it can replace */
   const char *no_peak; /* error for a profile without lifetimes; NULL: fine */
   ah_export_writer *write_heap;   /* NULL: not for heap profiles */
   an_export_writer *write_counts; /* NULL: not for profiles of counts */
   an_stacks_writer *write_stacks; /* instead: for both, from their call paths */
} an_format;

extern const an_format an_formats[]; /* the last has no name */

typedef enum an_format_kind { AN_FORMAT_HEAP, AN_FORMAT_COUNTS } an_format_kind;

static inline bool an_format_is_for(const an_format *format, an_format_kind kind)
{
   return format->write_stacks != NULL
          || (kind == AN_FORMAT_HEAP ? format->write_heap != NULL || format->is_page
                                     : format->write_counts != NULL);
}

/* The format of this name for such profiles, or NULL. */
const an_format *an_format_find(const char *name, an_format_kind kind);

/* "massif, dhat, folded or csv", or only those that take a metric; cut to fit. */
void an_format_list(an_format_kind kind, bool only_with_metric, char *text,
                    size_t size_B);

/* The writers that have a file of their name. */
ah_export_writer ah_export_callgrind, ah_export_massif, ah_export_csv;
an_export_writer an_export_callgrind, an_export_csv, an_export_json;
