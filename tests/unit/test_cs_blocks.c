/* test_cs_blocks.c -- the records of superblocks, from plans made by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_aspacemgr.h"

#include "simulate/cs_blocks.h"
#include "simulate/cs_slot_code.h"

/* ---- What the blocks ask: imitated ---- */

static UChar code[4096]; /* of the program */
static bool is_readable = true;
static int n_slots; /* blocks that have slots */

Bool VG_(am_is_valid_for_client)(Addr start, SizeT size_B, UInt access)
{
   assert_true(start >= (Addr)code && start + size_B <= (Addr)(code + sizeof code));
   assert_true(access != 0);
   return is_readable;
}

void cs_slot_code_add(cs_block *block, const cs_plan *plan)
{
   (void)block, (void)plan;
   n_slots++;
}

void cs_slot_code_remove(cs_block *block)
{
   (void)block;
   n_slots--;
}

tk_translation tk_translation_of(Addr entry, Addr from)
{
   return (tk_translation){ .key = entry ^ from << 1, .entry = entry, .code = from };
}

void *tk_translation_find(VgHashTable *table, Addr entry, Addr from)
{
   return VG_(HT_lookup)(table, tk_translation_of(entry, from).key);
}

void *tk_translation_remove(VgHashTable *table, Addr entry, Addr from)
{
   return VG_(HT_remove)(table, tk_translation_of(entry, from).key);
}

/* ---- A plan ---- */

static struct {
   tk_line line;
   uint64_t counts[CS_N_EVENTS];
} lines[2];

static cs_sim sim;
static cs_plan plan;
static cs_blocks *all_blocks[20], *blocks; /* they live to the end of the process */
static int n_blocks;
static VexGuestExtents extents;
static const Addr entry = 0x400000;

#define ADD(array, ...) VG_(addToXA)(plan.array, &__VA_ARGS__)

static XArray *array_of(Word element_B)
{
   return VG_(newXA)(VG_(malloc), "test", VG_(free), element_B);
}

/* Two segments, with a predicated reference between them:  a fetch and a read, whose
   passes count Ir twice, and Dr; then a branch. */
static void begin(void)
{
   static const cs_geometry shape = { .size_B = 1024, .assoc = 2, .line_size_B = 64 };
   static IRExpr guard;
   memset(lines, 0, sizeof lines);
   cs_sim_init(&sim, &shape, &shape, &shape, &tk_tool_alloc);
   plan = (cs_plan){ .sim = &sim,
                     .groups = array_of(sizeof(cs_group)),
                     .refs = array_of(sizeof(cs_ref)),
                     .contributions = array_of(sizeof(tk_contribution)),
                     .costs = array_of(sizeof(cs_cost)),
                     .sites = array_of(sizeof(cs_site)),
                     .instrs = array_of(sizeof(UShort)) };
   for (UWord i = 0; i < 2; i++) {
      cs_site site = { .addr = 0x1000 + 0x100 * i, .size_B = 4, .line = &lines[i].line };
      cs_sim_place(&sim, &site);
      VG_(addToXA)(plan.sites, &site);
      ADD(instrs, (UShort){ (UShort)(2 * i) });
   }
   ADD(refs, (cs_ref){ .kind = CS_REF_FETCH, .site = 0 });
   ADD(refs,
       (cs_ref){
          .kind = CS_REF_READ, .site = 0, .size_B = 8, .disp_B = -16, .modifies = True });
   ADD(refs, (cs_ref){ .kind = CS_REF_WRITE, .site = 1, .size_B = 4 });
   ADD(refs, (cs_ref){ .kind = CS_REF_COND, .site = 1, .inverted = True });
   ADD(contributions,
       (tk_contribution){ .line = &lines[0].line, .column = CS_IR, .amount = 2 });
   ADD(contributions,
       (tk_contribution){ .line = &lines[0].line, .column = CS_DR, .amount = 1 });
   ADD(contributions,
       (tk_contribution){ .line = &lines[1].line, .column = CS_BC, .amount = 1 });
   ADD(costs, (cs_cost){ .amount = 2, .column = CS_IR, .contribution = CS_OWN_CODE });
   ADD(costs, (cs_cost){ .amount = 1, .column = CS_BC, .contribution = 0 });
   ADD(groups, (cs_group){ .n_refs = 2, .n_contributions = 2, .n_costs = 1, .ticks = 7 });
   ADD(groups,
       (cs_group){
          .first_ref = 2, .n_refs = 1, .first_contribution = 2, .guard = &guard });
   ADD(groups, (cs_group){ .first_ref = 3,
                           .n_refs = 1,
                           .first_contribution = 2,
                           .n_contributions = 1,
                           .first_cost = 1,
                           .n_costs = 1 });
   extents = (VexGuestExtents){ .n_used = 2,
                                .base = { (Addr)code, (Addr)code + 0x200 },
                                .len = { 8, 16 } };
   memset(code, 0x90, sizeof code);
   is_readable = true;
   n_slots = 0;
   blocks = all_blocks[n_blocks++] = cs_blocks_new(&tk_tool_alloc);
}

static void end(void)
{
   XArray *arrays[] = { plan.groups, plan.refs,  plan.contributions,
                        plan.costs,  plan.sites, plan.instrs };
   for (size_t i = 0; i < 6; i++)
      VG_(deleteXA)(arrays[i]);
   cs_sim_fini(&sim, &tk_tool_alloc);
}

static cs_block *add(void)
{
   return cs_blocks_add(blocks, entry, (Addr)code, &extents, &plan);
}

static bool promote(void)
{
   return cs_blocks_promote(blocks, entry, (Addr)code);
}

/* ---- Tests ---- */

static void records_the_plan(void **state)
{
   (void)state;
   begin();
   const cs_block *block = add();
   assert_false(block->is_hot);
   assert_int_equal(block->n_segments, 2);
   assert_int_equal(block->n_predicated, 1);
   assert_int_equal(block->n_sites, 2);
   assert_int_equal(cs_block_site(block, 1)->addr, 0x1100);
   assert_ptr_equal(cs_block_site(block, 1)->line, &lines[1]);
   assert_int_equal(cs_block_instrs(block)[1], 2);
   cs_segment *first = cs_block_segments(block);
   assert_int_equal(first->n_refs, 2);
   assert_int_equal(first->ticks, 7);
   assert_ptr_equal(first->block, block);
   assert_int_equal(first->counts.n_contributions, 2);
   assert_int_equal(cs_segment_costs(first)->amount, 2);
   /* In cold code a fetch has the line of code, and its site's number. */
   assert_ptr_equal(first->refs[0].code, cs_block_site(block, 0)->code);
   assert_int_equal(first->refs[0].n_lines, 1);
   assert_int_equal(first->refs[0].size_B_or_site, 0);
   assert_ptr_equal(first->refs[1].site, cs_block_site(block, 0));
   assert_int_equal(first->refs[1].size_B_or_site, 8);
   assert_int_equal(first->refs[1].disp_B, -16);
   assert_true(first->refs[1].modifies);
   cs_segment *second = cs_segment_next(first);
   assert_int_equal(second->n_refs, 1);
   assert_true(second->refs[0].inverted);
   assert_ptr_equal(second->counts.contributions, &cs_block_contributions(block)[2]);
   assert_int_equal(cs_segment_costs(second)->column, CS_BC);
   const cs_known_ref *predicated = cs_block_predicated(block);
   assert_int_equal(predicated->kind, CS_REF_WRITE);
   assert_ptr_equal(predicated->site, cs_block_site(block, 1));
   assert_ptr_equal((const void *)cs_segment_next(second), predicated);
   cs_blocks_remove(blocks, entry, (Addr)code);
   cs_blocks_remove(blocks, entry, (Addr)code); /* no record: ignored */
   end();
}

static void settles_counts(void **state)
{
   (void)state;
   begin();
   cs_segment *first = cs_block_segments(add());
   first->counts.passes = 10;
   cs_blocks_flush(blocks);
   assert_int_equal(lines[0].counts[CS_IR], 20);
   assert_int_equal(lines[0].counts[CS_DR], 10);
   assert_int_equal(lines[1].counts[CS_BC], 0);
   cs_blocks_flush(blocks);
   assert_int_equal(lines[0].counts[CS_IR], 20);
   cs_segment_next(first)->counts.passes = 3;
   assert_int_equal(n_slots, 1);
   cs_blocks_remove(blocks, entry, (Addr)code); /* its last passes count */
   assert_int_equal(lines[1].counts[CS_BC], 3);
   assert_int_equal(n_slots, 0);
   end();
}

/* From cold to hot: what the cold block has learnt is taken over. */
static void promotes(void **state)
{
   (void)state;
   begin();
   const cs_known_lines none = cs_blocks_known_lines(blocks, entry, (Addr)code, &extents);
   assert_null(none.instrs);
   assert_false(promote()); /* there is no block */
   cs_segment *cold = cs_block_segments(add());
   cold->counts.passes = 40;
   cold->n_uncounted = 60;
   cold->block->run = 7;            /* it goes on */
   cold->refs[0].n_not_latest = 25; /* a quarter of the passes */
   cold->refs[1].n_not_latest = 6;  /* less than a sixteenth */
   cs_segment_next(cold)->refs[0].n_not_latest = 0;
   assert_true(promote());
   cs_blocks_remove(blocks, entry, (Addr)code);
   assert_int_equal(lines[0].counts[CS_IR], 80);
   cs_known_lines known = cs_blocks_known_lines(blocks, entry, (Addr)code, &extents);
   assert_int_equal(known.instrs[1], 2);
   assert_ptr_equal(known.contributions[2].line, &lines[1]);
   cs_block *hot = add();
   assert_true(hot->is_hot);
   assert_int_equal(hot->run, 7);
   cs_segment *first = cs_block_segments(hot);
   assert_true(first->refs[0].scattered);
   assert_false(first->refs[1].scattered);
   assert_false(cs_segment_next(first)->refs[0].scattered);
   assert_ptr_equal(first->refs[0].site, cs_block_site(hot, 0)); /* not its line */
   assert_false(promote());                                      /* it is */
   cs_blocks_remove(blocks, entry, (Addr)code);
   assert_false(add()->is_hot); /* the cold one is gone */
   cs_blocks_remove(blocks, entry, (Addr)code);
   end();
}

static void scatters(void **state)
{
   (void)state;
   static const struct {
      UInt fetches, reads;
      bool is_fetch, is_read;
   } all[] = {
      { 24, 6, false, false },
      { 25, 7, true, true },
      { 0, 0, false, false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      begin();
      cs_segment *cold = cs_block_segments(add());
      cold->n_uncounted = 100;
      cold->refs[0].n_not_latest = (UShort)all[i].fetches;
      cold->refs[1].n_not_latest = (UShort)all[i].reads;
      assert_true(promote());
      assert_int_equal(cold->refs[0].scattered, all[i].is_fetch);
      assert_int_equal(cold->refs[1].scattered, all[i].is_read);
      assert_false(cs_segment_next(cold)->refs[0].scattered); /* it never ran */
      end();
   }
}

/* Code that has changed stays cold, and so does what is translated of it. */
static void sees_changes(void **state)
{
   (void)state;
   begin();
   add();
   code[0x20f]++; /* the last byte of the second extent */
   assert_false(promote());
   code[0x20f]--;
   code[0x210]++; /* behind it */
   is_readable = false;
   assert_false(promote());
   is_readable = true;
   assert_true(promote());
   cs_blocks_remove(blocks, entry, (Addr)code);
   code[7]++;
   assert_null(cs_blocks_known_lines(blocks, entry, (Addr)code, &extents).instrs);
   assert_false(add()->is_hot);
   cs_blocks_remove(blocks, entry, (Addr)code);
   extents.len[1] = 15; /* the same bytes, but fewer */
   add();
   assert_true(promote());
   cs_blocks_remove(blocks, entry, (Addr)code);
   extents.len[1] = 16;
   assert_false(add()->is_hot);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_the_plan), cmocka_unit_test(settles_counts),
      cmocka_unit_test(promotes),         cmocka_unit_test(scatters),
      cmocka_unit_test(sees_changes),
   };
   return cmocka_run_group_tests_name("cs_blocks", tests, NULL, NULL);
}
