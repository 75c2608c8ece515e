/* ac_suggest_write.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_suggest_write.h"

#include "base/an_alloc.h"
#include "base/an_called.h"
#include "base/an_text.h"
#include "counts/ac_machine.h"
#include "counts/ac_sharing.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 88 };

/* ---- Commands --------------------------------------------------------------- */

/* " --D1=32768,8,64", if the cache is known. */
static void put_cache(const char *name, const ac_cache *cache, FILE *out)
{
   if (cache->n_ways > 0)
      fprintf(out, " --%s=%lld,%lld,%lld", name, cache->size_B, cache->n_ways,
              cache->line_B);
}

static void put_options(const ac_suggest_about *about, FILE *out)
{
   const ac_machine *machine = ac_profile_machine(about->profile);
   fputs("--layout=", out);
   an_text_name(out, strcmp(about->layout_file, "-") == 0 ? "FILE" : about->layout_file);
   if (machine->is_known) {
      fputs(" --machine=", out);
      an_text_name(out, machine->text->text[0]);
   } else {
      put_cache("I1", &machine->caches[AC_CACHE_I1], out);
      put_cache("D1", &machine->caches[AC_CACHE_D1], out);
      put_cache("LL", &machine->caches[AC_CACHE_LL], out);
      if (ac_profile_find_event(about->profile, "Bc") != SIZE_MAX)
         fputs(" --branch-sim=yes", out);
   }
   if (ac_profile_sharing(about->profile) != NULL)
      fputs(" --sharing=yes", out);
}

void ac_suggest_write_run(const ac_suggest_about *about, FILE *out)
{
   const char *command = ac_profile_command(about->profile);
   char *options;
   size_t size_B;
   FILE *to = an_memstream(&options, &size_B);
   put_options(about, to);
   an_memstream_close(to);
   char *run = an_called_run("valgrind --tool=", "cachesim", options);
   fprintf(out, "%s ", run);
   free(run);
   free(options);
   an_text_name(out, command == NULL ? "PROGRAM" : command);
}

/* ---- Text ------------------------------------------------------------------- */

/* Names in comments can have anything; nothing may end the line. */
static void put_word(const char *word, size_t n, FILE *out)
{
   for (size_t i = 0; i < n; i++)
      putc((unsigned char)word[i] < ' ' || word[i] == 0x7f ? '?' : word[i], out);
}

/* Writes words, in lines of COLUMNS at most, of which all but the first begin with
   `next`; `end` is what a line that goes on ends with. */
static void put_wrapped(const char *text, size_t column, const char *next,
                        const char *end, FILE *out)
{
   while (*text != '\0') {
      size_t n = strcspn(text, " ");
      if (column > 0 && column + 1 + n + strlen(end) > COLUMNS) {
         fprintf(out, "%s\n%s", end, next);
         column = strlen(next);
      } else if (column > 0) {
         putc(' ', out);
         column++;
      }
      put_word(text, n, out);
      column += n;
      text += n + strspn(text + n, " ");
   }
   putc('\n', out);
}

static void put_rule(const char *mark, const ac_suggested *s,
                     const ac_suggested_rule *rule, FILE *out)
{
   const char *head = rule->is_plain ? s->plain_head : s->head;
   fprintf(out, "%s%s:", mark, head);
   if (*mark == '\0')
      put_wrapped(rule->actions, strlen(head) + 1, "   ", " \\", out);
   else
      fprintf(out, " %s\n", rule->actions);
}

static void put_gain(const ac_suggested *s, const ac_suggested_rule *rule, FILE *out)
{
   char gain[64] = "", misses[320] = "", text[1024];
   if (rule->gain >= 0)
      snprintf(gain, sizeof gain, "%+.1f%% cycles%s", -100 * rule->gain,
               !isnan(rule->misses) ? ", " : "");
   if (!isnan(rule->misses))
      snprintf(misses, sizeof misses, "D1 misses of %s %+.0f%%", s->object->label,
               -100 * rule->misses);
   bool is_known = *gain != '\0' || *misses != '\0';
   snprintf(text, sizeof text, "expected: %s%s%s%s", gain, misses, is_known ? ": " : "",
            rule->why);
   fputc('#', out);
   put_wrapped(text, 1, "#   ", "", out);
}

/* ---- The file ---------------------------------------------------------------- */

static void put_head(const ac_suggest_about *about, const ac_suggestions *suggestions,
                     FILE *out)
{
   fprintf(out, "# Suggested by %s --suggest from the profile ",
           an_called("cs_annotate"));
   an_text_name(out, about->profile_file);
   fputs(".\n#\n# Try it:\n#    ", out);
   ac_suggest_write_run(about, out);
   fprintf(out, "\n#    %s ", an_called("cs_diff"));
   an_text_name(out, about->profile_file);
   fputs(" NEW\n#\n", out);
   if (suggestions->n == 0)
      fputs("# Nothing to suggest.\n", out);
   else
      fprintf(out,
              "# Gains are estimated from samples of what is used together; %s "
              "shows the true ones.\n",
              an_called("cs_diff"));
}

static void put_definitions(const ac_suggestions *suggestions, FILE *out)
{
   bool is_first = true;
   for (size_t i = 0; i < suggestions->n; i++) {
      const char *definition = suggestions->of[i].definition;
      if (definition == NULL)
         continue;
      if (is_first)
         fputs("\n# The program's data, from its debug information:\n", out);
      is_first = false;
      put_wrapped(definition, 0, "   ", " \\", out);
   }
}

/* What has to be known of the first rule. */
static void put_remarks(const ac_suggested *s, FILE *out)
{
   char text[512];
   if (s->rules[0].can_be_linked)
      fputs("# With `; linked`, a pointer in the first part leads to the others.\n", out);
   if (s->neighbour == NULL)
      return;
   snprintf(text, sizeof text,
            "It applies to %s, too, which is allocated there; blocks of other sizes "
            "stay as they are.",
            s->neighbour);
   fputc('#', out);
   put_wrapped(text, 1, "# ", "", out);
}

static void put_suggested(const ac_suggested *s, FILE *out)
{
   putc('\n', out);
   for (size_t i = 0; i < s->n; i++) {
      if (i == 1)
         fputs("# Or, instead:\n", out);
      put_gain(s, &s->rules[i], out);
      put_rule(i == 0 ? "" : "# ", s, &s->rules[i], out);
      if (i == 0)
         put_remarks(s, out);
   }
}

static void put_notes(const ac_suggestions *suggestions, FILE *out)
{
   for (size_t i = 0; i < suggestions->n_notes; i++) {
      fputs(i == 0 ? "\n# No layout suggested for:\n#" : "#", out);
      put_wrapped(suggestions->notes[i], 1, "#   ", "", out);
   }
}

void ac_suggest_write(const ac_suggestions *suggestions, const ac_suggest_about *about,
                      FILE *out)
{
   put_head(about, suggestions, out);
   put_definitions(suggestions, out);
   for (size_t i = 0; i < suggestions->n; i++)
      put_suggested(&suggestions->of[i], out);
   put_notes(suggestions, out);
}
