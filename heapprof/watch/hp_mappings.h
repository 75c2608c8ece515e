/* hp_mappings.h -- the core's events of mapped memory: pages (--pages-as-heap), and
   what others need of them; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* Asks the core for the events that the options need. */
void hp_mappings_init(void);

/* A forked child has inherited all that is mapped. */
void hp_mappings_inherit(void);
