/* ac_findings_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_findings_of.h"

#include "base/an_alloc.h"
#include "code/an_disasm.h"
#include "counts/ac_instrs.h"
#include "sections/ac_source_texts.h"

#include <stdlib.h>
#include <string.h>

/* Of the program's cycles, what a line has at least that findings look at. */
static const double FINDINGS_PERCENT = 0.1;

/* Says what the findings' instructions are, if machine code can be read. */
static void name_instrs(ac_findings *findings, const ac_profile *profile)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   const char *problem;
   an_disasm *disasm = instrs == NULL ? NULL
                                      : an_disasm_open(an_alloc_malloc(), instrs->arch,
                                                       AN_SYNTAX_ATT, &problem);
   for (size_t i = 0; disasm != NULL && i < findings->n; i++) {
      ac_finding *f = &findings->of[i];
      if (f->instr == AC_NO_INSTR)
         continue;
      const ac_instr *instr = &instrs->all[f->instr];
      an_instr text;
      an_disasm_decode(disasm, instr->code, instr->size_B, instr->address, &text);
      snprintf(f->mnemonic, sizeof f->mnemonic, "%.*s", AC_FINDING_MNEMONIC_B - 1,
               text.mnemonic);
   }
   if (disasm != NULL)
      an_disasm_close(disasm);
}

static void find_both(ac_findings_of *of, const ac_findings_source *source,
                      const ac_measures *sort, const ac_measures *keep, double threshold)
{
   const tk_alloc *alloc = an_alloc_malloc();
   *of = (ac_findings_of){ .own = { 0 } };
   ac_findings_source with_own = *source;
   with_own.own = &of->own;
   const ac_own_wanted wanted = { .sort = sort,
                                  .keep = keep,
                                  .threshold = threshold,
                                  .event = ac_findings_event(source->profile) };
   ac_own_lines_open(&of->own, alloc, source->profile, &wanted);
   ac_findings_open(&of->findings, alloc, &with_own);
   name_instrs(&of->findings, source->profile);
}

void ac_findings_of_open(ac_findings_of *of, const ac_profile *profile,
                         const an_options *options, const ac_measures *sort,
                         double threshold, ac_analysis *analysis)
{
   ac_measure by_cycles = { .metric = analysis->cycles };
   const ac_measures cycles = { .of = &by_cycles, .n = 1 };
   bool is_all = threshold <= 0 || analysis->cycles == NULL
                 || analysis->cycles != sort->of[0].metric;
   const ac_findings_source source = { .profile = profile,
                                       .data = analysis->data,
                                       .cycles = analysis->cycles,
                                       .criteria = &options->criteria,
                                       .idioms = &options->idioms };
   if (threshold > FINDINGS_PERCENT)
      threshold = FINDINGS_PERCENT;
   find_both(of, &source, sort, is_all ? sort : &cycles, is_all ? 0 : threshold);
   analysis->own = &of->own;
   analysis->findings = &of->findings;
}

/* The source of the lines that can be places; NULL: the report is for programs. */
static const char **read_texts(const ac_scope *scope, const ac_own_lines *own,
                               const ac_metric *cycles)
{
   if (scope->terminal == NULL)
      return NULL;
   const tk_alloc *alloc = scope->alloc;
   bool is_newer = false;
   size_t n = 0;
   long double least = AC_COSTLY_LEAST
                       * ac_metric_value(cycles, ac_profile_totals(scope->profile));
   ac_source_text *of = tk_get(alloc, AN_LABEL, (own->n + 1) * sizeof *of);
   const char **texts = tk_get_zeroed(alloc, AN_LABEL, (own->n + 1) * sizeof *texts);
   size_t *index = tk_get(alloc, AN_LABEL, (own->n + 1) * sizeof *index);
   for (size_t i = 0; i < own->n; i++)
      if (ac_metric_value(cycles, own->lines[i].counts) >= least) {
         index[n] = i;
         of[n++] = (ac_source_text){ own->lines[i].file, own->lines[i].line, NULL };
      }
   ac_source_texts_read(scope, of, n, &is_newer);
   for (size_t k = 0; k < n; k++)
      texts[index[k]] = of[k].text;
   return texts;
}

void ac_findings_of_places(ac_findings_of *of, const ac_scope *scope,
                           ac_analysis *analysis)
{
   const ac_metric *cycles = analysis->cycles != NULL ? analysis->cycles
                                                      : scope->request->sort.of[0].metric;
   if (!ac_metric_is_whole(cycles) && cycles != analysis->cycles)
      return;
   const ac_costly_source source = { .profile = scope->profile,
                                     .own = &of->own,
                                     .findings = &of->findings,
                                     .cycles = cycles,
                                     .texts = read_texts(scope, &of->own, cycles) };
   ac_costly_open(&of->costly, scope->alloc, &source);
   analysis->costly = &of->costly;
}

void ac_findings_of_side(ac_findings_of *of, const ac_profile *profile,
                         const an_options *options, const ac_data_report *data,
                         const ac_metric *cycles)
{
   ac_measure by_cycles = { .metric = cycles };
   const ac_measures sort = { .of = &by_cycles, .n = 1 };
   const ac_findings_source source = { .profile = profile,
                                       .data = data,
                                       .cycles = cycles,
                                       .criteria = &ac_criteria_default,
                                       .idioms = &options->idioms };
   find_both(of, &source, &sort, &sort, FINDINGS_PERCENT);
}

/* ---- --fail-on ---- */

int ac_findings_of_check(const an_options *options, unsigned but,
                         const ac_profile *profile, const char *file)
{
   unsigned fails_on = options->fails_on & ~but;
   bool is_all = fails_on == AC_FINDINGS_OF_ALL;
   char message[160];
   if (options->fails_on_idioms.n > 0)
      fails_on |= 1u << AC_FINDING_IDIOM;
   for (int k = 0; k < AC_N_FINDING_KINDS; k++) {
      const char *option = ac_finding_lacks((ac_finding_kind)k, profile);
      if ((fails_on >> k & 1) == 0 || option == NULL || is_all)
         continue;
      snprintf(message, sizeof message, "the profile does not show %s; cachesim %s does",
               ac_finding_name((ac_finding_kind)k), option);
      return an_command_fail(file, 0, message);
   }
   return AN_PARSED;
}

bool ac_findings_of_fails(const an_options *options, const ac_finding *finding)
{
   const an_texts *idioms = &options->fails_on_idioms;
   bool fails = (options->fails_on >> finding->kind & 1) != 0;
   for (size_t i = 0; i < idioms->n && finding->idiom != NULL && !fails; i++)
      fails = strcmp(idioms->of[i], finding->idiom) == 0;
   return fails;
}

int ac_findings_of_fail(size_t n, const char *file)
{
   char message[128];
   if (n == 0)
      return EXIT_SUCCESS;
   snprintf(message, sizeof message, "%zu finding%s that --fail-on names", n,
            n == 1 ? "" : "s");
   an_command_error(file, 0, message);
   return AN_EXIT_LIMIT;
}

int ac_findings_of_judge(const ac_findings_of *of, const an_options *options,
                         const char *file)
{
   size_t n = 0;
   for (size_t i = 0; i < of->findings.n; i++)
      n += ac_findings_of_fails(options, &of->findings.of[i]);
   return ac_findings_of_fail(n, file);
}
