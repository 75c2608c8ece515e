/* ah_scan_site.h -- reads the text of a site as heapprof and DHAT write it.

   A tree of jansson's for each site would take most of the time.  What this does not
   understand, a tree is made of: it knows all rules and says what is wrong.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_reader.h"

/* Room that is used for one site after the other; begins as all zeros. */
typedef struct ah_scan {
   uint32_t *frames;
   size_t frames_room;
   ah_thread_share *threads;
   size_t threads_room;
} ah_scan;

/* Fills the site from the object that begins at `text`, and sets
   *n_B to its length.  A NUL must follow it somewhere.  False if it was not understood,
   or is wrong; the site may have some values then. */
bool ah_scan_site(ah_reader *r, ah_scan *scan, const char *text, ah_site *site,
                  size_t *n_B);

void ah_scan_free(const ah_reader *r, ah_scan *scan);
