/* cs_options.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_options.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "data/cs_line_use.h"
#include "machine/cs_host.h"
#include "run/tk_option.h"

/* ---- Geometry -------------------------------------------------------- */

#if defined(VGA_x86) || defined(VGA_amd64)
static void host_cpuid(void *context, uint32_t leaf, uint32_t subleaf,
                       uint32_t out[4])
{
   __asm__ volatile("cpuid"
                    : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3])
                    : "a"(leaf), "c"(subleaf));
}
#else
/* There is no CPUID: every leaf is empty, so the defaults are used. */
static void host_cpuid(void *context, uint32_t leaf, uint32_t subleaf,
                       uint32_t out[4])
{
   out[0] = out[1] = out[2] = out[3] = 0;
}
#endif

static void complete_geometry(cs_options *options)
{
   Bool all_given = options->i1.size_B && options->d1.size_B && options->ll.size_B;
   cs_host_caches host;
   if (!cs_host_detect(host_cpuid, NULL, &host) && !all_given && options->caches)
      VG_(umsg)("warning: cannot determine this machine's caches; "
                "using defaults\n");
   if (options->i1.size_B == 0)
      options->i1 = host.i1;
   if (options->d1.size_B == 0)
      options->d1 = host.d1;
   if (options->ll.size_B == 0)
      options->ll = host.ll;
}

/* ---- Reading --------------------------------------------------------- */

enum { MOST_HISTOGRAM_B = 1 << 16 }; /* as heapprof's */

static void parse_geometry(const HChar *option, const HChar *text,
                           cs_geometry *g)
{
   const HChar *problem = cs_geometry_parse(text, g);
   if (problem != NULL)
      VG_(fmsg_bad_option)(option, "%s\n", problem);
}

static void parse_predictor(cs_options *options, const HChar *option,
                            const HChar *text)
{
   if (VG_(strcmp)(text, "classic") == 0)
      options->predictor = CS_PREDICTOR_CLASSIC;
   else if (VG_(strcmp)(text, "tage") == 0)
      options->predictor = CS_PREDICTOR_TAGE;
   else
      VG_(fmsg_bad_option)(option, "expected classic or tage\n");
}

static void add_toggling(cs_options *options, const HChar *option,
                         const HChar *pattern)
{
   if (pattern[0] == '\0')
      VG_(fmsg_bad_option)(option, "expected a function, or a pattern of some\n");
   if (options->toggling == NULL)
      options->toggling = VG_(newXA)(VG_(malloc), "cs.toggling", VG_(free),
                                 sizeof pattern);
   VG_(addToXA)(options->toggling, &pattern);
   options->collect_at_start = False; /* as in callgrind */
}

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
   else if VG_BOOL_CLO (arg, "--cache-sim", options->caches) {}
   else if VG_BOOL_CLO (arg, "--branch-sim", options->branches) {}
   else if VG_STR_CLO (arg, "--predictor", text)
      parse_predictor(options, arg, text);
   else if VG_XACT_CLO (arg, "--call-graph=all", options->whole_call_graph, True)
      options->call_graph = options->has_call_graph = True;
   else if VG_BOOL_CLO (arg, "--call-graph", options->call_graph) {
      options->whole_call_graph = False;
      options->has_call_graph = True;
   }
   else if VG_BOOL_CLO (arg, "--objects", options->objects) {}
   else if VG_BOOL_CLO (arg, "--line-use", options->line_use) {}
   else if VG_BOOL_CLO (arg, "--sharing", options->sharing) {}
   else if (tk_option_number(arg, "--histogram", 0, MOST_HISTOGRAM_B,
                             &options->histogram_B)) {}
   else if VG_BOOL_CLO (arg, "--separate-threads", options->separate_threads) {}
   else if (VG_BOOL_CLO(arg, "--instr-at-start", options->instr_at_start)
            || VG_BOOL_CLO(arg, "--instr-atstart", options->instr_at_start)) {
      /* The latter is callgrind's. */
   }
   else if VG_BOOL_CLO (arg, "--collect-atstart", options->collect_at_start) {}
   else if VG_STR_CLO (arg, "--toggle-collect", text)
      add_toggling(options, arg, text);
   else
      return False;
   return True;
}

void cs_options_usage(void)
{
   VG_(printf)(
"    --I1=<size>,<assoc>,<line size>  level 1 instruction cache [the host's]\n"
"    --D1=<size>,<assoc>,<line size>  level 1 data cache [the host's]\n"
"    --LL=<size>,<assoc>,<line size>  last-level cache [the host's]\n"
"    --cache-sim=yes|no               simulate caches? [yes]\n"
"    --branch-sim=no|yes              simulate branch predictors? [no]\n"
"    --predictor=classic|tage         cachegrind's branch predictors, or ones like\n"
"                                     today's processors' [classic]\n"
"    --separate-threads=no|yes        a call path for each thread? [no]\n"
"    --call-graph=no|yes|all          count each call path? all: write each [no]\n"
"    --objects=no|yes                 data misses by data object? [no]\n"
"    --histogram=<bytes>              and by offset, up to this size of a block or\n"
"                                     variable [1024]\n"
"    --line-use=no|yes                and how much is used of each line that they\n"
"                                     fetch? Turns --objects on [no]\n"
"    --sharing=no|yes                 which threads contend for which lines of\n"
"                                     memory? [no]\n"
"    --instr-at-start=yes|no          count from the start? [yes]\n"
"    --toggle-collect=<function>      count only while it is called; can be given\n"
"                                     more than once\n"
"    --collect-atstart=yes|no         count outside of these functions? [yes; no\n"
"                                     after --toggle-collect]\n"
"    --cachesim-out-file=<file>       file for the profile [cachesim.out.%%p]\n");
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

/* Without call paths, the functions of the stack are unknown. */
static void need_data(cs_options *options, const HChar *option)
{
   if (!options->has_call_graph)
      options->call_graph = True;
   if (options->caches)
      return;
   VG_(fmsg)("%s needs the caches: --cache-sim=yes\n", option);
   VG_(exit)(1);
}

void cs_options_complete(cs_options *options)
{
   need_call_graph(options, "--toggle-collect", options->toggling != NULL);
   need_call_graph(options, "--separate-threads=yes", options->separate_threads);
   options->objects |= options->line_use;
   if (options->objects)
      need_data(options, "--objects=yes");
   if (options->sharing)
      need_data(options, "--sharing=yes");
   if (options->predictor == CS_PREDICTOR_TAGE && !options->branches) {
      VG_(fmsg)("--predictor=tage needs the branches: --branch-sim=yes\n");
      VG_(exit)(1);
   }
   complete_geometry(options);
   if (options->line_use
       && (options->d1.line_size_B > CS_LINE_USE_MOST_B
           || options->d1.size_B == options->d1.line_size_B)) {
      VG_(fmsg)("--line-use=yes needs a D1 of two or more lines, of at most %d bytes\n",
                CS_LINE_USE_MOST_B);
      VG_(exit)(1);
   }
}
