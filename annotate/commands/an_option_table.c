/* an_option_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_option_table.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* The headings of --help and of the man pages, in their order. */
typedef enum group { INPUT, ROWS, CALLS, DATA, MACHINE, SOURCE, LIMITS, OUTPUT } group;

enum { GROUPS = OUTPUT + 1 };

static const char *const headings[GROUPS] = {
   [INPUT] = "Input",       [ROWS] = "Rows and columns", [CALLS] = "Calls",
   [DATA] = "Data objects", [MACHINE] = "Machine",       [SOURCE] = "Source",
   [LIMITS] = "Limits",     [OUTPUT] = "Output",
};

typedef struct row {
   group group;
   unsigned commands;
   int id; /* a letter, or an AN_OPTION_ */
   const char *name;
   const char *argument;  /* "N", "[F]" if it can be left out, or NULL */
   const char *help;      /* HIDDEN: only the man page has it */
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
   /* ---- Input ---- */
   { INPUT, CS_ALL, AN_OPTION_INCLUDE, "include", "P",
     "only what matches fn:P, file:P or P, a pattern", NULL },
   { INPUT, CS_ALL, AN_OPTION_EXCLUDE, "exclude", "P", "all but what matches", NULL },
   { INPUT, CS_NAMES, AN_OPTION_MOD_FILENAME, "mod-filename", "s/OLD/NEW/",
     "rewrite file names: regular expression; s///gi", NULL },
   { INPUT, CS_NAMES, AN_OPTION_MOD_FUNCNAME, "mod-funcname", "s/OLD/NEW/",
     "rewrite function names the same way", NULL },
   { INPUT, AN_CS_ANNOTATE | AN_CS_MERGE | AN_CS_EXPORT, AN_OPTION_ALLOW_DIFFERENT,
     "allow-different", NULL, "add up different events or caches", NULL },
   { INPUT, AN_CS_DIFF, AN_OPTION_ALLOW_DIFFERENT, "allow-different", NULL,
     "compare different events or caches", NULL },
   { INPUT, AN_HP_ANNOTATE, AN_OPTION_AT, "at", "MOMENT",
     "at peak, end, total, snapshot N, 50%,\ntime=T or look=N", NULL },
   { INPUT, AN_HP_DIFF, AN_OPTION_AT, "at", "OLD[,NEW]",
     "owners at peak, end, 50%, time=T or look=N", NULL },
   { INPUT, REPORTS | EXPORTS, AN_OPTION_DEBUG_PATH, "debug-path", "DIR",
     "look for debug info by build id in DIR, too", NULL },
   { INPUT, AN_HP_DIFF | EXPORTS, AN_OPTION_SOURCE_ROOT, "source-root", "DIR",
     "never open binaries outside DIR for names", NULL },
   { INPUT, AN_CS_MACHINE, AN_OPTION_QUICK, "quick", NULL,
     "measure for a second instead of eight", NULL },
   { INPUT, AN_QUERN_TOP, AN_OPTION_INTERVAL, "interval", "SECONDS",
     "refresh interval; grows with slow refreshes", "1" },

   /* ---- Rows and columns ---- */
   { ROWS, CS_REPORTS, AN_OPTION_SHOW, "show", "A,...", "show these events and metrics",
     NULL },
   { ROWS, AN_CS_EXPORT, AN_OPTION_SHOW, "show", "A,...",
     "write these events and metrics", "all events" },
   { ROWS, AN_QUERN_TOP, AN_OPTION_SHOW, "show", "A,...", "columns: events and metrics",
     "Ir,L1m,LLm,Bm,CEst" },
   { ROWS, CS_REPORTS, AN_OPTION_SORT, "sort", "A,...", "sort by A, ties by the next",
     NULL },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_SORT, "sort", "VALUE",
     "sort allocation sites by a value below", "peak" },
   { ROWS, AN_HP_DIFF, AN_OPTION_SORT, "sort", "VALUE",
     "sort call paths by the change of a value", "peak" },
   { ROWS, AN_QUERN_TOP, AN_OPTION_SORT, "sort", "COLUMN", "sort by this column at first",
     "Ir, or growth" },
   { ROWS, AN_CS_ANNOTATE | AN_CS_DIFF | AN_HP_ANNOTATE, AN_OPTION_BY, "by", "NAME",
     "print only this section, such as line or\nfunction; help: list them", NULL },
   { ROWS, AN_CS_ANNOTATE | AN_CS_DIFF, AN_OPTION_TOP, "top", "N",
     "at most N rows of a table; 0: all", NULL },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_TOP, "top", "N",
     "at most N allocation sites; 0: all", "10" },
   { ROWS, AN_HP_DIFF, AN_OPTION_TOP, "top", "N", "at most N call paths; 0: all", "20" },
   { ROWS, AN_QUERN_TOP, AN_OPTION_TOP, "top", "N",
     "at most N rows of plain text; 0: all", "20" },
   { ROWS, CS_REPORTS, AN_OPTION_THRESHOLD, "threshold", "N",
     "leave out what is below N percent of A", "0.1" },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_THRESHOLD, "threshold", "N",
     "sum up what is below N percent", "1" },
   { ROWS, AN_HP_DIFF, AN_OPTION_THRESHOLD, "threshold", "N",
     "leave out changes below N% of the total", "0.1" },
   { ROWS, CS_REPORTS | AN_CS_EXPORT, AN_OPTION_METRIC, "metric", "NAME=FORMULA",
     "define a metric: 'MPKI=1000*(DLmr+DLmw)/Ir'", NULL },
   { ROWS, AN_HP_EXPORT, AN_OPTION_METRIC, "metric", "VALUE",
     "the value of call paths to show", "peak" },
   { ROWS, CS_REPORTS | AN_CS_EXPORT, AN_OPTION_CYCLES, "cycles", "WEIGHTS",
     "weights of CEst", "Ir=1,L1m=10,LLm=100,Bm=10" },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_LIST, "list", NULL, "only list the snapshots",
     NULL },
   { ROWS, ANNOTATES, AN_OPTION_METADATA, "metadata", NULL,
     "only show where the profile comes from", NULL },
   { ROWS, ANNOTATES, AN_OPTION_PROCESSES, "processes", NULL,
     "only list the processes that were added up", NULL },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_FINDINGS, "findings", "N",
     "show N findings of each kind", "5" },
   { ROWS, ANNOTATES, AN_OPTION_CRITERIA, "criteria", "NAME=N,...",
     "thresholds of findings, such as share=2", NULL },
   { ROWS, AN_HP_ANNOTATE, AN_OPTION_HEAT, "heat", "N", "show N heat maps", "3" },

   /* ---- Calls ---- */
   { CALLS, AN_CS_ANNOTATE, AN_OPTION_INCLUSIVE, "inclusive", NULL,
     "only list functions, by inclusive cost", NULL },
   { CALLS, AN_CS_ANNOTATE, AN_OPTION_FOCUS, "focus", "P",
     "only count call paths through functions P", NULL },
   { CALLS, AN_CS_ANNOTATE, AN_OPTION_TREE, "tree", "FORM",
     "only show calls: caller, callee, both, top-down\nor bottom-up", NULL },
   { CALLS, AN_HP_ANNOTATE, AN_OPTION_TREE, "tree", "FORM",
     "top-down, bottom-up, both or none", "top-down" },
   { CALLS, ANNOTATES, AN_OPTION_DEPTH, "depth", "N", "at most N levels of trees; 0: all",
     NULL },
   { CALLS, AN_CS_ANNOTATE, AN_OPTION_FRAMES, "frames", "N",
     "0: show every function of a chain", NULL },
   { CALLS, AN_HP_ANNOTATE | AN_HP_DIFF, AN_OPTION_FRAMES, "frames", "N",
     "at most N frames of each path; 0: all", "4" },
   { CALLS, AN_HP_ANNOTATE | AN_HP_DIFF, AN_OPTION_ALL_FRAMES, "all-frames", NULL,
     "show frames inside the standard library, too", NULL },

   /* ---- Data objects ---- */
   { DATA, AN_CS_ANNOTATE, AN_OPTION_OBJECTS, "objects", NULL,
     "list below each source line the data objects\nthat it misses on", NULL },
   { DATA, AN_CS_ANNOTATE, AN_OPTION_SUGGEST, "suggest", "F",
     "write other layouts of data, to be simulated", NULL },
   { DATA, AN_CS_ANNOTATE, AN_OPTION_SHARING, "sharing", NULL,
     "only show lines of memory that threads share", NULL },
   { DATA, AN_CS_DIFF, AN_OPTION_SHARING, "sharing", NULL,
     "only show lines of memory whose sharing changed", NULL },

   /* ---- Machine ---- */
   { MACHINE, AN_CS_ANNOTATE, AN_OPTION_WHY, "why", NULL,
     "only show where estimated cycles go, and why", NULL },
   { MACHINE, AN_CS_ANNOTATE | AN_CS_DIFF, AN_OPTION_ASM, "asm", "[FUNCTION|FILE:LINE]",
     "show a function's instructions", "the costliest" },
   { MACHINE, AN_CS_ANNOTATE | AN_CS_DIFF, AN_OPTION_SYNTAX, "syntax", "NAME",
     "assembly syntax: att or intel", "att" },
   { MACHINE, AN_CS_ANNOTATE, AN_OPTION_REASONS, "reasons", NULL,
     "only show why caches were missed", NULL },
   { MACHINE, AN_CS_ANNOTATE, AN_OPTION_GAINS, "gains", NULL,
     "only show what fewer misses would gain", NULL },
   { MACHINE, AN_CS_ANNOTATE, AN_OPTION_CURVE, "curve", NULL,
     "only show misses by cache size", NULL },
   { MACHINE, AN_CS_ANNOTATE, AN_OPTION_WHAT_IF, "what-if", "CHANGE",
     "only show cycles after a change: 'D1m=0',\n'f DLm=*0.5'", NULL },

   /* ---- Source ---- */
   { SOURCE, SOURCES, AN_OPTION_SHOW_PERCS, "show-percs", "[yes|no]", HIDDEN, NULL },
   { SOURCE, SOURCES, AN_OPTION_ANNOTATE, "annotate", "[yes|no]", HIDDEN, NULL },
   { SOURCE, SOURCES, AN_OPTION_AUTO, "auto", "yes|no", HIDDEN, NULL },
   { SOURCE, SOURCES, AN_OPTION_NO_ANNOTATE, "no-annotate", NULL, "no annotated source",
     NULL },
   { SOURCE, SOURCES, AN_OPTION_NO_SOURCE, "no-source", NULL,
     "open no source file at all", NULL },
   { SOURCE, SOURCES, AN_OPTION_CONTEXT, "context", "N",
     "show N source lines around each", "2" },
   { SOURCE, SOURCES, 'I', "source-path", "DIR", "look for source files in DIR, too",
     NULL },
   { SOURCE, SOURCES, AN_OPTION_SOURCE_ROOT, "source-root", "DIR",
     "never open source files outside DIR", NULL },
   { SOURCE, REPORTS, AN_OPTION_OWN, "own", "DIR,...",
     "treat source under DIR, a pattern, as the\nprogram's own", NULL },
   { SOURCE, REPORTS, AN_OPTION_NOT_OWN, "not-own", "DIR,...",
     "treat source under DIR as a library's", NULL },

   { SOURCE, AN_CS_DIFF, AN_OPTION_OLD_SOURCE, "old-source", "DIR",
     "find the source files of OLD in DIR", NULL },
   { SOURCE, AN_CS_DIFF, AN_OPTION_OLD_REV, "old-rev", "REV",
     "take the source files of OLD from git's REV", NULL },

   /* ---- Limits ---- */
   { LIMITS, DIFFS, AN_OPTION_LIMITS, "limits", "A=LIMIT,...",
     "limit the total of A: 5%, 1K, 5%|1K, 5%&1K, A<=N", NULL },
   { LIMITS, AN_CS_DIFF, AN_OPTION_LIMITS_EACH, "limits-fn", "A=LIMIT,...",
     "limit A in each function", NULL },
   { LIMITS, AN_HP_DIFF, AN_OPTION_LIMITS_EACH, "limits-path", "A=LIMIT,...",
     "limit A in each call path", NULL },
   { LIMITS, DIFFS, AN_OPTION_LIMITS_REGION, "limits-region", "R:A=LIMIT",
     "limit A in the regions R, a pattern", "all" },
   { LIMITS, CS_REPORTS, AN_OPTION_LIMITS_INCLUSIVE, "limits-incl", "F:A=LIMIT",
     "limit A in functions or paths F, with callees", NULL },
   { LIMITS, AN_CS_DIFF, AN_OPTION_LIMITS_ROWS, "limits-data", "O:A=LIMIT",
     "limit misses A on data objects O, a pattern", "all" },
   { LIMITS, AN_HP_DIFF, AN_OPTION_LIMITS_ROWS, "limits-owner", "O:A=LIMIT",
     "limit what owners O retain, a pattern", "all" },
   { LIMITS, ANNOTATES, AN_OPTION_FAIL_ON, "fail-on", "KIND,...",
     "exit with 3 for findings of these kinds, or all", NULL },
   { LIMITS, AN_CS_DIFF, AN_OPTION_FAIL_ON, "fail-on", "KIND,...",
     "exit with 3 for new or grown findings, or all", NULL },
   { LIMITS, DIFFS | AN_CS_ANNOTATE, AN_OPTION_JUNIT_FILE, "junit", "[F]",
     "write the results of the limits as JUnit XML", NULL },
   { LIMITS, DIFFS | AN_CS_ANNOTATE, AN_OPTION_GITHUB, "github", NULL,
     "print exceeded limits for GitHub", NULL },

   /* ---- Output ---- */
   { OUTPUT, EXPORTS, AN_OPTION_FORMAT, "format", "FORMAT",
     "write in one of the formats below", NULL },
   { OUTPUT, MERGES, 'o', "output", "OUT", "write to OUT (-: standard output)", NULL },
   { OUTPUT, EXPORTS | AN_CS_MACHINE, 'o', "output", "OUT", "write to OUT",
     "-: standard output" },
   { OUTPUT, DIFFS | ANNOTATES, AN_OPTION_HTML, "html", "F", "write a page for browsers",
     NULL },
   { OUTPUT, DIFFS, AN_OPTION_JSON_FILE, "json", "[F]",
     "print all as JSON; =all: what --html has", "F: -" },
   { OUTPUT, ANNOTATES, AN_OPTION_JSON, "json", "[all]",
     "print all as JSON; =all: what --html has", NULL },
   { OUTPUT, DIFFS, AN_OPTION_CSV_FILE, "csv", "[F]", "print everything as CSV", "F: -" },
   { OUTPUT, ANNOTATES, AN_OPTION_CSV, "csv", NULL, "print everything as CSV", NULL },
   { OUTPUT, DIFFS, AN_OPTION_MARKDOWN_FILE, "markdown", "[F]",
     "print the report as Markdown, for GitHub", "F: -" },
   { OUTPUT, ANNOTATES, AN_OPTION_MARKDOWN, "markdown", NULL,
     "print the report as Markdown, for GitHub", NULL },
   { OUTPUT, AN_CS_DIFF, AN_OPTION_FOLDED_FILE, "folded", "[F]",
     "write call paths with both values of A", NULL },
   { OUTPUT, ANNOTATES, AN_OPTION_MESSAGES, "messages", NULL,
     "write lines as compilers do, for editors", NULL },
   { OUTPUT, AN_QUERN_TOP, AN_OPTION_ONCE, "once", NULL,
     "print one interval as plain text", NULL },
   { OUTPUT, SOURCES | AN_HP_DIFF, AN_OPTION_FULL_NAMES, "full-names", NULL,
     "show names whole", NULL },
   { OUTPUT, SOURCES, AN_OPTION_NO_SHOW_PERCS, "no-show-percs", NULL,
     "show no percentages", NULL },
   { OUTPUT, REPORTS, AN_OPTION_WIDTH, "width", "N", "fit the report to N columns",
     "the terminal's" },
   { OUTPUT, REPORTS, AN_OPTION_COLOUR, "color", "WHEN",
     "use colours: auto, always or never", "auto" },
   { OUTPUT, REPORTS, AN_OPTION_NO_PAGER, "no-pager", NULL, "start no pager", NULL },
   { OUTPUT, ALL, 'h', "help", NULL, "show this help", NULL },
   { OUTPUT, ALL, AN_OPTION_VERSION, "version", NULL, "show the version", NULL },
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static bool is_optional(const row *r)
{
   return r->argument != NULL && r->argument[0] == '[';
}

void an_option_table_getopt(unsigned commands, an_getopt *getopt)
{
   size_t n = 0;
   memset(getopt, 0, sizeof *getopt);
   char *letter = getopt->letters;
   *letter++ = ':';
   for (const row *r = rows; r < rows + N_ROWS; r++) {
      if ((r->commands & commands) == 0)
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

static void print_row(const row *r, FILE *out)
{
   int width = fprintf(out, "%*s", INDENT, "");
   width += print_name(r, out);
   fprintf(out, "%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
   print_help(r, out);
}

static bool is_listed(const row *r, unsigned command, group of)
{
   return r->group == of && (r->commands & command) != 0 && r->help != HIDDEN;
}

void an_option_table_help(unsigned command, FILE *out)
{
   for (int of = 0; of < GROUPS; of++) {
      bool is_first = true;
      for (const row *r = rows; r < rows + N_ROWS; r++) {
         if (!is_listed(r, command, (group)of))
            continue;
         if (is_first)
            fprintf(out, "\n%s:\n", headings[of]);
         is_first = false;
         print_row(r, out);
      }
   }
}
