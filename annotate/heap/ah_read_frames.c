/* ah_read_frames.c -- the reader's table of frames: parses
   "0x4005: main (a.c:3)".  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include "base/an_alloc.h"
#include "base/an_error.h"
#include "base/an_file_name.h"
#include "base/tk_fn_name.h"

#include <stdlib.h>
#include <string.h>

/* ---- The parts of a frame ---- */

/* The value of a hexadecimal digit; 16 if it is none. */
static unsigned digit_of(char c)
{
   const char *digits = "0123456789abcdef0123456789ABCDEF";
   const char *digit = c == '\0' ? NULL : strchr(digits, c);
   return digit == NULL ? 16 : (unsigned)(digit - digits) % 16;
}

/* Moves past "0xADDRESS: "; *address stays if there is none.  False if the address has
   more than 64 bits. */
static bool take_address(an_span *span, uint64_t *address)
{
   an_span rest = *span;
   uint64_t value = 0;
   bool is_too_large = false;
   if (!an_span_take_key(&rest, "0x"))
      return true;
   const char *start = rest.at;
   for (; rest.at < rest.end && digit_of(*rest.at) < 16; rest.at++) {
      is_too_large |= value >> 60 != 0;
      value = value << 4 | digit_of(*rest.at);
   }
   if (rest.at == start || !an_span_take_key(&rest, ": "))
      return true;
   *span = rest;
   *address = value;
   return !is_too_large;
}

/* Takes ":NUMBER" off the end.  Looks at no more digits than a number has, since
   every bracket is tried. */
static bool take_number(an_span *span, uint32_t *number)
{
   enum { DIGITS_MAX = 10 };
   const char *at = span->end;
   while (at > span->at && span->end - at <= DIGITS_MAX && at[-1] >= '0' && at[-1] <= '9')
      at--;
   if (at == span->end || at - span->at < 2 || at[-1] != ':')
      return false; /* no number, or nothing before it */
   uint64_t value = 0;
   for (const char *digit = at; digit < span->end; digit++) {
      value = value * 10 + (uint64_t)(*digit - '0');
      if (value > UINT32_MAX)
         return false;
   }
   *number = (uint32_t)value;
   span->end = at - 1;
   return true;
}

typedef struct {
   an_span file, object; /* one or neither is known */
   uint32_t line;
} location;

/* Parses the text between the brackets.  Other writers than heapprof can write
   "file:line:column". */
static bool take_location(an_span text, bool may_have_column, location *found)
{
   if (an_span_take_key(&text, "in ")) {
      found->object = text;
      return true;
   }
   if (!take_number(&text, &found->line))
      return false;
   if (may_have_column)
      take_number(&text, &found->line);
   found->file = text;
   return true;
}

/* Takes " (file:line)" or " (in object)" off the end and leaves the function,
   whose name can have brackets. */
static location take_last_location(an_span *span, bool may_have_column)
{
   location found = { .line = 0 };
   const char *end = span->end - 1;
   if (an_span_length(*span) == 0 || *end != ')')
      return found;
   for (const char *open = end - 1; open > span->at; open--)
      if (open[0] == '(' && open[-1] == ' '
          && take_location((an_span){ open + 1, end }, may_have_column, &found)) {
         span->end = open - 1;
         return found;
      }
   return found;
}

/* ---- Frames ---- */

/* The file with its directory, unless the name has one; in the spelling of
   an_file_name.h. */
static const char *join_path(ah_reader *r, const char *directory, an_span file)
{
   size_t n = an_span_length(file);
   size_t n_directory = *file.at == '/' ? 0 : strlen(directory);
   char *path = tk_get(r->alloc, AN_LABEL, n_directory + 1 + n);
   memcpy(path, directory, n_directory);
   size_t used = n_directory;
   if (used > 0 && path[used - 1] != '/')
      path[used++] = '/';
   memcpy(path + used, file.at, n);
   const char *joined = ah_profile_intern(r->profile, path,
                                          an_file_name_tidy(path, used + n));
   tk_put(r->alloc, path);
   return joined;
}

/* Sets the function, which the frame's text has at `name`; takes what compilers add off
   both (tk_fn_name.h). */
static void set_function(ah_profile *p, an_frame *frame, an_span name)
{
   if (an_span_length(name) == 0)
      name = an_span_of(AN_UNKNOWN);
   frame->function = ah_profile_intern(p, name.at, an_span_length(name));
   size_t n = tk_fn_name_B(frame->function, frame->file);
   if (frame->function[n] == '\0')
      return;
   frame->function = ah_profile_intern(p, name.at, n);
   char *text = an_strdup(frame->text);
   size_t n_start = (size_t)(name.at - frame->text) + n;
   size_t n_end = strlen(name.end);
   memcpy(text + n_start, name.end, n_end);
   frame->text = ah_profile_intern(p, text, n_start + n_end);
   free(text);
}

static bool parse_frame(ah_reader *r, an_frame *frame, const char *directory)
{
   an_span rest = an_span_of(frame->text);
   ah_profile *p = r->profile;
   if (!take_address(&rest, &frame->address))
      return an_json_fail(&r->json, NULL, "the address has more than 64 bits");
   location at = take_last_location(&rest, r->own == NULL);
   frame->line = at.line;
   if (at.file.at != NULL)
      frame->file = join_path(r, directory, at.file);
   set_function(p, frame, rest);
   if (at.object.at != NULL)
      frame->object = ah_profile_intern(p, at.object.at, an_span_length(at.object));
   return true;
}

/* ---- Directories ---- */

typedef struct {
   const json_t *of_frames; /* ftbl_dirs; NULL: none */
   const char **names;
   size_t n;
} directories;

static bool open_directories(ah_reader *r, directories *d, size_t n_frames)
{
   *d = (directories){ .n = 0 };
   if (r->own == NULL)
      return true;
   r->json.place = (an_json_place){ .object = "heapprof." };
   const json_t *names = an_json_member(&r->json, r->own, "dirs", JSON_ARRAY);
   if (names == NULL)
      return false;
   d->of_frames = an_json_member(&r->json, r->own, "ftbl_dirs", JSON_ARRAY);
   if (d->of_frames == NULL)
      return false;
   if (json_array_size(d->of_frames) != n_frames)
      return an_json_fail(&r->json, "ftbl_dirs", "has %zu entries, ftbl %zu",
                          json_array_size(d->of_frames), n_frames);
   d->n = json_array_size(names);
   d->names = ah_profile_get(r->profile, d->n, sizeof *d->names);
   r->json.place.array = "heapprof.dirs";
   for (size_t i = 0; i < d->n; i++) {
      r->json.place.index = i;
      d->names[i] = ah_reader_text(r, json_array_get(names, i), NULL);
      if (d->names[i] == NULL)
         return false;
   }
   return true;
}

/* The directory of a frame; NULL after an error. */
static const char *directory_of(ah_reader *r, const directories *d, size_t i)
{
   if (d->of_frames == NULL)
      return "";
   const json_t *index = json_array_get(d->of_frames, i);
   if (an_json_is_count(index) && (uint64_t)json_integer_value(index) < d->n)
      return d->names[json_integer_value(index)];
   r->json.place = an_json_at("heapprof.ftbl_dirs", i);
   an_json_fail(&r->json, NULL, "is not an index into dirs");
   return NULL;
}

/* ---- The table ---- */

bool ah_read_frames(ah_reader *r)
{
   ah_profile *p = r->profile;
   directories d;
   const json_t *table = an_json_member(&r->json, r->root, "ftbl", JSON_ARRAY);
   if (table == NULL)
      return false;
   size_t n = json_array_size(table);
   if (n > UINT32_MAX)
      return an_json_fail(&r->json, "ftbl", "is too long");
   if (!open_directories(r, &d, n))
      return false;
   p->frames = ah_profile_get(p, n, sizeof *p->frames);
   p->n_frames = n;
   for (size_t i = 0; i < n; i++) {
      r->json.place = an_json_at("ftbl", i);
      p->frames[i].text = ah_reader_text(r, json_array_get(table, i), NULL);
      if (p->frames[i].text == NULL)
         return false;
      const char *directory = directory_of(r, &d, i);
      if (directory == NULL || !parse_frame(r, &p->frames[i], directory))
         return false;
   }
   r->json.place = (an_json_place){ .array = NULL };
   return true;
}
