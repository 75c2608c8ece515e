/* an_callgrind_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_callgrind_out.h"

#include "base/an_string.h"
#include "base/an_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Together, and with the names of 40 events, below KCachegrind's 2,047 bytes. */
enum { COMMAND_B = 500, DESCS = 8, DESC_B = 80, TITLE_B = 40 };

/* ---- Beginning and end ---- */

void an_callgrind_open(an_callgrind_out *to, FILE *out, const tk_alloc *alloc,
                       const an_callgrind_function *functions, size_t n_functions)
{
   *to = (an_callgrind_out){
      .out = out,
      .functions = functions,
      .is_known = tk_get_zeroed(alloc, AN_LABEL, n_functions + 1),
      .files = tk_strings_new(alloc),
      .objects = tk_strings_new(alloc),
   };
}

/* ---- Text ---- */

/* Where to cut the text so that at most `most_B` bytes of whole characters stay. */
static size_t cut_length(const char *text, size_t most_B)
{
   size_t length = strlen(text);
   if (length <= most_B)
      return length;
   while (most_B > 0 && ((unsigned char)text[most_B] & 0xc0) == 0x80)
      most_B--;
   return most_B;
}

/* Puts at most `most_B` bytes of a text, and "..." if it is cut.  KCachegrind takes the
   first "events:" for the key. */
static void put_text(an_callgrind_out *to, const char *text, size_t most_B)
{
   static const char key[] = "events:";
   char *shown = an_text_utf8(text), *rest = shown, *at;
   size_t kept = cut_length(shown, most_B);
   bool is_cut = shown[kept] != '\0';
   shown[kept] = '\0';
   for (; (at = strstr(rest, key)) != NULL; rest = at + sizeof key - 1)
      fprintf(to->out, "%.*sevents\\x3a", (int)(at - rest), rest);
   fprintf(to->out, "%s%s", rest, is_cut ? "..." : "");
   free(shown);
}

/* Puts a line "KEY(NUMBER) NAME", or without the name if it is known already. */
static void put_name(an_callgrind_out *to, const char *key, size_t number,
                     const char *name, bool is_known)
{
   fprintf(to->out, "%s(%zu)", key, number + 1);
   if (!is_known) {
      putc(' ', to->out);
      put_text(to, *name == '\0' ? AN_UNKNOWN : name, SIZE_MAX);
   }
   putc('\n', to->out);
}

/* Puts such a line for a name of a file or object, which `names` holds; NULL: unknown. */
static void put_numbered(an_callgrind_out *to, const char *key, tk_strings *names,
                         const char *name)
{
   if (name == NULL)
      name = AN_UNKNOWN;
   size_t n_known = tk_strings_count(names);
   uint32_t number = tk_strings_number(names, name, strlen(name));
   put_name(to, key, number, name, number < n_known);
}

/* KCachegrind takes "???" for no name, and then begins with that function. */
static void put_function(an_callgrind_out *to, const char *key, size_t function)
{
   const char *name = to->functions[function].name;
   if (*name == '\0' || strcmp(name, AN_UNKNOWN) == 0)
      name = "(unknown)";
   put_name(to, key, function, name, to->is_known[function]);
   to->is_known[function] = true;
}

/* ---- The header ---- */

static void put_line(an_callgrind_out *to, const char *key, const char *text,
                     size_t most_B)
{
   fputs(key, to->out);
   put_text(to, text, most_B);
   putc('\n', to->out);
}

void an_callgrind_put_header(an_callgrind_out *to, const an_callgrind_header *header,
                             const an_callgrind_event *events, size_t n_events)
{
   fputs("# callgrind format\nversion: 1\n", to->out);
   put_line(to, "creator: ", header->creator, DESC_B);
   if (header->pid > 0)
      fprintf(to->out, "pid: %" PRId64 "\n", header->pid);
   put_line(to, "cmd: ", header->command, COMMAND_B);
   fputs("part: 1\n", to->out);
   if (header->layout != NULL)
      put_line(to, "desc: Layout: ", header->layout, DESC_B);
   for (size_t i = 0; i < header->n_descs && i < DESCS; i++)
      put_line(to, "desc: ", header->descs[i], DESC_B);
   fprintf(to->out, "positions: %sline\n", header->has_addresses ? "instr " : "");
   for (size_t i = 0; i < n_events; i++)
      if (events[i].title != NULL) {
         fprintf(to->out, "event: %s : ", events[i].name);
         put_line(to, "", events[i].title, TITLE_B);
      }
   fputs("events:", to->out);
   for (size_t i = 0; i < n_events; i++) {
      putc(' ', to->out);
      put_text(to, events[i].name, SIZE_MAX);
   }
   putc('\n', to->out);
   to->n_events = n_events;
   to->has_addresses = header->has_addresses;
}

/* ---- The body ---- */

void an_callgrind_put_function(an_callgrind_out *to, size_t function)
{
   const an_callgrind_function *f = &to->functions[function];
   putc('\n', to->out);
   put_numbered(to, "ob=", to->objects, f->object);
   put_numbered(to, "fl=", to->files, f->file);
   put_function(to, "fn=", function);
   to->file = f->file;
   to->object = f->object;
}

void an_callgrind_put_file(an_callgrind_out *to, const char *file)
{
   if (an_string_is_same(file, to->file))
      return;
   put_numbered(to, "fi=", to->files, file);
   to->file = file;
}

/* Puts costs without the zeros at the end, but for the first. */
static void put_costs(an_callgrind_out *to, const int64_t *costs)
{
   size_t n = to->n_events;
   while (n > 1 && costs[n - 1] == 0)
      n--;
   for (size_t i = 0; i < n; i++)
      fprintf(to->out, " %" PRId64, costs[i]);
   putc('\n', to->out);
}

static void put_place(an_callgrind_out *to, an_callgrind_place at)
{
   if (to->has_addresses)
      fprintf(to->out, "0x%" PRIx64 " ", at.address);
   fprintf(to->out, "%" PRIu32, at.line);
}

void an_callgrind_put_cost(an_callgrind_out *to, an_callgrind_place at,
                           const int64_t *costs)
{
   put_place(to, at);
   put_costs(to, costs);
}

void an_callgrind_put_calls(an_callgrind_out *to, an_callgrind_place at, size_t callee,
                            int64_t n_calls, const int64_t *costs)
{
   const an_callgrind_function *f = &to->functions[callee];
   if (!an_string_is_same(f->object, to->object))
      put_numbered(to, "cob=", to->objects, f->object);
   if (!an_string_is_same(f->file, to->file))
      put_numbered(to, "cfi=", to->files, f->file);
   put_function(to, "cfn=", callee);
   fprintf(to->out, "calls=%" PRId64 " ", n_calls > 0 ? n_calls : 1);
   put_place(to, (an_callgrind_place){ .line = 0 });
   putc('\n', to->out);
   an_callgrind_put_cost(to, at, costs);
}

void an_callgrind_put_totals(an_callgrind_out *to, const int64_t *costs)
{
   fputs("\ntotals:", to->out);
   put_costs(to, costs);
}
