/* quern.c -- all commands in one program: the name that it is called by says which one.
   By its own name it takes a word, and looks what kind of profile it is given.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_base_name.h"
#include "base/an_called.h"
#include "base/an_kind.h"
#include "base/an_suggest.h"
#include "commands/an_program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- What there is --------------------------------------------------- */

static const an_program *const programs[] = {
   &cs_annotate_program, &cs_diff_program,     &cs_export_program, &cs_machine_program,
   &cs_merge_program,    &hp_annotate_program, &hp_diff_program,   &hp_export_program,
   &hp_merge_program,    &quern_heap_program,  &quern_run_program, &quern_top_program,
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

/* A word, and the command that it stands for, by the kind of the profile.  A command that
   is none of the programs is a script. */
typedef struct word {
   const char *name, *arguments, *does;
   const char *of_counts, *of_heap; /* of_heap is NULL: there is only one */
   const char *tool;                /* that it runs; NULL: none */
} word;

/* The first stands for no word. */
static const word words[] = {
   { "", "FILE...", "report on profiles", "cs_annotate", "hp_annotate", NULL },
   { "run", "./app ARGUMENT...", "run it; what to fix of its time", "quern run", NULL,
     "cachesim" },
   { "heap", "./app ARGUMENT...", "run it; what to fix of its heap", "quern heap", NULL,
     "heapprof" },
   { "diff", "OLD NEW", "compare two profiles", "cs_diff", "hp_diff", NULL },
   { "merge", "-o OUT FILE...", "add up profiles", "cs_merge", "hp_merge", NULL },
   { "export", "--format=F FILE...", "write another format", "cs_export", "hp_export",
     NULL },
   { "plot", "FILE...", "draw a picture", "cs_plot", "hp_plot", NULL },
   { "machine", "list|show|...", "list, check, measure machines", "cs_machine", NULL,
     NULL },
   { "top", "PID", "show what a program does now", "quern-top", NULL, NULL },
};
enum { WORDS = sizeof words / sizeof words[0] };

static const an_program *find_program(const char *name)
{
   for (size_t i = 0; i < PROGRAMS; i++)
      if (name != NULL && strcmp(programs[i]->name, name) == 0)
         return programs[i];
   return NULL;
}

/* NULL: there is no such word. */
static const word *find_word(const char *name)
{
   for (const word *w = words + 1; w < words + WORDS; w++)
      if (strcmp(w->name, name) == 0)
         return w;
   return NULL;
}

/* What stands for a command or a tool here (an_called.h). */
static const char *word_of(const char *name)
{
   static char text[32];
   const word *w = words;
   while (w < words + WORDS && strcmp(name, w->of_counts) != 0
          && (w->of_heap == NULL || strcmp(name, w->of_heap) != 0)
          && (w->tool == NULL || strcmp(name, w->tool) != 0))
      w++;
   if (w == words + WORDS)
      return name;
   snprintf(text, sizeof text, "quern%s%s", *w->name == '\0' ? "" : " ", w->name);
   return text;
}

/* ---- Messages and help ----------------------------------------------- */

/* Prints one line; returns the exit status. */
static int refuse(int status, const char *file, const char *message)
{
   an_command_begin("quern");
   an_command_error(file, 0, message);
   return an_command_end(status);
}

static int refuse_word(const char *name, const char *why)
{
   char message[128];
   an_suggestion suggestion = { .word = an_span_of(name) };
   for (const word *w = words + 1; w < words + WORDS; w++)
      an_suggest(&suggestion, w->name);
   an_suggest(&suggestion, "help");
   snprintf(message, sizeof message, "%s", why);
   an_suggest_append(&suggestion, message, sizeof message);
   return refuse(AN_EXIT_USAGE, name, message);
}

static int print_help(void)
{
   an_command_begin("quern");
   puts(
      "Usage: quern [OPTION]... FILE...\n"
      "       quern COMMAND [ARGUMENT]...\n"
      "Report on profiles from cachesim, heapprof, cachegrind, callgrind or DHAT, added\n"
      "up (-: standard input; gzip is unpacked), or run COMMAND.  Brackets hold each\n"
      "command's own names, for profiles of counts and of the heap.\n");
   for (const word *w = words; w < words + WORDS; w++) {
      int width = printf("  quern %s%s%s", w->name, w == words ? "" : " ", w->arguments);
      printf("%*s%s", 34 - width, "", w->does);
      if (strncmp(w->of_counts, "quern ", 6) != 0) /* it has a name of its own */
         printf(" [%s%s%s]", w->of_counts, w->of_heap == NULL ? "" : ", ",
                w->of_heap == NULL ? "" : w->of_heap);
      putchar('\n');
   }
   puts("  quern help [COMMAND]            show this help, or that of a command\n"
        "\nOutput:\n"
        "  -h, --help                  show this help\n"
        "  --version                   show the version\n"
        "\nExample: quern diff --limits='Ir=1%' old.out new.out");
   return an_command_end(EXIT_SUCCESS);
}

static int print_version(void)
{
   an_command_begin("quern");
   puts("quern " PACKAGE_VERSION);
   return an_command_end(EXIT_SUCCESS);
}

/* Runs what is installed beside this program, or else found as by a shell. */
static int run_script(const char *name, char **argv)
{
   char path[PATH_MAX];
   if (an_command_beside(name, path))
      execv(path, argv);
   execvp(name, argv);
   return refuse(EXIT_FAILURE, name, strerror(errno));
}

static int run_command(const char *name, int argc, char **argv)
{
   const an_program *program = find_program(name);
   return program != NULL ? an_program_run(program, argc, argv) : run_script(name, argv);
}

static int print_help_of(const char *of_counts, const char *of_heap)
{
   const an_program *heap = find_program(of_heap), *counts = find_program(of_counts);
   if (counts == NULL)
      return run_script(of_counts, (char *[]){ (char *)of_counts, "--help", NULL });
   an_command_begin("quern");
   an_program_help(counts);
   if (heap != NULL) {
      printf("\n\nOf the heap:\n\n");
      an_program_help(heap);
   }
   return an_command_end(EXIT_SUCCESS);
}

/* help [COMMAND], by word or name. */
static int run_help(const char *name)
{
   if (name == NULL)
      return print_help();
   const word *w = find_word(name);
   if (w != NULL)
      return print_help_of(w->of_counts, w->of_heap);
   return find_program(name) != NULL ? print_help_of(name, NULL)
                                     : refuse_word(name, "no such command");
}

/* ---- The kind of the profile ----------------------------------------- */

/* Has standard input in a file, to be read again from its start. */
static bool keep_stdin(void)
{
   char part[1 << 16];
   ssize_t n;
   FILE *kept = tmpfile();
   bool ok = kept != NULL;
   while (ok && (n = read(STDIN_FILENO, part, sizeof part)) != 0)
      ok = (n < 0 && errno == EINTR)
           || (n > 0 && fwrite(part, 1, (size_t)n, kept) == (size_t)n);
   ok = ok && fflush(kept) == 0 && lseek(fileno(kept), 0, SEEK_SET) == 0
        && dup2(fileno(kept), STDIN_FILENO) >= 0;
   int reason = errno;
   if (kept != NULL)
      fclose(kept);
   errno = reason;
   return ok;
}

/* What the arguments ask for. */
typedef struct request {
   an_kind kind;     /* of the first file that is a profile, else of the first */
   const char *file; /* that one; NULL: there is none */
   bool wants_help;
} request;

/* Looks into a file that is given, unless a profile was found before.  False after a
   message. */
static bool look_into(request *r, const char *file)
{
   bool is_stdin = strcmp(file, "-") == 0;
   if (r->kind == AN_KIND_COUNTS || r->kind == AN_KIND_HEAP)
      return true;
   if (is_stdin && lseek(STDIN_FILENO, 0, SEEK_CUR) < 0 && !keep_stdin()) {
      refuse(EXIT_FAILURE, file, strerror(errno));
      return false;
   }
   an_kind kind = is_stdin ? an_kind_of_stdin() : an_kind_of(file);
   if (r->file == NULL || kind == AN_KIND_COUNTS || kind == AN_KIND_HEAP)
      *r = (request){ .kind = kind, .file = file, .wants_help = r->wants_help };
   return true;
}

/* Goes through the options of both commands of the word, for what is none: "-" first has
   getopt return this as 1. */
static bool read_request(request *r, const word *w, int argc, char **argv)
{
   an_getopt getopt;
   char letters[AN_LETTERS_B + 1] = "-";
   const an_program *counts = find_program(w->of_counts);
   const an_program *heap = find_program(w->of_heap);
   unsigned commands = counts == NULL ? 0 : counts->command | heap->command;
   bool ok = true;
   int option;
   an_option_table_getopt(commands, &getopt);
   strcat(letters, getopt.letters);
   opterr = 0;
   while (ok && (option = getopt_long(argc, argv, letters, getopt.options, NULL)) != -1) {
      if (option == 1)
         ok = look_into(r, optarg);
      else if (option != '?' && option != ':')
         r->wants_help |= strcmp(an_option_table_row(commands, option)->name, "help")
                          == 0;
   }
   while (ok && optind < argc)
      ok = look_into(r, argv[optind++]);
   optind = 0; /* getopt begins again */
   return ok;
}

/* argv[0] is the word, or the program if there is none. */
static int run_word(const word *w, int argc, char **argv)
{
   request r = { .kind = AN_KIND_UNKNOWN };
   if (w->of_heap != NULL && !read_request(&r, w, argc, argv))
      return EXIT_FAILURE;
   if (r.file == NULL && r.wants_help)
      return print_help_of(w->of_counts, w->of_heap);
   if (r.kind == AN_KIND_MASSIF)
      return refuse(EXIT_FAILURE, r.file,
                    "massif's profiles are not supported; ms_print shows this one");
   return run_command(r.kind == AN_KIND_HEAP ? w->of_heap : w->of_counts, argc, argv);
}

int main(int argc, char **argv)
{
   const an_program *program = argc > 0 ? find_program(an_base_name(argv[0])) : NULL;
   if (program != NULL)
      return an_program_run(program, argc, argv);
   an_called_by_words(word_of);
   if (argc < 2)
      return refuse(AN_EXIT_USAGE, NULL,
                    "expected a profile or a command; see quern --help");
   const char *first = argv[1];
   const word *w = find_word(first);
   if (w != NULL)
      return run_word(w, argc - 1, argv + 1);
   if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
      return print_help();
   if (strcmp(first, "--version") == 0)
      return print_version();
   if (strcmp(first, "help") == 0)
      return run_help(argv[2]);
   if (first[0] != '-' && access(first, F_OK) != 0)
      return refuse_word(first, "no such command, and no such file");
   return run_word(words, argc, argv);
}
