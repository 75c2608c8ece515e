/* ac_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_notes.h"

#include <string.h>

/* Instructions and data objects split what it has. */
static bool read_code(ac_reader *r, const ac_fields *f)
{
   ac_notes *notes = r->notes;
   if (!ac_read_code(r, f))
      return false;
   ac_read_rows_code(r, &notes->instrs.rows, notes->objects.code);
   ac_read_rows_code(r, &notes->data.rows, notes->objects.code);
   return true;
}

static bool add_text(ac_reader *r, ac_text_kind kind, const ac_fields *f)
{
   ac_profile_add_text(r->profile, kind, f->text, strlen(f->text));
   return true;
}

static bool read_lost_debug_info(ac_reader *r, const ac_fields *f)
{
   return add_text(r, AC_NOTE_LOST_DEBUG_INFO, f);
}

static bool read_saturated(ac_reader *r, const ac_fields *f)
{
   return add_text(r, AC_NOTE_SATURATED, f);
}

static bool read_contradiction(ac_reader *r, const ac_fields *f)
{
   return add_text(r, AC_NOTE_CONTRADICTION, f);
}

static bool read_unknown_objects(ac_reader *r, const ac_fields *f)
{
   return add_text(r, AC_NOTE_UNKNOWN_OBJECTS, f);
}

static bool read_writer(ac_reader *r, const ac_fields *f)
{
   return add_text(r, AC_NOTE_WRITER, f);
}

#define COUNTS "counts"
#define TEXT "a text"

const ac_note ac_note_table[] = {
   { "state", AC_NOTES_OF_HEADER,
     "exited N, killed N, replaced NAME, dumped or partial N", "*", ac_read_state },
   { "predecessor", AC_NOTES_OF_HEADER, "a name", "u", ac_read_predecessor },
   { "counting", AC_NOTES_OF_HEADER, "names and numbers", "*", ac_read_counting },
   { "pid", AC_NOTES_ANYWHERE, "a number", "*", ac_read_pid },
   { "parent", AC_NOTES_ANYWHERE, "a number", "*", ac_read_parent },
   { "cmd", AC_NOTES_ANYWHERE, TEXT, "*", ac_read_command },
   { "title", AC_NOTES_OF_HEADER, TEXT, "t", ac_read_title },
   { "forked", AC_NOTES_OF_HEADER, "a number", "n", ac_read_forked },
   { "inherited", AC_NOTES_OF_HEADER, COUNTS, "c", ac_read_inherited },
   { "became", AC_NOTES_ANYWHERE, TEXT, "t", ac_read_became },
   { "after", AC_NOTES_ANYWHERE, TEXT, "t", ac_read_after },
   { "process", AC_NOTES_OF_HEADER, "PID PARENT COUNT STATE COMMAND", "nnn*",
     ac_read_listed },
   { "machine", AC_NOTES_OF_HEADER, "a name", "*", ac_read_machine_name },
   { "m", AC_NOTES_OF_HEADER, "a key and values", "*", ac_read_machine_line },
   { "instr", AC_NOTES_OF_HEADER, "an architecture", "w", ac_read_instrs_begin },
   { "data", AC_NOTES_OF_HEADER, "a number and events", "n*", ac_read_data_begin },
   { "no-lines", AC_NOTES_ANYWHERE, TEXT, "t", ac_read_bare_object },
   { "lost-debug-info", AC_NOTES_ANYWHERE, TEXT, "t", read_lost_debug_info },
   { "saturated", AC_NOTES_ANYWHERE, TEXT, "t", read_saturated },
   { "contradiction", AC_NOTES_ANYWHERE, TEXT, "t", read_contradiction },
   { "unknown-objects", AC_NOTES_ANYWHERE, TEXT, "t", read_unknown_objects },
   { "writer", AC_NOTES_ANYWHERE, TEXT, "t", read_writer },

   { "object", AC_NOTES_OF_TRAILER, "a build id or -, and a path,", "bu",
     ac_read_object_name },
   { "object-counts", AC_NOTES_OF_TRAILER, COUNTS, "c", ac_read_object_counts },
   { "code", AC_NOTES_OF_TRAILER, "an address like 0x10c96f", "xc", read_code },
   { "io", AC_NOTES_OF_TRAILER, "an object's number", "O", ac_read_instr_object },
   { "in", AC_NOTES_OF_TRAILER, "NAME or OBJECT:ADDRESS", "w", ac_read_instr_name },
   { "x", AC_NOTES_OF_TRAILER, "ADDRESS CODE LINE and counts", "xwlc",
     ac_read_instr_counts },
   { "xw", AC_NOTES_OF_TRAILER, "INSTRUCTION, a word, and perhaps an INSTRUCTION", "Xw*",
     ac_read_instr_wait },
   { "runs", AC_NOTES_OF_TRAILER, "nothing", "", ac_read_runs_begin },
   { "n", AC_NOTES_OF_TRAILER, "NAME and how often its lines ran", "N*",
     ac_read_runs_of },
   { "region", AC_NOTES_OF_TRAILER, "PARENT COUNT NAME", "G0nt", ac_read_region },
   { "counts", AC_NOTES_OF_TRAILER, COUNTS, "c", ac_read_region_counts },
   { "thread", AC_NOTES_OF_TRAILER, "NUMBER THREADS NAME, both numbers from 1,", "nnt",
     ac_read_thread },
   { "thread-counts", AC_NOTES_OF_TRAILER, COUNTS, "c", ac_read_thread_counts },

   { "fl", AC_NOTES_OF_NAMES, "a file", "t", ac_read_file },
   { "fn", AC_NOTES_OF_NAMES, "a file's number and a function", "Ft",
     ac_read_function_name },
   { "f", AC_NOTES_OF_FUNCTIONS, "NAME OBJECT START CALLS and counts", "NO0xnp",
     ac_read_function },
   { "fs", AC_NOTES_OF_FUNCTIONS, COUNTS, "c", ac_read_function_self },
   { "i", AC_NOTES_OF_FUNCTIONS, "DEPTH NAME LINE[@FILE] and counts", "nN@p",
     ac_read_inlined_code },
   { "ir", AC_NOTES_OF_FUNCTIONS, "DEPTH NUMBER and counts", "nnp",
     ac_read_inlined_rest },
   { "g", AC_NOTES_OF_SUMS, "NAME and counts", "Np", ac_read_inlined_sum },
   { "lf", AC_NOTES_OF_SUMS, "a file's number", "F", ac_read_line_file },
   { "l", AC_NOTES_OF_SUMS, "LINE and counts", "lp", ac_read_line_sum },
   { "by", AC_NOTES_OF_ARCS, "FUNCTION[.INLINED] or 0", ".", ac_read_caller },
   { "a", AC_NOTES_OF_ARCS, "LINE[@FILE] FUNCTION CALLS and counts", "@Cn*",
     ac_read_call },
   { "ar", AC_NOTES_OF_ARCS, "NUMBER CALLS and counts", "nn*", ac_read_call_rest },
   { "t", AC_NOTES_OF_PATHS, "DEPTH ARC CALLS and counts", "nnnp", ac_read_path },
   { "ti", AC_NOTES_OF_PATHS, "DEPTH INLINED and counts", "nIp", ac_read_inlined_path },
   { "r", AC_NOTES_OF_PATHS, "DEPTH ARC CALLS", "nAn", ac_read_folded },
   { "tr", AC_NOTES_OF_PATHS, "DEPTH NUMBER and counts", "nnp", ac_read_path_rest },

   { "ds", AC_NOTES_OF_DATA, TEXT, "t", ac_read_data_text },
   { "db", AC_NOTES_OF_DATA, "a build id or -, and a path", "bu", ac_read_data_binary },
   { "df", AC_NOTES_OF_DATA, "ADDRESS BINARY TEXT TEXT LINE", "xB0T0T0l",
     ac_read_data_frame },
   { "dh", AC_NOTES_OF_DATA, "BLOCKS BYTES MIN MAX and frames", "nnnn*",
     ac_read_data_heap },
   { "dv", AC_NOTES_OF_DATA, "s or t, BINARY ADDRESS SIZE TEXT", "wB0xnT0",
     ac_read_data_variable },
   { "dk", AC_NOTES_OF_DATA, "TEXT TEXT", "T0T0", ac_read_data_stack },
   { "dm", AC_NOTES_OF_DATA, "TEXT", "T0", ac_read_data_mapping },
   { "dr", AC_NOTES_OF_DATA, "brk or unknown", "w", ac_read_data_other },
   { "dn", AC_NOTES_OF_ENTRIES, "NAME or OBJECT:ADDRESS", "w", ac_read_data_name },
   { "d", AC_NOTES_OF_ENTRIES, "LINE DATUM PLACE and counts", "lDw*",
     ac_read_data_entry },
   { "dx", AC_NOTES_OF_ENTRIES, "INSTRUCTION and counts", "X*", ac_read_data_instr },
   { "du", AC_NOTES_OF_USE, "DATUM LINES INSIDE USED", "Dnnn", ac_read_data_use },
   { "de", AC_NOTES_OF_SETS, "DATUM and counts", "D*", ac_read_data_sets },
   { "looks", AC_NOTES_OF_LOOKS, "BYTES", "n", ac_read_data_looks },
   { "dl", AC_NOTES_OF_LOOKS, "DATUM COUNT OFFSET and bytes used", "Dni*",
     ac_read_data_look },
   { "lr", AC_NOTES_OF_RULES, "LINE and a rule", "lt", ac_read_layout_rule },
   { "lc", AC_NOTES_OF_RULE_COUNTS, "RULE BLOCKS BYTES MISFITS PARTS KERNEL", "Lnnnnn",
     ac_read_layout_counts },
   { "ld", AC_NOTES_OF_RULE_DATA, "RULE DATUM", "LD", ac_read_layout_datum },
   { "sharing", AC_NOTES_OF_SHARING, "BYTES THREADS", "nn", ac_read_sharing },
   { "sl", AC_NOTES_OF_SHARING, "a number of transfers", "n", ac_read_shared_line },
   { "sa", AC_NOTES_OF_SHARING, "NAME LINE THREAD DATUM OFFSET MASK READS WRITES",
     "wlnDixnn*", ac_read_shared_access },
   { "sr", AC_NOTES_OF_SHARING, "LINES ACCESSES", "nn", ac_read_shared_rest },
   { .key = NULL },
};

/* NULL: it is of a later version, as are short keys before the trailer.  Mostly it is the
   same as the last one's. */
static const ac_note *find_note(const ac_reader *r, bool in_trailer, an_span key)
{
   if (r->note != NULL && an_span_is(key, r->note->key))
      return r->note;
   for (const ac_note *note = ac_note_table; note->key != NULL; note++)
      if (an_span_length(key) > 0 && *note->key == *key.at && an_span_is(key, note->key))
         return note->stage < AC_NOTES_OF_NAMES || in_trailer ? note : NULL;
   return NULL;
}

/* Notes on calls, data objects and layouts come in the order of their stages. */
static bool check_order(ac_reader *r, ac_notes *notes)
{
   const ac_note *note = r->note;
   bool needs_data = note->stage >= AC_NOTES_OF_DATA && note->stage != AC_NOTES_OF_RULES
                     && note->stage != AC_NOTES_OF_RULE_COUNTS;
   if (needs_data && !notes->data.is_on)
      return ac_reader_fail(r, "\"#: %s\" without \"#: data\" in the header", note->key);
   if (note->stage < notes->stage)
      return ac_note_fail_place(r);
   bool begins_calls = notes->stage == AC_NOTES_ANYWHERE
                       && note->stage < AC_NOTES_OF_DATA;
   notes->stage = note->stage;
   if (begins_calls)
      ac_read_calls_begin(r);
   return true;
}

/* Whether the note can come here. */
static bool check_stage(ac_reader *r, ac_notes *notes)
{
   const ac_note *note = r->note;
   if (note->stage == AC_NOTES_ANYWHERE)
      return true;
   if (note->stage == AC_NOTES_OF_HEADER)
      return (r->file == NULL && !notes->in_trailer)
             || ac_reader_fail(r, "\"#: %s\" must come before the first fl=", note->key);
   if (!notes->in_trailer)
      return ac_reader_fail(r, "\"#: %s\" before the summary: line", note->key);
   return note->stage == AC_NOTES_OF_TRAILER || check_order(r, notes);
}

bool ac_notes_read(ac_reader *r, ac_notes *notes, an_span key, an_span rest)
{
   r->note = find_note(r, notes->in_trailer, key);
   return r->note == NULL || (check_stage(r, notes) && ac_note_read(r, rest));
}

bool ac_notes_end_header(ac_reader *r)
{
   return ac_read_machine_end(r);
}

void ac_notes_begin_trailer(ac_reader *r, ac_notes *notes)
{
   notes->in_trailer = true;
   ac_read_rows_summary(r, &notes->instrs.rows);
   ac_read_rows_summary(r, &notes->data.rows);
}

bool ac_notes_end(ac_reader *r)
{
   return ac_read_process_end(r) && ac_read_regions_end(r) && ac_read_threads_end(r)
          && ac_object_notes_end(r) && ac_read_instrs_end(r) && ac_read_paths_end(r)
          && ac_read_data_end(r);
}
