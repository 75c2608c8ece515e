/* test_cs_sharing.c -- slots and rows against a model that sees each access at once.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sharing/cs_bounds.h"
#include "sharing/cs_sharing_notes.h"
#include "sharing/cs_slots.h"
#include "unit_alloc.h"

enum {
   N_AT = 3,
   N_THREADS = 9,
   N_LINES = 4,
   N_SLOTS = 5,
   MEMORY = 4096,
   N_KEYS = N_AT * 2 /* source lines, read or written */
};

static unit_alloc memory;
static cs_slots slots;
static struct {
   tk_line line;
   uint64_t counts[1];
} at[N_AT];
static cs_data datum;
static uint64_t step = 1;

static void find(uintptr_t address, cs_data_at *found)
{
   *found = (cs_data_at){ .data = &datum, .offset = address - MEMORY, .size_B = 1 << 20 };
}

static void set_up(size_t most_rows)
{
   unit_alloc_init(&memory);
   step = 1;
   cs_slots_init(&slots, &memory.alloc, most_rows, &step, find);
   slots.thread = 1;
}

static void tear_down(void)
{
   cs_slots_fini(&slots);
   assert_int_equal(memory.n_live, 0);
}

static const cs_memory_line *line_of(uintptr_t address)
{
   cs_slots_flush(&slots);
   cs_sharing_flush(&slots.sharing);
   for (size_t i = 0; i < slots.sharing.n_lines; i++)
      if (slots.sharing.lines[i].address == address)
         return &slots.sharing.lines[i];
   return NULL;
}

static uint64_t bound_of(const cs_memory_line *line)
{
   cs_bounds bounds;
   cs_bounds_init(&bounds, &memory.alloc);
   uint64_t bound = cs_bounds_of(&bounds, line);
   cs_bounds_fini(&bounds);
   return bound;
}

/* The first row of the thread. */
static const cs_shared_row *row_of(const cs_memory_line *line, uint32_t thread)
{
   cs_rows rows;
   const cs_shared_row *row = cs_rows_first(&rows, line);
   while (row != NULL && row->thread != thread)
      row = cs_rows_next(&rows);
   return row;
}

/* By the definition. */
static bool conflict(const cs_shared_row *a, const cs_shared_row *b)
{
   return a->thread != b->thread && (a->is_write || b->is_write)
          && ((a->bytes & b->bytes) == 0 || (!a->is_own && !b->is_own));
}

static void run(uint32_t thread)
{
   if (thread == slots.thread)
      return;
   cs_slots_flush(&slots);
   cs_sharing_turn(&slots.sharing);
   slots.thread = thread;
}

static void access(uint32_t thread, uintptr_t address, uint64_t size_B, bool is_write)
{
   run(thread);
   cs_slots_access(&slots, &at[thread % N_AT].line, address, size_B, is_write);
}

/* ---- The model --------------------------------------------------------- */

typedef struct {
   uint64_t count, bytes;
} cell;

static struct {
   cell of[N_LINES][N_THREADS + 1][N_KEYS];
   bool holds[N_LINES][N_THREADS + 1], moved[N_LINES];
   uint32_t writer[N_LINES];
   uint64_t transfers[N_LINES];
   uint32_t thread;
} model;

static void model_touch(uint32_t l, bool is_write)
{
   bool others = false, *holds = model.holds[l];
   uint32_t me = model.thread;
   for (uint32_t t = 1; t <= N_THREADS; t++)
      others |= t != me && holds[t];
   bool moves = is_write ? others
                         : !holds[me] && model.writer[l] != 0 && model.writer[l] != me;
   model.transfers[l] += moves && !model.moved[l];
   model.moved[l] |= moves;
   for (uint32_t t = 1; is_write && t <= N_THREADS; t++)
      holds[t] = false;
   holds[me] = true;
   if (is_write)
      model.writer[l] = me;
}

static void model_access(uint32_t i_at, uintptr_t address, uint32_t size_B, bool is_write)
{
   uint32_t last = UINT32_MAX;
   for (uint32_t i = 0; i < size_B; i++) {
      uint32_t l = (uint32_t)((address + i - MEMORY) / CS_MEMORY_LINE_B);
      cell *c = &model.of[l][model.thread][i_at * 2 + is_write];
      c->bytes |= (uint64_t)1 << (address + i) % CS_MEMORY_LINE_B;
      if (l == last)
         continue;
      last = l;
      c->count++;
      model_touch(l, is_write);
   }
}

static void model_run(uint32_t thread)
{
   if (thread == model.thread)
      return;
   model.thread = thread;
   memset(model.moved, 0, sizeof model.moved);
}

static uint32_t index_of(const tk_line *line)
{
   for (uint32_t i = 0; i < N_AT; i++)
      if (line == &at[i].line)
         return i;
   fail();
   return 0;
}

static void assert_model(void)
{
   for (uint32_t l = 0; l < N_LINES; l++) {
      uint64_t expected = 0, found = 0;
      const cs_memory_line *line = line_of(MEMORY + l * CS_MEMORY_LINE_B);
      for (uint32_t t = 1; t <= N_THREADS; t++)
         for (uint32_t k = 0; k < N_KEYS; k++)
            expected += model.of[l][t][k].count;
      if (line == NULL) {
         assert_int_equal(expected, 0);
         continue;
      }
      cs_rows rows;
      for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
           r = cs_rows_next(&rows)) {
         const cell *c = &model.of[l][r->thread][index_of(r->at) * 2 + r->is_write];
         assert_int_equal(r->count, c->count);
         assert_int_equal(r->bytes, c->bytes);
         found += r->count;
      }
      assert_int_equal(found, expected);
      assert_int_equal(line->contended == NULL ? 0 : line->contended->transfers,
                       model.transfers[l]);
   }
}

/* ---- Slots against the model -------------------------------------------- */

typedef struct {
   cs_slot slot;
   cs_slot_ref refs[2];
} a_slot;

static a_slot places[N_SLOTS];
static uint64_t passes[2];

/* References of random sizes at random distances, all within CS_SLOT_MAX_B. */
static void make_slots(unit_random *r)
{
   memset(places, 0, sizeof places);
   passes[0] = passes[1] = 0;
   for (uint32_t i = 0; i < N_SLOTS; i++) {
      cs_slot *slot = &places[i].slot;
      slot->line = CS_NO_MEMORY;
      slot->passes = &passes[i % 2];
      slot->n_refs = (uint8_t)(1 + unit_random_below(r, 2));
      for (uint32_t k = 0; k < slot->n_refs; k++) {
         uint8_t offset = (uint8_t)(k == 0 ? 0 : unit_random_below(r, 8));
         uint8_t size_B = (uint8_t)(1 + unit_random_below(r, 8));
         slot->refs[k] = (cs_slot_ref){ .at = &at[unit_random_below(r, N_AT)].line,
                                        .offset = offset,
                                        .size_B = size_B,
                                        .is_write = unit_random_below(r, 3) == 0 };
         if (offset + size_B > slot->size_B)
            slot->size_B = (uint8_t)(offset + size_B);
      }
   }
}

/* All slots of a piece of code pass, some of them more than once in their line. */
static void pass(unit_random *r)
{
   uint32_t piece = (uint32_t)unit_random_below(r, 2);
   passes[piece] += step;
   for (uint32_t i = piece; i < N_SLOTS; i += 2) {
      cs_slot *slot = &places[i].slot;
      uintptr_t address = MEMORY + unit_random_below(r, N_LINES * CS_MEMORY_LINE_B - 16);
      if (slot->line != CS_NO_MEMORY && unit_random_below(r, 4) != 0)
         address = slot->line + unit_random_below(r, CS_MEMORY_LINE_B - 16);
      cs_slots_pass(&slots, slot, address);
      for (uint32_t k = 0; step != 0 && k < slot->n_refs; k++)
         model_access(index_of(slot->refs[k].at), address + slot->refs[k].offset,
                      slot->refs[k].size_B, slot->refs[k].is_write);
   }
}

static void test_slots(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 60; seed++) {
      unit_random r = unit_random_from(seed);
      set_up(1 << 20);
      memset(&model, 0, sizeof model);
      model.thread = 1;
      make_slots(&r);
      for (uint32_t i = 0; i < 400; i++) {
         uint64_t what = unit_random_below(&r, 40);
         uint32_t thread = (uint32_t)(1 + unit_random_below(&r, N_THREADS));
         if (what == 0) {
            run(thread);
            model_run(thread);
         } else if (what == 1) {
            cs_slots_flush(&slots);
            step = !step;
         } else if (what == 2) {
            cs_slots_flush(&slots);
            passes[0] = passes[1] = 0; /* as tk_segment_flush */
         } else {
            pass(&r);
         }
      }
      assert_model();
      tear_down();
   }
}

/* A thread that has read what another wrote holds it. */
static void test_transfers(void **state)
{
   (void)state;
   set_up(100);
   access(1, MEMORY, 8, true);
   for (int i = 0; i < 5; i++) {
      access(2, MEMORY, 8, false);
      access(3, MEMORY, 8, false);
   }
   assert_int_equal(line_of(MEMORY)->contended->transfers, 2);
   access(1, MEMORY, 8, true);
   access(2, MEMORY, 8, false);
   assert_int_equal(line_of(MEMORY)->contended->transfers, 4);
   tear_down();
}

/* Passes of a slot belong to the memory that was there then. */
static void test_end_in_slot(void **state)
{
   (void)state;
   unit_random r = unit_random_from(1);
   set_up(100);
   make_slots(&r);
   cs_slot *slot = &places[0].slot;
   access(2, MEMORY + 40, 8, true);
   run(1);
   for (int i = 0; i < 7; i++) {
      passes[0]++;
      cs_slots_pass(&slots, slot, MEMORY);
   }
   cs_slots_end(&slots, MEMORY, 24);
   passes[0]++;
   cs_slots_pass(&slots, slot, MEMORY);
   uint64_t before = 0, after = 0;
   cs_rows rows;
   for (const cs_shared_row *row = cs_rows_first(&rows, line_of(MEMORY)); row != NULL;
        row = cs_rows_next(&rows))
      if (row->thread == 1)
         *(row->has_ended ? &before : &after) += row->count;
   assert_int_equal(before, 7 * slot->n_refs);
   assert_int_equal(after, slot->n_refs);
   tear_down();
}

static void test_alone(void **state)
{
   (void)state;
   set_up(100);
   slots.is_alone = true;
   access(1, MEMORY, 8, true);
   assert_null(line_of(MEMORY));
   slots.is_alone = false;
   access(1, MEMORY + 60, 8, true); /* in two lines */
   assert_int_equal(line_of(MEMORY)->rows->bytes, (uint64_t)15 << 60);
   assert_int_equal(line_of(MEMORY + 64)->rows->bytes, 15);
   tear_down();
}

/* ---- The end of memory --------------------------------------------------- */

/* A line of memory that one thread has touched: what ends is dropped. */
static void test_end_private(void **state)
{
   (void)state;
   set_up(100);
   access(1, MEMORY, 8, true);
   access(1, MEMORY + 64, 8, false);
   cs_slots_end(&slots, MEMORY, 64);
   assert_null(line_of(MEMORY)->rows);
   assert_non_null(line_of(MEMORY + 64)->rows);
   access(2, MEMORY, 8, true);
   assert_null(line_of(MEMORY)->contended); /* another generation */
   assert_int_equal(bound_of(line_of(MEMORY)), 0);
   cs_slots_end(&slots, 0, UINTPTR_MAX);
   assert_null(line_of(MEMORY + 64)->rows);
   assert_int_equal(slots.sharing.n_rows, 0);
   /* No further end has to look at them. */
   assert_int_equal(cs_line_set_next(&slots.sharing.can_end, 0), CS_LINE_SET_END);
   tear_down();
}

/* A neighbour may use the line of memory later. */
static void test_end_early(void **state)
{
   (void)state;
   set_up(100);
   for (int i = 0; i < 9; i++) {
      access(1, MEMORY, 8, true);
      cs_slots_end(&slots, MEMORY, 16);
   }
   assert_int_equal(slots.sharing.n_rows, 1);
   access(2, MEMORY, 8, true);
   assert_int_equal(bound_of(line_of(MEMORY)), 0);
   access(3, MEMORY + 32, 8, true);
   /* 9 accesses and 1, of two generations; each contends with the neighbour's one. */
   assert_int_equal(bound_of(line_of(MEMORY)), 4);
   tear_down();
}

/* In a contended one, what ends is kept, but later users of these bytes do not contend
   with it; neighbours do. */
static void test_end_contended(void **state)
{
   (void)state;
   set_up(100);
   access(3, MEMORY + 32, 8, false);
   for (int i = 0; i < 10; i++)
      access(1, MEMORY, 8, true);
   cs_slots_end(&slots, MEMORY, 16);
   const cs_shared_row *ended = row_of(line_of(MEMORY), 1);
   assert_true(ended->has_ended);
   assert_true(ended->is_own);
   access(2, MEMORY, 8, true);
   const cs_shared_row *later = row_of(line_of(MEMORY), 2);
   const cs_shared_row *beside = row_of(line_of(MEMORY), 3);
   assert_false(conflict(ended, later));
   assert_true(conflict(ended, beside));
   assert_true(conflict(later, beside));
   assert_int_equal(bound_of(line_of(MEMORY)), 4);
   tear_down();
}

/* Blocks that come and go at one place have one row. */
static void test_end_repeated(void **state)
{
   (void)state;
   set_up(100);
   access(3, MEMORY + 32, 8, true);
   for (int i = 0; i < 50; i++) {
      access(1, MEMORY, 8, true);
      cs_slots_end(&slots, MEMORY, 16);
   }
   const cs_memory_line *line = line_of(MEMORY);
   assert_int_equal(slots.sharing.n_rows, 2);
   cs_rows rows;
   for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
        r = cs_rows_next(&rows))
      assert_int_equal(r->count, r->thread == 1 ? 50 : 1);
   tear_down();
}

/* Bytes that another thread has touched, too, are shared until the end. */
static void test_end_shared(void **state)
{
   (void)state;
   set_up(100);
   access(1, MEMORY, 8, true);
   access(2, MEMORY, 8, false);
   cs_slots_end(&slots, MEMORY, 16);
   const cs_memory_line *line = line_of(MEMORY);
   cs_rows rows;
   for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
        r = cs_rows_next(&rows))
      assert_true(r->has_ended && !r->is_own);
   assert_int_equal(bound_of(line), 2);
   tear_down();
}

/* ---- Bounds --------------------------------------------------------------- */

static void test_bounds(void **state)
{
   (void)state;
   set_up(100);
   for (int i = 0; i < 10; i++) {
      access(1, MEMORY, 8, true); /* 10 writes */
      access(1, MEMORY + 64, 8, true);
      access(1, MEMORY + 128, 8, false);
   }
   for (int i = 0; i < 3; i++)
      access(2, MEMORY + 8, 8, true); /* and 3 */
   for (int i = 0; i < 10; i++)
      access(2, MEMORY + 64, 8, false); /* and 10 reads */
   for (int i = 0; i < 5; i++)
      access(2, MEMORY + 128, 8, false);
   access(3, MEMORY + 128, 1, true); /* one write, 15 reads by two threads */
   assert_int_equal(bound_of(line_of(MEMORY)), 6);
   assert_int_equal(bound_of(line_of(MEMORY + 64)), 20);
   assert_int_equal(bound_of(line_of(MEMORY + 128)), 3);
   tear_down();
}

static bool has_conflict(const cs_memory_line *line, const cs_shared_row *row)
{
   cs_rows rows;
   const cs_shared_row *r = cs_rows_first(&rows, line);
   while (r != NULL && !conflict(row, r))
      r = cs_rows_next(&rows);
   return r != NULL;
}

static uint64_t least(uint64_t a, uint64_t b)
{
   return a < b ? a : b;
}

/* By comparing each row with each. */
static uint64_t plain_bound(const cs_memory_line *line)
{
   enum { THREADS = 200 };
   uint64_t reads[THREADS] = { 0 }, writes[THREADS] = { 0 }, all_writes = 0, all = 0;
   uint64_t most = 0, moves = 0;
   cs_rows rows;
   for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
        r = cs_rows_next(&rows))
      if (has_conflict(line, r)) {
         (r->is_write ? writes : reads)[r->thread] += r->count;
         all_writes += r->is_write ? r->count : 0;
         all += r->count;
      }
   for (int i = 0; i < THREADS; i++) {
      uint64_t of = reads[i] + writes[i];
      most = of > most ? of : most;
      moves += least(reads[i], all_writes - writes[i]) + least(writes[i], all - of);
   }
   return least(moves, least(all, 2 * (all - most) + 1));
}

/* Many threads one after another, and blocks that end meanwhile. */
static void test_many_threads(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 200; seed++) {
      unit_random r = unit_random_from(seed);
      set_up(1 << 20);
      for (uint32_t i = 0; i < 500; i++) {
         uintptr_t address = MEMORY + 8 * unit_random_below(&r, 24);
         uint32_t back = (uint32_t)unit_random_below(&r, 4);
         uint32_t thread = 1 + i / 3 > back ? 1 + i / 3 - back : 1;
         access(thread, address, 8 << unit_random_below(&r, 2),
                unit_random_below(&r, 1 + seed % 4) == 0);
         if (unit_random_below(&r, 5) == 0)
            cs_slots_end(&slots, address & ~(uintptr_t)15, 16);
      }
      for (uintptr_t l = 0; l < 4; l++)
         if (line_of(MEMORY + 64 * l) != NULL)
            assert_int_equal(bound_of(line_of(MEMORY + 64 * l)),
                             plain_bound(line_of(MEMORY + 64 * l)));
      tear_down();
   }
}

/* ---- Room ------------------------------------------------------------------ */

static void test_room(void **state)
{
   (void)state;
   set_up(2);
   for (uintptr_t i = 0; i < 10; i++) { /* what has ended gives way */
      access(1, MEMORY + 64 * (1 + i % 5), 4, true);
      cs_slots_end(&slots, MEMORY + 64 * (1 + i % 5), 8);
   }
   assert_int_equal(slots.sharing.left_out, 0);
   cs_slots_end(&slots, MEMORY, 4096);
   assert_int_equal(slots.sharing.n_rows, 0);
   for (uintptr_t i = 0; i < 4; i++)
      access(1, MEMORY + 64 * i, 4, true);
   access(1, MEMORY, 4, true);
   assert_int_equal(line_of(MEMORY)->rows->count, 2);
   assert_int_equal(slots.sharing.left_out, 2);
   tear_down();
}

/* ---- Notes ------------------------------------------------------------------ */

static void test_notes(void **state)
{
   (void)state;
   static unit_sink sink;
   static tk_text text;
   static const uint32_t objects[] = { 1, 2 };
   tk_line *lines[N_AT];
   set_up(1000);
   for (uint32_t i = 0; i < N_AT; i++) {
      at[i].line.at =
         (tk_place){ .file = "a.c", .fn = i == 0 ? "f" : "g", .number = 10 + i };
      lines[i] = &at[i].line;
   }
   /* Equal names are one string, as in the table of strings. */
   at[2].line.at.fn = at[1].line.at.fn;
   at[1].line.at.file = at[2].line.at.file = at[0].line.at.file;
   for (int i = 0; i < 5; i++) {
      access(1, MEMORY + 8, 8, true);
      access(1, MEMORY + 8, 8, false);
      access(2, MEMORY + 16, 8, true);
   }
   access(3, MEMORY + 1024, 4, false); /* not shared */
   assert_non_null(line_of(MEMORY));
   const cs_sharing_notes notes = { .alloc = &memory.alloc,
                                    .sharing = &slots.sharing,
                                    .n_threads = 3,
                                    .lines = lines,
                                    .n_lines = N_AT,
                                    .objects = objects };
   cs_sharing_notes_name_data(&notes);
   assert_true(datum.is_named);
   datum.number = 7;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_sharing_notes_write(&text, &notes);
   assert_true(tk_text_flush(&text));
   assert_string_equal(sink.bytes, "#: sharing 64 3\n"
                                   "#: sl 9\n"
                                   "#: sa 2 11 1 7 0 0xff00 5 5\n"
                                   "#: sa 2 12 2 7 0 0xff0000 0 5\n");
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slots),         cmocka_unit_test(test_transfers),
      cmocka_unit_test(test_end_in_slot),   cmocka_unit_test(test_alone),
      cmocka_unit_test(test_end_private),   cmocka_unit_test(test_end_early),
      cmocka_unit_test(test_end_contended), cmocka_unit_test(test_end_repeated),
      cmocka_unit_test(test_end_shared),    cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_many_threads),  cmocka_unit_test(test_room),
      cmocka_unit_test(test_notes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
