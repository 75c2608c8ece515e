/* cs_helpers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_helpers.h"

#include "simulate/cs_sim_count.h"
#include "simulate/cs_slot_code.h"

#include "pub_tool_aspacemgr.h"

/* Globals, because calls from translated code can pass few arguments. */
static struct {
   cs_sim *sim;
   cs_tree *tree; /* NULL: call paths are not kept */
   void (*on_hot)(const cs_block *block);
} the;

/* VEX can move a load behind the call that counts it, so the load may be about to fault.
   A page of anonymous memory can be read. */
static const uintptr_t *words_at(uintptr_t addr)
{
   static uintptr_t words[CS_CLOCK_WORDS];
   const cs_sim *sim = the.sim;
   const uintptr_t mask = ~((uintptr_t)CS_CLOCK_PIECE_B - 1);
   const NSegment *segment = VG_(am_find_nsegment)(addr);
   if (segment == NULL || segment->kind != SkAnonC || !segment->hasR)
      return NULL;
   if (sim->moved_by == 0
       || !cs_layout_words(sim->layout, addr, (addr + sim->moved_by) & mask,
                           CS_CLOCK_WORDS, words))
      return (const uintptr_t *)(addr & mask);
   /* Of a line of another layout, what the program has in several places. */
   for (uint32_t i = 0; i < CS_CLOCK_WORDS; i++) {
      Bool can_be_read = words[i] >= segment->start
                         && words[i] <= segment->end - sizeof(uintptr_t) + 1;
      words[i] = can_be_read ? *(const uintptr_t *)words[i] : 0;
   }
   return words;
}

void cs_helpers_init(cs_sim *sim, cs_tree *tree, void (*on_hot)(const cs_block *block))
{
   sim->words_at = words_at;
   the.tree = tree;
   the.sim = sim;
   the.on_hot = on_hot;
}

/* Does a reference to these bytes change nothing? */
static inline bool are_latest(const cs_sim *sim, Addr addr, uint32_t size_B, bool writes)
{
   const cs_filter *filter = &sim->data;
   return cs_filter_passes(filter, writes ? filter->written : filter->latest, addr,
                           size_B);
}

static inline void refer_bytes(cs_sim *sim, const cs_known_ref *ref, Addr addr,
                               uint32_t size_B, cs_event event, bool modifies)
{
   if (sim->machine != NULL)
      cs_sim_machine_data(sim, ref->site, addr, size_B, event, modifies);
   else
      cs_sim_data(sim, ref->site, addr, size_B, event);
}

/* Notes a reference that changes nothing else. */
static inline void refer_latest(cs_sim *sim, Addr addr, uint32_t size_B)
{
   if (sim->use != NULL)
      cs_line_use_latest(sim->use, addr, size_B);
   if (sim->d1_reasons != NULL)
      cs_reasons_refer(sim->d1_reasons, addr, size_B);
}

/* Makes a reference, or a part of one, to bytes that are in the program at `own`. */
static inline void refer_at(cs_sim *sim, const cs_known_ref *ref, Addr own,
                            uintptr_t addr, uint32_t size_B, cs_event event,
                            bool modifies)
{
   if (are_latest(sim, addr, size_B, event == CS_DW || modifies)) {
      refer_latest(sim, addr, size_B);
      return;
   }
   sim->moved_by = addr - own;
   refer_bytes(sim, ref, addr, size_B, event, modifies);
   sim->moved_by = 0;
}

/* A reference that is not all to one piece.  One to several parts is as many. */
static __attribute__((noinline)) void refer_other(cs_sim *sim, const cs_known_ref *ref,
                                                  Addr addr, cs_event event)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   uint32_t size_B = ref->size_B_or_site;
   if (!cs_layout_asks(sim->layout, addr, size_B)) {
      refer_at(sim, ref, addr, addr, size_B, event, ref->modifies);
      return;
   }
   uint32_t n = cs_layout_translate(sim->layout, addr, size_B, event == CS_DR, pieces);
   for (uint32_t i = 0; i < n; i++) {
      const cs_layout_access *piece = &pieces[i];
      cs_event e = piece->is_link ? CS_DR : event;
      if (i + 1 < n)
         cs_sim_count(sim, ref->site, e, 1);
      refer_at(sim, ref, piece->own, piece->addr, piece->size_B, e,
               ref->modifies && !piece->is_link);
   }
}

/* A reference where some data are in another layout. */
static inline void refer_moved(cs_sim *sim, const cs_known_ref *ref, Addr addr,
                               cs_event event)
{
   uint32_t size_B = ref->size_B_or_site;
   cs_layout_run run;
   if (cs_layout_simply(sim->layout, addr, size_B, &run) && run.size_B == size_B)
      refer_at(sim, ref, addr, run.to, size_B, event, ref->modifies);
   else
      refer_other(sim, ref, addr, event);
}

/* Out of line, to keep the hot callers small. */
static __attribute__((noinline)) void refer_data(const cs_known_ref *ref, Addr addr,
                                                 cs_event event)
{
   cs_sim *sim = the.sim;
   if (sim->layout != NULL)
      refer_moved(sim, ref, addr, event);
   else
      refer_bytes(sim, ref, addr, ref->size_B_or_site, event, ref->modifies);
}

/* Does the reference change nothing? */
static inline bool is_latest(const cs_sim *sim, const cs_known_ref *ref, Addr addr,
                             cs_event event)
{
   return are_latest(sim, addr, ref->size_B_or_site, event == CS_DW || ref->modifies);
}

static inline void note_not_latest(cs_known_ref *ref)
{
   ref->n_not_latest += ref->n_not_latest < CS_NOT_LATEST_MAX;
}

static inline void simulate_data(cs_sim *sim, cs_known_ref *ref, Addr addr,
                                 cs_event event)
{
   if (is_latest(sim, ref, addr, event)) {
      refer_latest(sim, addr, ref->size_B_or_site);
      return;
   }
   /* Laid-out data never seem to be the latest: that says nothing of the reference. */
   if (sim->layout == NULL)
      note_not_latest(ref);
   refer_data(ref, addr, event);
}

/* A data reference whose guard has failed. */
static inline void simulate_not_latest(cs_sim *sim, const cs_known_ref *ref, Addr addr,
                                       cs_event event)
{
   if (sim->machine != NULL)
      cs_sim_machine_data(sim, ref->site, addr, ref->size_B_or_site, event,
                          ref->modifies);
   else if (!cs_cache_refer_second(&sim->d1, addr, ref->size_B_or_site))
      refer_data(ref, addr, event);
}

static inline void simulate_fetch(cs_sim *sim, cs_segment *segment, cs_known_ref *ref)
{
   if (cs_icache_are_latest(ref->code, ref->n_lines))
      return;
   note_not_latest(ref);
   /* The site is read only after a miss: it is not in the host's caches. */
   if (sim->machine != NULL)
      cs_sim_machine_fetch(sim, cs_block_site(segment->block, ref->size_B_or_site));
   else if (cs_icache_refer(&sim->i1, ref->code, ref->n_lines))
      cs_sim_fetch_miss(sim, cs_block_site(segment->block, ref->size_B_or_site));
}

static inline Addr address_of(const cs_known_ref *ref, const UWord *values)
{
   return values[ref->value] + ref->disp_B;
}

/* Makes a reference.  Data comes first, as it is most frequent.  A switch would jump
   through a table, which the host predicts badly. */
static inline void simulate_ref(cs_sim *sim, cs_segment *segment, cs_known_ref *ref,
                                const UWord *values)
{
   if (ref->kind == CS_REF_READ)
      simulate_data(sim, ref, address_of(ref, values), CS_DR);
   else if (ref->kind == CS_REF_WRITE)
      simulate_data(sim, ref, address_of(ref, values), CS_DW);
   else if (ref->kind == CS_REF_FETCH)
      simulate_fetch(sim, segment, ref);
   else if (ref->kind == CS_REF_COND)
      cs_sim_cond(sim, ref->site, values[ref->value] != ref->inverted);
   else
      cs_sim_jump(sim, ref->site, values[ref->value]);
}

/* Adds the counts of one pass to the totals.  Out of line, to keep the hot callers
   small. */
static __attribute__((noinline)) void add_to_totals(const cs_segment *segment)
{
   for (UInt i = 0; i < segment->counts.n_contributions; i++) {
      const tk_contribution *contribution = &segment->counts.contributions[i];
      the.sim->totals[contribution->column] += contribution->amount * the.sim->collects;
   }
}

/* Adds the counts of one pass to the totals, and to the call path that runs.  Costs are
   fewer than contributions. */
static __attribute__((noinline)) void add_to_path(const cs_segment *segment)
{
   uint64_t *path = *the.sim->path, *totals = the.sim->totals;
   uint64_t counted = the.sim->keeps_totals ? the.sim->collects : 0;
   const cs_cost *costs = cs_segment_costs(segment);
   for (UInt i = 0; i < segment->n_costs; i++) {
      uint64_t *counts = path;
      const cs_code *code = cs_cost_code(&costs[i], segment->counts.contributions);
      if (code != NULL)
         counts = cs_tree_counts(the.tree, path, code);
      counts[costs[i].column] += costs[i].amount;
      totals[costs[i].column] += costs[i].amount * counted;
   }
}

/* Runs a pass of a cold group: counts it, and makes its references. */
static inline void run_group(cs_segment *segment, const UWord *values)
{
   if (segment->n_costs > 0)
      add_to_path(segment);
   else if (the.sim->keeps_totals)
      add_to_totals(segment);
   the.sim->ticks[0] += segment->ticks;
   for (UInt i = 0; i < segment->n_refs; i++)
      simulate_ref(the.sim, segment, &segment->refs[i], values);
   segment->counts.passes += the.sim->collects;
   segment->n_uncounted += !the.sim->collects;
   if (segment->slots != NULL)
      cs_on_slots(segment, values);
   if (((segment->counts.passes + segment->n_uncounted) & (CS_HOT_PASSES - 1)) == 0)
      the.on_hot(segment->block);
}

VG_REGPARM(1) void cs_on_pass_0(cs_segment *segment)
{
   run_group(segment, NULL);
}

VG_REGPARM(2) void cs_on_pass_1(cs_segment *segment, UWord a)
{
   run_group(segment, &a);
}

VG_REGPARM(3) void cs_on_pass_2(cs_segment *segment, UWord a, UWord b)
{
   UWord values[] = { a, b };
   run_group(segment, values);
}

VG_REGPARM(3) void cs_on_pass_3(cs_segment *segment, UWord a, UWord b, UWord c)
{
   UWord values[] = { a, b, c };
   run_group(segment, values);
}

VG_REGPARM(3) void cs_on_pass_4(cs_segment *segment, UWord a, UWord b, UWord c, UWord d)
{
   UWord values[] = { a, b, c, d };
   run_group(segment, values);
}

VG_REGPARM(3)
void cs_on_pass_5(cs_segment *segment, UWord a, UWord b, UWord c, UWord d, UWord e)
{
   UWord values[] = { a, b, c, d, e };
   run_group(segment, values);
}

VG_REGPARM(1) void cs_on_mispredicted(const cs_site *site)
{
   cs_sim_mispredicted(the.sim, site);
}

VG_REGPARM(1) void cs_on_fetch(const cs_site *site)
{
   if (the.sim->machine != NULL)
      cs_sim_machine_fetch(the.sim, site);
   else
      cs_sim_fetch(the.sim, site);
}

VG_REGPARM(2) void cs_on_branch(const cs_site *site, UWord taken)
{
   if (cs_tage_train_branch(the.sim->tage, site->addr, taken))
      cs_sim_count_branch(the.sim, site, CS_BCM, 1);
}

VG_REGPARM(2) void cs_on_jump(const cs_site *site, Addr target)
{
   if (cs_tage_train_jump(the.sim->tage, site->addr, target))
      cs_sim_count_branch(the.sim, site, CS_BIM, 1);
}

VG_REGPARM(2) void cs_on_read(const cs_known_ref *ref, Addr addr)
{
   simulate_not_latest(the.sim, ref, addr, CS_DR);
}

VG_REGPARM(2) void cs_on_write(const cs_known_ref *ref, Addr addr)
{
   simulate_not_latest(the.sim, ref, addr, CS_DW);
}

VG_REGPARM(2) void cs_on_run(const cs_known_ref *ref, UWord root)
{
   for (;; ref++) {
      Addr addr = root + ref->disp_B;
      cs_event event = ref->kind == CS_REF_READ ? CS_DR : CS_DW;
      if (!is_latest(the.sim, ref, addr, event))
         simulate_not_latest(the.sim, ref, addr, event);
      if (ref->ends_run)
         return;
   }
}

static inline void use_data(const cs_known_ref *ref, Addr addr, cs_event event)
{
   cs_sim *sim = the.sim;
   if (sim->machine != NULL
       || !cs_line_use_refer_second(sim->use, &sim->d1, addr, ref->size_B_or_site))
      refer_data(ref, addr, event);
}

VG_REGPARM(2) void cs_on_used_read(const cs_known_ref *ref, Addr addr)
{
   use_data(ref, addr, CS_DR);
}

VG_REGPARM(2) void cs_on_used_write(const cs_known_ref *ref, Addr addr)
{
   use_data(ref, addr, CS_DW);
}

VG_REGPARM(2) void cs_on_used_run(const cs_known_ref *ref, UWord root)
{
   for (;; ref++) {
      Addr addr = root + ref->disp_B;
      cs_event event = ref->kind == CS_REF_READ ? CS_DR : CS_DW;
      if (is_latest(the.sim, ref, addr, event))
         cs_line_use_latest(the.sim->use, addr, ref->size_B_or_site);
      else
         use_data(ref, addr, event);
      if (ref->ends_run)
         return;
   }
}

VG_REGPARM(2) void cs_on_split_read(const cs_known_ref *ref, Addr addr)
{
   refer_data(ref, addr, CS_DR);
}

VG_REGPARM(2) void cs_on_split_write(const cs_known_ref *ref, Addr addr)
{
   refer_data(ref, addr, CS_DW);
}

VG_REGPARM(2) void cs_on_split_run(const cs_known_ref *ref, UWord root)
{
   for (;; ref++) {
      refer_data(ref, root + ref->disp_B, ref->kind == CS_REF_READ ? CS_DR : CS_DW);
      if (ref->ends_run)
         return;
   }
}

VG_REGPARM(2) void cs_on_moved_read(const cs_known_ref *ref, Addr addr)
{
   refer_moved(the.sim, ref, addr, CS_DR);
}

VG_REGPARM(2) void cs_on_moved_write(const cs_known_ref *ref, Addr addr)
{
   refer_moved(the.sim, ref, addr, CS_DW);
}

VG_REGPARM(2) void cs_on_moved_run(const cs_known_ref *ref, UWord root)
{
   for (;; ref++) {
      refer_moved(the.sim, ref, root + ref->disp_B,
                  ref->kind == CS_REF_READ ? CS_DR : CS_DW);
      if (ref->ends_run)
         return;
   }
}

VG_REGPARM(2) void cs_on_predicated_read(const cs_known_ref *ref, Addr addr)
{
   cs_sim_count(the.sim, ref->site, CS_DR, 1);
   if (the.sim->use != NULL || the.sim->d1_reasons != NULL || the.sim->layout != NULL)
      refer_data(ref, addr, CS_DR);
   else
      cs_on_read(ref, addr);
   cs_on_unslotted(ref, addr, False);
}

VG_REGPARM(2) void cs_on_predicated_write(const cs_known_ref *ref, Addr addr)
{
   cs_sim_count(the.sim, ref->site, CS_DW, 1);
   if (the.sim->use != NULL || the.sim->d1_reasons != NULL || the.sim->layout != NULL)
      refer_data(ref, addr, CS_DW);
   else
      cs_on_write(ref, addr);
   cs_on_unslotted(ref, addr, True);
}
