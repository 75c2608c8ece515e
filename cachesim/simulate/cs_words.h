/* cs_words.h -- which load of a superblock finds what which store left in memory: the
   latest one to the same bytes, in this run of the superblock or in one just before;
   pure.

   Bytes are known by the form of their address (cs_form.h), whose variables are
   registers at the start, what loads find, and others.  A variable that each run changes
   by the same constant *advances*; so does what is in memory, if its address stays and
   the last store to it adds a constant.  So a[i - 1] is what a[i] was in the run before.

   Two addresses whose forms do not differ by a constant are taken to be apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_form.h"

/* Variables: registers come first. */
enum {
   CS_WORDS_REGISTERS = 80,
   CS_WORDS_MOST = 256,   /* accesses; further ones are not followed */
   CS_WORDS_LOADED = 256, /* what access i, a load, finds is CS_WORDS_LOADED + i */
   CS_WORDS_OTHERS = 512, /* from here on: they are others in each run */
   CS_WORDS_RUNS = 4,     /* runs that are looked back */
};

typedef struct {
   cs_form addr, value;
   uint32_t size_B;
   bool is_store;
} cs_word_access;

typedef struct {
   uint32_t n;
   cs_word_access accesses[CS_WORDS_MOST];
   bool repeats; /* the superblock follows itself */
   /* What a run adds to each register, then to what each load finds; if that is known. */
   uint64_t adds[CS_WORDS_OTHERS];
   bool advances[CS_WORDS_OTHERS];
} cs_words;

/* Begins a superblock. */
void cs_words_begin(cs_words *words);

/* The next access, whose index is the number of those before; false if there is no room.
   *value becomes the form of what a load finds. */
bool cs_words_load(cs_words *words, const cs_form *addr, uint32_t size_B, cs_form *value);
bool cs_words_store(cs_words *words, const cs_form *addr, uint32_t size_B,
                    const cs_form *value);

/* The end of the superblock, which leaves these CS_WORDS_REGISTERS forms in the
   registers; NULL: it does not follow itself, so no run is before. */
void cs_words_end(cs_words *words, const cs_form *registers);

/* Where a load's bytes come from. */
typedef struct {
   uint32_t store;  /* CS_WORDS_MOST: none is known */
   uint32_t n_runs; /* before this one: 0 to CS_WORDS_RUNS */
   bool is_same;    /* it begins at the store's address, and has no more bytes */
} cs_word_source;

/* After cs_words_end; access i is a load. */
cs_word_source cs_words_source(const cs_words *words, uint32_t i);
