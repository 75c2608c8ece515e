/* cs_machine_table.h -- what each line of a machine's text can say, and where in the
   description it is kept; for cs_machine_text.c and cs_machine_write.c; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"

/* Where a value makes sense. */
typedef enum {
   CS_ALWAYS,
   CS_IF_RANDOM,       /* a level with policy=random */
   CS_IF_BEHIND,       /* a level behind the first */
   CS_IF_D1,           /* the first level of data */
   CS_IF_SECOND,       /* a TLB of the second level */
   CS_IF_DTLB2,        /* such a one that data uses */
   CS_IF_TRAINED,      /* a prefetcher of streams or strides */
   CS_IF_NOT_ADJACENT, /* one that fetches a number of lines */
} cs_condition;

/* A value NAME=VALUE; a name "" is the line's only value, without its name. */
typedef struct {
   const char *name;
   uint32_t offset, width_B; /* in the part */
   bool is_text;             /* the name, else a number */
   bool is_required;
   bool is_size; /* is written with a unit */
   cs_condition condition;
   uint64_t least, most;     /* of a number */
   const char *const *words; /* not NULL: the value is one of these, kept as its index;
                                 NULL ends them */
} cs_machine_value;

typedef struct {
   const char *key;
   const cs_machine_value *values; /* a name of NULL ends them */
   uint32_t offset;                /* of the part in the machine */
   cs_machine_part part;           /* that which it describes */
   bool is_second;                 /* for CS_IF_SECOND, and for CS_IF_BEHIND */
} cs_machine_line;

enum { CS_MACHINE_LINES = 16 };
/* In the order of the canonical text.  Up to L4, row N is that of part N.  The line TLB2
   describes DTLB2, and says that it is ITLB2, too. */
extern const cs_machine_line cs_machine_lines[CS_MACHINE_LINES];

/* Does the value make sense for this part, as far as it is known? */
bool cs_machine_value_applies(const cs_machine_value *value, const cs_machine_line *line,
                              const void *part);

uint64_t cs_machine_value_get(const cs_machine_value *value, const void *part);
void cs_machine_value_set(const cs_machine_value *value, void *part, uint64_t number);

/* "at" of a prefetcher is kept in `level` while it is read and written: 0 is I1, 1 is
   D1, 2 is L2, and so on. */
void cs_machine_prefetcher_place(cs_prefetcher_shape *prefetcher);
uint32_t cs_machine_prefetcher_at(const cs_prefetcher_shape *prefetcher);
