/* an_write.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fputs_unlocked */
#endif

#include "counts/an_write.h"

#include "base/an_number.h"
#include "counts/an_lines.h"
#include "counts/an_read.h"

#include <inttypes.h>
#include <string.h>

/* KCachegrind looks for events: in the first 2,047 bytes only. */
enum { COMMAND_MAX_B = 1000 };

/* Whether this byte of a name needs an escape. */
static bool is_escaped(const char *at)
{
   unsigned char byte = (unsigned char)*at;
   return byte < 0x20 || byte == 0x7f || (byte == '\\' && at[1] == 'x');
}

static size_t escaped_B(const char *text)
{
   size_t n = 0;
   for (; *text != '\0'; text++)
      n += is_escaped(text) ? 4 : 1;
   return n;
}

static void write_escaped(const char *key, const char *text, FILE *out)
{
   fputs_unlocked(key, out);
   for (; *text != '\0'; text++) {
      if (is_escaped(text))
         fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
      else
         putc_unlocked(*text, out);
   }
   putc_unlocked('\n', out);
}

static void write_number(int64_t number, FILE *out)
{
   char digits[AN_NUMBER_B], *end = digits + sizeof digits;
   char *at = an_number_put(end, number);
   fwrite_unlocked(at, 1, (size_t)(end - at), out);
}

static void write_counts(const int64_t *counts, size_t n, FILE *out)
{
   for (size_t i = 0; i < n; i++) {
      putc_unlocked(' ', out);
      write_number(counts[i], out);
   }
   putc_unlocked('\n', out);
}

/* A sum has a state only if it is partial. */
static void write_state(const an_profile *profile, FILE *out)
{
   an_state state = an_profile_state_of_sum(profile);
   if (an_state_is_partial(&state))
      fprintf(out, "#: state %s %" PRId64 "\n", an_state_name(state.how),
              state.number);
}

static void write_texts(const an_profile *profile, an_text_kind kind,
                        const char *key, FILE *out)
{
   const an_texts *texts = an_profile_texts(profile, kind);
   for (size_t i = 0; i < texts->n; i++)
      write_escaped(key, texts->text[i], out);
}

static void write_header(const an_profile *profile, const char *note,
                         FILE *out)
{
   const char *command = an_profile_command(profile);
   bool fits = escaped_B(command) <= COMMAND_MAX_B;
   write_texts(profile, AN_DESC, "desc: ", out);
   write_escaped("cmd: ", fits ? command : "...", out);
   fputs("events:", out);
   for (size_t i = 0; i < an_profile_n_events(profile); i++)
      fprintf(out, " %s", an_profile_event(profile, i));
   fprintf(out, "\n#: cachesim %d\n", AN_READ_FORMAT);
   if (note != NULL)
      write_escaped("#: ", note, out);
   write_state(profile, out);
   if (!fits)
      write_escaped("#: cmd ", command, out);
   write_texts(profile, AN_NOTE_NO_LINES, "#: no-lines ", out);
   write_texts(profile, AN_NOTE_LOST_DEBUG_INFO, "#: lost-debug-info ", out);
}

/* Writes function i, after its fl= line, and adds the number of its lines to
   *n. */
static an_status write_function(const an_profile *profile, size_t i,
                                uint64_t *n, FILE *out)
{
   an_lines lines;
   an_status status = an_lines_open(&lines, profile, i, 1);
   if (status != AN_OK)
      return status;
   write_escaped("fn=", an_profile_function(profile, i)->name, out);
   while (an_lines_next(&lines)) {
      write_number(lines.line, out);
      write_counts(lines.counts, an_profile_n_events(profile), out);
      ++*n;
   }
   an_lines_close(&lines);
   return AN_OK;
}

static void write_regions(const an_profile *profile, FILE *out)
{
   for (size_t i = 0; i < an_profile_n_regions(profile); i++) {
      const an_region *region = an_profile_region(profile, i);
      fprintf(out, "#: region %zu %" PRId64,
              region->parent == AN_NO_REGION ? 0 : region->parent + 1,
              region->count);
      write_escaped(" ", region->name, out);
      fputs("#: counts", out);
      write_counts(region->counts, an_profile_n_events(profile), out);
   }
}

an_status an_write(const an_profile *profile, const char *note, FILE *out)
{
   an_status status = AN_OK;
   uint64_t n = 0;
   write_header(profile, note, out);
   for (size_t f = 0; f < an_profile_n_files(profile); f++) {
      const an_file *file = an_profile_file(profile, f);
      write_escaped("fl=", file->name, out);
      for (size_t i = 0; status == AN_OK && i < file->n_functions; i++)
         status = write_function(profile, file->first_function + i, &n, out);
   }
   fputs("summary:", out);
   write_counts(an_profile_totals(profile), an_profile_n_events(profile), out);
   write_texts(profile, AN_NOTE_SATURATED, "#: saturated ", out);
   write_regions(profile, out);
   fprintf(out, "#: end %" PRIu64 "\n", n);
   return status;
}
