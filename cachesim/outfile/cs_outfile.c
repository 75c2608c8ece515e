/* cs_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_outfile.h"

#include "base/tk_chars.h"
#include "base/tk_count.h"
#include "machine/cs_machine_text.h"
#include "outfile/cs_run_notes.h"

int cs_outfile_compare(const void *a, const void *b)
{
   const tk_place *x = &(*(tk_line *const *)a)->at;
   const tk_place *y = &(*(tk_line *const *)b)->at;
   /* Interned: equal strings are equal pointers. */
   if (x->file != y->file)
      return tk_chars_compare(x->file, y->file);
   if (x->fn != y->fn)
      return tk_chars_compare(x->fn, y->fn);
   return tk_compare(x->number, y->number)
      ?: tk_compare(x->object, y->object)
      ?: tk_compare(x->start, y->start);
}

size_t cs_outfile_keep_counted(tk_line **lines, size_t n_lines, const cs_columns *columns)
{
   size_t n = 0;
   for (size_t i = 0; i < n_lines; i++) {
      uint64_t all = 0;
      for (uint32_t k = 0; k < columns->n; k++)
         all |= lines[i]->counts[k];
      if (all != 0)
         lines[n++] = lines[i];
   }
   return n;
}

/* Are they one line of the body? */
static bool is_same_line(const tk_place *a, const tk_place *b)
{
   return a->file == b->file && a->fn == b->fn && a->number == b->number;
}

static void write_cache(tk_text *out, const char *name, const cs_geometry *g)
{
   tk_text_string(out, "desc: ");
   tk_text_string(out, name);
   TK_TEXT_LINE(out, " cache:         % B, % B, ", g->size_B, g->line_size_B);
   if (g->assoc == 1)
      tk_text_string(out, "direct-mapped\n");
   else
      TK_TEXT_LINE(out, "%-way associative\n", g->assoc);
}

/* KCachegrind searches the events line in the first 2,047 bytes only. */
enum { CMD_MAX_B = 1000 };

/* The most bytes that an argument can take, with the space before it.  Counts to
   `limit` only. */
static size_t argument_B(const char *argument, size_t limit)
{
   size_t length_B = 1;
   for (; *argument != '\0' && length_B <= limit; argument++)
      length_B += 4; /* \xHH */
   return length_B;
}

static bool fits_cmd(const char *const *argv)
{
   size_t length_B = 0;
   for (; *argv != NULL && length_B <= CMD_MAX_B; argv++)
      length_B += argument_B(*argv, CMD_MAX_B);
   return length_B <= CMD_MAX_B;
}

static void write_command(tk_text *out, const char *const *argv)
{
   for (; *argv != NULL; argv++) {
      tk_text_char(out, ' ');
      tk_text_escaped(out, *argv);
   }
   tk_text_char(out, '\n');
}

/* Writes the program, if it fits, and "...". */
static void write_short_command(tk_text *out, const char *const *argv)
{
   const char *program[] = { argv[0], "...", NULL };
   write_command(out,
                 argument_B(argv[0], CMD_MAX_B) <= CMD_MAX_B ? program : program + 1);
}

static void write_events(tk_text *out, const cs_outfile_header *h)
{
   tk_text_string(out, "events:");
   for (uint32_t k = 0; k < h->columns->n; k++) {
      tk_text_char(out, ' ');
      tk_text_string(out, cs_columns_name(h->columns, h->columns->events[k]));
   }
   tk_text_char(out, '\n');
}

/* Writes the state of the run, and the profile of the program before execve. */
static void write_state(tk_text *out, const cs_outfile_header *h)
{
   const tk_state *state = h->state;
   tk_text_string(out, "#: state ");
   tk_text_string(out, tk_how_name(state->how));
   if (state->how != TK_DUMPED)
      tk_text_char(out, ' ');
   if (state->how == TK_REPLACED)
      tk_text_escaped(out, state->name);
   else if (state->how != TK_DUMPED)
      tk_text_u64(out, state->number);
   tk_text_char(out, '\n');
   if (h->predecessor != NULL)
      tk_text_named(out, "#: predecessor ", h->predecessor);
}

static void write_counts(tk_text *out, const cs_outfile_header *h, const uint64_t *counts)
{
   tk_text_counts(out, counts, h->columns->n);
}

/* Writes which process this is, and where it comes from. */
static void write_process(tk_text *out, const cs_outfile_header *h)
{
   TK_TEXT_LINE(out, "#: pid %\n#: parent %\n", h->pid, h->parent);
   if (h->at_fork != NULL)
      TK_TEXT_LINE(out, "#: forked %\n", cs_columns_count(h->columns, h->at_fork, CS_IR));
   if (h->at_fork != NULL && h->inherits) {
      tk_text_string(out, "#: inherited");
      write_counts(out, h, h->at_fork);
   }
   if (h->title != NULL)
      tk_text_named(out, "#: title ", h->title);
}

const char *const cs_by_names[CS_N_BY] = {
   [CS_BY_INSTR] = "instructions",
   [CS_BY_THREAD] = "threads",
   [CS_BY_PATH] = "call paths",
   [CS_BY_DATUM] = "data objects",
};

static void write_contradictions(tk_text *out, const cs_outfile_header *h)
{
   for (cs_by by = 0; by < CS_N_BY; by++) {
      const cs_contradiction *c = &h->left_out[by];
      if (!cs_contradicts(c))
         continue;
      tk_text_string(out, "#: contradiction ");
      tk_text_string(out, cs_by_names[by]);
      TK_TEXT_LINE(out, ": % ", c->found);
      tk_text_string(out, cs_columns_name(h->columns, c->event));
      TK_TEXT_LINE(out, ", the lines have %\n", c->expected);
   }
}

static void write_header(tk_text *out, const cs_outfile_header *h)
{
   bool fits = fits_cmd(h->argv);
   tk_text_string(out, "desc: Tool:             cachesim ");
   tk_text_escaped(out, h->tool_version);
   TK_TEXT_LINE(out, ", format %\n", CS_FORMAT_VERSION);
   tk_text_named(out, "desc: Valgrind:         ", h->valgrind_version);
   if (cs_columns_have(h->columns, CS_I1MR)) {
      write_cache(out, "I1", h->i1);
      write_cache(out, "D1", h->d1);
      write_cache(out, "LL", h->ll);
   }
   if (h->predictor != NULL)
      tk_text_named(out, "desc: Predictor:        ", h->predictor);
   if (h->layout != NULL)
      tk_text_named(out, "desc: Layout:           ", h->layout->file);
   if (h->trigger != NULL)
      tk_text_named(out, "desc: Trigger:          ", h->trigger);
   tk_text_string(out, "cmd:");
   (fits ? write_command : write_short_command)(out, h->argv);
   write_events(out, h);
   TK_TEXT_LINE(out, "#: cachesim %\n", CS_FORMAT_VERSION);
   write_process(out, h);
   write_state(out, h);
   if (h->counting != NULL)
      tk_counting_write(out, h->counting);
   if (h->machine != NULL) {
      tk_text_named(out, "#: machine ", h->machine->name);
      cs_machine_write(out, "#: m ", h->machine);
   }
   if (h->instrs != NULL)
      cs_instr_notes_head(out, h->instrs);
   if (h->data != NULL)
      cs_data_notes_head(out, h->data);
   if (!fits) {
      tk_text_string(out, "#: cmd");
      write_command(out, h->argv);
   }
   for (uint32_t i = TK_NO_OBJECT;
        (i = tk_object_next(h->objects, h->n_objects, i)) != TK_NO_OBJECT;)
      if (tk_object_lacks_lines(&h->objects[i - 1]))
         tk_text_named(out, "#: no-lines ", h->objects[i - 1].path);
   for (size_t i = 0; i < h->n_lost_debug_info; i++)
      tk_text_named(out, "#: lost-debug-info ", h->lost_debug_info[i]);
   write_contradictions(out, h);
}

/* The number of a region in the outfile, from 1: only regions entered since the last
   reset are written.  Their parents were entered, too. */
static uint32_t number_of(const tk_regions *regions, uint32_t index)
{
   uint32_t number = 0;
   for (uint32_t i = 0; index != TK_NO_REGION && i <= index; i++)
      number += tk_regions_at(regions, i)->count > 0;
   return number;
}

static void write_regions(tk_text *out, const cs_outfile_header *h)
{
   const tk_regions *regions = &h->regions->paths;
   for (uint32_t i = 0; i < regions->n_regions; i++) {
      const tk_region *region = tk_regions_at(regions, i);
      uint64_t counts[CS_N_EVENTS];
      if (region->count == 0)
         continue;
      for (uint32_t k = 0; k < h->columns->n; k++)
         counts[k] = tk_count_capped(tk_regions_sum(regions, i, k));
      TK_TEXT_LINE(out, "#: region % %", number_of(regions, region->parent),
                   region->count);
      tk_text_named(out, " ", region->name);
      tk_text_string(out, "#: counts");
      write_counts(out, h, counts);
   }
}

/* ---- The body -------------------------------------------------------- */

typedef struct {
   tk_text *out;
   const cs_outfile_header *header;
   uint32_t n; /* columns of counts */
   tk_line *const *lines;
   size_t n_lines;
   uint64_t *totals; /* so far */
   uint64_t n_rows;
   /* The lines without file and function, and the totals before them. */
   size_t first_unnamed, end_unnamed;
   uint64_t before_unnamed[CS_N_EVENTS];
} body;

/* Adds what was found to the totals.  counts[] is what there was room for: no total
   exceeds TK_COUNT_MAX.  So the sums are right, and all readers accept the file. */
static void take_counts(const body *b, const uint64_t *found, uint64_t *totals,
                        uint64_t *counts)
{
   for (uint32_t k = 0; k < b->n; k++) {
      counts[k] = tk_count_room(totals[k], found[k]);
      totals[k] += counts[k];
   }
}

static bool is_zero(const body *b, const uint64_t *counts)
{
   uint64_t all = 0;
   for (uint32_t k = 0; k < b->n; k++)
      all |= counts[k];
   return all == 0;
}

/* Writes line i and those that are one with it; returns the next. */
static size_t write_line(body *b, size_t i)
{
   const tk_place *at = &b->lines[i]->at;
   uint64_t row[CS_N_EVENTS], counts[CS_N_EVENTS];
   tk_count_clear_all(row, b->n);
   for (; i < b->n_lines && is_same_line(&b->lines[i]->at, at); i++) {
      take_counts(b, b->lines[i]->counts, b->totals, counts);
      tk_count_add_all(row, counts, b->n);
      if (b->header->object_counts != NULL)
         tk_count_add_all(b->header->object_counts + b->lines[i]->at.object * b->n,
                          counts, b->n);
   }
   tk_text_u64(b->out, at->number);
   write_counts(b->out, b->header, row);
   b->n_rows++;
   return i;
}

static void write_body(body *b)
{
   const char *file = NULL, *fn = NULL;
   for (size_t i = 0, next; i < b->n_lines; i = next) {
      const tk_place *at = &b->lines[i]->at;
      if (at->file != file) {
         tk_text_named(b->out, "fl=", at->file);
         file = at->file;
         fn = NULL;
      }
      if (at->fn != fn) {
         tk_text_named(b->out, "fn=", at->fn);
         fn = at->fn;
      }
      if (tk_place_is_unnamed(at)) {
         b->first_unnamed = i;
         for (uint32_t k = 0; k < b->n; k++)
            b->before_unnamed[k] = b->totals[k];
      }
      next = write_line(b, i);
      if (tk_place_is_unnamed(at))
         b->end_unnamed = next;
   }
}

/* ---- Objects --------------------------------------------------------- */

static void write_object(body *b, uint32_t number, const uint64_t *counts)
{
   static const tk_object outside = { .path = "???", .build_id = "" };
   const tk_object *object = number == TK_NO_OBJECT ? &outside
                                                    : &b->header->objects[number - 1];
   tk_text_string(b->out, "#: object ");
   tk_text_string(b->out, object->build_id[0] == '\0' ? "-" : object->build_id);
   tk_text_named(b->out, " ", object->path);
   tk_text_string(b->out, "#: object-counts");
   write_counts(b->out, b->header, counts);
}

/* Is line i code of the object without file and function? */
static bool is_unnamed_of(const body *b, size_t i, uint32_t object)
{
   return i < b->end_unnamed && b->lines[i]->at.object == object;
}

/* Writes the code of an object that has no file and function: the lines from *i on,
   which are sorted by object and start. */
static void write_unnamed(body *b, uint32_t object, size_t *i)
{
   while (is_unnamed_of(b, *i, object)) {
      uint64_t start = b->lines[*i]->at.start, counts[CS_N_EVENTS], sums[CS_N_EVENTS];
      tk_count_clear_all(sums, b->n);
      for (; is_unnamed_of(b, *i, object) && b->lines[*i]->at.start == start; ++*i) {
         take_counts(b, b->lines[*i]->counts, b->before_unnamed, counts);
         tk_count_add_all(sums, counts, b->n);
      }
      if (is_zero(b, sums))
         continue;
      TK_TEXT_LINE(b->out, "#: code &", start);
      write_counts(b->out, b->header, sums);
   }
}

/* Returns whether it was. */
static bool write_if_counted(body *b, uint32_t i)
{
   const uint64_t *counts = b->header->object_counts + i * b->n;
   bool is_written = !is_zero(b, counts);
   if (is_written)
      write_object(b, i, counts);
   return is_written;
}

static void write_objects(body *b)
{
   const cs_outfile_header *h = b->header;
   uint32_t n_written = 0, i = TK_NO_OBJECT;
   do {
      size_t unnamed = b->first_unnamed;
      bool is_written = write_if_counted(b, i);
      n_written += is_written;
      h->object_numbers[i] = is_written ? n_written : 0;
      while (unnamed < b->end_unnamed && b->lines[unnamed]->at.object < i)
         unnamed++;
      write_unnamed(b, i, &unnamed);
      i = tk_object_next(h->objects, h->n_objects, i);
   } while (i != TK_NO_OBJECT);
}

/* ---- Threads ---------------------------------------------------------- */

/* The counts of all threads add up to the totals, even if there was no room for more. */
static void write_threads(const body *b)
{
   const cs_thread_costs *threads = b->header->threads;
   uint64_t sums[CS_N_EVENTS], counts[CS_N_EVENTS];
   tk_count_clear_all(sums, b->n);
   for (size_t i = 0; i < threads->n_rows; i++) {
      const cs_thread_cost *row = threads->rows[i];
      take_counts(b, row->counts, sums, counts);
      TK_TEXT_LINE(b->out, "#: thread % %", row->number, row->n_threads);
      tk_text_named(b->out, row->name[0] == '\0' ? "" : " ", row->name);
      tk_text_string(b->out, "#: thread-counts");
      write_counts(b->out, b->header, counts);
   }
}

/* ---- The whole ------------------------------------------------------- */

static void write_instrs(const body *b)
{
   cs_instr_notes *instrs = b->header->instrs;
   instrs->n_counts = b->n;
   instrs->lines = b->lines;
   instrs->n_lines = b->n_lines;
   instrs->objects = b->header->object_numbers;
   cs_instr_notes_write(b->out, instrs);
}

static void write_paths(const body *b)
{
   cs_paths *paths = b->header->paths;
   paths->of.lines = b->lines;
   paths->of.n_lines = b->n_lines;
   paths->objects = b->header->object_numbers;
   cs_paths_write(b->out, paths);
}

static void write_saturated(tk_text *out, const cs_outfile_header *h,
                            const uint64_t *totals)
{
   for (uint32_t k = 0; k < h->columns->n; k++)
      if (totals[k] == TK_COUNT_MAX)
         tk_text_named(out, "#: saturated ",
                       cs_columns_name(h->columns, h->columns->events[k]));
}

static void write_data(const body *b)
{
   cs_data_notes *data = b->header->data;
   cs_sharing_notes *sharing = b->header->sharing;
   data->lines = b->lines;
   data->n_lines = b->n_lines;
   data->objects = b->header->object_numbers;
   if (sharing != NULL)
      cs_sharing_notes_name_data(sharing);
   cs_data_notes_write(b->out, data);
   if (b->header->layout != NULL)
      cs_layout_notes_write(b->out, b->header->layout);
   if (sharing == NULL)
      return;
   sharing->lines = b->lines;
   sharing->n_lines = b->n_lines;
   sharing->objects = b->header->object_numbers;
   cs_sharing_notes_write(b->out, sharing);
}

void cs_outfile_write(tk_text *out, const cs_outfile_header *header,
                      tk_line *const *lines, size_t n_lines, uint64_t totals[CS_N_EVENTS])
{
   body b = { .out = out,
              .header = header,
              .lines = lines,
              .n_lines = n_lines,
              .n = header->columns->n,
              .totals = totals };
   tk_count_clear_all(totals, b.n);
   if (header->object_counts != NULL)
      tk_count_clear_all(header->object_counts, (header->n_objects + (size_t)1) * b.n);
   write_header(out, header);
   write_body(&b);
   tk_text_string(out, "summary:");
   write_counts(out, header, totals);
   write_saturated(out, header, totals);
   if (header->object_counts != NULL)
      write_objects(&b);
   if (header->instrs != NULL)
      write_instrs(&b);
   if (header->has_runs)
      cs_run_notes_write(out, lines, n_lines);
   if (header->regions != NULL)
      write_regions(out, header);
   if (header->threads != NULL && header->threads->is_on)
      write_threads(&b);
   if (header->paths != NULL)
      write_paths(&b);
   if (header->data != NULL)
      write_data(&b);
   TK_TEXT_LINE(out, "#: end %\n", b.n_rows);
}
