/* an_state_print.c -- how a run stood, in a report's metadata.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_page.h"

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

static const char *signal_name(int64_t number)
{
   static const char *const names[] = {
      [SIGHUP] = "SIGHUP",       [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT",
      [SIGILL] = "SIGILL",       [SIGTRAP] = "SIGTRAP", [SIGABRT] = "SIGABRT",
      [SIGBUS] = "SIGBUS",       [SIGFPE] = "SIGFPE",   [SIGKILL] = "SIGKILL",
      [SIGUSR1] = "SIGUSR1",     [SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
      [SIGPIPE] = "SIGPIPE",     [SIGALRM] = "SIGALRM", [SIGTERM] = "SIGTERM",
      [SIGVTALRM] = "SIGVTALRM", [SIGPROF] = "SIGPROF", [SIGXCPU] = "SIGXCPU",
      [SIGXFSZ] = "SIGXFSZ",     [SIGPOLL] = "SIGPOLL", [SIGSYS] = "SIGSYS",
   };
   return (uint64_t)number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

const char *an_state_word(const an_state *state, char text[AN_STATE_WORD_B])
{
   const char *name = state->how != AN_STATE_KILLED ? NULL : signal_name(state->number);
   const char *word = state->how == AN_STATE_UNKNOWN    ? "-"
                      : state->how == AN_STATE_REPLACED ? "exec"
                      : name != NULL                    ? name
                                                        : an_state_name(state->how);
   if (state->how == AN_STATE_EXITED)
      snprintf(text, AN_STATE_WORD_B, "exit %" PRId64, state->number);
   else if (state->how == AN_STATE_KILLED && name == NULL)
      snprintf(text, AN_STATE_WORD_B, "signal %" PRId64, state->number);
   else
      snprintf(text, AN_STATE_WORD_B, "%s", word);
   return text;
}

/* "Ended:           " or "Old ended:       ". */
static void print_label(const char *whose, const char *label, FILE *out)
{
   enum { LABEL_COLUMNS = 18 };
   char text[32];
   snprintf(text, sizeof text, "%s%s%s:", whose == NULL ? "" : whose,
            whose == NULL ? "" : " ", label);
   text[0] = (char)toupper((unsigned char)text[0]);
   fprintf(out, "%-*s", LABEL_COLUMNS, text);
}

static void print_signal(int64_t number, FILE *out)
{
   const char *name = signal_name(number);
   fprintf(out, "by signal %" PRId64, number);
   if (name != NULL)
      fprintf(out, " (%s)", name);
}

static void print_end(const an_state *state, const char *whose, FILE *out)
{
   char text[AN_STATE_TEXT_B];
   switch (state->how) {
   case AN_STATE_EXITED:
      if (state->number == 0)
         return;
      print_label(whose, "ended", out);
      fprintf(out, "exit status %" PRId64, state->number);
      break;
   case AN_STATE_KILLED:
      print_label(whose, "ended", out);
      print_signal(state->number, out);
      break;
   case AN_STATE_REPLACED:
      print_label(whose, "ended", out);
      fputs("became ", out);
      an_text_name(out, state->by);
      fputs(" by exec", out);
      break;
   case AN_STATE_DUMPED:
      print_label(whose, "dumped", out);
      fputs("while the program ran", out);
      break;
   case AN_STATE_PARTIAL:
      print_label(whose, "partial", out);
      fputs(an_state_describe(state, text), out);
      break;
   default: return;
   }
   putc('\n', out);
}

void an_state_say(const an_state *state, FILE *out)
{
   switch (state->how) {
   case AN_STATE_EXITED: fprintf(out, "exited with %" PRId64, state->number); break;
   case AN_STATE_KILLED:
      fputs("was killed ", out);
      print_signal(state->number, out);
      break;
   case AN_STATE_REPLACED:
      fputs("became ", out);
      an_text_name(out, state->by);
      fputs(" by exec", out);
      break;
   case AN_STATE_DUMPED: fputs("still ran", out); break;
   case AN_STATE_PARTIAL: fputs("still ran: a checkpoint", out); break;
   default: fputs("ended", out);
   }
}

void an_state_print(const an_state *state, const char *whose, FILE *out)
{
   print_end(state, whose, out);
   if (state->predecessor == NULL)
      return;
   print_label(whose, "before exec", out);
   an_text_name(out, state->predecessor);
   putc('\n', out);
}
