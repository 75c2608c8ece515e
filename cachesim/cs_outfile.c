/* cs_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_outfile.h"

#include "base/tk_count.h"

static int compare_strings(const char *a, const char *b)
{
   while (*a != '\0' && *a == *b)
      a++, b++;
   return (unsigned char)*a - (unsigned char)*b;
}

int cs_outfile_compare(const void *a, const void *b)
{
   const tk_line *x = *(tk_line *const *)a, *y = *(tk_line *const *)b;
   /* Interned: equal strings are equal pointers. */
   if (x->file != y->file)
      return compare_strings(x->file, y->file);
   if (x->fn != y->fn)
      return compare_strings(x->fn, y->fn);
   return (x->number > y->number) - (x->number < y->number);
}

static void write_name(tk_text *out, const char *key, const char *name)
{
   tk_text_string(out, key);
   tk_text_escaped(out, name);
   tk_text_char(out, '\n');
}

static void write_cache(tk_text *out, const char *name, const cs_geometry *g)
{
   tk_text_string(out, "desc: ");
   tk_text_string(out, name);
   tk_text_string(out, " cache:         ");
   tk_text_u64(out, g->size_B);
   tk_text_string(out, " B, ");
   tk_text_u64(out, g->line_size_B);
   if (g->assoc == 1) {
      tk_text_string(out, " B, direct-mapped\n");
   } else {
      tk_text_string(out, " B, ");
      tk_text_u64(out, g->assoc);
      tk_text_string(out, "-way associative\n");
   }
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
   write_command(out, argument_B(argv[0], CMD_MAX_B) <= CMD_MAX_B
                         ? program : program + 1);
}

static void write_events(tk_text *out, const cs_outfile_header *h)
{
   tk_text_string(out, "events:");
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (cs_event_counted(e, h->caches, h->branches)) {
         tk_text_char(out, ' ');
         tk_text_string(out, cs_events[e].name);
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
      write_name(out, "#: predecessor ", h->predecessor);
}

static void write_header(tk_text *out, const cs_outfile_header *h)
{
   bool fits = fits_cmd(h->argv);
   tk_text_string(out, "desc: Tool:             cachesim ");
   tk_text_escaped(out, h->tool_version);
   tk_text_string(out, ", format ");
   tk_text_u64(out, CS_FORMAT_VERSION);
   tk_text_string(out, "\ndesc: Valgrind:         ");
   tk_text_escaped(out, h->valgrind_version);
   tk_text_char(out, '\n');
   if (h->caches) {
      write_cache(out, "I1", h->i1);
      write_cache(out, "D1", h->d1);
      write_cache(out, "LL", h->ll);
   }
   tk_text_string(out, "cmd:");
   (fits ? write_command : write_short_command)(out, h->argv);
   write_events(out, h);
   tk_text_string(out, "#: cachesim ");
   tk_text_u64(out, CS_FORMAT_VERSION);
   tk_text_string(out, "\n#: pid ");
   tk_text_u64(out, h->pid);
   tk_text_char(out, '\n');
   write_state(out, h);
   if (!fits) {
      tk_text_string(out, "#: cmd");
      write_command(out, h->argv);
   }
   for (size_t i = 0; i < h->n_no_lines; i++)
      write_name(out, "#: no-lines ", h->no_lines[i]);
   for (size_t i = 0; i < h->n_lost_debug_info; i++)
      write_name(out, "#: lost-debug-info ", h->lost_debug_info[i]);
}

static void write_counts(tk_text *out, const cs_outfile_header *h,
                         const uint64_t counts[CS_N_EVENTS])
{
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (cs_event_counted(e, h->caches, h->branches)) {
         tk_text_char(out, ' ');
         tk_text_u64(out, counts[e]);
      }
   tk_text_char(out, '\n');
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
      for (cs_event e = 0; e < CS_N_EVENTS; e++)
         counts[e] = tk_count_capped(tk_regions_sum(regions, i, e));
      tk_text_string(out, "#: region ");
      tk_text_u64(out, number_of(regions, region->parent));
      tk_text_char(out, ' ');
      tk_text_u64(out, region->count);
      tk_text_char(out, ' ');
      write_name(out, "", region->name);
      tk_text_string(out, "#: counts");
      write_counts(out, h, counts);
   }
}

/* Cuts the counts so that no sum exceeds TK_COUNT_MAX.  So the sums are right, and all
   readers accept the file. */
static void write_line(tk_text *out, const cs_outfile_header *h,
                       const tk_line *line, uint64_t totals[CS_N_EVENTS])
{
   uint64_t counts[CS_N_EVENTS];
   for (cs_event e = 0; e < CS_N_EVENTS; e++) {
      counts[e] = tk_count_room(totals[e], line->counts[e]);
      totals[e] += counts[e];
   }
   tk_text_u64(out, line->number);
   write_counts(out, h, counts);
}

static void write_saturated(tk_text *out, const cs_outfile_header *h,
                            const uint64_t totals[CS_N_EVENTS])
{
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (totals[e] == TK_COUNT_MAX
          && cs_event_counted(e, h->caches, h->branches))
         write_name(out, "#: saturated ", cs_events[e].name);
}

void cs_outfile_write(tk_text *out, const cs_outfile_header *header,
                      tk_line *const *lines, size_t n_lines,
                      uint64_t totals[CS_N_EVENTS])
{
   const char *file = NULL, *fn = NULL;

   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      totals[e] = 0;
   write_header(out, header);
   for (size_t i = 0; i < n_lines; i++) {
      const tk_line *line = lines[i];
      if (line->file != file) {
         write_name(out, "fl=", line->file);
         file = line->file;
         fn = NULL;
      }
      if (line->fn != fn) {
         write_name(out, "fn=", line->fn);
         fn = line->fn;
      }
      write_line(out, header, line, totals);
   }
   tk_text_string(out, "summary:");
   write_counts(out, header, totals);
   write_saturated(out, header, totals);
   if (header->regions != NULL)
      write_regions(out, header);
   tk_text_string(out, "#: end ");
   tk_text_u64(out, n_lines);
   tk_text_char(out, '\n');
}
