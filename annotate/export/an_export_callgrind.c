/* an_export_callgrind.c -- a profile of counts in callgrind's format: functions with the
   self cost of their lines, and their calls.

   A function has its own lines first, then those of other files that were inlined into
   it, then its calls, each in the file and on the line of the call.  Calls that the
   profile leaves out go to one function, so that inclusive costs add up.  Readers add up
   all calls of a function, so those within a recursion cost nothing (ac_outer_calls.h).
   Of a profile with instructions, instructions take the place of lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "counts/ac_layout.h"
#include "counts/ac_lines.h"
#include "counts/ac_objects.h"
#include "counts/ac_outer_calls.h"
#include "counts/ac_owners.h"
#include "export/ac_call_sites.h"
#include "export/an_callgrind_out.h"
#include "export/ac_values.h"

#include <string.h>

#define PRUNED "(calls left out)"

static const ac_calls no_calls;

typedef struct {
   const ac_profile *profile;
   const tk_alloc *alloc;
   const ac_choice *show;
   const ac_calls *calls;
   const ac_instrs *instrs; /* NULL: none */
   ac_call_sites sites;
   ac_owners owners;
   ac_outer_calls outer;
   an_callgrind_function *functions; /* of each owner; at last PRUNED */
   int64_t *costs;                   /* room for one line's */
   uint32_t arc, rest;               /* the next to be written */
   an_callgrind_out to;
} exporter;

/* The values to be shown. */
static const int64_t *costs_of(exporter *e, const int64_t *counts)
{
   for (size_t i = 0; i < e->show->n; i++)
      e->costs[i] = ac_values_whole(e->show->metrics[i], counts);
   return e->costs;
}

/* ---- The header ---- */

static void put_header(exporter *e, an_callgrind_event *events)
{
   const ac_texts *descs = ac_profile_texts(e->profile, AC_DESC);
   const an_processes *processes = ac_profile_processes(e->profile);
   an_callgrind_header header = {
      .creator = "cs_export",
      .command = ac_profile_command(e->profile),
      .pid = processes->n == 1 ? processes->of->pid : 0,
      .descs = descs->text,
      .n_descs = descs->n,
      .layout = ac_profile_layout(e->profile, 0)->file,
      .has_addresses = e->instrs != NULL,
   };
   for (size_t i = 0; i < e->show->n; i++)
      events[i] = (an_callgrind_event){ .name = e->show->metrics[i]->name };
   an_callgrind_put_header(&e->to, &header, events, e->show->n);
}

/* ---- Functions ---- */

static void put_part(exporter *e, size_t part)
{
   ac_lines lines;
   ac_lines_open(&lines, e->profile, part, 1);
   const ac_function *function = ac_profile_function(e->profile, part);
   an_callgrind_put_file(&e->to, ac_profile_file(e->profile, function->file)->name);
   while (ac_lines_next(&lines))
      an_callgrind_put_cost(&e->to, (an_callgrind_place){ .line = lines.line },
                            costs_of(e, lines.counts));
   ac_lines_close(&lines);
}

static void put_parts(exporter *e, const ac_owner *owner)
{
   for (size_t k = 0; k < owner->n_parts; k++)
      put_part(e, owner->parts[k]);
}

static void put_instrs(exporter *e, const ac_owner *owner)
{
   for (size_t k = 0; k < owner->n_instrs; k++) {
      const ac_instr *instr = &e->instrs->all[owner->instrs[k]];
      an_callgrind_put_file(&e->to, instr->file);
      an_callgrind_put_cost(&e->to, (an_callgrind_place){ instr->line, instr->address },
                            costs_of(e, instr->counts));
   }
}

/* Calls whose line is not known are at the function's first instruction. */
static an_callgrind_place place_of_rest(const exporter *e, const ac_owner *owner)
{
   an_callgrind_place place = { .line = 0 };
   if (owner->n_instrs > 0)
      place.address = e->instrs->all[owner->instrs[0]].address;
   return place;
}

static an_callgrind_place place_of(exporter *e, const ac_owner *owner, const ac_arc *arc)
{
   an_callgrind_place place = place_of_rest(e, owner);
   const ac_instr *instr = e->instrs == NULL ? NULL
                                             : ac_call_sites_find(&e->sites, owner, arc);
   place.line = arc->line;
   if (instr != NULL)
      place.address = instr->address;
   return place;
}

/* Puts the calls of an owner.  Arcs are sorted by caller, and so is what was pruned. */
static void put_calls(exporter *e, size_t owner)
{
   const ac_calls *calls = e->calls;
   const ac_owner *from = &e->owners.of[owner];
   for (; e->arc < calls->n_arcs && calls->arcs[e->arc].caller == owner; e->arc++) {
      const ac_arc *arc = &calls->arcs[e->arc];
      an_callgrind_put_file(&e->to, arc->file == NULL ? from->file : arc->file);
      an_callgrind_put_calls(&e->to, place_of(e, from, arc), arc->callee, arc->n_calls,
                             costs_of(e, e->outer.counts + e->arc * e->outer.n_events));
   }
   for (; e->rest < calls->n_arcs_pruned && calls->arcs_pruned[e->rest].function == owner;
        e->rest++) {
      const ac_call_rest *rest = &calls->arcs_pruned[e->rest];
      an_callgrind_put_file(&e->to, rest->inlined == AC_NO_CALL
                                       ? from->file
                                       : calls->inlined[rest->inlined].file);
      an_callgrind_put_calls(&e->to, place_of_rest(e, from), e->owners.n, rest->n_calls,
                             costs_of(e, rest->counts));
   }
}

static void put_functions(exporter *e)
{
   for (size_t i = 0; i < e->owners.n; i++) {
      const ac_owner *owner = &e->owners.of[i];
      an_callgrind_put_function(&e->to, i);
      if (e->instrs == NULL)
         put_parts(e, owner);
      else
         put_instrs(e, owner);
      put_calls(e, i);
   }
}

/* ---- The file ---- */

static void name_functions(exporter *e)
{
   size_t n = e->owners.n;
   for (size_t i = 0; i < n; i++) {
      const ac_owner *owner = &e->owners.of[i];
      e->functions[i] = (an_callgrind_function){
         owner->name,
         owner->file,
         owner->object == SIZE_MAX ? NULL
                                   : ac_objects_at(e->profile, owner->object)->path,
      };
   }
   e->functions[n] = (an_callgrind_function){ .name = PRUNED };
}

static void put_file(exporter *e, an_callgrind_event *events, FILE *out)
{
   size_t n = e->owners.n;
   name_functions(e);
   an_callgrind_open(&e->to, out, e->alloc, e->functions, n + 1);
   put_header(e, events);
   put_functions(e);
   an_callgrind_put_totals(&e->to, costs_of(e, ac_profile_totals(e->profile)));
}

void an_export_callgrind(const ac_profile *profile, const tk_alloc *alloc,
                         const ac_choice *show, FILE *out)
{
   exporter e = { .profile = profile,
                  .alloc = alloc,
                  .show = show,
                  .calls = ac_profile_calls(profile),
                  .instrs = ac_profile_instrs(profile) };
   if (e.calls == NULL)
      e.calls = &no_calls;
   (e.instrs == NULL ? ac_owners_open : ac_owners_open_instrs)(&e.owners, alloc, profile);
   if (e.instrs != NULL)
      ac_call_sites_open(&e.sites, alloc, e.instrs, e.calls);
   ac_outer_calls_open(&e.outer, alloc, e.calls, ac_profile_texts(profile, AC_EVENT)->n);
   an_callgrind_event *events = tk_get(alloc, AN_LABEL, show->n * sizeof *events);
   e.costs = tk_get(alloc, AN_LABEL, show->n * sizeof *e.costs);
   e.functions = tk_get(alloc, AN_LABEL, (e.owners.n + 1) * sizeof *e.functions);
   put_file(&e, events, out);
}
