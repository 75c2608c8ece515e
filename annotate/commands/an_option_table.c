/* an_option_table.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_option_table.h"

#include "commands/an_take.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* The headings of --help and of the man pages, in their order. */
enum { INPUT, ROWS, CALLS, DATA, MACHINE, SOURCE, LIMITS, OUTPUT };

enum { GROUPS = OUTPUT + 1 };

static const char *const headings[GROUPS] = {
   [INPUT] = "Input",       [ROWS] = "Rows and columns", [CALLS] = "Calls",
   [DATA] = "Data objects", [MACHINE] = "Machine",       [SOURCE] = "Source",
   [LIMITS] = "Limits",     [OUTPUT] = "Output",
};

#define HIDDEN ""

/* How a row's text is taken, and where it goes.  The product is 0, and a
   warning if the member has another type. */
#define TO(take, member, type) \
   an_take_##take, \
      offsetof(an_options, member) + 0 * sizeof(&((an_options *)0)->member == (type *)0)
#define TEXT(member) TO(text, member, const char *)
#define TEXTS(member) TO(another, member, an_texts)
#define FOLDER(member) TO(folder, member, an_texts)
#define REWRITE(member) TO(rewrite, member, an_rewrite *)
#define YES_NO(member) TO(yes_no, member, bool)
#define NUMBER(member) TO(number, member, size_t)
#define AMOUNT(member) TO(amount, member, size_t)
#define PERCENTAGE(member) TO(percentage, member, double)
#define TAKE(name) an_take_##name, 0

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
   ALL = REPORTS | WRITES | AN_CS_MACHINE | AN_QUERN_TOP | AN_QUERN_RUN,
};

/* In the order of --help. */
static const an_option rows[] = {
   /* ---- Input ---- */
   { INPUT, CS_ALL, "include", "P", "count only matches of pattern P, fn:P or file:P",
     TAKE(filter), NULL },
   { INPUT, CS_ALL, "exclude", "P", "leave out matches of pattern P, fn:P or file:P",
     TAKE(filter), NULL },
   { INPUT, CS_NAMES, "mod-filename", "s/OLD/NEW/",
     "rewrite file names: regular expression; s///gi", REWRITE(names.files), NULL },
   { INPUT, CS_NAMES, "mod-funcname", "s/OLD/NEW/", "rewrite function names the same way",
     REWRITE(names.functions), NULL },
   { INPUT, AN_CS_ANNOTATE | AN_CS_MERGE | AN_CS_EXPORT, "allow-different", NULL,
     "add up different events or caches", TAKE(different), NULL },
   { INPUT, AN_CS_DIFF, "allow-different", NULL, "compare different events or caches",
     TAKE(different), NULL },
   { INPUT, AN_HP_ANNOTATE, "at", "MOMENT",
     "moment to show: peak, end, total, 50%, time=T,\n"
     "snapshot N, or look=N (owner snapshot); A,B:\n"
     "allocated since snapshot A, and alive at B",
     TAKE(moments), NULL },
   { INPUT, AN_HP_DIFF, "at", "OLD[,NEW]",
     "compare moments: peak, end, 50%, time=T, N, look=N", TAKE(moments), NULL },
   { INPUT, REPORTS | EXPORTS, "debug-path", "DIR",
     "also look for debug info by build id in DIR", FOLDER(debug), NULL },
   { INPUT, AN_HP_DIFF | EXPORTS, "source-root", "DIR",
     "never open binaries outside DIR for names", TAKE(root), NULL },
   { INPUT, AN_CS_MACHINE, "quick", NULL, "measure for one second instead of eight",
     YES_NO(quick), "yes" },
   { INPUT, AN_QUERN_TOP, "interval", "SECONDS",
     "refresh interval; grows with slow refreshes", TAKE(interval), "1" },

   { INPUT, AN_QUERN_RUN, "tool-options", "'O ...'",
     "options of the tool and of Valgrind: words as\na shell has them",
     TEXTS(tool_options), NULL },

   /* ---- Rows and columns ---- */
   { ROWS, CS_REPORTS, "show", "A,...", "show these events and metrics", TEXT(show),
     NULL },
   { ROWS, AN_CS_EXPORT, "show", "A,...", "write these events and metrics [all events]",
     TEXT(show), NULL },
   { ROWS, AN_QUERN_TOP, "show", "A,...",
     "columns: events and metrics [Ir,L1m,LLm,Bm,CEst]", TEXT(show), NULL },
   { ROWS, CS_REPORTS, "sort", "A,...", "sort by A; break ties by the next", TEXT(sort),
     NULL },
   { ROWS, AN_HP_ANNOTATE, "sort", "VALUE", "sort allocation sites by a value below",
     TAKE(value), "peak" },
   { ROWS, AN_HP_DIFF, "sort", "VALUE", "sort call paths by the change of a value [peak]",
     TEXT(sort), NULL },
   { ROWS, AN_QUERN_TOP, "sort", "COLUMN", "sort by this column at first [Ir, or growth]",
     TEXT(sort), NULL },
   { ROWS, AN_CS_ANNOTATE | AN_CS_DIFF | AN_HP_ANNOTATE, "by", "NAME",
     "print only this section, such as line or\nfunction; help: list them", TAKE(by),
     NULL },
   { ROWS, AN_CS_ANNOTATE | AN_CS_DIFF, "top", "N", "at most N rows of a table; 0: all",
     NUMBER(request.n_top), NULL },
   { ROWS, AN_HP_ANNOTATE, "top", "N", "at most N allocation sites; 0: all",
     AMOUNT(n_top), "10" },
   { ROWS, AN_HP_DIFF, "top", "N", "at most N call paths; 0: all", AMOUNT(n_top), "20" },
   { ROWS, AN_QUERN_TOP, "top", "N", "at most N rows of plain text; 0: all",
     AMOUNT(n_top), "20" },
   { ROWS, CS_REPORTS, "threshold", "N", "leave out rows below N percent of A",
     PERCENTAGE(threshold), "0.1" },
   { ROWS, AN_HP_ANNOTATE, "threshold", "N", "sum up entries below N percent",
     PERCENTAGE(threshold), "1" },
   { ROWS, AN_HP_DIFF, "threshold", "N", "leave out changes below N% of the total",
     PERCENTAGE(threshold), "0.1" },
   { ROWS, CS_REPORTS | AN_CS_EXPORT, "metric", "NAME=FORMULA",
     "define a metric: 'MPKI=1000*(DLmr+DLmw)/Ir'", TEXTS(metrics), NULL },
   { ROWS, AN_HP_EXPORT, "metric", "VALUE", "write this value of call paths [peak]",
     TAKE(value), NULL },
   { ROWS, CS_REPORTS | AN_CS_EXPORT, "cycles", "WEIGHTS",
     "weights of CEst [Ir=1,L1m=10,LLm=100,Bm=10]", TEXT(cycles), NULL },
   { ROWS, AN_HP_ANNOTATE, "list", NULL, "only list the snapshots", TAKE(section),
     "snapshot" },
   { ROWS, AN_CS_ANNOTATE, "metadata", NULL, "only show where the profile comes from",
     TAKE(section), "metadata" },
   { ROWS, AN_HP_ANNOTATE, "metadata", NULL, "only show where the profile comes from",
     YES_NO(only_metadata), "yes" },
   { ROWS, ANNOTATES, "processes", NULL, "only list the processes that were added up",
     TAKE(section), "process" },
   { ROWS, AN_HP_ANNOTATE, "findings", "N", "show N findings of each kind",
     AMOUNT(n_findings), "5" },
   { ROWS, ANNOTATES, "criteria", "NAME=N,...", "thresholds of findings, such as share=2",
     TAKE(criteria), NULL },
   { ROWS, AN_CS_ANNOTATE | AN_CS_DIFF, "idioms", "FILE",
     "also find the idioms that FILE describes", TEXTS(idiom_files), NULL },
   { ROWS, AN_HP_ANNOTATE, "heat", "N", "show N heat maps", AMOUNT(n_heat), "1" },

   /* ---- Calls ---- */
   { CALLS, AN_CS_ANNOTATE, "inclusive", NULL, "only list functions, by inclusive cost",
     TAKE(section), "inclusive" },
   { CALLS, AN_CS_ANNOTATE, "focus", "P", "only count call paths through functions P",
     TAKE(focus), NULL },
   { CALLS, AN_CS_ANNOTATE, "tree", "FORM",
     "only show calls: caller, callee, both, top-down\nor bottom-up", TAKE(tree), NULL },
   { CALLS, AN_HP_ANNOTATE, "tree", "FORM", "top-down, bottom-up, both or none",
     TAKE(heap_tree), "top-down" },
   { CALLS, AN_CS_ANNOTATE, "depth", "N", "at most N levels of trees; 0: all",
     NUMBER(request.depth), NULL },
   { CALLS, AN_HP_ANNOTATE, "depth", "N", "at most N levels of trees; 0: all",
     TO(depth, depth, size_t), NULL },
   { CALLS, AN_CS_ANNOTATE, "frames", "N", "0: show every function of folded chains",
     NUMBER(n_frames), NULL },
   { CALLS, AN_HP_ANNOTATE | AN_HP_DIFF, "frames", "N",
     "at most N frames of each path; 0: all", AMOUNT(n_frames), "4" },
   { CALLS, AN_HP_ANNOTATE | AN_HP_DIFF, "all-frames", NULL,
     "show frames inside the standard library, too", YES_NO(all_frames), "yes" },

   /* ---- Data objects ---- */
   { DATA, AN_CS_ANNOTATE, "objects", NULL,
     "list below each source line the data objects\nthat it misses on",
     YES_NO(request.objects), "yes" },
   { DATA, AN_CS_ANNOTATE, "suggest", "F", "write better data layouts, for --layout=F",
     TEXT(forms.suggest), NULL },
   { DATA, AN_CS_ANNOTATE, "sharing", NULL, "only show memory lines that threads share",
     TAKE(section), "sharing" },
   { DATA, AN_CS_DIFF, "sharing", NULL, "only show memory lines whose sharing changed",
     TAKE(section), "sharing" },

   /* ---- Machine ---- */
   { MACHINE, AN_CS_ANNOTATE, "why", NULL, "only show where estimated cycles go, and why",
     TAKE(section), "why" },
   { MACHINE, AN_CS_ANNOTATE | AN_CS_DIFF, "asm", "[FUNCTION|FILE:LINE]",
     "show a function's instructions [the costliest]", TAKE(asm), NULL },
   { MACHINE, AN_CS_ANNOTATE | AN_CS_DIFF, "syntax", "NAME",
     "assembly syntax: att or intel", TAKE(syntax), "att" },
   { MACHINE, AN_CS_ANNOTATE, "reasons", NULL, "only show why caches were missed",
     TAKE(section), "reasons" },
   { MACHINE, AN_CS_ANNOTATE, "gains", NULL, "only show what fewer misses would gain",
     TAKE(section), "gains" },
   { MACHINE, AN_CS_ANNOTATE, "curve", NULL, "only show misses by cache size",
     TAKE(section), "curve" },
   { MACHINE, AN_CS_ANNOTATE, "what-if", "CHANGE",
     "only show cycles after a change: 'D1m=0',\n'f DLm=*0.5'", TEXTS(changes), NULL },

   /* ---- Source ---- */
   { SOURCE, SOURCES, "show-percs", "[yes|no]", HIDDEN, YES_NO(request.percents), "yes" },
   { SOURCE, SOURCES, "annotate", "[yes|no]", HIDDEN, YES_NO(request.annotate), "yes" },
   { SOURCE, SOURCES, "auto", "yes|no", HIDDEN, YES_NO(request.annotate), NULL },
   { SOURCE, SOURCES, "no-annotate", NULL, "show no annotated source",
     YES_NO(request.annotate), "no" },
   { SOURCE, SOURCES, "no-source", NULL, "open no source files", TAKE(no_source), NULL },
   { SOURCE, SOURCES, "context", "N", "show N source lines around each", NUMBER(context),
     "2" },
   { SOURCE, SOURCES, "source-path", "DIR", "also look for source files in DIR",
     FOLDER(directories), NULL },
   { SOURCE, SOURCES, "source-root", "DIR", "never open source files outside DIR",
     TAKE(root), NULL },
   { SOURCE, REPORTS, "own", "DIR,...",
     "treat source under DIR, a pattern, as the\nprogram's own", TAKE(own), NULL },
   { SOURCE, REPORTS, "not-own", "DIR,...", "treat source under DIR as a library's",
     TAKE(own), NULL },

   { SOURCE, AN_CS_DIFF, "old-source", "DIR", "find the source files of OLD in DIR",
     TAKE(old_source), NULL },
   { SOURCE, AN_CS_DIFF, "old-rev", "REV", "read the source files of OLD from git's REV",
     TAKE(old_rev), NULL },

   /* ---- Limits ---- */
   { LIMITS, DIFFS, "limits", "A=LIMIT,...",
     "limit the total of A: 5%, 1K, 5%|1K, 5%&1K, A<=N", TEXT(limits), NULL },
   { LIMITS, AN_CS_DIFF, "limits-fn", "A=LIMIT,...", "limit A in each function",
     TEXT(limits_each), NULL },
   { LIMITS, AN_HP_DIFF, "limits-path", "A=LIMIT,...", "limit A in each call path",
     TEXT(limits_each), NULL },
   { LIMITS, DIFFS, "limits-region", "R:A=LIMIT",
     "limit A in the regions R, a pattern [all]", TEXTS(limits_region), NULL },
   { LIMITS, CS_REPORTS, "limits-incl", "F:A=LIMIT",
     "limit A in functions or paths F, with callees", TEXTS(limits_inclusive), NULL },
   { LIMITS, AN_CS_DIFF, "limits-data", "O:A=LIMIT",
     "limit misses A on data objects O, a pattern [all]", TEXTS(limits_rows), NULL },
   { LIMITS, AN_HP_DIFF, "limits-owner", "O:A=LIMIT",
     "limit what owners O retain, a pattern [all]", TEXTS(limits_rows), NULL },
   { LIMITS, AN_HP_ANNOTATE | AN_HP_DIFF, "ignore-leaks", "FILE",
     "leave out known leaks: fn:P, file:P, lib:P, or\nsuppressions of memcheck",
     TEXTS(ignored), NULL },
   { LIMITS, ANNOTATES, "fail-on", "KIND,...",
     "exit with 3 for findings of these kinds, or all", TAKE(fail_on), NULL },
   { LIMITS, AN_CS_DIFF, "fail-on", "KIND,...",
     "exit with 3 for new or grown findings, or all", TAKE(fail_on), NULL },
   { LIMITS, DIFFS | AN_CS_ANNOTATE, "junit", "[F]",
     "write the results of the limits as JUnit XML", TEXT(forms.junit), "-" },
   { LIMITS, DIFFS | AN_CS_ANNOTATE, "github", NULL, "print exceeded limits for GitHub",
     YES_NO(forms.github), "yes" },

   /* ---- Output ---- */
   { OUTPUT, EXPORTS, "format", "FORMAT", "write in one of the formats below",
     TAKE(format), NULL },
   { OUTPUT, MERGES, "output", "OUT", "write to OUT (-: standard output)", TAKE(output),
     NULL },
   { OUTPUT, EXPORTS | AN_CS_MACHINE, "output", "OUT",
     "write to OUT [-: standard output]", TAKE(output), NULL },
   { OUTPUT, AN_QUERN_RUN, "save", "FILE",
     "write the profile there [NAME.quern, of the\nprogram's name]", TEXT(save), NULL },
   { OUTPUT, AN_QUERN_RUN, "open", NULL,
     "write the page beside the profile, and open it\nin a browser", YES_NO(open),
     "yes" },
   { OUTPUT, DIFFS | ANNOTATES, "html", "F", "write a page for browsers",
     TEXT(forms.html), NULL },
   { OUTPUT, DIFFS, "json", "[F]", "print JSON; =all: all that --html has [F: -]",
     TAKE(json_file), "-" },
   { OUTPUT, ANNOTATES, "json", "[all]", "print JSON; =all: everything that --html has",
     TAKE(json), NULL },
   { OUTPUT, DIFFS, "csv", "[F]", "print CSV [F: -]", TEXT(forms.csv), "-" },
   { OUTPUT, ANNOTATES, "csv", NULL, "print CSV", TAKE(form), NULL },
   { OUTPUT, DIFFS, "markdown", "[F]", "print the report as Markdown, for GitHub [F: -]",
     TEXT(forms.markdown), "-" },
   { OUTPUT, ANNOTATES, "markdown", NULL, "print the report as Markdown, for GitHub",
     TAKE(form), NULL },
   { OUTPUT, AN_CS_DIFF, "folded", "[F]", "write call paths with both values of A",
     TEXT(forms.folded), "-" },
   { OUTPUT, ANNOTATES, "messages", NULL, "print lines as compiler messages, for editors",
     TAKE(form), NULL },
   { OUTPUT, ANNOTATES, "sarif", "F", "write findings and lines for GitHub and editors",
     TEXT(forms.sarif), NULL },
   { OUTPUT, AN_QUERN_TOP, "once", NULL, "print one interval as plain text", YES_NO(once),
     "yes" },
   { OUTPUT, SOURCES | AN_HP_DIFF, "full-names", NULL, "do not shorten names",
     YES_NO(request.full_names), "yes" },
   { OUTPUT, SOURCES, "no-show-percs", NULL, "show no percentages",
     YES_NO(request.percents), "no" },
   { OUTPUT, REPORTS, "width", "N", "fit the report to N columns [terminal, or 120]",
     TO(width, terminal.width, size_t), NULL },
   { OUTPUT, REPORTS, "color", "WHEN", "use colours: auto, always or never",
     TAKE(colours), "auto" },
   { OUTPUT, REPORTS, "no-pager", NULL, "start no pager", YES_NO(pager), "no" },
   { OUTPUT, ALL, "help", NULL, "show this help", TAKE(help), NULL },
   { OUTPUT, ALL, "version", NULL, "show the version", TAKE(version), NULL },
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* Those that have a letter, too. */
static const struct {
   char letter;
   const char *name;
} letters[] = { { 'I', "source-path" }, { 'o', "output" }, { 'h', "help" } };

/* 0: it has none. */
static char letter_of(const an_option *option)
{
   for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
      if (strcmp(option->name, letters[i].name) == 0)
         return letters[i].letter;
   return 0;
}

/* ---- Parsing ---- */

enum { NUMBERS = 256 }; /* what getopt_long returns for a row: this and its number */

static bool is_optional(const an_option *option)
{
   return option->argument != NULL && option->argument[0] == '[';
}

static bool is_required(const an_option *option)
{
   return option->argument != NULL && option->argument[0] != '[';
}

void an_option_table_getopt(unsigned commands, an_getopt *getopt)
{
   size_t n = 0;
   memset(getopt, 0, sizeof *getopt);
   char *letter = getopt->letters;
   *letter++ = ':';
   for (int i = 0; i < N_ROWS; i++) {
      const an_option *row = &rows[i];
      if ((row->commands & commands) == 0)
         continue;
      assert(n < AN_OPTIONS_MOST && letter + 2 < getopt->letters + AN_LETTERS_B);
      int has = is_optional(row)   ? optional_argument
                : is_required(row) ? required_argument
                                   : no_argument;
      getopt->options[n++] = (struct option){ row->name, has, NULL, NUMBERS + i };
      if (letter_of(row) == 0)
         continue;
      *letter++ = letter_of(row);
      if (has == required_argument)
         *letter++ = ':';
   }
}

void an_option_table_begin(unsigned command, an_options *options)
{
   for (const an_option *row = rows; row < rows + N_ROWS; row++)
      if ((row->commands & command) != 0 && is_required(row) && row->otherwise != NULL)
         row->take(options, row, row->otherwise);
}

const an_option *an_option_table_row(unsigned commands, int option)
{
   if (option >= NUMBERS)
      return &rows[option - NUMBERS];
   const an_option *row = rows;
   while ((row->commands & commands) == 0 || letter_of(row) != option)
      row++;
   return row;
}

int an_option_table_take(unsigned command, an_options *options, int option,
                         const char *text)
{
   const an_option *row = an_option_table_row(command, option);
   an_texts_add(&options->given, row->name);
   return row->take(options, row, text == NULL ? row->otherwise : text);
}

/* ---- Help ---- */

enum { INDENT = 2, HELP_COLUMN = 30 };

/* Returns the width. */
static int print_name(const an_option *r, FILE *out)
{
   int width = 0;
   if (letter_of(r) != 0)
      width += fprintf(out, "-%c, ", letter_of(r));
   width += fprintf(out, "--%s", r->name);
   if (is_optional(r))
      width += fprintf(out, "[=%s", r->argument + 1);
   else if (r->argument != NULL)
      width += fprintf(out, "=%s", r->argument);
   return width;
}

static void print_help(const an_option *r, FILE *out)
{
   const char *end, *text = r->help;
   for (; (end = strchr(text, '\n')) != NULL; text = end + 1)
      fprintf(out, "%.*s\n%*s", (int)(end - text), text, HELP_COLUMN, "");
   fputs(text, out);
   if (is_required(r) && r->otherwise != NULL)
      fprintf(out, " [%s]", r->otherwise);
   putc('\n', out);
}

static void print_row(const an_option *r, FILE *out)
{
   int width = fprintf(out, "%*s", INDENT, "");
   width += print_name(r, out);
   fprintf(out, "%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
   print_help(r, out);
}

static bool is_listed(const an_option *r, unsigned command, int of)
{
   return r->group == of && (r->commands & command) != 0 && r->help[0] != '\0';
}

void an_option_table_help(unsigned command, FILE *out)
{
   for (int of = 0; of < GROUPS; of++) {
      bool is_first = true;
      for (const an_option *r = rows; r < rows + N_ROWS; r++) {
         if (!is_listed(r, command, of))
            continue;
         if (is_first)
            fprintf(out, "\n%s:\n", headings[of]);
         is_first = false;
         print_row(r, out);
      }
   }
}
