/* an_explain.c -- why a file cannot be read: if it is not a profile of the kind that the
   command reads, names the command for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_called.h"
#include "base/an_kind.h"
#include "commands/an_command.h"

#include <stdlib.h>
#include <string.h>

/* "this is WHAT: COMMAND FILE"; the command may have two forms, for counts and heaps, or
   be NULL. */
typedef struct {
   const char *what, *of_counts, *of_heap;
} explanation;

#define TO_CALLGRIND "go tool pprof -callgrind -output=callgrind.out"

static const explanation explanations[] = {
   [AN_KIND_COUNTS] = { "a profile of counts", "cs_annotate", "cs_annotate" },
   [AN_KIND_HEAP] = { "a heap profile", "hp_annotate", "hp_annotate" },
   [AN_KIND_MASSIF] = { "massif's profile", "ms_print", "ms_print" },
   [AN_KIND_PERF] = { "perf's profile", "perf report -i", "perf report -i" },
   [AN_KIND_REPORT] = { "a report in JSON, not a profile", NULL, NULL },
   [AN_KIND_PPROF] = { "a profile for pprof", TO_CALLGRIND, TO_CALLGRIND },
   [AN_KIND_HEAPTRACK] = { "heaptrack's profile", "heaptrack_print", "heaptrack_print" },
   [AN_KIND_FOLDED] = { "folded stacks", "flamegraph.pl", "flamegraph.pl" },
   [AN_KIND_SPEEDSCOPE] = { "a profile for speedscope, which opens it at "
                            "https://www.speedscope.app",
                            NULL, NULL },
   [AN_KIND_FIREFOX] = { "a profile for the Firefox Profiler, which opens it at "
                         "https://profiler.firefox.com",
                         NULL, NULL },
   [AN_KIND_CPROFILE] = { "a profile by Python's cProfile",
                          "pyprof2calltree -o callgrind.out -i",
                          "pyprof2calltree -o callgrind.out -i" },
   [AN_KIND_NYTPROF] = { "a profile by NYTProf", "nytprofcg --out callgrind.out --file",
                         "nytprofcg --out callgrind.out --file" },
   [AN_KIND_GPERFTOOLS] = { "a profile by gperftools", "google-pprof --callgrind PROGRAM",
                            "google-pprof --callgrind PROGRAM" },
   [AN_KIND_GPROF] = { "gprof's profile", "gprof PROGRAM", "gprof PROGRAM" },
   [AN_KIND_JSON] = { "JSON, but no profile by heapprof or DHAT", NULL, NULL },
   [AN_KIND_PACKED] = { "compressed in a way that is not read: unpack it first", NULL,
                        NULL },
   [AN_KIND_SOURCE] = { "a source file, not a profile", NULL, NULL },
   [AN_KIND_PROGRAM] = { "a program", "cachesim", "heapprof" },
   [AN_KIND_SCRIPT] = { "a script", "cachesim", "heapprof" },
};

void an_command_cannot_read(const char *first, const char *file, const an_error *error,
                            bool wants_heap)
{
   an_kind kind = an_kind_of(file);
   const explanation *e = &explanations[kind];
   const char *command = wants_heap ? e->of_heap : e->of_counts;
   char text[4096];
   if (kind == (wants_heap ? AN_KIND_HEAP : AN_KIND_COUNTS) || kind == AN_KIND_UNKNOWN
       || (wants_heap && kind == AN_KIND_JSON)) { /* what is wrong there is known */
      an_command_error_after(first, file, error->line, error->message);
      return;
   }
   if (command == NULL)
      snprintf(text, sizeof text, "this is %s", e->what);
   else {
      bool is_run = kind == AN_KIND_PROGRAM || kind == AN_KIND_SCRIPT;
      char *run = is_run ? an_called_run("valgrind --tool=", command,
                                         kind == AN_KIND_SCRIPT ? "--trace-children=yes"
                                                                : NULL)
                         : an_strdup(an_called(command));
      snprintf(text, sizeof text, "this is %s: %s %s", e->what, run, file);
      free(run);
   }
   an_command_error(file, 0, text);
}
