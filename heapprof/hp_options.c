/* hp_options.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "run/tk_option.h"

enum {
   MAX_ASKED = 1000,
   MAX_DEPTH = 1000,
   MAX_ADMIN_B = 1024,
   MAX_SNAPSHOTS = 1000,
   MAX_TIME_DIGITS = 18, /* a longer number may not fit */
};

static struct {
   tk_outfile *outfile;
   uint64_t asked[MAX_ASKED]; /* --snapshot-at, ascending */
   UInt n_asked;
   const HChar *owners; /* the last --owners */
   hp_looks_wish looks;
   uint64_t look_times[MAX_ASKED]; /* --owners=at=TIME, ascending */
   Bool pages;
   Bool has_time_unit;
   const HChar *of_heap; /* the last option that needs --mode=heap */
} options;

const hp_time_name hp_time_names[] = {
   [HP_TIME_INSTRS] = { "i", "instrs", "Minstr", 10000 },
   [HP_TIME_MS] = { "ms", "ms", "Ms", 1 },
   [HP_TIME_BYTES] = { "B", "B", "MB", 1024 },
};

const uint64_t *hp_options_snapshot_times(UInt *n)
{
   *n = options.n_asked;
   return options.asked;
}

/* ---- Parsing ------------------------------------------------------------------- */

static void add_pattern(const HChar *arg, XArray *patterns, const HChar *pattern)
{
   pattern = tk_option_function(arg, pattern);
   VG_(addToXA)(patterns, &pattern);
}

/* Adds the time at the beginning of a text to those that ascend; returns what follows. */
static const HChar *parse_time(const HChar *option, const HChar *text, uint64_t *times,
                               UInt *n)
{
   HChar *end;
   Long time = VG_(strtoll10)(text, &end);
   if (end == text || end - text > MAX_TIME_DIGITS || time < 0
       || (*end != '\0' && *end != ','))
      VG_(fmsg_bad_option)(option, "expected times from 0 on, separated by commas\n");
   if (*n > 0 && times[*n - 1] >= (uint64_t)time)
      VG_(fmsg_bad_option)(option, "the times must be ascending\n");
   if (*n == MAX_ASKED)
      VG_(fmsg_bad_option)(option, "at most %d times\n", MAX_ASKED);
   times[(*n)++] = (uint64_t)time;
   return end;
}

/* Ascending times, separated by commas. */
static void parse_times(const HChar *option, const HChar *text)
{
   do
      text = parse_time(option, text, options.asked, &options.n_asked);
   while (*text++ != '\0');
}

/* The text behind the word, if it begins with that; else NULL. */
static const HChar *behind(const HChar *text, const HChar *word)
{
   SizeT length = VG_(strlen)(word);
   return VG_(strncmp)(text, word, length) == 0 ? text + length : NULL;
}

/* When to look at owners: words, separated by commas. */
static void parse_owners(const HChar *option, const HChar *text)
{
   hp_looks_wish *looks = &options.looks;
   const HChar *next;
   do {
      if ((next = behind(text, "at=")) != NULL)
         next = parse_time(option, next, options.look_times, &looks->n_times);
      else if ((next = behind(text, "end")) != NULL)
         looks->end = True;
      else if ((next = behind(text, "peak")) != NULL)
         looks->peak = True;
      else if ((next = behind(text, "auto")) != NULL)
         looks->spread = looks->end = True;
      else if ((next = behind(text, "no")) != NULL)
         *looks = (hp_looks_wish){ .times = options.look_times };
      if (next == NULL || (*next != '\0' && *next != ','))
         VG_(fmsg_bad_option)(option, "expected no, or some of auto, end, peak and "
                                      "at=<time>, separated by commas\n");
      text = next + 1;
   } while (*next != '\0');
   looks->times = options.look_times;
}

const hp_looks_wish *hp_options_looks(void)
{
   return &options.looks;
}

/* The option has no meaning in modes that do not count the heap. */
static void note_heap_option(const HChar *arg, Bool is_on)
{
   if (is_on)
      options.of_heap = arg;
}

static const HChar usage[] =
   "    --heapprof-out-file=<file>  write the profile here [heapprof.out.%p]\n"
   "    --mode=heap|copy|ad-hoc     count blocks of the heap, bytes copied by memcpy\n"
   "                                and others, or events of the program [heap]\n"
   "    --time-unit=i|ms|B          time: instructions executed, milliseconds,\n"
   "                                or bytes allocated and freed [i]\n"
   "    --depth=<number>            frames to record of each call path [30]\n"
   "    --alloc-fn=<pattern>        treat this function as an allocator\n"
   "    --ignore-fn=<pattern>       do not count what this function allocates\n"
   "    --heap-admin=<bytes>        size of the allocator's block header [8]\n"
   "    --stacks=no|yes             count the size of stacks? [no]\n"
   "    --pages-as-heap=no|yes      count mapped pages, not blocks? [no]\n"
   "    --snapshots=<number>        at most this many periodic snapshots [32]\n"
   "    --snapshot-at=<time,...>    also take snapshots at these times\n"
   "    --peak-only=no|yes          record no timeline and snapshots? Faster [no]\n"
   "    --accesses=no|yes           count reads and writes of blocks? [no]\n"
   "    --owners=no|auto|end|peak|at=<time>,...\n"
   "                                take owner snapshots: who keeps which blocks,\n"
   "                                and what is lost [no]\n"
   "    --histogram=<bytes>         with --accesses: count each byte of blocks up to\n"
   "                                this size [1024]\n"
   "    --instr-at-start=yes|no     count from the start? [yes]\n";

static Bool process_option(const HChar *arg)
{
   const HChar *text;

   if VG_STR_CLO (arg, "--heapprof-out-file", options.outfile->pattern) {
   } else if VG_XACT_CLO (arg, "--mode=heap", run.mode, HP_MODE_HEAP) {
   } else if VG_XACT_CLO (arg, "--mode=copy", run.mode, HP_MODE_COPY) {
   } else if VG_XACT_CLO (arg, "--mode=ad-hoc", run.mode, HP_MODE_AD_HOC) {
   } else if VG_STR_CLO (arg, "--mode", text)
      VG_(fmsg_bad_option)(arg, "expected heap, copy or ad-hoc\n");
   else if VG_STR_CLO (arg, "--time-unit", text) {
      options.has_time_unit = True;
      for (run.time_unit = HP_TIME_INSTRS; run.time_unit <= HP_TIME_BYTES;
           run.time_unit++)
         if (VG_(strcmp)(text, hp_time_names[run.time_unit].option) == 0)
            return True;
      VG_(fmsg_bad_option)(arg, "expected i, ms or B\n");
   } else if (tk_option_number(arg, "--depth", 1, MAX_DEPTH, &run.depth)) {
   } else if VG_STR_CLO (arg, "--alloc-fn", text)
      add_pattern(arg, run.names.alloc_fns, text);
   else if VG_STR_CLO (arg, "--ignore-fn", text)
      add_pattern(arg, run.names.ignore_fns, text);
   else if (tk_option_number(arg, "--heap-admin", 0, MAX_ADMIN_B, &run.admin_B))
      note_heap_option(arg, True);
   else if VG_BOOL_CLO (arg, "--stacks", run.stacks)
      note_heap_option(arg, run.stacks);
   else if VG_BOOL_CLO (arg, "--pages-as-heap", options.pages)
      note_heap_option(arg, options.pages);
   else if (tk_option_number(arg, "--snapshots", 0, MAX_SNAPSHOTS, &run.max_snapshots)) {
      if (run.max_snapshots == 1)
         VG_(fmsg_bad_option)(arg, "expected 0, or 2 to %d\n", MAX_SNAPSHOTS);
      note_heap_option(arg, True);
   } else if VG_STR_CLO (arg, "--snapshot-at", text) {
      parse_times(arg, text);
      note_heap_option(arg, True);
   } else if VG_STR_CLO (arg, "--owners", text) {
      parse_owners(arg, text);
      options.owners = arg;
      note_heap_option(arg, VG_(strcmp)(text, "no") != 0);
   } else if VG_BOOL_CLO (arg, "--peak-only", run.peak_only)
      note_heap_option(arg, run.peak_only);
   else if VG_BOOL_CLO (arg, "--accesses", run.follow_accesses)
      note_heap_option(arg, run.follow_accesses);
   else if (tk_option_number(arg, "--histogram", 0, HP_MOST_HISTOGRAM_B,
                             &run.histogram_B))
      note_heap_option(arg, True);
   else if VG_BOOL_CLO (arg, "--instr-at-start", run.is_on) {
   } else {
      tk_option_need_value(arg, usage);
      return tk_outfile_option(options.outfile, arg) || tk_option_suggest(arg, usage);
   }
   return True;
}

static void print_usage(void)
{
   VG_(printf)("%s", usage);
   tk_outfile_usage();
}

static void print_debug_usage(void)
{
   VG_(printf)("    (none)\n");
}

void hp_options_needs(tk_outfile *outfile)
{
   options.outfile = outfile;
   run.names.alloc_fns = VG_(newXA)(VG_(malloc), "hp.options", VG_(free),
                                    sizeof(HChar *));
   run.names.ignore_fns = VG_(newXA)(VG_(malloc), "hp.options", VG_(free),
                                     sizeof(HChar *));
   VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
}

/* ---- Checks --------------------------------------------------------------------- */

static void refuse_option(const HChar *why, const HChar *option)
{
   VG_(fmsg)("%s: %s cannot be given with it\n", why, option);
   VG_(exit)(1);
}

void hp_options_check(void)
{
   if (run.peak_only && options.n_asked > 0)
      refuse_option("--peak-only=yes takes no snapshots", "--snapshot-at");
   if (run.mode != HP_MODE_HEAP && options.of_heap != NULL)
      refuse_option(run.mode == HP_MODE_COPY ? "--mode=copy does not count the heap"
                                             : "--mode=ad-hoc does not count the heap",
                    options.of_heap);
   if (options.pages)
      run.mode = HP_MODE_PAGES;
   if (run.mode == HP_MODE_PAGES && run.stacks)
      refuse_option("--pages-as-heap=yes counts the pages of stacks", "--stacks=yes");
   if (run.mode == HP_MODE_PAGES
       && (options.looks.end || options.looks.peak || options.looks.n_times > 0))
      refuse_option("--pages-as-heap=yes has no blocks", options.owners);
   if (run.mode == HP_MODE_PAGES && run.follow_accesses)
      refuse_option("--pages-as-heap=yes has no blocks", "--accesses=yes");
   if (run.peak_only && !options.has_time_unit)
      run.time_unit = HP_TIME_BYTES; /* costs nothing */
}
