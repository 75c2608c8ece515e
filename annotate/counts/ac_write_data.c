/* ac_write_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_data.h"

#include "counts/ac_objects.h"
#include "counts/ac_profile_private.h"
#include "counts/ac_sharing.h"
#include "counts/ac_write_instrs.h"
#include "counts/ac_write_layout.h"
#include "counts/ac_write_text.h"

#include <string.h>

typedef struct {
   const ac_profile *profile;
   const ac_data *data;
   ac_write_calls *names;
   tk_text *out;
   ac_keyed texts; /* their numbers are their indices and 1 */
   ac_write_parts parts;
} writing;

/* ---- Parts of notes ---- */

/* An index as a number; AC_NO_DATA is 0. */
static int64_t number_of(uint32_t index)
{
   return index == AC_NO_DATA ? 0 : (int64_t)index + 1;
}

/* The number of a text that was written; NULL is 0. */
static int64_t number_of_text(writing *w, const char *text)
{
   const uint64_t key[] = { (uintptr_t)text };
   return text == NULL ? 0 : (int64_t)ac_keyed_find(&w->texts, key) + 1;
}

/* Writes a text unless an earlier note has it. */
static void need_text(writing *w, const char *text)
{
   const uint64_t key[] = { (uintptr_t)text };
   size_t n = w->texts.n;
   if (text == NULL)
      return;
   ac_keyed_find(&w->texts, key);
   if (w->texts.n > n)
      tk_text_named(w->out, "#: ds ", text);
}

/* ---- Data ---- */

static void write_binaries(const writing *w)
{
   for (size_t i = 0; i < w->data->n_binaries; i++) {
      const ac_data_binary *binary = &w->data->binaries[i];
      tk_text_string(w->out, "#: db ");
      tk_text_string(w->out, binary->build_id == NULL ? "-" : binary->build_id);
      tk_text_named(w->out, " ", binary->path);
   }
}

static void write_frames(writing *w)
{
   for (size_t i = 0; i < w->data->n_frames; i++) {
      const ac_data_frame *frame = &w->data->frames[i];
      need_text(w, frame->function);
      need_text(w, frame->file);
      TK_TEXT_LINE(w->out, "#: df & % % % %\n", frame->address, number_of(frame->binary),
                   number_of_text(w, frame->function), number_of_text(w, frame->file),
                   frame->line);
   }
}

static void write_heap(const writing *w, const ac_datum *datum)
{
   TK_TEXT_LINE(w->out, "#: dh % % % %", datum->n_blocks, datum->bytes, datum->min_B,
                datum->max_B);
   for (size_t i = 0; i < datum->n_frames; i++)
      TK_TEXT_LINE(w->out, " %", number_of(datum->frames[i]));
   tk_text_string(w->out, datum->is_cut ? " ...\n" : "\n");
}

static void write_datum(writing *w, const ac_datum *datum)
{
   switch (datum->kind) {
   case AC_DATA_HEAP: write_heap(w, datum); break;
   case AC_DATA_STATIC:
   case AC_DATA_TLS:
      tk_text_string(w->out, datum->kind == AC_DATA_TLS ? "#: dv t" : "#: dv s");
      TK_TEXT_LINE(w->out, " % & % %\n", number_of(datum->binary), datum->start,
                   datum->size_B, number_of_text(w, datum->name));
      break;
   case AC_DATA_STACK:
      TK_TEXT_LINE(w->out, "#: dk % %\n", number_of_text(w, datum->name),
                   number_of_text(w, datum->file));
      break;
   case AC_DATA_MAP:
      TK_TEXT_LINE(w->out, "#: dm %\n", number_of_text(w, datum->file));
      break;
   case AC_DATA_BRK: tk_text_string(w->out, "#: dr brk\n"); break;
   default: tk_text_string(w->out, "#: dr unknown\n");
   }
}

static void write_data(writing *w)
{
   for (size_t i = 0; i < w->data->n_data; i++) {
      const ac_datum *datum = &w->data->data[i];
      need_text(w, datum->name);
      need_text(w, datum->file);
      write_datum(w, datum);
   }
}

/* ---- Entries ---- */

static void write_place(const writing *w, const ac_data_place *place)
{
   if (place->offset < 0)
      tk_text_string(w->out, " -");
   else
      TK_TEXT_LINE(w->out, " %", place->offset);
   if (place->offset < 0 || place->stride == 0)
      return;
   tk_text_char(w->out, '%');
   tk_text_u64(w->out, (uint64_t)place->stride);
}

/* Writes what each instruction has of an entry, from the part *next on. */
static void write_parts(writing *w, const ac_data_entry *entry, size_t *next)
{
   const ac_write_parts *parts = &w->parts;
   for (; *next < parts->n; ++*next) {
      const ac_instr_data *part = parts->of[*next];
      if (ac_write_parts_compare(parts, part, entry) != 0)
         return;
      TK_TEXT_LINE(w->out, "#: dx %", number_of(part->instr));
      ac_write_nonzero(w->out, part->counts, w->data->n_events);
   }
}

static void write_entries(writing *w)
{
   const ac_data *data = w->data;
   size_t next = 0; /* part */
   for (size_t i = 0; i < data->n_entries; i++) {
      const ac_data_entry *entry = &data->entries[i];
      if (i == 0 || entry->function != data->entries[i - 1].function) {
         tk_text_string(w->out, "#: dn");
         ac_write_who(w->names, entry->function, w->out);
         tk_text_char(w->out, '\n');
      }
      TK_TEXT_LINE(w->out, "#: d % %", entry->line, number_of(entry->datum));
      write_place(w, &entry->place);
      ac_write_nonzero(w->out, entry->counts, data->n_events);
      write_parts(w, entry, &next);
   }
}

/* ---- Use and sets ---- */

static void write_use(const writing *w)
{
   for (size_t i = 0; i < w->data->n_data; i++) {
      const ac_datum *datum = &w->data->data[i];
      if (datum->n_lines_fetched != 0)
         TK_TEXT_LINE(w->out, "#: du % % % %\n", i + 1, datum->n_lines_fetched,
                      datum->inside_B, datum->used_B);
   }
}

/* Equal counts of successive sets as N*COUNT. */
static void write_sets(const writing *w)
{
   for (size_t i = 0; i < w->data->n_data; i++) {
      const ac_datum *datum = &w->data->data[i];
      if (datum->by_set == NULL)
         continue;
      TK_TEXT_LINE(w->out, "#: de %", i + 1);
      for (size_t k = 0, next; k < datum->n_sets; k = next) {
         next = k + 1;
         while (next < datum->n_sets && datum->by_set[next] == datum->by_set[k])
            next++;
         if (next - k > 1)
            TK_TEXT_LINE(w->out, " %*%", next - k, datum->by_set[k]);
         else
            TK_TEXT_LINE(w->out, " %", datum->by_set[k]);
      }
      tk_text_char(w->out, '\n');
   }
}

/* ---- Looks ---- */

/* The bytes that were used of a line; if they are whole words of 4 bytes, by word, where
   that is shorter. */
static void write_used(const writing *w, uint64_t used)
{
   const uint64_t each = UINT64_C(0x1111111111111111);
   uint64_t words = 0;
   for (int i = 0; i < 16; i++)
      words |= (used >> 4 * i & 1) << i;
   bool is_whole = (used & each) * 15 == used;
   if (is_whole && used > 0xff)
      tk_text_char(w->out, 'w');
   tk_text_digits(w->out, is_whole && used > 0xff ? words : used);
}

static void write_look(const writing *w, uint32_t datum, const ac_data_look *look)
{
   TK_TEXT_LINE(w->out, "#: dl % % ~", number_of(datum), look->count, look->offset);
   for (uint32_t i = 0, next; i < look->n_lines; i = next) {
      for (next = i + 1; next < look->n_lines && look->used[next] == look->used[i];)
         next++;
      tk_text_char(w->out, ' ');
      if (next - i > 1)
         TK_TEXT_LINE(w->out, "%*", next - i);
      write_used(w, look->used[i]);
   }
   tk_text_char(w->out, '\n');
}

static void write_looks(const writing *w)
{
   if (w->data->look_line_B == 0)
      return;
   TK_TEXT_LINE(w->out, "#: looks %\n", w->data->look_line_B);
   for (size_t i = 0; i < w->data->n_data; i++)
      for (size_t k = 0; k < w->data->data[i].n_looks; k++)
         write_look(w, (uint32_t)i, &w->data->data[i].looks[k]);
}

/* ---- Sharing ---- */

static void write_access(const writing *w, const ac_shared_access *access)
{
   tk_text_string(w->out, "#: sa");
   ac_write_who(w->names, access->function, w->out);
   TK_TEXT_LINE(w->out, " % % % ~ & % %", access->line, access->thread,
                number_of(access->datum), access->offset, access->mask, access->reads,
                access->writes);
   tk_text_string(w->out, access->is_own ? " own\n" : "\n");
}

static void write_sharing(writing *w)
{
   const ac_sharing *sharing = ac_profile_sharing(w->profile);
   if (sharing == NULL)
      return;
   TK_TEXT_LINE(w->out, "#: sharing % %\n", sharing->line_B, sharing->n_threads);
   for (size_t i = 0; i < sharing->n_lines; i++) {
      const ac_shared_line *line = &sharing->lines[i];
      TK_TEXT_LINE(w->out, "#: sl %\n", line->transfers);
      for (size_t k = 0; k < line->n_accesses; k++)
         write_access(w, &sharing->accesses[line->first_access + k]);
   }
   if (sharing->left_out_lines != 0 || sharing->left_out_accesses != 0)
      TK_TEXT_LINE(w->out, "#: sr % %\n", sharing->left_out_lines,
                   sharing->left_out_accesses);
}

/* ---- The whole ---- */

void ac_write_data_header(const ac_profile *profile, tk_text *out)
{
   const ac_data *data = ac_profile_data(profile);
   if (data == NULL)
      return;
   TK_TEXT_LINE(out, "#: data %", data->limit_B);
   for (size_t e = 0; e < data->n_events; e++) {
      tk_text_char(out, ' ');
      tk_text_string(out, data->events[e]);
   }
   tk_text_char(out, '\n');
}

void ac_write_data_notes(const ac_profile *profile, ac_write_calls *names, tk_text *out)
{
   writing w = {
      .profile = profile, .data = ac_profile_data(profile), .names = names, .out = out
   };
   if (w.data == NULL) {
      ac_write_layout_notes(profile, out);
      return;
   }
   ac_keyed_init(&w.texts, profile->alloc, 1, 0);
   write_binaries(&w);
   ac_write_parts_open(&w.parts, profile);
   write_frames(&w);
   write_data(&w);
   write_entries(&w);
   write_use(&w);
   write_sets(&w);
   write_looks(&w);
   ac_write_layout_notes(profile, out);
   write_sharing(&w);
}
