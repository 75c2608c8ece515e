/* cs_plan.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_plan.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_ir.h"
#include "code/tk_ir_accesses.h"

enum { QUEUE_LENGTH = 16 }; /* as in cachegrind; see the header */

static XArray *new_array(const HChar *label, Word element_B)
{
   return VG_(newXA)(VG_(malloc), label, VG_(free), element_B);
}

static void clear_array(XArray *array)
{
   VG_(dropTailXA)(array, VG_(sizeXA)(array));
}

void cs_plan_init(cs_plan *plan, cs_sim *sim, tk_where *where, cs_calls *calls,
                  Bool caches, Bool branches)
{
   *plan = (cs_plan){
      .sim = sim, .where = where, .calls = calls, .caches = caches, .branches = branches
   };
   plan->groups = new_array("cs.plan.groups", sizeof(cs_group));
   plan->refs = new_array("cs.plan.refs", sizeof(cs_ref));
   plan->contributions = new_array("cs.plan.contributions", sizeof(tk_contribution));
   plan->costs = new_array("cs.plan.costs", sizeof(cs_cost));
   plan->sites = new_array("cs.plan.sites", sizeof(cs_site));
   plan->lines = new_array("cs.plan.lines", sizeof(tk_line *));
   plan->lasts = new_array("cs.plan.lasts", sizeof(Addr));
   plan->instrs = new_array("cs.plan.instrs", sizeof(UShort));
   tk_roots_init(&plan->roots, CS_DISP_MAX_B);
}

/* ---- Roots ----------------------------------------------------------- */

UInt cs_roots_add(cs_roots *roots, IRExpr *root)
{
   UInt i = 0;
   while (i < roots->n && !eqIRAtom(roots->root[i], root))
      i++;
   if (i == roots->n)
      roots->root[roots->n++] = root;
   return i;
}

Bool cs_roots_has_room(const cs_roots *roots, const IRExpr *root)
{
   for (UInt i = 0; i < roots->n; i++)
      if (eqIRAtom(roots->root[i], root))
         return True;
   return roots->n < CS_MAX_VALUES;
}

/* ---- Groups ---------------------------------------------------------- */

static void begin_group(cs_plan *plan)
{
   plan->open = (cs_group){ .first_ref = VG_(sizeXA)(plan->refs),
                            .first_contribution = VG_(sizeXA)(plan->contributions) };
   plan->first_ir = plan->open.first_contribution;
   plan->queued = 0;
   plan->last_is_read = False;
}

/* The number of references from `first` on that fit in one group. */
static UInt fitting_refs(const cs_plan *plan, UInt first)
{
   UInt n_all = VG_(sizeXA)(plan->refs);
   cs_roots roots = { .n = 0 };
   for (UInt i = first; i < n_all; i++) {
      const cs_ref *ref = VG_(indexXA)(plan->refs, i);
      if (ref->root != NULL && !cs_roots_has_room(&roots, ref->root))
         return i - first;
      if (ref->root != NULL)
         cs_roots_add(&roots, ref->root);
   }
   return n_all - first;
}

/* Adds the i-th of the group's contributions to its costs. */
static void add_cost(cs_plan *plan, UInt first, const tk_contribution *contributions,
                     UInt i)
{
   const cs_code *code = contributions[i].line->at.part;
   if (code != NULL && code->index == 0)
      code = NULL;
   for (Word k = first; k < VG_(sizeXA)(plan->costs); k++) {
      cs_cost *cost = VG_(indexXA)(plan->costs, k);
      if (cost->column == contributions[i].column
          && cs_cost_code(cost, contributions) == code) {
         cost->amount += contributions[i].amount;
         return;
      }
   }
   cs_cost cost = { .amount = contributions[i].amount,
                    .column = (UShort)contributions[i].column,
                    .contribution = code == NULL ? CS_OWN_CODE : (UShort)i };
   VG_(addToXA)(plan->costs, &cost);
}

/* Sums up the contributions of the group. */
static void add_costs(cs_plan *plan, cs_group *group)
{
   group->first_cost = VG_(sizeXA)(plan->costs);
   for (UInt i = 0; i < group->n_contributions; i++)
      add_cost(plan, group->first_cost,
               VG_(indexXA)(plan->contributions, group->first_contribution), i);
   group->n_costs = VG_(sizeXA)(plan->costs) - group->first_cost;
}

/* Marks the last instruction of each line, up to each conditional jump and up to the end
   of the group.  Any other is followed by one of its line, which runs at least as often:
   so the most frequent instruction of a line has a mark, wherever it is. */
static void add_marks(const cs_plan *plan)
{
   UInt ir = plan->sim->columns.of[CS_IR];
   Word n = VG_(sizeXA)(plan->contributions);
   for (Word i = plan->open.first_contribution; i < n; i++) {
      tk_contribution *c = VG_(indexXA)(plan->contributions, i);
      if (c->column == ir && c->line->at.number != 0)
         c->mark = tk_lines_mark(plan->marks, c->line,
                                 *(Addr *)VG_(indexXA)(plan->lasts, i));
   }
}

static void end_group(cs_plan *plan, Int stmt)
{
   cs_group *group = &plan->open;
   UInt n_refs = VG_(sizeXA)(plan->refs);
   UInt n_contributions = VG_(sizeXA)(plan->contributions);
   group->stmt = stmt;
   if (plan->marks != NULL)
      add_marks(plan);
   while (group->first_ref < n_refs || group->first_contribution < n_contributions) {
      group->n_refs = fitting_refs(plan, group->first_ref);
      group->n_contributions = n_contributions - group->first_contribution;
      if (plan->calls != NULL)
         add_costs(plan, group);
      VG_(addToXA)(plan->groups, group);
      group->first_ref += group->n_refs;
      group->first_contribution = n_contributions;
      group->ticks = 0;
   }
   begin_group(plan);
}

/* Ends the group where cachegrind would not: its queue goes on. */
static void cut_group(cs_plan *plan, Int stmt)
{
   UInt queued = plan->queued;
   end_group(plan, stmt);
   plan->queued = queued;
}

/* Adds an event to the queue; empties the queue first if it is full. */
static void enqueue_event(cs_plan *plan, Int stmt)
{
   if (plan->queued == QUEUE_LENGTH)
      end_group(plan, stmt);
   plan->queued++;
   plan->last_is_read = False;
}

/* A pass of the open group adds to an event of the current line.  Returns the index of
   the contribution. */
static UInt add_contributions(cs_plan *plan, cs_event event, UInt amount)
{
   uint32_t column = plan->sim->columns.of[event];
   Word n = VG_(sizeXA)(plan->contributions);
   UInt first = event == CS_IR ? plan->first_ir : plan->open.first_contribution;
   for (Word i = first; i < n; i++) {
      tk_contribution *known = VG_(indexXA)(plan->contributions, i);
      if (known->line == plan->line && known->column == column) {
         known->amount += amount;
         *(Addr *)VG_(indexXA)(plan->lasts, i) = plan->addr;
         return i;
      }
   }
   tk_contribution new = { .line = plan->line, .column = column, .amount = amount };
   VG_(addToXA)(plan->lasts, &plan->addr);
   return VG_(addToXA)(plan->contributions, &new);
}

static UInt add_contribution(cs_plan *plan, cs_event event)
{
   return add_contributions(plan, event, 1);
}

static UInt current_site(cs_plan *plan)
{
   if (plan->site < 0) {
      cs_site site = { .addr = plan->addr, .line = plan->line, .size_B = plan->size_B };
      plan->site = VG_(addToXA)(plan->sites, &site);
   }
   return plan->site;
}

/* ---- Cycles ---------------------------------------------------------- */

static tk_line *line_at(const cs_plan *plan, Word instr)
{
   return *(tk_line **)VG_(indexXA)(plan->lines, instr);
}

/* The current line's cycles, of so many instructions. */
static void add_cycles(cs_plan *plan, UInt n_instrs, UInt cycles)
{
   plan->open.ticks += cs_ticks_of(n_instrs, cycles);
   if (cycles > 0)
      add_contributions(plan, CS_CX, cycles);
}

/* A loop says best why its instructions take their time; else the superblock in which one
   takes longest. */
static Bool says_more(const tk_instr *instr, const cs_core_cause *cause, Bool is_loop)
{
   return is_loop != instr->is_wait_of_loop ? is_loop : cause->parts > instr->wait_parts;
}

static void note_causes(const cs_plan *plan)
{
   const cs_core_cause *causes = cs_flow_causes(plan->flow);
   Bool is_loop = cs_flow_is_loop(plan->flow);
   for (Word i = 0; causes != NULL && i < VG_(sizeXA)(plan->instrs); i++) {
      tk_instr *instr = line_at(plan, i)->instr;
      const cs_core_cause *cause = &causes[i];
      if (!says_more(instr, cause, is_loop))
         continue;
      instr->wait = (uint8_t)cause->bound;
      instr->wait_parts = cause->parts;
      instr->is_wait_of_loop = is_loop;
      instr->waits_for = cause->bound >= CS_BOUND_UNIT ? line_at(plan, cause->by)->instr
                                                       : NULL;
   }
}

/* Late passes of a run are counted first, where all passes begin. */
static void add_late_group(cs_plan *plan)
{
   Word n_groups = VG_(sizeXA)(plan->groups);
   for (Word i = 0; i < VG_(sizeXA)(plan->instrs); i++) {
      UShort ir = *(UShort *)VG_(indexXA)(plan->instrs, i);
      plan->line = ((tk_contribution *)VG_(indexXA)(plan->contributions, ir))->line;
      add_cycles(plan, 0, cs_flow_later_cycles(plan->flow, i));
   }
   plan->open.is_late = True;
   end_group(plan, plan->first_stmt + 1);
   cs_group group = *(cs_group *)VG_(indexXA)(plan->groups, n_groups);
   VG_(dropTailXA)(plan->groups, 1);
   VG_(insertIndexXA)(plan->groups, 0, &group);
}

/* ---- Events ---------------------------------------------------------- */

/* A fetch from the line in which the previous instruction ended hits the MRU line.
   That changes nothing, so it needs no reference.  On other machines: cs_fetch_rule. */
static void add_fetch(cs_plan *plan, Int stmt)
{
   enqueue_event(plan, stmt);
   UShort contribution = (UShort)add_contribution(plan, CS_IR);
   VG_(addToXA)(plan->instrs, &contribution);
   if (plan->flow != NULL)
      add_cycles(plan, 1, cs_flow_cycles(plan->flow, VG_(sizeXA)(plan->instrs) - 1));
   if (!plan->caches)
      return;
   const cs_icache *i1 = &plan->sim->i1;
   Addr last = cs_icache_line_of(i1, plan->addr + plan->size_B - 1);
   if (last != plan->known_line
       || cs_icache_line_of(i1, plan->addr) != plan->known_line) {
      cs_ref ref = { .kind = CS_REF_FETCH,
                     .site = current_site(plan),
                     .known_line = plan->known_line };
      VG_(addToXA)(plan->refs, &ref);
      cs_sim_place(plan->sim, VG_(indexXA)(plan->sites, ref.site));
   }
   plan->known_line = plan->sim->fetches == CS_FETCH_EACH ? CS_NO_LINE : last;
}

/* Notes what the instruction has to wait for, and what has to wait for it. */
static void add_flow(cs_plan *plan, Int stmt)
{
   if (plan->flow == NULL)
      return;
   cs_flow_of of = cs_flow_at(plan->flow, stmt);
   cs_site *site = VG_(indexXA)(plan->sites, current_site(plan));
   site->from |= of.from;
   if (of.advance > site->advance)
      site->advance = (uint8_t)of.advance;
}

/* Do these references probably lie in one line?  Then the data of both come with it. */
static Bool are_near(const cs_plan *plan, const cs_ref *a, const cs_ref *b)
{
   Int line_B = (Int)plan->sim->max_data_B, apart_B = a->disp_B - b->disp_B;
   return a->root != NULL && b->root != NULL && eqIRAtom(a->root, b->root)
          && apart_B < line_B && apart_B > -line_B;
}

/* What needs the data of a load needs that of others in its line. */
static void join_flows(cs_plan *plan)
{
   Word n = VG_(sizeXA)(plan->refs);
   for (Word i = 0; i < n; i++) {
      const cs_ref *ref = VG_(indexXA)(plan->refs, i);
      cs_site *site = VG_(indexXA)(plan->sites, ref->site);
      site->span = (uint16_t)VG_(sizeXA)(plan->instrs);
      for (Word k = 0; k < n && ref->kind == CS_REF_READ; k++) {
         const cs_ref *other = VG_(indexXA)(plan->refs, k);
         if (other->kind == CS_REF_READ && are_near(plan, ref, other))
            site->to |= other->to;
      }
   }
}

static void add_data_ref(cs_plan *plan, Int stmt, cs_ref_kind kind, UInt size_B,
                         IRExpr *addr)
{
   add_flow(plan, stmt);
   tk_address counted = tk_roots_of(&plan->roots, addr);
   cs_ref ref = { .kind = kind,
                  .site = current_site(plan),
                  .to = plan->flow == NULL ? 0 : cs_flow_at(plan->flow, stmt).to,
                  .size_B = size_B,
                  .atom = addr,
                  .root = counted.root,
                  .disp_B = (Short)counted.displacement_B };
   VG_(addToXA)(plan->refs, &ref);
   if (plan->sim->fetches == CS_FETCH_AFTER_DATA)
      plan->known_line = CS_NO_LINE;
}

static UInt cut_size(const cs_plan *plan, UInt size_B)
{
   return size_B <= plan->sim->max_data_B ? size_B : plan->sim->max_data_B;
}

static void add_read(cs_plan *plan, Int stmt, UInt size_B, IRExpr *addr)
{
   if (!plan->caches)
      return;
   enqueue_event(plan, stmt);
   add_contribution(plan, CS_DR);
   add_data_ref(plan, stmt, CS_REF_READ, cut_size(plan, size_B), addr);
   plan->last_is_read = True;
}

/* An instruction that reads and then writes the same bytes makes one reference, a
   read. */
static Bool becomes_modify(const cs_plan *plan, UInt size_B, IRExpr *addr)
{
   if (!plan->last_is_read)
      return False;
   cs_ref *last = VG_(indexXA)(plan->refs, VG_(sizeXA)(plan->refs) - 1);
   if ((Int)last->site != plan->site || last->size_B != size_B
       || !eqIRAtom(last->atom, addr))
      return False;
   last->modifies = True;
   return True;
}

static void add_write(cs_plan *plan, Int stmt, UInt size_B, IRExpr *addr)
{
   if (!plan->caches)
      return;
   if (becomes_modify(plan, cut_size(plan, size_B), addr)) {
      plan->last_is_read = False;
      return;
   }
   enqueue_event(plan, stmt);
   add_contribution(plan, CS_DW);
   add_data_ref(plan, stmt, CS_REF_WRITE, cut_size(plan, size_B), addr);
}

/* An access that is made only if its guard holds. */
static void add_predicated(cs_plan *plan, Int stmt, const tk_ir_access *access)
{
   if (!plan->caches)
      return;
   end_group(plan, stmt);
   add_data_ref(plan, stmt, access->is_write ? CS_REF_WRITE : CS_REF_READ,
                cut_size(plan, access->size_B), access->addr);
   plan->open.guard = access->guard;
   end_group(plan, stmt);
}

static void add_branch(cs_plan *plan, Int stmt, const IRStmt *exit)
{
   switch (exit->Ist.Exit.jk) {
   case Ijk_Boring:
   case Ijk_Call:
   case Ijk_Ret: break;
   default: return; /* not a branch of the program */
   }
   if (!plan->branches)
      return;
   enqueue_event(plan, stmt);
   add_flow(plan, stmt);
   add_contribution(plan, CS_BC);
   cs_ref ref = { .kind = CS_REF_COND,
                  .site = current_site(plan),
                  .atom = exit->Ist.Exit.guard,
                  .root = exit->Ist.Exit.guard,
                  .inverted = tk_ir_guest_address(exit->Ist.Exit.dst)
                              == plan->addr + plan->size_B };
   VG_(addToXA)(plan->refs, &ref);
}

/* The end of the superblock: an indirect jump or call, but not a return, is
   predicted. */
static void add_jump(cs_plan *plan, const IRSB *sb)
{
   if (!plan->branches || sb->next->tag != Iex_RdTmp
       || (sb->jumpkind != Ijk_Boring && sb->jumpkind != Ijk_Call))
      return;
   enqueue_event(plan, sb->stmts_used);
   add_contribution(plan, CS_BI);
   cs_ref ref = {
      .kind = CS_REF_JUMP, .site = current_site(plan), .atom = sb->next, .root = sb->next
   };
   VG_(addToXA)(plan->refs, &ref);
}

/* ---- Statements ------------------------------------------------------ */

/* The bytes of an instruction.  Length 0: VEX could not decode it.  Assume the shortest
   instruction. */
static UInt size_of(const IRStmt *st)
{
   return st->Ist.IMark.len > 0 ? st->Ist.IMark.len : VG_MIN_INSTR_SZB;
}

/* The record that an instruction is counted in. */
static tk_line *record_of(const cs_plan *plan, Addr addr, UInt size_B, Addr run)
{
   return plan->by_instr ? tk_where_instr(plan->where, addr, size_B, run)
                         : tk_where_line(plan->where, addr, run);
}

/* Finds the lines of all instructions. */
static void find_lines(cs_plan *plan, const IRSB *sb, cs_known_lines known)
{
   Addr next = 0, run = 0;
   UInt n = 0;
   clear_array(plan->lines);
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag != Ist_IMark)
         continue;
      Addr addr = st->Ist.IMark.addr;
      if (addr != next)
         run = addr;
      next = addr + size_of(st);
      tk_line *line = known.instrs != NULL ? known.contributions[known.instrs[n++]].line
                                           : record_of(plan, addr, size_of(st), run);
      VG_(addToXA)(plan->lines, &line);
   }
}

/* VEX can join the next jump to this one: then no exit follows it. */
static Bool is_conditional_jump(Addr addr, UInt size_B)
{
   const UChar *code = (const UChar *)addr;
#if defined(VGA_arm64)
   return size_B == 4 && (code[3] == 0x54 || (code[3] & 0x7c) == 0x34);
#else
   return (size_B == 2 && (code[0] & 0xf0) == 0x70)
          || (size_B == 6 && code[0] == 0x0f && (code[1] & 0xf0) == 0x80);
#endif
}

static void read_instruction(cs_plan *plan, Int i, const IRStmt *st)
{
   plan->addr = st->Ist.IMark.addr;
   plan->size_B = size_of(st);
   plan->line = line_at(plan, VG_(sizeXA)(plan->instrs));
   plan->site = -1;
   add_fetch(plan, i);
   if (plan->marks != NULL && is_conditional_jump(plan->addr, plan->size_B))
      plan->first_ir = VG_(sizeXA)(plan->contributions);
}

static void add_access(cs_plan *plan, Int i, const tk_ir_access *access)
{
   if (access->guard != NULL)
      add_predicated(plan, i, access);
   else if (access->is_write)
      add_write(plan, i, access->size_B, access->addr);
   else
      add_read(plan, i, access->size_B, access->addr);
}

static void read_statement(cs_plan *plan, Int i, const IRSB *sb)
{
   const IRStmt *st = sb->stmts[i];
   tk_ir_access found[TK_IR_MAX_ACCESSES];
   UInt n = tk_ir_accesses(sb, st, found);
   for (UInt k = 0; k < n; k++)
      add_access(plan, i, &found[k]);
   if (st->tag == Ist_IMark) {
      if (plan->calls != NULL && cs_calls_cuts(plan->calls, i))
         cut_group(plan, i);
      read_instruction(plan, i, st);
   } else if (st->tag == Ist_WrTmp && n == 0) {
      tk_roots_assign(&plan->roots, st->Ist.WrTmp.tmp, st->Ist.WrTmp.data);
   } else if (st->tag == Ist_Exit) {
      add_branch(plan, i, st);
      end_group(plan, i);
   } else if (st->tag == Ist_LLSC && st->Ist.LLSC.storedata == NULL) {
      /* Nothing may come between a load-linked and its conditional store. */
      end_group(plan, i);
   }
}

void cs_plan_read(cs_plan *plan, const IRSB *sb, cs_known_lines known)
{
   find_lines(plan, sb, known);
   if (plan->flow != NULL)
      cs_flow_read(plan->flow, sb);
   if (plan->calls != NULL)
      cs_calls_read(plan->calls, sb, plan->lines);
   clear_array(plan->groups);
   clear_array(plan->refs);
   clear_array(plan->contributions);
   clear_array(plan->lasts);
   clear_array(plan->costs);
   clear_array(plan->sites);
   clear_array(plan->instrs);
   plan->known_line = CS_NO_LINE;
   plan->addr = plan->size_B = 0;
   tk_roots_begin(&plan->roots, sb);
   begin_group(plan);

   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   plan->first_stmt = i;
   for (; i < sb->stmts_used; i++)
      read_statement(plan, i, sb);
   if (plan->first_stmt < sb->stmts_used)
      add_jump(plan, sb);
   end_group(plan, sb->stmts_used);
   if (plan->flow != NULL)
      join_flows(plan);
   if (plan->flow != NULL && plan->by_instr)
      note_causes(plan);
   if (plan->flow != NULL && cs_flow_n_free(plan->flow) > 0)
      add_late_group(plan);
}
