/* ah_merge_parts.h -- adds up the sites, names of threads, objects and regions of heap
   profiles; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* Adds the values of a site to those of `to`, all 0 at first; paths stay as they
   are.  The most bytes live at one time becomes the sum of both, an upper
   bound.  `owner` owns the memory.  If a sum does not fit (an_overflow.h), `to` is of
   no use. */
void ah_site_add(ah_site *to, const ah_site *from, ah_profile *owner);

/* ah_site_add without lists: heat, threads and classes of sizes stay as they are.  If
   `from` has rare values, `to` has room for them.  False if a sum does not fit. */
bool ah_site_add_amounts(ah_site *to, const ah_site *from);

/* A thread keeps its name if all profiles that have one for its number agree.  Until
   _finish the name is NULL where they do not. */
void ah_thread_names_add(ah_profile *to, const ah_profile *from);
void ah_thread_names_finish(ah_profile *to);

/* Objects: where they were mapped, if all profiles have the same; files by build id, if
   all have some; and those that Valgrind read in part. */
typedef struct ah_objects ah_objects;

/* `alloc` is borrowed. */
ah_objects *ah_objects_new(const tk_alloc *alloc);

/* Adds the objects of a profile. */
void ah_objects_add(ah_objects *objects, ah_profile *to, const ah_profile *from);

/* To be called last: puts the objects into the profile. */
void ah_objects_finish(const ah_objects *objects, ah_profile *to);

/* Regions with the same path of names become one.  Counts and amounts are summed;
   peak and growth are the largest. */
typedef struct ah_regions ah_regions;

/* `alloc` is borrowed. */
ah_regions *ah_regions_new(const tk_alloc *alloc);

/* Adds the regions of a profile, which can be freed after. */
void ah_regions_add(ah_regions *regions, const ah_profile *from);

/* To be called last: puts the regions into the profile, sorted by their paths,
   each after its parent. */
void ah_regions_finish(const ah_regions *regions, ah_profile *to);
