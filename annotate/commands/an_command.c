/* an_command.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_command.h"

#include "base/an_end.h"
#include "base/an_overflow.h"
#include "base/an_suggest.h"
#include "base/an_text.h"
#include "base/an_wait.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *command_name = "quern";
static bool is_of_other_writer;
static FILE *pager;

/* Set when a pipe that we write to has lost its reader; no message is needed then. */
static volatile sig_atomic_t pipe_is_broken;
static bool ends_by_sigpipe; /* the caller does not ignore it */

static void on_broken_pipe(int signal_number)
{
   (void)signal_number;
   pipe_is_broken = 1;
}

/* Otherwise a file could be opened as descriptor 2, and messages would go into it. */
static void open_standard_streams(void)
{
   for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
      if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
         (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void end_command(const char *reason)
{
   an_command_error(NULL, 0, reason);
   exit(an_command_end(EXIT_FAILURE));
}

/* ---- What is being read ---- */

static int64_t now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Once it has taken a while. */
static void show_wait(const char *what, const char *file, uint64_t read_B,
                      uint64_t size_B)
{
   enum { PATIENCE_MS = 1000, SHOWN_EVERY_MS = 200 };
   static int64_t began_ms, shown_ms;
   static bool is_shown;
   if (what == NULL) {
      if (is_shown)
         fputs("\r\033[K", stderr);
      is_shown = false;
      return;
   }
   int64_t now = now_ms();
   if (began_ms == 0)
      began_ms = now;
   if (now - began_ms < PATIENCE_MS || now - shown_ms < SHOWN_EVERY_MS)
      return;
   shown_ms = now;
   is_shown = true;
   /* Short: the line must not wrap. */
   fprintf(stderr, "\r\033[K%s", what);
   an_text_path_fit(stderr, an_command_file_name(file), 40);
   if (read_B > 0)
      fprintf(stderr, ": %.0f MB", (double)read_B / 1e6);
   if (size_B > 0)
      fprintf(stderr, " of %.0f", (double)size_B / 1e6);
}

/* ---- The command ---- */

void an_command_begin(const char *name)
{
   open_standard_streams();
   command_name = name;
   ends_by_sigpipe = signal(SIGPIPE, on_broken_pipe) != SIG_IGN;
   an_end_by(end_command);
   an_wait_by(isatty(STDERR_FILENO) ? show_wait : NULL);
}

void an_command_before_exec(void)
{
   signal(SIGPIPE, ends_by_sigpipe ? SIG_DFL : SIG_IGN);
}

bool an_command_beside(const char *name, char path[PATH_MAX])
{
   ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
   path[n < 0 ? 0 : n] = '\0';
   char *slash = strrchr(path, '/');
   if (slash == NULL || (size_t)(path + PATH_MAX - slash) <= strlen(name) + 1)
      return false;
   strcpy(slash + 1, name);
   return access(path, X_OK) == 0;
}

/* ---- Messages ---- */

const char *an_command_file_name(const char *file)
{
   return strcmp(file, "-") == 0 ? "(standard input)" : file;
}

bool an_command_error(const char *file, size_t line, const char *message)
{
   an_wait_over();
   fprintf(stderr, "%s: ", command_name);
   if (file != NULL) {
      an_text_name(stderr, an_command_file_name(file));
      if (line > 0)
         fprintf(stderr, ":%zu", line);
      fputs(": ", stderr);
   }
   char cut[4096];
   const char *advice = is_of_other_writer ? strstr(message, "; cachesim ") : NULL;
   if (advice != NULL)
      snprintf(cut, sizeof cut, "%.*s", (int)(advice - message), message);
   an_text_name(stderr, advice == NULL ? message : cut);
   putc('\n', stderr);
   return false;
}

int an_command_fail(const char *file, size_t line, const char *message)
{
   an_command_error(file, line, message);
   return EXIT_FAILURE;
}

void an_command_of_other_writer(void)
{
   is_of_other_writer = true;
}

bool an_command_error_after(const char *first, const char *file, size_t line,
                            const char *message)
{
   char text[4096];
   snprintf(text, sizeof text, file == first ? "%s" : "%s (after %s)", message,
            an_command_file_name(first));
   return an_command_error(file, line, text);
}

int an_command_usage_hint(void)
{
   fprintf(stderr, "Try '%s --help'.\n", command_name);
   return AN_EXIT_USAGE;
}

int an_command_usage(const char *format, ...)
{
   char message[1024];
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(message, sizeof message, format, arguments);
   va_end(arguments);
   an_command_error(NULL, 0, message);
   return an_command_usage_hint();
}

int an_command_check_files(char *const *files, size_t n)
{
   size_t n_stdin = 0;
   for (size_t i = 0; i < n; i++)
      n_stdin += strcmp(files[i], "-") == 0;
   return n_stdin <= 1 ? AN_PARSED
                       : an_command_usage("standard input can be read only once");
}

/* ---- Options ---- */

/* How many options begin with the word. */
static size_t n_matches(const char *word, size_t length, const struct option *options)
{
   size_t n = 0;
   for (; options->name != NULL; options++)
      n += strncmp(options->name, word, length) == 0;
   return n;
}

static void print_ambiguous(const char *word, size_t length, const struct option *options)
{
   char message[1024];
   int n = snprintf(message, sizeof message,
                    "option '--%s' is ambiguous; possibilities:", word);
   for (; options->name != NULL; options++)
      if (strncmp(options->name, word, length) == 0 && n >= 0
          && (size_t)n < sizeof message)
         n += snprintf(message + n, sizeof message - (size_t)n, " '--%s'", options->name);
   an_command_error(NULL, 0, message);
}

static void print_quoted(const char *before, const char *text, size_t length,
                         const char *after)
{
   char message[1024];
   snprintf(message, sizeof message, "%s%.*s%s", before, (int)length, text, after);
   an_command_error(NULL, 0, message);
}

static void print_unknown(const char *word, const char *name, size_t length,
                          const struct option *options)
{
   an_suggestion suggestion = { .word = { name, name + length } };
   char after[64] = "'";
   for (; options->name != NULL; options++)
      an_suggest(&suggestion, options->name);
   if (suggestion.best != NULL)
      snprintf(after, sizeof after, "'; did you mean '--%s'?", suggestion.best);
   print_quoted("unrecognized option '", word, strlen(word), after);
}

/* getopt_long's message about a word, but safe for a terminal. */
static void print_bad_option(int found, const char *word, const struct option *options)
{
   char letter[] = { (char)optopt, '\0' };
   if (strncmp(word, "--", 2) != 0) {
      print_quoted(found == ':' ? "option requires an argument -- '"
                                : "invalid option -- '",
                   letter, 1, "'");
      return;
   }
   const char *name = word + 2;
   size_t length = strcspn(name, "=");
   if (found == ':')
      print_quoted("option '", word, strlen(word), "' requires an argument");
   else if (optopt != 0)
      print_quoted("option '", word, length + 2, "' doesn't allow an argument");
   else if (n_matches(name, length, options) > 1)
      print_ambiguous(name, length, options);
   else
      print_unknown(word, name, length, options);
}

int an_command_option(int argc, char **argv, const char *letters,
                      const struct option *options)
{
   opterr = 0;
   int first = optind;
   int found = getopt_long(argc, argv, letters, options, NULL);
   if (found == '?' || found == ':')
      print_bad_option(found, argv[optind > first ? optind - 1 : first], options);
   return found == ':' ? '?' : found;
}

size_t an_command_height(int fd)
{
   struct winsize size;
   const char *lines = getenv("LINES");
   long height = lines == NULL ? 0 : strtol(lines, NULL, 10);
   if (height <= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0)
      height = size.ws_row;
   return height < 0 ? 0 : (size_t)height;
}

size_t an_command_width(int fd)
{
   struct winsize size;
   const char *columns = getenv("COLUMNS");
   long width = columns == NULL ? 0 : strtol(columns, NULL, 10);
   if (columns != NULL && strcmp(columns, "0") == 0)
      return 0;
   if (width <= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0)
      width = size.ws_col;
   if (width <= 0)
      return AN_WIDTH_PIPE;
   if (width < AN_WIDTH_LEAST)
      return AN_WIDTH_LEAST;
   return width > AN_WIDTH_MOST ? AN_WIDTH_MOST : (size_t)width;
}

/* Sets LC_CTYPE alone: numbers must not depend on the locale. */
bool an_command_has_utf8(void)
{
   setlocale(LC_CTYPE, "");
   return strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool an_command_use_colour(an_colours choice, int fd)
{
   const char *no_color = getenv("NO_COLOR");
   if (choice != AN_COLOURS_AUTO)
      return choice == AN_COLOURS_ALWAYS;
   return (no_color == NULL || *no_color == '\0') && isatty(fd);
}

/* ---- The pager ---- */

static const char *pager_command(void)
{
   const char *chosen = getenv("QUERN_PAGER");
   if (chosen == NULL)
      chosen = getenv("PAGER");
   /* A bare system has no less. */
   return chosen == NULL ? "command -v less >/dev/null || exec cat; exec less -FRX"
                         : chosen;
}

void an_command_use_pager(void)
{
   const char *chosen = pager_command();
   if (!isatty(STDOUT_FILENO) || *chosen == '\0' || strcmp(chosen, "cat") == 0)
      return;
   fflush(stdout);
   pager = popen(chosen, "w");
   if (pager != NULL && dup2(fileno(pager), STDOUT_FILENO) < 0) {
      pclose(pager);
      pager = NULL;
   }
}

/* ---- The end ---- */

int an_command_end(int status)
{
   bool failed = ferror(stdout);
   if (an_overflow_take()) {
      an_command_error(NULL, 0, "the counts are too large");
      status = EXIT_FAILURE;
   }
   errno = 0;
   if (failed)
      putc('\n', stdout); /* fails as the first write did, whose reason is lost */
   if (fclose(stdout) != 0)
      failed = true;
   int reason = errno;
   if (pager != NULL)
      pclose(pager);
   if (failed && !pipe_is_broken) {
      an_command_error(NULL, 0, reason == 0 ? "write error" : strerror(reason));
      return status == AN_EXIT_USAGE ? status : EXIT_FAILURE;
   }
   if (failed && pager == NULL && ends_by_sigpipe) { /* as others before "| head" */
      signal(SIGPIPE, SIG_DFL);
      raise(SIGPIPE);
   }
   return status; /* a reader that has left had enough */
}
