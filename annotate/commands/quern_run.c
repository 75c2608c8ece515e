/* quern_run.c -- quern run, quern heap: from a program to the first screen of its report.

   Standard output is the program's alone; all that is said here goes to standard error.
   Each process of the run writes its profile to FILE.PID.  At the end, the one that ran
   most becomes FILE.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "commands/an_launch.h"
#include "commands/an_progress.h"
#include "commands/an_program.h"
#include "commands/an_run_files.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

/* ---- What is asked for ---- */

enum {
   OUR_ROWS = 4, /* before and behind a report's first screen */
   USUAL_WIDTH = 80,
   NAMES_MOST = 8, /* of profiles in a line */
   OPTIONS_MOST = 4,
};

/* What a person should ask first. */
typedef struct question {
   const char *tool, *ending; /* of the profile's usual name */
   an_kind kind;
   const an_program *report;
   const char *const options[OPTIONS_MOST];
} question;

static const question of_counts = {
   .tool = "cachesim",
   .ending = ".quern",
   .kind = AN_KIND_COUNTS,
   .report = &cs_annotate_program,
   .options = { "--machine=host", "--call-graph=yes", "--objects=yes" },
};

static const question of_heap = {
   .tool = "heapprof",
   .ending = ".heap.quern",
   .kind = AN_KIND_HEAP,
   .report = &hp_annotate_program,
   .options = { "--accesses=yes", "--owners=auto" },
};

typedef struct run {
   const an_options *options;
   const question *asked;
   an_texts words;             /* what is executed; NULL is the last */
   bool follows;               /* programs that the program executes */
   char *profile, *old, *page; /* old: the previous profile's new name; NULL: it goes */
   int64_t since_ns;           /* by the clock of files */
   pid_t pid;
   int status;
} run;

static int fail(int status, const char *name, const char *reason)
{
   an_command_error(name, 0, reason);
   return status;
}

/* The name with another ending than .quern. */
static char *renamed(const char *name, const char *ending)
{
   size_t n = strlen(name), n_usual = strlen(".quern");
   char *result;
   bool is_usual = n > n_usual && strcmp(name + n - n_usual, ".quern") == 0;
   an_asprintf(&result, "%.*s%s", (int)(is_usual ? n - n_usual : n), name, ending);
   return result;
}

/* Names what is written, and looks whether that is possible, before the program runs. */
static bool name_files(run *r, const char *program)
{
   char *folder;
   if (r->options->save != NULL)
      r->profile = an_strdup(r->options->save);
   else {
      an_asprintf(&r->profile, "%s%s", an_base_name(program), r->asked->ending);
      r->old = renamed(r->profile, ".old.quern");
   }
   r->page = r->options->open ? renamed(r->profile, ".html") : NULL;
   const char *base = an_base_name(r->profile);
   an_asprintf(&folder, "%.*s", (int)(base - r->profile), r->profile);
   bool is_there = access(base == r->profile ? "." : folder, W_OK) == 0;
   free(folder);
   if (!is_there)
      an_command_error(
         r->profile, 0,
         errno == EACCES || errno == EROFS
            ? "the directory cannot be written to; choose another file with --save=FILE"
            : strerror(errno));
   return is_there && an_options_can_write(r->options, r->profile)
          && an_options_can_write(r->options, r->old)
          && an_options_can_write(r->options, r->page);
}

/* Adds the words of a text as a shell would. */
static int add_words(run *r, const char *text)
{
   wordexp_t found;
   if (wordexp(text, &found, WRDE_NOCMD) != 0)
      return an_command_usage(
         "--tool-options=%s: not words for a shell: quote what is special", text);
   for (size_t i = 0; i < found.we_wordc; i++) {
      const char *word = an_strdup(found.we_wordv[i]);
      an_texts_add(&r->words, word);
      r->follows |= strcmp(word, "--trace-children=yes") == 0;
      if (strstr(word, "-out-file=") != NULL)
         return an_command_usage("%s: choose the file with --save=FILE", word);
   }
   wordfree(&found);
   return AN_PARSED;
}

/* The option for FILE.PID; % is special in it. */
static void add_outfile(run *r)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   fprintf(out, "--%s-out-file=", r->asked->tool);
   for (const char *at = r->profile; *at != '\0'; at++)
      fprintf(out, *at == '%' ? "%%%%" : "%c", *at);
   fputs(".%p", out);
   an_memstream_close(out);
   an_texts_add(&r->words, text);
}

static int make_words(run *r, const char *path, char *const *files, size_t n)
{
   static char valgrind[PATH_MAX];
   char *tool;
   int status = AN_PARSED;
   an_asprintf(&tool, "--tool=%s", r->asked->tool);
   an_texts_add(&r->words, an_launch_valgrind(valgrind));
   an_texts_add(&r->words, "-q");
   an_texts_add(&r->words, tool);
   add_outfile(r);
   for (size_t i = 0; i < OPTIONS_MOST && r->asked->options[i] != NULL; i++)
      an_texts_add(&r->words, r->asked->options[i]);
   r->follows = an_launch_is_script(path);
   if (r->follows)
      an_texts_add(&r->words, "--trace-children=yes");
   for (size_t i = 0; i < r->options->tool_options.n && status == AN_PARSED; i++)
      status = add_words(r, r->options->tool_options.of[i]);
   for (size_t i = 0; i < n; i++)
      an_texts_add(&r->words, files[i]);
   an_texts_add(&r->words, NULL);
   return status;
}

/* ---- The report ---- */

/* In a process of its own, whose standard output is the pipe. */
_Noreturn static void report(const run *r, int out, const char *form, size_t rows)
{
   char width[32], lines[32];
   size_t columns = an_command_width(STDERR_FILENO);
   bool has_colour = an_command_use_colour(AN_COLOURS_AUTO, STDERR_FILENO);
   snprintf(width, sizeof width, "--width=%zu", columns == 0 ? USUAL_WIDTH : columns);
   char *words[] = { (char *)r->asked->report->name,
                     (char *)"--no-pager",
                     (char *)(has_colour ? "--color=always" : "--color=never"),
                     form == NULL ? width : (char *)form,
                     (char *)"--",
                     r->profile,
                     NULL };
   snprintf(lines, sizeof lines, "%zu", rows + 1);
   if (dup2(out, STDOUT_FILENO) < 0 || setenv("LINES", lines, true) != 0)
      _exit(EXIT_FAILURE);
   optind = 0; /* getopt begins again */
   exit(an_program_run(r->asked->report, sizeof words / sizeof words[0] - 1, words));
}

/* The first line of what comes behind the first screen: a heading. */
static bool is_heading(const char *line)
{
   if (*line == '\033')
      line += strcspn(line, "m") + 1;
   return strncmp(line, "----", 4) == 0;
}

/* How many rows of the report the terminal has room for. */
static size_t rows_shown(void)
{
   size_t height = an_command_height(STDERR_FILENO);
   return height > 2 * OUR_ROWS ? height - OUR_ROWS : AN_SCREEN_ROWS;
}

/* Prints a screen; what is below it is counted. */
static void print_screen(FILE *in, const run *r, size_t most)
{
   char *line = NULL;
   size_t room_B = 0, n_blank = 0, n = 0, n_left = 0;
   while (getline(&line, &room_B, in) > 0) {
      if (n_left > 0 || is_heading(line) || n + n_blank >= most)
         n_left++;
      else if (*line == '\n')
         n_blank++;
      else {
         for (n += n_blank + 1; n_blank > 0; n_blank--)
            putc('\n', stderr);
         fputs(line, stderr);
      }
   }
   free(line);
   if (n_left > 0)
      fprintf(stderr, "\n... %zu more lines: quern %s\n", n_left + n_blank, r->profile);
}

/* False after a message: there is no report. */
static bool show(const run *r, const char *form, size_t most)
{
   int ends[2], status = 0;
   pid_t pid = -1;
   fflush(stderr);
   if (pipe(ends) != 0 || (pid = fork()) < 0)
      return an_command_error(NULL, 0, strerror(errno));
   if (pid == 0) {
      close(ends[0]);
      report(r, ends[1], form, most);
   }
   close(ends[1]);
   FILE *in = fdopen(ends[0], "r");
   print_screen(in, r, most);
   fclose(in);
   return waitpid(pid, &status, 0) == pid && WIFEXITED(status)
          && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* ---- The page ---- */

/* Asks for the page to be shown; nobody waits for a browser. */
static void open_page(const run *r)
{
   char path[PATH_MAX];
   an_error error;
   const char *browser = getenv("BROWSER");
   bool is_chosen = browser != NULL && *browser != '\0';
   fprintf(stderr, "page: %s\n", r->page);
   if (!is_chosen && an_launch_find("xdg-open", path, &error) != AN_PARSED) {
      an_command_error(NULL, 0,
                       "no browser is known: set BROWSER, or install xdg-open "
                       "(Debian package: xdg-utils)");
      return;
   }
   fflush(stderr);
   if (fork() != 0)
      return;
   setsid();
   an_command_before_exec();
   if (freopen("/dev/null", "r", stdin) == NULL
       || freopen("/dev/null", "w", stdout) == NULL)
      _exit(EXIT_FAILURE);
   const char *page = realpath(r->page, NULL);
   if (is_chosen)
      execl("/bin/sh", "sh", "-c", "$BROWSER \"$0\"", page, (char *)NULL);
   else
      execl(path, path, page, (char *)NULL);
   _exit(EXIT_FAILURE);
}

/* ---- The profiles of the run ---- */

/* Where the tool writes what does not fit into its place. */
static void look_elsewhere(const run *r, an_run_files *files)
{
   const char *folder = getenv("TMPDIR");
   char *base;
   an_asprintf(&base, "%s/%s", folder == NULL || *folder == '\0' ? "/tmp" : folder,
               an_base_name(r->profile));
   an_run_files_find(files, base, r->pid, r->since_ns);
   free(base);
}

static bool still_runs(const an_run_file *file)
{
   return file->is_checkpoint && kill(file->pid, 0) == 0;
}

/* Gives the profile its name, if it is where it should be, and nobody writes it. */
static void keep(run *r, const an_run_file *file)
{
   bool is_done = !still_runs(file);
   bool has_old = is_done && r->old != NULL && rename(r->profile, r->old) == 0;
   if (!is_done || rename(file->name, r->profile) != 0) {
      if (has_old)
         rename(r->old, r->profile);
      has_old = false;
      r->profile = file->name;
   }
   if (!has_old)
      r->old = NULL;
}

/* Names the profiles of all processes: others may lie there from earlier runs. */
static void say_several(const run *r, const an_run_files *files)
{
   const an_run_file *shown = &files->of[files->most];
   fprintf(stderr, "shown: process %d, which ran most of %zu; together: quern %s",
           (int)shown->pid, files->n, r->profile);
   if (files->n > NAMES_MOST)
      fprintf(stderr, " %s.*", r->profile);
   for (size_t i = 0; i < files->n && files->n <= NAMES_MOST; i++)
      if (&files->of[i] != shown)
         fprintf(stderr, " %s", files->of[i].name);
   putc('\n', stderr);
}

/* Says of which process the report is, and what is not in it. */
static void say_which(const run *r, const an_run_files *files)
{
   bool is_replaced = false;
   if (files->n > 1)
      say_several(r, files);
   for (size_t i = 0; i < files->n; i++) {
      const an_run_file *file = &files->of[i];
      is_replaced |= file->is_replaced;
      if (still_runs(file))
         fprintf(stderr, "process %d still runs, and writes %s\n", (int)file->pid,
                 file->name);
   }
   if (is_replaced && !r->follows)
      fputs("what it executed was not counted: --tool-options=--trace-children=yes\n",
            stderr);
   if (r->old != NULL)
      fprintf(stderr, "the last run: %s; what changed: quern diff %s %s\n", r->old,
              r->old, r->profile);
}

/* What the shell would say of the program. */
static int status_of(const run *r)
{
   return WIFSIGNALED(r->status) ? 128 + WTERMSIG(r->status) : WEXITSTATUS(r->status);
}

static int finish(run *r)
{
   an_run_files files;
   int status = status_of(r);
   an_run_files_find(&files, r->profile, r->pid, r->since_ns);
   if (files.n == 0)
      look_elsewhere(r, &files);
   if (files.n == 0)
      return fail(status == AN_EXIT_CANNOT_RUN || status == AN_EXIT_NO_PROGRAM
                     ? status
                     : AN_EXIT_NOT_RUN,
                  NULL, "there is no profile; the reason is above");
   const an_run_file *shown = &files.of[files.most];
   keep(r, shown);
   if (isatty(STDERR_FILENO))
      putc('\n', stderr); /* the program's last line may have no end */
   if (!show(r, NULL, rows_shown()))
      return AN_EXIT_NOT_RUN;
   say_which(r, &files);
   if (r->page != NULL) {
      char *form;
      an_asprintf(&form, "--html=%s", r->page);
      if (!show(r, form, 0))
         return AN_EXIT_NOT_RUN;
      open_page(r);
   }
   return status;
}

/* ---- The commands ---- */

static int run_question(an_options *options, const question *asked, char **files,
                        size_t n)
{
   run r = { .options = options, .asked = asked };
   char path[PATH_MAX];
   an_error error;
   struct timespec now;
   int status = an_launch_find(files[0], path, &error);
   if (status != AN_PARSED)
      return fail(status, files[0], error.message);
   options->made = asked->kind; /* an older profile is replaced */
   if (!name_files(&r, files[0]) || make_words(&r, path, files, n) != AN_PARSED)
      return AN_EXIT_NOT_RUN;
   an_progress progress = { .name = options->program->name,
                            .base = r.profile,
                            .began_ms = an_progress_now_ms() };
   clock_gettime(CLOCK_REALTIME_COARSE, &now);
   r.since_ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
   if (!an_launch((char *const *)r.words.of, an_progress_tick, &progress, &r.pid,
                  &r.status, &error)) {
      bool is_missing = strcmp(r.words.of[0], "valgrind") == 0;
      return fail(AN_EXIT_NOT_RUN, r.words.of[0],
                  is_missing ? "it is not installed, or not in PATH" : error.message);
   }
   return finish(&r);
}

static int run_counts(an_options *options, char **files, size_t n)
{
   return run_question(options, &of_counts, files, n);
}

static int run_heap(an_options *options, char **files, size_t n)
{
   return run_question(options, &of_heap, files, n);
}

const an_program quern_run_program = {
   .name = "quern run",
   .command = AN_QUERN_RUN,
   .arguments = "[OPTION]... PROGRAM [ARGUMENT]...",
   .summary =
      "Run a program under cachesim, and show where its time goes and what to fix.\n"
      "The report is on standard error; the exit status is the program's.",
   .example = "quern run --open ./app --its-option file",
   .runs = true,
   .expected = "expected a program",
   .run = run_counts,
};

const an_program quern_heap_program = {
   .name = "quern heap",
   .command = AN_QUERN_RUN,
   .arguments = "[OPTION]... PROGRAM [ARGUMENT]...",
   .summary =
      "Run a program under heapprof, and show what holds its memory and what to fix.\n"
      "The report is on standard error; the exit status is the program's.",
   .example = "quern heap --open ./app --its-option file",
   .runs = true,
   .expected = "expected a program",
   .run = run_heap,
};
