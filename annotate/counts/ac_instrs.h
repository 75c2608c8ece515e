/* ac_instrs.h -- the instructions of a profile, each with its code and counts.

   They are those that were executed.  The counts of each line are the sums of its
   instructions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"
#include "counts/ac_data.h"

enum { AC_INSTR_MOST_B = 20 };

/* Why an instruction takes its time in the core: of a profile with estimated cycles.
   UNIT and CHAIN are of another instruction, or of itself in the pass before. */
typedef enum ac_wait_kind {
   AC_WAIT_NONE,    /* it takes none, or it is not known */
   AC_WAIT_FETCH,   /* a taken branch leads to it, or it begins a line of code */
   AC_WAIT_WINDOW,  /* older instructions must finish first */
   AC_WAIT_LATENCY, /* it takes long itself */
   AC_WAIT_UNIT,    /* its unit is busy with the other */
   AC_WAIT_CHAIN,   /* it needs the result of the other */
   AC_N_WAITS
} ac_wait_kind;

#define AC_NO_INSTR UINT32_MAX

/* The kind that the format calls so, and back; AC_N_WAITS: there is none. */
ac_wait_kind ac_wait_named(an_span name);
const char *ac_wait_name(ac_wait_kind kind);

/* Whether a wait of this kind is for an instruction. */
bool ac_wait_has_other(ac_wait_kind kind);

typedef struct ac_instr {
   size_t object;    /* index (ac_objects.h) */
   uint64_t address; /* in the object's file; in no object, in memory */
   uint8_t size_B;   /* from 1 to AC_INSTR_MOST_B */
   uint8_t code[AC_INSTR_MOST_B];
   const char *file, *function; /* interned; what the line's row is of */
   uint32_t line;
   const int64_t *counts; /* one per event */
   ac_wait_kind wait;
   uint32_t waits_for; /* index, or AC_NO_INSTR */
} ac_instr;

/* What one instruction missed on one datum, at one place. */
typedef struct ac_instr_data {
   uint32_t instr, datum; /* indices */
   ac_data_place place;
   const int64_t *counts; /* of the events of ac_data */
} ac_instr_data;

typedef struct ac_instrs {
   const char *arch;    /* as Valgrind names it: amd64, x86, arm64 */
   const ac_instr *all; /* by object, address, then by code and line */
   size_t n;
   const ac_instr_data *data; /* by instruction, datum, place; only of a profile with
                                 data objects */
   size_t n_data;
} ac_instrs;

/* NULL: the profile has none, or does not know all: it adds up a file without, or of
   another processor, or rows were filtered out.  Filled by ac_profile_finish. */
const ac_instrs *ac_profile_instrs(const ac_profile *profile);

/* ---- Building ---- */

typedef struct ac_instr_sums ac_instr_sums;

/* The sums of a profile that has its events. */
ac_instr_sums *ac_instr_sums_of(ac_profile *profile);

/* A file with instructions of this processor (interned) follows; _end: it was added
   whole. */
void ac_instr_sums_begin(ac_instr_sums *sums, const char *arch);
void ac_instr_sums_end(ac_instr_sums *sums);

/* Adds the instruction's counts to those of the same one, and sets *index. */
void ac_instr_sums_add(ac_instr_sums *sums, const ac_instr *instr, uint32_t *index);

/* Both are indices that an addition set.  Of several, one
   stays, whatever their order is. */
void ac_instr_sums_wait(ac_instr_sums *sums, uint32_t instr, ac_wait_kind kind,
                        uint32_t other);

/* Both indices are those of the sums, here and of data objects; n counts. */
void ac_instr_sums_data(ac_instr_sums *sums, const ac_instr_data *data, size_t n);

/* Makes the model.  `data` is where each datum of the sums is now; NULL: the profile has
   no data. */
void ac_instr_sums_finish(ac_instr_sums *sums, const uint32_t *data);
