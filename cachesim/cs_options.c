/* cs_options.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "cs_layout_option.h"
#include "cs_machine_option.h"
#include "data/cs_line_use.h"
#include "run/tk_option.h"

/* ---- Reading --------------------------------------------------------- */

enum { MOST_HISTOGRAM_B = 1 << 16 }; /* as heapprof's */

static void parse_geometry(const HChar *option, const HChar *text, cs_geometry *g)
{
   const HChar *problem = cs_geometry_parse(text, g);
   if (problem != NULL)
      VG_(fmsg_bad_option)(option, "%s\n", problem);
}

static void parse_sweep(cs_options *options, const HChar *option, const HChar *text)
{
   const HChar *problem = cs_sweep_parse(text, &options->sweep);
   if (problem != NULL)
      VG_(fmsg_bad_option)(option, "%s\n", problem);
}

static void parse_split(cs_options *options, const HChar *option, const HChar *text)
{
   options->split_d1 = VG_STREQ(text, "D1");
   if (!options->split_d1 && !VG_STREQ(text, "no"))
      VG_(fmsg_bad_option)(option, "expected D1 or no\n");
}

static void parse_predictor(cs_options *options, const HChar *option, const HChar *text)
{
   options->has_predictor = True;
   if (VG_(strcmp)(text, "classic") == 0)
      options->predictor = CS_PREDICTOR_CLASSIC;
   else if (VG_(strcmp)(text, "tage") == 0)
      options->predictor = CS_PREDICTOR_TAGE;
   else
      VG_(fmsg_bad_option)(option, "expected classic or tage\n");
}

static void add_toggling(cs_options *options, const HChar *option, const HChar *pattern)
{
   pattern = tk_option_function(option, pattern);
   if (options->toggling == NULL)
      options->toggling = VG_(newXA)(VG_(malloc), "cs.toggling", VG_(free),
                                     sizeof pattern);
   VG_(addToXA)(options->toggling, &pattern);
   options->collect_at_start = False; /* as in callgrind */
}

static const HChar usage[] =
   "    --I1=<size>,<assoc>,<line size>  level 1 instruction cache [the host's]\n"
   "    --D1=<size>,<assoc>,<line size>  level 1 data cache [the host's]\n"
   "    --LL=<size>,<assoc>,<line size>  last-level cache [the host's]\n"
   "    --machine=<name>|<file>|host|classic  simulate this machine; help: list the\n"
   "                                     names [classic]\n"
   "    --cache-sim=yes|no               simulate caches? [yes]\n"
   "    --branch-sim=no|yes              simulate branch predictors? [no]\n"
   "                                     Default with a --machine: yes\n"
   "    --predictor=classic|tage         simulate cachegrind's branch predictors, or\n"
   "                                     modern ones [classic]\n"
   "    --separate-threads=no|yes        begin call paths with their thread? [no]\n"
   "    --call-graph=no|yes|all          count each call path? all: prune none [no]\n"
   "    --instr=no|yes                   count each instruction? [no]\n"
   "    --objects=no|yes                 count misses by data object? [no]\n"
   "    --histogram=<bytes>              with --objects: count misses by offset, in\n"
   "                                     blocks and variables up to this size [1024]\n"
   "    --line-use=no|yes                count the bytes used of each fetched line?\n"
   "                                     Turns --objects on [yes with --objects and\n"
   "                                     a modern --machine]\n"
   "    --sweep=LL:<size>..<size>        count misses of last levels of these sizes,\n"
   "                                     as in LL:256K..64M, and why the last level\n"
   "                                     missed\n"
   "    --sweep=ways:<n>..<n>            count misses with these numbers of ways\n"
   "    --sweep=line:<bytes>..<bytes>    count misses with lines of these lengths\n"
   "    --split=no|D1                    count why D1 and the last level missed? [no]\n"
   "    --patterns=yes|no                with a --machine: count access patterns:\n"
   "                                     sequential, strided, by pointers? [yes]\n"
   "    --layout=<file>                  simulate data in this layout. Turns\n"
   "                                     --objects on, and --line-use off\n"
   "    --each=no|yes                    with --layout: first run the program once for\n"
   "                                     each rule alone? [no]\n"
   "    --sharing=no|yes                 find the memory lines that threads contend\n"
   "                                     for? [no]\n"
   "    --instr-at-start=yes|no          count from the start? [yes]\n"
   "    --toggle-collect=<function>      count only inside this function; can be\n"
   "                                     repeated\n"
   "    --collect-atstart=yes|no         count outside these functions? [yes; no\n"
   "                                     after --toggle-collect]\n"
   "    --cachesim-out-file=<file>       write the profile here [cachesim.out.%p]\n";

Bool cs_options_parse(cs_options *options, const HChar *arg)
{
   const HChar *text;

   if VG_STR_CLO (arg, "--I1", text)
      parse_geometry(arg, text, &options->i1);
   else if VG_STR_CLO (arg, "--D1", text)
      parse_geometry(arg, text, &options->d1);
   else if (VG_STR_CLO(arg, "--LL", text)
            || VG_STR_CLO(arg, "--L2", text)) /* cachegrind's old name */
      parse_geometry(arg, text, &options->ll);
   else if VG_STR_CLO (arg, "--machine", text)
      options->has_machine = cs_machine_option(arg, text, &options->machine);
   else if VG_BOOL_CLO (arg, "--cache-sim", options->caches) {
   } else if VG_BOOL_CLO (arg, "--branch-sim", options->branches)
      options->has_branches = True;
   else if VG_STR_CLO (arg, "--predictor", text)
      parse_predictor(options, arg, text);
   else if VG_XACT_CLO (arg, "--call-graph=all", options->whole_call_graph, True)
      options->call_graph = options->has_call_graph = True;
   else if VG_BOOL_CLO (arg, "--call-graph", options->call_graph) {
      options->whole_call_graph = False;
      options->has_call_graph = True;
   } else if VG_BOOL_CLO (arg, "--objects", options->objects) {
   } else if VG_BOOL_CLO (arg, "--instr", options->instrs) {
   } else if VG_BOOL_CLO (arg, "--line-use", options->line_use) {
      options->has_line_use = True;
   } else if VG_STR_CLO (arg, "--sweep", text)
      parse_sweep(options, arg, text);
   else if VG_STR_CLO (arg, "--split", text)
      parse_split(options, arg, text);
   else if VG_BOOL_CLO (arg, "--patterns", options->patterns)
      options->has_patterns = True;
   else if VG_STR_CLO (arg, "--layout", options->layout)
      cs_layout_option_read(arg, options->layout);
   else if VG_BOOL_CLO (arg, "--each", options->each_rule) {
   } else if VG_BOOL_CLO (arg, "--sharing", options->sharing) {
   } else if (tk_option_number(arg, "--histogram", 0, MOST_HISTOGRAM_B,
                               &options->histogram_B)) {
   } else if VG_BOOL_CLO (arg, "--separate-threads", options->separate_threads) {
   } else if (VG_BOOL_CLO(arg, "--instr-at-start", options->instr_at_start)
              || VG_BOOL_CLO(arg, "--instr-atstart", options->instr_at_start)) {
      /* The latter is callgrind's. */
   } else if VG_BOOL_CLO (arg, "--collect-atstart", options->collect_at_start) {
   } else if VG_STR_CLO (arg, "--toggle-collect", text)
      add_toggling(options, arg, text);
   else {
      tk_option_need_value(arg, usage);
      return False;
   }
   return True;
}

Bool cs_options_suggest(const HChar *arg)
{
   return tk_option_suggest(arg, usage);
}

void cs_options_usage(void)
{
   VG_(printf)("%s", usage);
}

/* ---- The machine ----------------------------------------------------- */

static void complete_geometry(cs_options *options)
{
   Bool all_given = options->i1.size_B && options->d1.size_B && options->ll.size_B;
   cs_host_caches host;
   if (!cs_host_detect(cs_host_cpuid, NULL, &host) && !all_given && options->caches)
      VG_(umsg)("warning: cannot determine this machine's caches; using defaults\n");
   options->machine = cs_machine_default;
   options->machine.i1.geometry = host.i1;
   options->machine.d1.geometry = host.d1;
   cs_machine_last(&options->machine)->geometry = host.ll;
}

/* An option for a cache replaces its shape; afterwards it has the machine's. */
static void override_shape(cs_geometry *given, cs_geometry *shape)
{
   if (given->size_B != 0)
      *shape = *given;
   *given = *shape;
}

static void complete_machine(cs_options *options)
{
   cs_machine *m = &options->machine;
   if (!options->has_machine)
      complete_geometry(options);
   override_shape(&options->i1, &m->i1.geometry);
   override_shape(&options->d1, &m->d1.geometry);
   override_shape(&options->ll, &cs_machine_last(m)->geometry);
   if (options->has_predictor)
      m->predictor = options->predictor;
   options->predictor = m->predictor;
   const HChar *problem = cs_machine_error(m);
   if (problem != NULL) {
      VG_(fmsg)("--I1, --D1 and --LL do not fit --machine: %s\n", problem);
      VG_(exit)(1);
   }
}

/* ---- Together -------------------------------------------------------- */

/* The option, if given, turns call paths on, unless another has turned them off. */
static void need_call_graph(cs_options *options, const HChar *option, Bool is_given)
{
   if (is_given && !options->has_call_graph)
      options->call_graph = True;
   if (!is_given || options->call_graph)
      return;
   VG_(fmsg)("%s needs call paths: --call-graph=yes\n", option);
   VG_(exit)(1);
}

static void need_caches(const cs_options *options, const HChar *option)
{
   if (options->caches)
      return;
   VG_(fmsg)("%s needs the caches: --cache-sim=yes\n", option);
   VG_(exit)(1);
}

/* Without call paths, the functions of the stack are unknown. */
static void need_data(cs_options *options, const HChar *option)
{
   if (!options->has_call_graph)
      options->call_graph = True;
   need_caches(options, option);
}

/* The last level is known. */
static void check_sweep(const cs_options *options)
{
   const HChar *problem = cs_sweep_error(&options->sweep, &options->ll);
   if (problem != NULL) {
      VG_(fmsg)("--sweep does not fit the last level: %s\n", problem);
      VG_(exit)(1);
   }
   cs_geometry shape = cs_sweep_shape(&options->sweep, &options->ll, 0);
   if (options->sweep.kind == CS_SWEEP_SIZES && shape.assoc != options->ll.assoc)
      VG_(umsg)("the caches of --sweep have %u ways: the last level's %u do not divide "
                "their sizes\n",
                shape.assoc, options->ll.assoc);
}

static void check_split(const cs_options *options)
{
   need_caches(options, "--split=D1");
   if (options->line_use) {
      VG_(fmsg)("--split=D1 and --line-use=yes cannot be given together\n");
      VG_(exit)(1);
   }
}

Bool cs_options_are_classic(const cs_options *options)
{
   return !options->has_machine || cs_machine_is_plain(&options->machine);
}

/* Prefetched lines and the flow of values are known of modern machines only. */
static void complete_patterns(cs_options *options)
{
   Bool is_modern = options->caches && !cs_options_are_classic(options);
   if (!options->has_patterns)
      options->patterns = is_modern;
   if (!options->patterns || is_modern)
      return;
   need_caches(options, "--patterns=yes");
   VG_(fmsg)("--patterns=yes needs a modern machine: --machine=host\n");
   VG_(exit)(1);
}

/* With a modern machine and data objects it is there unless an option says no: it tells
   what a layout wastes. */
static void complete_line_use(cs_options *options)
{
   Bool is_modern = options->caches && !cs_options_are_classic(options);
   Bool fits = options->d1.line_size_B <= CS_LINE_USE_MOST_B
               && options->d1.size_B > options->d1.line_size_B;
   if (!options->has_line_use)
      options->line_use = is_modern && options->objects && !options->split_d1
                          && options->layout == NULL && fits;
   if (options->line_use && !fits) {
      VG_(fmsg)("--line-use=yes needs a D1 of two or more lines, of at most %d bytes\n",
                CS_LINE_USE_MOST_B);
      VG_(exit)(1);
   }
}

/* Frames end by the stack pointer, which a return must change.  On arm64 it does not:
   the return address is in a register. */
static void check_frames(const cs_options *options)
{
#if defined(VGA_arm64)
   if (!options->call_graph && !options->objects && !options->sharing)
      return;
   VG_(fmsg)("call paths, --objects, --sharing and what needs them are not supported "
             "on arm64\n");
   VG_(exit)(1);
#endif
}

/* The addresses of another layout need more bits than 32.  */
static void check_layout(const cs_options *options)
{
   const HChar *problem = NULL;
   if (options->layout != NULL && sizeof(Addr) != 8)
      problem = "--layout needs a 64-bit program";
   else if (options->each_rule && options->layout == NULL)
      problem = "--each=yes needs rules: --layout=FILE";
   if (problem == NULL)
      return;
   VG_(fmsg)("%s\n", problem);
   VG_(exit)(1);
}

void cs_options_complete(cs_options *options)
{
   /* Estimated cycles without mispredictions would mislead. */
   if (!options->has_branches && options->caches && !cs_options_are_classic(options))
      options->branches = True;
   need_call_graph(options, "--toggle-collect", options->toggling != NULL);
   need_call_graph(options, "--separate-threads=yes", options->separate_threads);
   options->objects |= options->line_use || options->layout != NULL;
   if (options->objects)
      need_data(options, "--objects=yes");
   if (options->sharing)
      need_data(options, "--sharing=yes");
   check_layout(options);
   check_frames(options);
   if (options->predictor == CS_PREDICTOR_TAGE && !options->branches) {
      VG_(fmsg)("--predictor=tage needs the branches: --branch-sim=yes\n");
      VG_(exit)(1);
   }
   if (options->sweep.kind != CS_SWEEP_NONE)
      need_caches(options, "--sweep");
   if (options->split_d1)
      check_split(options);
   complete_machine(options);
   if (options->sweep.kind != CS_SWEEP_NONE)
      check_sweep(options);
   complete_patterns(options);
   complete_line_use(options);
}
