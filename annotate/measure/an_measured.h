/* an_measured.h -- from times to a machine.

   What a time cannot say, or says against reason, is left as it was, and noted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "measure/an_times.h"

#include <stdio.h>

/* One value of the machine. */
typedef struct an_measured_value {
   const char *name;   /* "L2 latency" */
   double cycles;      /* or instructions, or bytes, as the name says */
   const char *reason; /* why it was not taken; NULL if it was */
   uint32_t instead;   /* which is used then */
   bool is_time;
} an_measured_value;

enum { AN_MEASURED_VALUES = 32 };

typedef struct an_measured {
   cs_machine machine;
   double cycle_ns;
   uint64_t last_B; /* of the last level, before it was measured */
   an_measured_value values[AN_MEASURED_VALUES];
   size_t n_values;
} an_measured;

/* The sizes of the last level that AN_TIME_FIT tries: the level's own, half of it, and so
   on, above that of the level before it.  0: no such size. */
uint64_t an_measured_fit_B(const cs_machine *host, uint32_t i);

/* Takes the times into a machine that cs_host_machine found.  False if there is not even
   a cycle. */
bool an_measured_of(const an_times *times, const cs_machine *host, an_measured *result);

/* What the head of the text says. */
typedef struct an_measured_head {
   const char *processor, *date, *program; /* "cs_machine (quern 1.0)" */
} an_measured_head;

/* Writes a text that cs_machine_parse reads, with comments that say what was measured. */
void an_measured_write(const an_measured *measured, const an_measured_head *head,
                       FILE *out);
