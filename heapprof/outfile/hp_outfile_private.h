/* hp_outfile_private.h -- what hp_outfile.c and hp_outfile_sites.c share; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "outfile/hp_outfile.h"
#include "outfile/hp_outfile_json.h"

typedef struct {
   const hp_outfile *of;
   tk_json json;
   uint32_t *numbers; /* each site's number in the file; undefined if left out */
   bool has_lives;    /* the mode has peaks and lifetimes */
   hp_use *uses;      /* each site's, with its live blocks; or NULL */
   hp_outfile_sums sums;
} hp_outfile_writer;

/* Fills in the uses, if accesses were counted. */
void hp_outfile_sum_uses(hp_outfile_writer *w);

/* Writes the sites as "pps", and fills in their numbers. */
void hp_outfile_write_sites(hp_outfile_writer *w);

/* Writes "births", if there are snapshots. */
void hp_outfile_write_births(hp_outfile_writer *w);

/* Writes roots and looks as "owners", if there is a look. */
void hp_outfile_write_owners(hp_outfile_writer *w);
