/* ac_write_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_data.h"

#include "counts/ac_objects.h"
#include "counts/ac_profile_private.h"
#include "counts/ac_sharing.h"
#include "counts/ac_write_instrs.h"
#include "counts/ac_write_layout.h"
#include "counts/ac_write_text.h"

#include <inttypes.h>
#include <string.h>

typedef struct {
   const ac_profile *profile;
   const ac_data *data;
   ac_write_calls *names;
   FILE *out;
   ac_keyed texts; /* their numbers are their indices and 1 */
   ac_write_parts parts;
} writing;

/* ---- Parts of notes ---- */

static void write_number(const writing *w, int64_t number)
{
   putc_unlocked(' ', w->out);
   ac_write_number(number, w->out);
}

static void write_address(const writing *w, uint64_t address)
{
   fprintf(w->out, " 0x%" PRIx64, address);
}

/* An index as a number; AC_NO_DATA is 0. */
static void write_reference(const writing *w, uint32_t index)
{
   write_number(w, index == AC_NO_DATA ? 0 : (int64_t)index + 1);
}

/* The number of a text that was written; NULL is 0. */
static void write_text(writing *w, const char *text)
{
   const uint64_t key[] = { (uintptr_t)text };
   write_number(w, text == NULL ? 0 : (int64_t)ac_keyed_find(&w->texts, key) + 1);
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
      ac_write_escaped("#: ds ", text, w->out);
}

static void end_line(const writing *w)
{
   putc_unlocked('\n', w->out);
}

/* ---- Data ---- */

static void write_binaries(const writing *w)
{
   for (size_t i = 0; i < w->data->n_binaries; i++) {
      const ac_data_binary *binary = &w->data->binaries[i];
      fprintf(w->out, "#: db %s", binary->build_id == NULL ? "-" : binary->build_id);
      ac_write_escaped(" ", binary->path, w->out);
   }
}

static void write_frames(writing *w)
{
   for (size_t i = 0; i < w->data->n_frames; i++) {
      const ac_data_frame *frame = &w->data->frames[i];
      need_text(w, frame->function);
      need_text(w, frame->file);
      fputs("#: df", w->out);
      write_address(w, frame->address);
      write_reference(w, frame->binary);
      write_text(w, frame->function);
      write_text(w, frame->file);
      write_number(w, frame->line);
      end_line(w);
   }
}

static void write_heap(const writing *w, const ac_datum *datum)
{
   fputs("#: dh", w->out);
   write_number(w, datum->n_blocks);
   write_number(w, datum->bytes);
   write_number(w, datum->min_B);
   write_number(w, datum->max_B);
   for (size_t i = 0; i < datum->n_frames; i++)
      write_reference(w, datum->frames[i]);
   if (datum->is_cut)
      fputs(" ...", w->out);
}

static void write_datum(writing *w, const ac_datum *datum)
{
   switch (datum->kind) {
   case AC_DATA_HEAP: write_heap(w, datum); break;
   case AC_DATA_STATIC:
   case AC_DATA_TLS:
      fprintf(w->out, "#: dv %c", datum->kind == AC_DATA_TLS ? 't' : 's');
      write_reference(w, datum->binary);
      write_address(w, datum->start);
      write_number(w, datum->size_B);
      write_text(w, datum->name);
      break;
   case AC_DATA_STACK:
      fputs("#: dk", w->out);
      write_text(w, datum->name);
      write_text(w, datum->file);
      break;
   case AC_DATA_MAP:
      fputs("#: dm", w->out);
      write_text(w, datum->file);
      break;
   default: fputs(datum->kind == AC_DATA_BRK ? "#: dr brk" : "#: dr unknown", w->out);
   }
   end_line(w);
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
   if (place->offset < 0) {
      fputs(" -", w->out);
      return;
   }
   write_number(w, place->offset);
   if (place->stride == 0)
      return;
   putc_unlocked('%', w->out);
   ac_write_number(place->stride, w->out);
}

/* Writes what each instruction has of an entry, from the part *next on. */
static void write_parts(writing *w, const ac_data_entry *entry, size_t *next)
{
   const ac_write_parts *parts = &w->parts;
   for (; *next < parts->n; ++*next) {
      const ac_instr_data *part = parts->of[*next];
      if (ac_write_parts_compare(parts, part, entry) != 0)
         return;
      fputs("#: dx", w->out);
      write_reference(w, part->instr);
      ac_write_nonzero(part->counts, w->data->n_events, w->out);
   }
}

static void write_entries(writing *w)
{
   const ac_data *data = w->data;
   size_t next = 0; /* part */
   for (size_t i = 0; i < data->n_entries; i++) {
      const ac_data_entry *entry = &data->entries[i];
      if (i == 0 || entry->function != data->entries[i - 1].function) {
         fputs("#: dn", w->out);
         putc_unlocked(' ', w->out);
         ac_write_who(w->names, entry->function, w->out);
         end_line(w);
      }
      fputs("#: d", w->out);
      write_number(w, entry->line);
      write_reference(w, entry->datum);
      write_place(w, &entry->place);
      ac_write_nonzero(entry->counts, data->n_events, w->out);
      write_parts(w, entry, &next);
   }
}

/* ---- Use and sets ---- */

static void write_use(const writing *w)
{
   for (size_t i = 0; i < w->data->n_data; i++) {
      const ac_datum *datum = &w->data->data[i];
      if (datum->n_lines_fetched == 0)
         continue;
      fputs("#: du", w->out);
      write_reference(w, (uint32_t)i);
      write_number(w, datum->n_lines_fetched);
      write_number(w, datum->inside_B);
      write_number(w, datum->used_B);
      end_line(w);
   }
}

/* Equal counts of successive sets as N*COUNT. */
static void write_sets(const writing *w)
{
   for (size_t i = 0; i < w->data->n_data; i++) {
      const ac_datum *datum = &w->data->data[i];
      if (datum->by_set == NULL)
         continue;
      fputs("#: de", w->out);
      write_reference(w, (uint32_t)i);
      for (size_t k = 0, next; k < datum->n_sets; k = next) {
         next = k + 1;
         while (next < datum->n_sets && datum->by_set[next] == datum->by_set[k])
            next++;
         if (next - k > 1)
            fprintf(w->out, " %zu*%" PRId64, next - k, datum->by_set[k]);
         else
            write_number(w, datum->by_set[k]);
      }
      end_line(w);
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
      fprintf(w->out, "w%" PRIx64, words);
   else
      fprintf(w->out, "%" PRIx64, used);
}

static void write_look(const writing *w, uint32_t datum, const ac_data_look *look)
{
   fputs("#: dl", w->out);
   write_reference(w, datum);
   write_number(w, look->count);
   write_number(w, look->offset);
   for (uint32_t i = 0, next; i < look->n_lines; i = next) {
      for (next = i + 1; next < look->n_lines && look->used[next] == look->used[i];)
         next++;
      putc_unlocked(' ', w->out);
      if (next - i > 1)
         fprintf(w->out, "%" PRIu32 "*", next - i);
      write_used(w, look->used[i]);
   }
   end_line(w);
}

static void write_looks(const writing *w)
{
   if (w->data->look_line_B == 0)
      return;
   fprintf(w->out, "#: looks %" PRId64 "\n", w->data->look_line_B);
   for (size_t i = 0; i < w->data->n_data; i++)
      for (size_t k = 0; k < w->data->data[i].n_looks; k++)
         write_look(w, (uint32_t)i, &w->data->data[i].looks[k]);
}

/* ---- Sharing ---- */

static void write_access(writing *w, const ac_shared_access *access)
{
   fputs("#: sa ", w->out);
   ac_write_who(w->names, access->function, w->out);
   write_number(w, access->line);
   write_number(w, access->thread);
   write_reference(w, access->datum);
   write_number(w, access->offset);
   write_address(w, access->mask);
   write_number(w, access->reads);
   write_number(w, access->writes);
   fputs(access->is_own ? " own\n" : "\n", w->out);
}

static void write_sharing(writing *w)
{
   const ac_sharing *sharing = ac_profile_sharing(w->profile);
   if (sharing == NULL)
      return;
   fprintf(w->out, "#: sharing %" PRId64 " %" PRIu32 "\n", sharing->line_B,
           sharing->n_threads);
   for (size_t i = 0; i < sharing->n_lines; i++) {
      const ac_shared_line *line = &sharing->lines[i];
      fprintf(w->out, "#: sl %" PRId64 "\n", line->transfers);
      for (size_t k = 0; k < line->n_accesses; k++)
         write_access(w, &sharing->accesses[line->first_access + k]);
   }
   if (sharing->left_out_lines != 0 || sharing->left_out_accesses != 0)
      fprintf(w->out, "#: sr %" PRId64 " %" PRId64 "\n", sharing->left_out_lines,
              sharing->left_out_accesses);
}

/* ---- The whole ---- */

void ac_write_data_header(const ac_profile *profile, FILE *out)
{
   const ac_data *data = ac_profile_data(profile);
   if (data == NULL)
      return;
   fprintf(out, "#: data %" PRId64, data->limit_B);
   for (size_t e = 0; e < data->n_events; e++)
      fprintf(out, " %s", data->events[e]);
   putc('\n', out);
}

void ac_write_data_notes(const ac_profile *profile, ac_write_calls *names, FILE *out)
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
   ac_write_parts_close(&w.parts);
   ac_keyed_free(&w.texts);
}
