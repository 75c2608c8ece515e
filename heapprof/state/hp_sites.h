/* hp_sites.h -- the allocation site of what a thread does now; glue.

   All return HP_SITE_IGNORED if the user does not want the site, or while counting
   is off.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/tk_paths.h"

void hp_sites_init(void);

/* The running thread, from these registers outwards. */
uint32_t hp_sites_here(const tk_registers *registers);

/* Any thread, in a system call or a client request, or without the frames whose
   stack pointer is below `sp`. */
uint32_t hp_sites_of_thread(ThreadId id, Addr sp);

/* Memory that was there before the program ran. */
uint32_t hp_sites_of_start(void);
