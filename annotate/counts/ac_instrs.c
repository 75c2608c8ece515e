/* ac_instrs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_instrs.h"

#include "base/tk_arena.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "counts/ac_keyed.h"
#include "counts/ac_order.h"
#include "counts/ac_profile_private.h"

#include <stdlib.h>
#include <string.h>

/* Words of an instruction's key: the code with its size takes three. */
enum { OBJECT, ADDRESS, CODE, FILE_NAME = CODE + 3, FUNCTION, LINE, N_WORDS };

/* Of the key of data. */
enum { WHOSE, OFFSET, STRIDE, N_DATA_WORDS };

typedef struct {
   ac_wait_kind kind;
   uint32_t other; /* index in the sums */
} wait;

struct ac_instr_sums {
   ac_instrs model;
   const tk_alloc *alloc;
   size_t n_events, n_data_events;
   size_t n_files;    /* that were added whole */
   bool is_mixed;     /* of several processors */
   bool is_unordered; /* some came after one with a higher address */
   ac_keyed instrs, data;
   wait *waits; /* by instruction */
   size_t waits_capacity;
   tk_arena arrays; /* of the model */
};

ac_instr_sums *ac_instr_sums_of(ac_profile *profile)
{
   if (profile->instrs != NULL)
      return profile->instrs;
   const tk_alloc *alloc = profile->alloc;
   ac_instr_sums *sums = tk_get(alloc, AN_LABEL, sizeof *sums);
   *sums = (ac_instr_sums){ .alloc = alloc, .n_events = profile->texts[AC_EVENT].n };
   ac_keyed_init(&sums->instrs, alloc, N_WORDS, sums->n_events);
   tk_arena_init(&sums->arrays, alloc, AN_LABEL);
   profile->instrs = sums;
   return sums;
}

const ac_instrs *ac_profile_instrs(const ac_profile *profile)
{
   const ac_instr_sums *sums = profile->instrs;
   bool is_known = sums != NULL && !sums->is_mixed && sums->n_files == profile->n_states;
   return is_known ? &sums->model : NULL;
}

/* ---- Waits ---- */

static const char *const wait_names[AC_N_WAITS] = {
   [AC_WAIT_NONE] = "width",      [AC_WAIT_FETCH] = "fetch", [AC_WAIT_WINDOW] = "window",
   [AC_WAIT_LATENCY] = "latency", [AC_WAIT_UNIT] = "unit",   [AC_WAIT_CHAIN] = "chain",
};

ac_wait_kind ac_wait_named(an_span name)
{
   ac_wait_kind kind = AC_WAIT_FETCH;
   while (kind < AC_N_WAITS && !an_span_is(name, wait_names[kind]))
      kind++;
   return kind;
}

const char *ac_wait_name(ac_wait_kind kind)
{
   return wait_names[kind];
}

bool ac_wait_has_other(ac_wait_kind kind)
{
   return kind == AC_WAIT_UNIT || kind == AC_WAIT_CHAIN;
}

/* ---- Adding ---- */

void ac_instr_sums_begin(ac_instr_sums *sums, const char *arch)
{
   sums->is_mixed |= sums->model.arch != NULL && sums->model.arch != arch;
   sums->model.arch = arch;
}

void ac_instr_sums_end(ac_instr_sums *sums)
{
   sums->n_files++;
}

/* A file has its instructions in order: until another one comes, none was there yet. */
static uint32_t find_instr(ac_instr_sums *sums, const uint64_t *key)
{
   ac_keyed *instrs = &sums->instrs;
   const uint64_t *last = instrs->n == 0 ? NULL : ac_keyed_key(instrs, instrs->n - 1);
   if (last != NULL
       && (key[OBJECT] < last[OBJECT]
           || (key[OBJECT] == last[OBJECT] && key[ADDRESS] <= last[ADDRESS])))
      sums->is_unordered = true;
   return sums->is_unordered ? ac_keyed_find(instrs, key) : ac_keyed_append(instrs, key);
}

void ac_instr_sums_add(ac_instr_sums *sums, const ac_instr *instr, uint32_t *index)
{
   uint64_t key[N_WORDS] = {
      [OBJECT] = instr->object,
      [ADDRESS] = instr->address,
      [FILE_NAME] = (uintptr_t)instr->file,
      [FUNCTION] = (uintptr_t)instr->function,
      [LINE] = instr->line,
   };
   unsigned char *code = (unsigned char *)&key[CODE];
   code[0] = instr->size_B;
   memcpy(code + 1, instr->code, instr->size_B);
   size_t n = sums->instrs.n;
   TK_ARRAY_ROOM(sums->alloc, AN_LABEL, sums->waits, n, sums->waits_capacity);
   *index = find_instr(sums, key);
   if (*index == n)
      sums->waits[n] = (wait){ AC_WAIT_NONE, AC_NO_INSTR };
   ac_keyed_add(&sums->instrs, *index, 0, instr->counts, sums->n_events);
}

void ac_instr_sums_wait(ac_instr_sums *sums, uint32_t instr, ac_wait_kind kind,
                        uint32_t other)
{
   wait *w = &sums->waits[instr];
   if (kind > w->kind
       || (kind == w->kind && other != AC_NO_INSTR
           && ac_keyed_key(&sums->instrs, other)[ADDRESS]
                 < ac_keyed_key(&sums->instrs, w->other)[ADDRESS]))
      *w = (wait){ kind, other };
}

/* Files with other events are of no known sum: then their data are not, either. */
void ac_instr_sums_data(ac_instr_sums *sums, const ac_instr_data *data, size_t n)
{
   if (sums->n_data_events == 0) {
      sums->n_data_events = n;
      ac_keyed_init(&sums->data, sums->alloc, N_DATA_WORDS, n);
   }
   if (n != sums->n_data_events)
      return;
   const uint64_t key[N_DATA_WORDS] = {
      [WHOSE] = ac_keyed_pair(data->instr, data->datum),
      [OFFSET] = (uint64_t)data->place.offset,
      [STRIDE] = (uint64_t)data->place.stride,
   };
   uint32_t i = ac_keyed_find(&sums->data, key);
   ac_keyed_add(&sums->data, i, 0, data->counts, n);
}

/* ---- The model ---- */

static int compare_instrs(const void *a, const void *b)
{
   const ac_instr *x = a, *y = b;
   return tk_compare(x->object, y->object)
      ?: tk_compare(x->address, y->address)
      ?: tk_compare(x->size_B, y->size_B)
      ?: memcmp(x->code, y->code, x->size_B)
      ?: strcmp(x->file, y->file)
      ?: strcmp(x->function, y->function)
      ?: tk_compare(x->line, y->line);
}

static int compare_data(const void *a, const void *b)
{
   const ac_instr_data *x = a, *y = b;
   return tk_compare(x->instr, y->instr)
      ?: tk_compare(x->datum, y->datum)
      ?: tk_compare((uint64_t)x->place.offset, (uint64_t)y->place.offset)
      ?: tk_compare((uint64_t)x->place.stride, (uint64_t)y->place.stride);
}

static ac_instr instr_at(const ac_instr_sums *sums, size_t i)
{
   const uint64_t *key = ac_keyed_key(&sums->instrs, i);
   const unsigned char *code = (const unsigned char *)&key[CODE];
   ac_instr instr = {
      .object = key[OBJECT],
      .address = key[ADDRESS],
      .size_B = code[0],
      .file = (const char *)(uintptr_t)key[FILE_NAME],
      .function = (const char *)(uintptr_t)key[FUNCTION],
      .line = (uint32_t)key[LINE],
      .counts = ac_keyed_numbers(&sums->instrs, i),
   };
   memcpy(instr.code, code + 1, instr.size_B);
   return instr;
}

static void make_instrs(ac_instr_sums *sums, uint32_t *now_at)
{
   size_t n = sums->instrs.n;
   ac_instr *all = tk_arena_get(&sums->arrays, (n + 1) * sizeof *all);
   for (size_t i = 0; i < n; i++) {
      all[i] = instr_at(sums, i);
      now_at[i] = (uint32_t)i;
   }
   sums->model.all = all;
   sums->model.n = n;
   if (sums->is_unordered)
      ac_order_items(sums->alloc, all, n, sizeof *all, compare_instrs, now_at);
   for (size_t i = 0; i < n; i++) {
      const wait *w = &sums->waits[i];
      all[now_at[i]].wait = w->kind;
      all[now_at[i]].waits_for = w->other == AC_NO_INSTR ? AC_NO_INSTR : now_at[w->other];
   }
}

static void make_data(ac_instr_sums *sums, const uint32_t *instrs, const uint32_t *data)
{
   size_t n = data == NULL || sums->n_data_events == 0 ? 0 : sums->data.n;
   ac_instr_data *all = tk_arena_get(&sums->arrays, (n + 1) * sizeof *all);
   for (size_t i = 0; i < n; i++) {
      const uint64_t *key = ac_keyed_key(&sums->data, i);
      all[i] = (ac_instr_data){ .instr = instrs[ac_keyed_high(key[WHOSE])],
                                .datum = data[ac_keyed_low(key[WHOSE])],
                                .place = { (int64_t)key[OFFSET], (int64_t)key[STRIDE] },
                                .counts = ac_keyed_numbers(&sums->data, i) };
   }
   qsort(all, n, sizeof *all, compare_data);
   sums->model.data = all;
   sums->model.n_data = n;
}

void ac_instr_sums_finish(ac_instr_sums *sums, const uint32_t *data)
{
   uint32_t *now_at = tk_get(sums->alloc, AN_LABEL,
                             (sums->instrs.n + 1) * sizeof *now_at);
   make_instrs(sums, now_at);
   make_data(sums, now_at, data);
   tk_put(sums->alloc, now_at);
   ac_keyed_close(&sums->instrs); /* the model points to the counts */
   if (sums->n_data_events > 0)
      ac_keyed_close(&sums->data);
}
