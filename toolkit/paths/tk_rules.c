/* tk_rules.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_rules.h"

#if defined(VGA_amd64)

/* Unwinds one frame by its DWARF rules.  No header of the SDK declares it
   (configure looks for it). */
typedef struct {
   Addr xip, xsp, xbp;
} cf_registers;
extern Bool VG_(use_CF_info)(cf_registers *registers, Addr min_accessible,
                             Addr max_accessible);

/* The core follows a rule, but does not show it.  We have it follow the rule on a
   probe, a stack of our own, whose words hold their own addresses. */
enum { PROBE_WORDS = 1024, PROBE_CFA = 768 };
static Addr probe[PROBE_WORDS];

/* One more than the address, to tell a frame pointer that was loaded from the
   probe from one that points into it. */
static Addr mark_of(const Addr *word)
{
   return (Addr)word + 1;
}

static Bool is_mark(Addr value)
{
   return value >= mark_of(&probe[0]) && value <= mark_of(&probe[PROBE_WORDS - 1])
          && (value - mark_of(&probe[0])) % sizeof(Addr) == 0;
}

/* Fills in the offsets.  False: from these registers, the rule does not lead to
   the probe's CFA. */
static Bool probe_with(tk_step *step, cf_registers at)
{
   const Addr cfa = (Addr)&probe[PROBE_CFA], kept_bp = at.xbp;
   if (!VG_(use_CF_info)(&at, (Addr)&probe[0], (Addr)&probe[PROBE_WORDS - 1])
       || at.xsp != cfa || !is_mark(at.xip))
      return False;
   if (at.xbp != kept_bp && !is_mark(at.xbp))
      return False;
   step->return_B = (Int)(at.xip - 1 - cfa);
   step->bp_B = at.xbp == kept_bp ? 0 : (Int)(at.xbp - 1 - cfa);
   return True;
}

static Bool fits_rule(Word offset)
{
   return offset >= -(1 << 30) && offset <= (1 << 30);
}

/* Whether the rule, from the true registers, leads where the core leads. */
static Bool is_confirmed(const tk_step *step, const tk_registers *from,
                         const cf_registers *to)
{
   Addr cfa = to->xsp;
   return *(Addr *)(cfa + step->return_B) == to->xip
          && (step->bp_B == 0 ? from->bp : *(Addr *)(cfa + step->bp_B)) == to->xbp;
}

void tk_rules_learn(tk_step *step, const tk_registers *r, Addr stack_end)
{
   const Addr cfa = (Addr)&probe[PROBE_CFA], elsewhere = 1;
   cf_registers out = { r->pc, r->sp, r->bp };

   step->base = TK_CFA_NO_RULE;
   if (stack_end == 0) /* the core would read memory that may not be there */
      return;
   if (!VG_(use_CF_info)(&out, r->sp, stack_end - sizeof(Addr)))
      return;
   for (UInt i = 0; i < PROBE_WORDS; i++)
      probe[i] = mark_of(&probe[i]);

   Word from_sp = out.xsp - r->sp, from_bp = out.xsp - r->bp;
   if (fits_rule(from_sp)
       && probe_with(step, (cf_registers){ r->pc, cfa - from_sp, elsewhere })
       && is_confirmed(step, r, &out)) {
      step->base = TK_CFA_SP;
      step->cfa_B = (Int)from_sp;
   } else if (fits_rule(from_bp)
              && probe_with(step, (cf_registers){ r->pc, (Addr)&probe[0], cfa - from_bp })
              && is_confirmed(step, r, &out)) {
      step->base = TK_CFA_BP;
      step->cfa_B = (Int)from_bp;
   }
}

#else
/* On x86 the core prefers frame pointers, by rules of its own. */
void tk_rules_learn(tk_step *step, const tk_registers *r, Addr stack_end)
{
   step->base = TK_CFA_NO_RULE;
}
#endif
