/* ac_rules.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_rules.h"

#include "base/an_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Words ---- */

/* "1,234" */
static const char *write_count(char to[AN_TEXT_NUMBER_B], double count)
{
   an_text_count(to, count < 0x1p63 ? (int64_t)count : INT64_MAX);
   return to;
}

static double part_of(double part, double whole)
{
   return whole > 0 ? part / whole : 0;
}

static bool comes_mostly(const ac_evidence *e, double share)
{
   return e->pattern.is_known && 100 * share >= e->source->criteria->pattern;
}

/* Of the first level's lines. */
enum { LINE_B = 64 };

/* ---- Data ---- */

/* Some waits are left after each cure: data has to come once. */
static const double CURED = 0.9;

/* How often each line of the object's memory came, at least; 0: not known. */
static double times_again(const ac_evidence *e)
{
   int64_t extent = e->object == NULL ? 0 : ac_data_extent(e->object);
   bool is_one = e->object != NULL && e->object->n_blocks <= 1;
   return extent <= LINE_B || !is_one ? 0 : e->refs * LINE_B / (double)extent;
}

static double judge_streaming_write(const ac_evidence *e, char *to)
{
   enum { LONG = 500, OFTEN = 8 }; /* cycles of a call; calls */
   const char *callee = e->line->callee;
   char calls[AN_TEXT_NUMBER_B];
   double again = times_again(e);
   bool clears = callee != NULL && strstr(callee, "memset") != NULL
                 && e->line->n_calls >= OFTEN && 2 * (e->all - e->own_run) > e->all;
   if (clears && e->all / (double)e->line->n_calls >= LONG) {
      snprintf(to, AC_FINDING_REASON_B, "cleared %s times",
               write_count(calls, (double)e->line->n_calls));
      /* What uses the memory afterwards waits for it in place of this. */
      double left = e->refs > 0 ? fmin(1, e->other_misses / e->refs) : 0;
      return (e->all - e->cycles[TK_EVENT_DATA] * left)
             * (1 - 1 / (double)e->line->n_calls);
   }
   bool writes = e->write_misses > 0 && 4 * e->write_misses >= 3 * e->misses;
   if (!writes || !comes_mostly(e, e->pattern.in_order) || again < 2)
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "written over %.0f times", again);
   return (e->cycles[TK_EVENT_DATA] + e->own_run) * (1 - 1 / again);
}

/* "builds a std::regex 1,500 times, 341,000 cycles each" */
static double judge_idiom(const ac_evidence *e, char *to)
{
   const ac_idiom_found *found = &e->found;
   char calls[AN_TEXT_NUMBER_B], each[AN_TEXT_NUMBER_B];
   double n = (double)found->n_calls;
   if (found->idiom == NULL)
      return 0;
   if (n > 0)
      snprintf(to, AC_FINDING_REASON_B, "%s %s time%s, %s cycles each",
               found->idiom->does, write_count(calls, n), n > 1 ? "s" : "",
               write_count(each, found->cost / n));
   else
      snprintf(to, AC_FINDING_REASON_B, "%s", found->idiom->does);
   return found->cycles;
}

/* Calls can be batched, or a result kept, where the line makes several each time that it
   runs.  One call for each datum is the program's work, for all that is known. */
static double judge_repeated_call(const ac_evidence *e, char *to)
{
   enum { SEVERAL = 2 };
   const ac_own_line *line = e->line;
   char calls[AN_TEXT_NUMBER_B], each[AN_TEXT_NUMBER_B];
   double n = (double)line->n_calls, runs = (double)line->n_runs;
   double called = e->all - (double)ac_metric_value(e->source->cycles, line->self);
   if (line->library == NULL || n < e->source->criteria->calls || runs <= 0
       || n < SEVERAL * runs)
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "%s calls, %s cycles each", write_count(calls, n),
            write_count(each, called / n));
   return called * (1 - runs / n);
}

static double conflict_share(const ac_evidence *e, tk_event_id cold)
{
   double all = 0;
   for (size_t i = 0; i < TK_EVENT_REASONS; i++)
      all += ac_evidence_count(e, cold + (tk_event_id)i);
   return part_of(ac_evidence_count(e, cold + 2), all);
}

/* What is said of the object; or a part of it that is in few sets is missed again and
   again, though it would fit elsewhere. */
static bool is_in_few_sets(const ac_evidence *e)
{
   enum { FEW = 8, OFTEN = 10, SMALL_B = 1 << 20 };
   const ac_data_object *o = e->object;
   if (e->layout != NULL && e->layout->kind == AC_DATA_CONFLICT)
      return true;
   size_t half = o == NULL ? 0 : ac_data_hold_half(o);
   return half > 0 && FEW * half <= o->n_sets && ac_data_extent(o) <= SMALL_B
          && times_again(e) >= OFTEN;
}

static double judge_conflict(const ac_evidence *e, char *to)
{
   double first = conflict_share(e, TK_D1COLD), last = conflict_share(e, TK_LCOLD);
   double share = first > last ? first : last;
   if (share >= 0.5) {
      snprintf(to, AC_FINDING_REASON_B, "%.0f%% of misses are conflicts", 100 * share);
      return e->cycles[TK_EVENT_DATA] * share;
   }
   if (!is_in_few_sets(e))
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "half of the misses in %zu of %zu sets",
            ac_data_hold_half(e->object), e->object->n_sets);
   return e->cycles[TK_EVENT_DATA] * CURED;
}

enum { PAGE_B = 4096 };

static double judge_tlb(const ac_evidence *e, char *to)
{
   double n = ac_evidence_count(e, TK_DTW);
   char walks[AN_TEXT_NUMBER_B];
   bool steps = e->step_B >= PAGE_B && n > 0 && 2 * n >= e->misses;
   if (!steps && e->walk_share < 0.5)
      return 0;
   if (steps)
      snprintf(to, AC_FINDING_REASON_B, "%s page walks, %s bytes apart",
               write_count(walks, n),
               write_count((char[AN_TEXT_NUMBER_B]){ 0 }, (double)e->step_B));
   else
      snprintf(to, AC_FINDING_REASON_B, "%s page walks", write_count(walks, n));
   return e->cycles[TK_EVENT_DATA] * (steps ? CURED : e->walk_share);
}

/* Most accesses come in one way. */
static double judge_pattern(const ac_evidence *e, double share, const char *words,
                            char *to)
{
   if (!comes_mostly(e, share))
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "%.0f%% %s", 100 * share, words);
   return e->cycles[TK_EVENT_DATA] * CURED;
}

static double judge_chase(const ac_evidence *e, char *to)
{
   return judge_pattern(e, e->pattern.chase, "of misses depend on an earlier miss", to);
}

/* Of random accesses, too, few bytes of a line are used, whatever else is in it. */
static double judge_wasted(const ac_evidence *e, char *to)
{
   const ac_data_finding *layout = e->layout;
   const ac_data_object *o = e->object;
   bool is_regular = !e->pattern.is_known
                     || comes_mostly(e, e->pattern.in_order + e->pattern.stride);
   if (layout == NULL || !is_regular
       || (layout->kind != AC_DATA_UNUSED && layout->kind != AC_DATA_AOS))
      return 0;
   double inside = part_of((double)o->inside_B, (double)o->n_lines_fetched);
   double used = part_of((double)o->used_B, (double)o->n_lines_fetched);
   /* Of a line, not all need be the object's. */
   snprintf(to, AC_FINDING_REASON_B, "%.0f of its %.0f bytes in each line used", used,
            inside);
   return e->cycles[TK_EVENT_DATA] * layout->share;
}

static double judge_stride(const ac_evidence *e, char *to)
{
   bool is_one_set = ac_evidence_count(e, TK_CDS) >= 0.5 * ac_evidence_count(e, TK_CD)
                     && ac_evidence_count(e, TK_CDS) > 0;
   return judge_pattern(e, e->pattern.stride,
                        is_one_set ? "of misses in equal steps, into one set of D1"
                                   : "of misses in equal steps over lines",
                        to);
}

static double judge_capacity(const ac_evidence *e, char *to)
{
   double again = times_again(e);
   char size[AN_TEXT_SCALED_B];
   if (!comes_mostly(e, e->pattern.in_order) || again < e->source->criteria->again)
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "traverses %s %.0f times",
            an_text_bytes(size, (long double)ac_data_extent(e->object)), again);
   return e->cycles[TK_EVENT_DATA] * (1 - 1 / again);
}

static double judge_random(const ac_evidence *e, char *to)
{
   return judge_pattern(e, e->pattern.other, "of misses in random order", to);
}

/* A profile without patterns does not tell the cause. */
static double judge_misses(const ac_evidence *e, char *to)
{
   char misses[AN_TEXT_NUMBER_B];
   if (e->prices->columns[TK_DSEQ] != SIZE_MAX || e->misses <= 0)
      return 0;
   double of = ac_evidence_count(e, TK_DR) + ac_evidence_count(e, TK_DW);
   snprintf(to, AC_FINDING_REASON_B, "%s misses, %.1f%% of accesses",
            write_count(misses, e->misses), 100 * part_of(e->misses, of));
   return e->cycles[TK_EVENT_DATA] * CURED;
}

/* ---- Branches, code, instructions ---- */

/* Of the line without what it calls. */
static double own_count(const ac_evidence *e, tk_event_id event)
{
   return ac_prices_count(e->prices, e->line->self, event);
}

/* What a library's code mispredicts, as a search does, is not the line's to change. */
static double judge_branches(const ac_evidence *e, tk_event_id wrong, tk_event_id all,
                             tk_event_id others, const char *form, char *to)
{
   char number[AN_TEXT_NUMBER_B];
   double n = own_count(e, wrong), of = own_count(e, all), share = 100 * part_of(n, of);
   if (n <= 0 || n < own_count(e, others) || share < e->source->criteria->wrong)
      return 0;
   write_count(number, of);
   int used = snprintf(to, AC_FINDING_REASON_B, "%.0f%% of %s ", share, number);
   snprintf(to + used, (size_t)(AC_FINDING_REASON_B - used), "%s", form);
   return e->own_branch;
}

static double judge_indirect(const ac_evidence *e, char *to)
{
   return judge_branches(e, TK_BIM, TK_BI, TK_BCM, "indirect jumps mispredicted", to);
}

static double judge_mispredict(const ac_evidence *e, char *to)
{
   enum { CHOICE = 2 }; /* cycles of code that computes both ways in place of a branch */
   double gain = judge_branches(e, TK_BCM, TK_BC, TK_BIM, "branches mispredicted", to);
   return gain - CHOICE * own_count(e, TK_BC);
}

/* Of the waits for code, those that are not for its first use, which goes to memory. */
static double repeated_share(const ac_evidence *e)
{
   static const tk_event_id misses[] = { TK_I1MR, TK_I2MR, TK_I3MR, TK_ILMR };
   double all = 0, first = 0, first_uses = own_count(e, TK_ILMR);
   for (size_t i = 0; i < sizeof misses / sizeof misses[0]; i++) {
      bool is_there = e->prices->columns[misses[i]] != SIZE_MAX;
      all += e->prices->prices[misses[i]] * own_count(e, misses[i]);
      first += is_there ? e->prices->prices[misses[i]] * first_uses : 0;
   }
   return all > 0 ? 1 - first / all : 0;
}

static double judge_fetch(const ac_evidence *e, char *to)
{
   char number[AN_TEXT_NUMBER_B];
   snprintf(to, AC_FINDING_REASON_B, "%s fetches miss",
            write_count(number, own_count(e, TK_I1MR)));
   return e->own_code * repeated_share(e) * CURED;
}

/* Chains gone, instructions come at half of the core's width. */
static double judge_chain(const ac_evidence *e, char *to)
{
   double n = own_count(e, TK_IR);
   double width = (double)e->prices->machine->width, cpi = part_of(e->own_run, n);
   /* A list is slow, too, when nothing misses. */
   if (e->prices->columns[TK_CX] == SIZE_MAX || cpi < e->source->criteria->cpi
       || comes_mostly(e, e->pattern.chase))
      return 0;
   snprintf(to, AC_FINDING_REASON_B, "%.1f cycles per instruction", cpi);
   return width > 0 ? e->own_run - 2 * n / width : 0;
}

ac_cure ac_rules_chain_cure(const ac_evidence *e)
{
   enum { STEP = 8, NEAR = 4 }; /* instructions of one, at most; lines */
   double n = own_count(e, TK_IR);
   double stores = own_count(e, TK_DW);
   const ac_own_lines *own = e->source->own;
   /* A statement can store in another of its lines. */
   for (size_t i = 0; own != NULL && i < own->n; i++)
      if (ac_own_lines_are_beside(&own->lines[i], e->line)
          && own->lines[i].line < e->line->line
          && own->lines[i].line + NEAR >= e->line->line)
         stores += ac_prices_count(e->prices, own->lines[i].self, TK_DW);
   return STEP * own_count(e, TK_DR) < n ? AC_CURE_NO_CHAINS
          : STEP * stores >= n           ? AC_CURE_NO_MEMORY
                                         : AC_CURE_NO_LOADS;
}

/* ---- All ---- */

static double judge_nothing(const ac_evidence *e, char *to)
{
   (void)e;
   (void)to;
   return 0;
}

double ac_rules_judge(ac_finding_kind kind, const ac_evidence *e,
                      char to[AC_FINDING_REASON_B])
{
   static double (*const rules[AC_N_FINDING_KINDS])(const ac_evidence *e, char *to) = {
      [AC_FINDING_STREAMING_WRITE] = judge_streaming_write,
      [AC_FINDING_IDIOM] = judge_idiom,
      [AC_FINDING_REPEATED_CALL] = judge_repeated_call,
      [AC_FINDING_CONFLICT] = judge_conflict,
      [AC_FINDING_TLB] = judge_tlb,
      [AC_FINDING_CHASE] = judge_chase,
      [AC_FINDING_WASTED] = judge_wasted,
      [AC_FINDING_STRIDE] = judge_stride,
      [AC_FINDING_CAPACITY] = judge_capacity,
      [AC_FINDING_RANDOM] = judge_random,
      [AC_FINDING_MISSES] = judge_misses,
      [AC_FINDING_INDIRECT] = judge_indirect,
      [AC_FINDING_MISPREDICT] = judge_mispredict,
      [AC_FINDING_FETCH] = judge_fetch,
      [AC_FINDING_CHAIN] = judge_chain,
      [AC_FINDING_SHARING] = judge_nothing,
   };
   to[0] = '\0';
   return rules[kind](e, to);
}
