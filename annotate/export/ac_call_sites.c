/* ac_call_sites.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ac_call_sites.h"

#include "base/an_pool.h"
#include "base/tk_search.h"

static const ac_calls no_calls;

/* How likely an instruction makes the calls; each outweighs those after it. */
enum { TO_CALLEE = 8, CALLS = 4, JUMPS = 2, AS_OFTEN = 1 };

void ac_call_sites_open(ac_call_sites *sites, const tk_alloc *alloc,
                        const ac_instrs *instrs, const ac_calls *calls)
{
   const char *problem;
   *sites = (ac_call_sites){ instrs, calls, NULL };
   if (instrs->arch != NULL)
      sites->disasm = an_disasm_open(alloc, instrs->arch, AN_SYNTAX_INTEL, &problem);
}

/* Whether an executed instruction at the address is the function's. */
static bool is_in(const ac_call_sites *sites, size_t object, uint64_t address,
                  const ac_called *function)
{
   const ac_instr *all = sites->instrs->all;
   tk_search s = { .high = sites->instrs->n };
   while (tk_search_next(&s)) {
      const ac_instr *at = &all[s.middle];
      tk_search_step(&s,
                     at->object != object ? at->object < object : at->address < address);
   }
   return s.low < sites->instrs->n && all[s.low].object == object
          && all[s.low].address == address && all[s.low].function == function->name;
}

static int rank_of(const ac_call_sites *sites, const ac_instr *instr, const ac_arc *arc)
{
   const ac_called *callee = &sites->calls->functions[arc->callee];
   an_instr decoded = { .kind = AN_INSTR_PLAIN };
   int rank = instr->counts[0] == arc->n_calls ? AS_OFTEN : 0;
   if (sites->disasm != NULL)
      an_disasm_decode(sites->disasm, instr->code, instr->size_B, instr->address,
                       &decoded);
   if (decoded.kind == AN_INSTR_CALL)
      rank |= CALLS;
   if (decoded.kind == AN_INSTR_JUMP || decoded.kind == AN_INSTR_BRANCH)
      rank |= JUMPS;
   if (decoded.has_target && is_in(sites, instr->object, decoded.target, callee))
      rank |= TO_CALLEE;
   return rank;
}

const ac_instr *ac_call_sites_find(const ac_call_sites *sites, const ac_owner *owner,
                                   const ac_arc *arc)
{
   const char *file = arc->file == NULL ? owner->file : arc->file;
   const ac_instr *best = NULL;
   int best_rank = 0;
   for (size_t i = 0; i < owner->n_instrs; i++) {
      const ac_instr *instr = &sites->instrs->all[owner->instrs[i]];
      if (instr->line != arc->line || instr->file != file)
         continue;
      int rank = rank_of(sites, instr, arc);
      if (best == NULL || rank > best_rank
          || (rank == best_rank && instr->counts[0] > best->counts[0])) {
         best = instr;
         best_rank = rank;
      }
   }
   return best;
}

uint64_t *ac_call_sites_addresses(const ac_profile *profile, const tk_alloc *alloc)
{
   const ac_calls *calls = ac_profile_calls(profile);
   ac_owners owners;
   ac_call_sites sites;
   if (calls == NULL)
      calls = &no_calls;
   uint64_t *addresses = tk_get(alloc, AN_LABEL, (calls->n_arcs + 1) * sizeof *addresses);
   an_pool *pool = an_pool_new(alloc);
   ac_owners_open_instrs(&owners, an_pool_alloc(pool), profile);
   ac_call_sites_open(&sites, alloc, ac_profile_instrs(profile), calls);
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      const ac_instr *instr = arc->caller == AC_NO_CALL
                                 ? NULL
                                 : ac_call_sites_find(&sites, &owners.of[arc->caller],
                                                      arc);
      addresses[i] = instr == NULL ? 0 : instr->address;
   }
   an_pool_free(pool);
   return addresses;
}
