/* an_option_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_option_table.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

typedef struct row {
   unsigned commands;
   int id;               /* a letter, or an AN_OPTION_ */
   const char *name;
   const char *argument; /* "N", "[F]" if it can be left out, or NULL */
   const char *help;     /* NULL: in one line of help with the row before;
                            HIDDEN: only the man page has it */
   const char *otherwise; /* the default, or NULL */
} row;

static const char HIDDEN[] = "";

enum {
   MERGES = AN_CS_MERGE | AN_HP_MERGE,
   DIFFS = AN_CS_DIFF | AN_HP_DIFF,
   EXPORTS = AN_CS_EXPORT | AN_HP_EXPORT,
   WRITES = MERGES | EXPORTS,
   CS_REPORTS = AN_CS_ANNOTATE | AN_CS_DIFF,
   SOURCES = CS_REPORTS | AN_HP_ANNOTATE,
   REPORTS = SOURCES | AN_HP_DIFF,
   CS_ALL = CS_REPORTS | AN_CS_MERGE,
   CS_NAMES = CS_ALL | AN_CS_EXPORT,
   ANNOTATES = AN_CS_ANNOTATE | AN_HP_ANNOTATE,
   ALL = REPORTS | WRITES | AN_CS_MACHINE | AN_QUERN_TOP,
};

/* In the order of --help. */
static const row rows[] = {
   /* ---- What is written, and where ---- */
   { EXPORTS, AN_OPTION_FORMAT, "format", "FORMAT",
     "write in one of the formats below", NULL },
   { AN_HP_EXPORT, AN_OPTION_METRIC, "metric", "VALUE",
     "the value of call paths to show", "peak" },
   { MERGES, 'o', "output", "OUT", "write to OUT (-: standard output)", NULL },
   { EXPORTS, 'o', "output", "OUT", "write to OUT",
     "-: standard output" },
   { AN_CS_MACHINE, 'o', "output", "OUT", "write the result to OUT",
     "-: standard output" },
   { WRITES | AN_CS_MACHINE, AN_OPTION_FORCE, "force", NULL,
     "replace OUT even if no Quern command wrote it", NULL },
   { AN_CS_MACHINE, AN_OPTION_QUICK, "quick", NULL,
     "measure for a second instead of eight", NULL },

   /* ---- The live view ---- */
   { AN_QUERN_TOP, AN_OPTION_INTERVAL, "interval", "SECONDS",
     "look so often; less often if looks take long", "1" },
   { AN_QUERN_TOP, AN_OPTION_ONCE, "once", NULL,
     "print one interval as plain text", NULL },
   { AN_QUERN_TOP, AN_OPTION_SHOW, "show", "A,...",
     "columns: events and metrics", "Ir,L1m,LLm,Bm,CEst" },
   { AN_QUERN_TOP, AN_OPTION_SORT, "sort", "COLUMN",
     "the column that sorts at first", "Ir, or growth" },
   { AN_QUERN_TOP, AN_OPTION_TOP, "top", "N",
     "at most N rows of plain text; 0: all", "20" },

   /* ---- Comparisons ---- */
   { DIFFS, AN_OPTION_LIMITS, "limits", "A=LIMIT,...",
     "limit the total of A: 5%, 1K, 5%|1K, 5%&1K, A<=N", NULL },
   { AN_CS_DIFF, AN_OPTION_LIMITS_EACH, "limits-fn", "A=LIMIT,...",
     "limit A in each function", NULL },
   { AN_HP_DIFF, AN_OPTION_LIMITS_EACH, "limits-path", "A=LIMIT,...",
     "limit A in each call path", NULL },
   { DIFFS, AN_OPTION_LIMITS_REGION, "limits-region", "R:A=LIMIT",
     "limit A in the regions R, a pattern [all]", NULL },
   { CS_REPORTS, AN_OPTION_LIMITS_INCLUSIVE, "limits-incl", "F:A=LIMIT",
     "limit A in functions or paths F, with callees", NULL },
   { AN_CS_DIFF, AN_OPTION_LIMITS_DATA, "limits-data", "O:A=LIMIT",
     "limit misses A on data objects O, a pattern [all]", NULL },
   { DIFFS, AN_OPTION_HTML, "html", "F",
     "write a page for browsers; --json=all: its data", NULL },
   { DIFFS, AN_OPTION_JSON_FILE, "json", "[F]",
     "write everything as JSON or CSV", "F: -" },
   { DIFFS, AN_OPTION_CSV_FILE, "csv", "[F]", NULL, NULL },
   { AN_CS_DIFF, AN_OPTION_FOLDED_FILE, "folded", "[F]",
     "write call paths with both values of A", NULL },
   { DIFFS | AN_CS_ANNOTATE, AN_OPTION_JUNIT_FILE, "junit", "[F]",
     "write limits as JUnit XML; annotate on GitHub", NULL },
   { DIFFS | AN_CS_ANNOTATE, AN_OPTION_GITHUB, "github", NULL, NULL, NULL },
   { AN_HP_DIFF, AN_OPTION_FORCE, "force", NULL,
     "replace F even if no Quern command wrote it", NULL },
   { AN_CS_DIFF, AN_OPTION_FORCE, "force", NULL,
     "replace any F; compare different events or caches", NULL },
   { AN_CS_DIFF, AN_OPTION_ALLOW_DIFFERENT, "allow-different", NULL, NULL, NULL },

   /* ---- Counts: columns ---- */
   { CS_REPORTS, AN_OPTION_SHOW, "show", "A,...",
     "show these events and metrics; sort by A, ...", NULL },
   { CS_REPORTS, AN_OPTION_SORT, "sort", "A,...", NULL, NULL },
   { AN_CS_EXPORT, AN_OPTION_SHOW, "show", "A,...",
     "write these events and metrics", "all events" },
   { AN_CS_DIFF, AN_OPTION_THRESHOLD, "threshold", "N",
     "leave out what is below N percent of A", "0.1" },
   { AN_CS_ANNOTATE, AN_OPTION_TOP, "top", "N",
     "N rows; leave out what is below N percent", "0.1" },
   { AN_CS_ANNOTATE, AN_OPTION_THRESHOLD, "threshold", "N", NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_BY, "by", "VIEW",
     "only lines, ..., data; calls: caller, top-down, ..", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_TREE, "tree", "FORM", NULL, NULL },
   { AN_CS_DIFF, AN_OPTION_BY, "by", "VIEW",
     "only one table, such as inclusive, path; N rows", NULL },
   { AN_CS_DIFF, AN_OPTION_TOP, "top", "N", NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_INCLUSIVE, "inclusive", NULL,
     "only functions by inclusive cost, or paths via P", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_FOCUS, "focus", "P", NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_DEPTH, "depth", "N",
     "N levels of call paths; 0: all frames of a chain", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_FRAMES, "frames", "N", NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_WHY, "why", NULL,
     "only why lines are slow, or miss; what if not", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_REASONS, "reasons", NULL, NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_GAINS, "gains", NULL, NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_CURVE, "curve", NULL,
     "only misses by cache size; cycles if F changed", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_WHAT_IF, "what-if", "'D1m=0'", NULL, NULL },
   { AN_CS_ANNOTATE, AN_OPTION_SHARING, "sharing", NULL,
     "only shared memory; exit with 3 for findings K", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_FAIL_ON, "fail-on", "K,...", NULL, NULL },
   { AN_CS_DIFF, AN_OPTION_SHARING, "sharing", NULL,
     "only shared memory; 3 for new K=false-sharing", NULL },
   { AN_CS_DIFF, AN_OPTION_FAIL_ON, "fail-on", "K", NULL, NULL },
   { AN_CS_DIFF | AN_CS_EXPORT, AN_OPTION_METRIC, "metric", "NAME=FORMULA",
     "define a metric: 'MPKI=1000*(DLmr+DLmw)/Ir'", NULL },
   { AN_CS_DIFF | AN_CS_EXPORT, AN_OPTION_CYCLES, "cycles", "WEIGHTS", "weights of CEst",
     "Ir=1,L1m=10,LLm=100,Bm=10" },
   { AN_CS_ANNOTATE, AN_OPTION_METRIC, "metric", "N=F",
     "define a metric N=1000*DLm/Ir; weights of CEst", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_CYCLES, "cycles", "W", NULL, NULL },

   /* ---- Heap profiles ---- */
   { AN_HP_ANNOTATE, AN_OPTION_AT, "at", "MOMENT",
     "show peak, end, total, snapshot N, 50% or time=T", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_LIST, "list", NULL,
     "show only a list of the snapshots", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_BY, "by", "VIEW",
     "show only a table of lines, functions or files", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_TREE, "tree", "FORM",
     "top-down, bottom-up, both or none", "top-down" },
   { AN_HP_ANNOTATE, AN_OPTION_ALL_FRAMES, "all-frames", NULL,
     "show frames inside the standard library, too", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_DEPTH, "depth", "N",
     "N levels [0: all]; sum up what is below N% [1]", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_THRESHOLD, "threshold", "N", NULL, NULL },
   { AN_HP_ANNOTATE, AN_OPTION_SORT, "sort", "VALUE",
     "sort allocation sites by a value below", "peak" },
   { AN_HP_ANNOTATE, AN_OPTION_TOP, "top", "N",
     "N sites [10], N frames of each [4]; 0: all", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_FRAMES, "frames", "N", NULL, NULL },
   { AN_HP_ANNOTATE, AN_OPTION_FINDINGS, "findings", "N",
     "show N findings of each kind [5], N heat maps [3]", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_HEAT, "heat", "N", NULL, NULL },
   { AN_HP_ANNOTATE, AN_OPTION_FAULTS, "faults", "NAME=N,...",
     "thresholds of findings, such as bytes=4096", NULL },
   { AN_HP_ANNOTATE, AN_OPTION_FAIL_ON, "fail-on", "KIND,...",
     "exit with 3 for findings of these kinds, or all", NULL },
   { AN_HP_DIFF, AN_OPTION_SORT, "sort", "VALUE",
     "sort call paths by the change of a value", "peak" },
   { AN_HP_DIFF, AN_OPTION_TOP, "top", "N",
     "N call paths [20], N frames of each [4]; 0: all", NULL },
   { AN_HP_DIFF, AN_OPTION_FRAMES, "frames", "N", NULL, NULL },
   { AN_HP_DIFF, AN_OPTION_ALL_FRAMES, "all-frames", NULL,
     "show frames inside the standard library, too", NULL },
   { AN_HP_DIFF, AN_OPTION_THRESHOLD, "threshold", "N",
     "leave out changes below N% of the total", "0.1" },

   /* ---- Source ---- */
   { SOURCES, AN_OPTION_SHOW_PERCS, "show-percs", "[yes|no]", HIDDEN, NULL },
   { SOURCES, AN_OPTION_ANNOTATE, "annotate", "[yes|no]", HIDDEN, NULL },
   { SOURCES, AN_OPTION_AUTO, "auto", "yes|no", HIDDEN, NULL },
   { SOURCES, AN_OPTION_NO_ANNOTATE, "no-annotate", NULL,
     "show no source; --no-source: open none either", NULL },
   { SOURCES, AN_OPTION_NO_SOURCE, "no-source", NULL, NULL, NULL },
   { SOURCES, AN_OPTION_CONTEXT, "context", "N",
     "N source lines around each [2]; show whole names", NULL },
   { SOURCES, AN_OPTION_FULL_NAMES, "full-names", NULL, NULL, NULL },
   { SOURCES, 'I', "source-path", "DIR", "look for source files in DIR, too",
     NULL },
   { SOURCES, AN_OPTION_SOURCE_ROOT, "source-root", "DIR",
     "open only source files below DIR", NULL },
   { AN_HP_DIFF | EXPORTS, AN_OPTION_SOURCE_ROOT, "source-root", "DIR",
     "open only objects below DIR, for names", NULL },

   { REPORTS | EXPORTS, AN_OPTION_DEBUG_PATH, "debug-path", "DIR",
     "look for debug info by build id in DIR, too", NULL },

   /* ---- Counts: names and files ---- */
   { CS_NAMES, AN_OPTION_MOD_FILENAME, "mod-filename", "s/OLD/NEW/",
     "rewrite file names: regular expression; s///gi", NULL },
   { CS_NAMES, AN_OPTION_MOD_FUNCNAME, "mod-funcname", "s/OLD/NEW/",
     "rewrite function names likewise", NULL },
   { CS_ALL, AN_OPTION_INCLUDE, "include", "P",
     "only what matches file:P, fn:P or P; all but that", NULL },
   { CS_ALL, AN_OPTION_EXCLUDE, "exclude", "P", NULL, NULL },
   { AN_CS_ANNOTATE | AN_CS_MERGE | AN_CS_EXPORT, AN_OPTION_ALLOW_DIFFERENT,
     "allow-different", NULL, "add up different events or caches", NULL },

   /* ---- The report ---- */
   { AN_HP_ANNOTATE, AN_OPTION_PROCESSES, "processes", NULL,
     "show only a table of the processes", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_PROCESSES, "processes", NULL,
     "only processes; data objects under source lines", NULL },
   { AN_CS_ANNOTATE, AN_OPTION_OBJECTS, "objects", NULL, NULL, NULL },
   { ANNOTATES, AN_OPTION_HTML, "html", "F",
     "write a page for browsers, or everything as JSON", NULL },
   { ANNOTATES, AN_OPTION_JSON, "json", "[all]", NULL, NULL },
   { ANNOTATES, AN_OPTION_CSV, "csv", NULL,
     "write CSV, or lines for editors; replace any F", NULL },
   { ANNOTATES, AN_OPTION_MESSAGES, "messages", NULL, NULL, NULL },
   { ANNOTATES, AN_OPTION_FORCE, "force", NULL, NULL, NULL },
   { SOURCES, AN_OPTION_WIDTH, "width", "N",
     "columns [the terminal's]; show no percentages", NULL },
   { SOURCES, AN_OPTION_NO_SHOW_PERCS, "no-show-percs", NULL, NULL, NULL },
   { AN_HP_DIFF, AN_OPTION_WIDTH, "width", "N",
     "columns [the terminal's]; show whole names", NULL },
   { AN_HP_DIFF, AN_OPTION_FULL_NAMES, "full-names", NULL, NULL, NULL },
   { REPORTS, AN_OPTION_COLOUR, "color", "WHEN",
     "auto, always or never [auto]; start no pager", NULL },
   { REPORTS, AN_OPTION_NO_PAGER, "no-pager", NULL, NULL, NULL },
   { ALL, 'h', "help", NULL, "show this help, or the version", NULL },
   { ALL, AN_OPTION_VERSION, "version", NULL, NULL, NULL },
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_optional(const row *r)
{
   return r->argument != NULL && r->argument[0] == '[';
}

void an_option_table_getopt(unsigned command, an_getopt *getopt)
{
   size_t n = 0;
   memset(getopt, 0, sizeof *getopt);
   char *letter = getopt->letters;
   *letter++ = ':';
   for (const row *r = rows; r < rows + ROWS; r++) {
      if ((r->commands & command) == 0)
         continue;
      assert(n < AN_OPTIONS_MOST);
      int has = r->argument == NULL ? no_argument
                : is_optional(r)    ? optional_argument
                                    : required_argument;
      getopt->options[n++] = (struct option){ r->name, has, NULL, r->id };
      if (r->id < 256) {
         assert(letter + 2 < getopt->letters + AN_LETTERS_B);
         *letter++ = (char)r->id;
         if (has == required_argument)
            *letter++ = ':';
      }
   }
}

/* ---- Help ---- */

enum { INDENT = 2, HELP_COLUMN = 30 };

/* Returns the width. */
static int print_name(const row *r, FILE *out)
{
   int width = 0;
   if (r->id < 256)
      width += fprintf(out, "-%c, ", r->id);
   width += fprintf(out, "--%s", r->name);
   if (is_optional(r))
      width += fprintf(out, "[=%s", r->argument + 1);
   else if (r->argument != NULL)
      width += fprintf(out, "=%s", r->argument);
   return width;
}

/* The names of the row and of those that share its line. */
static void print_names(unsigned command, const row *r, FILE *out)
{
   int width = fprintf(out, "%*s", INDENT, "");
   width += print_name(r, out);
   for (r++; r < rows + ROWS && r->help == NULL; r++)
      if ((r->commands & command) != 0) {
         width += fprintf(out, ", ");
         width += print_name(r, out);
      }
   fprintf(out, "%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
}

static void print_help(const row *r, FILE *out)
{
   const char *end, *text = r->help;
   for (; (end = strchr(text, '\n')) != NULL; text = end + 1)
      fprintf(out, "%.*s\n%*s", (int)(end - text), text, HELP_COLUMN, "");
   fputs(text, out);
   if (r->otherwise != NULL)
      fprintf(out, " [%s]", r->otherwise);
   putc('\n', out);
}

void an_option_table_help(unsigned command, FILE *out)
{
   for (const row *r = rows; r < rows + ROWS; r++)
      if ((r->commands & command) != 0 && r->help != NULL
          && r->help != HIDDEN) {
         print_names(command, r, out);
         print_help(r, out);
      }
}
