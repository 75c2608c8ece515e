/* ac_read_process.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_process.h"

#include "base/an_counting.h"
#include "counts/ac_note.h"

#include <string.h>

/* ---- How the run stood ---- */

/* Takes the number of a state, if it has one; false if it is not possible. */
static bool take_state_number(an_state *state, an_span *rest)
{
   return an_state_key(state->how) == NULL || state->how == AN_STATE_REPLACED
          || (ac_reader_take_number(rest, &state->number)
              && an_state_fits(state->how, state->number));
}

static bool fail_state(ac_reader *r, an_span found)
{
   an_span_skip_blanks(&found);
   return ac_reader_fail(r, "expected %s after \"#: state\", found \"%.*s\"",
                         r->note->shape, an_fail_quoted(found), found.at);
}

bool ac_read_state(ac_reader *r, an_span rest)
{
   an_state *state = &r->state;
   an_span all = rest;
   if (state->how != AN_STATE_UNKNOWN)
      return ac_note_fail_second(r);
   state->how = an_state_find(an_span_take_word(&rest));
   if (state->how == AN_STATE_REPLACED) {
      state->by = ac_note_text(r, rest);
      return state->by != NULL && (*state->by != '\0' || fail_state(r, all));
   }
   bool ok = state->how != AN_STATE_UNKNOWN && take_state_number(state, &rest);
   return (ok && an_span_length(an_span_trimmed(rest)) == 0) || fail_state(r, all);
}

bool ac_read_predecessor(ac_reader *r, an_span rest)
{
   if (r->state.predecessor != NULL)
      return ac_note_fail_second(r);
   r->state.predecessor = ac_note_name(r, rest);
   return r->state.predecessor != NULL;
}

/* "NAME VALUE" for each member. */
bool ac_read_counting(ac_reader *r, an_span rest)
{
   for (an_span name = an_span_take_word(&rest); an_span_length(name) > 0;
        name = an_span_take_word(&rest)) {
      int64_t value;
      if (!ac_note_number(r, &rest, &value))
         return false;
      an_counting_set(&r->counting, name, value);
   }
   return true;
}

/* ---- The process ---- */

/* An optional number: a malformed one is unknown, 0. */
static void take_pid(an_span rest, int64_t *pid)
{
   if (!ac_reader_take_number(&rest, pid))
      *pid = 0;
}

bool ac_read_pid(ac_reader *r, an_span rest)
{
   take_pid(rest, &r->process.pid);
   return true;
}

bool ac_read_parent(ac_reader *r, an_span rest)
{
   take_pid(rest, &r->process.parent);
   return true;
}

bool ac_read_command(ac_reader *r, an_span rest)
{
   an_span_skip_blanks(&rest);
   r->process.command = ac_reader_intern_escaped(r, rest);
   return r->process.command != NULL;
}

static bool take_text(ac_reader *r, an_span rest, const char **text)
{
   *text = ac_note_text(r, rest);
   return *text != NULL;
}

bool ac_read_title(ac_reader *r, an_span rest)
{
   return take_text(r, rest, &r->process.title);
}

bool ac_read_forked(ac_reader *r, an_span rest)
{
   r->process.is_forked = true;
   return ac_note_number(r, &rest, &r->process.forked) && ac_note_ends(r, rest);
}

bool ac_read_inherited(ac_reader *r, an_span rest)
{
   ac_read_process *p = r->process_notes;
   r->process.inherits = true;
   if (!ac_reader_counts(r, rest, r->counts))
      return false;
   size_t size_B = r->n_events * sizeof *p->inherited;
   if (p->inherited == NULL)
      p->inherited = tk_get(r->alloc, AC_READER_LABEL, size_B);
   memcpy(p->inherited, r->counts, size_B);
   p->inherited_line = r->input.number;
   return true;
}

/* The counts go on from the inherited ones. */
bool ac_read_process_end(ac_reader *r)
{
   const ac_read_process *p = r->process_notes;
   if (p->inherited == NULL)
      return true;
   memcpy(r->counts, p->inherited, r->n_events * sizeof *r->counts);
   if (ac_reader_check_part(r, 1))
      return true;
   r->error->line = p->inherited_line;
   return false;
}

void ac_read_process_free(ac_reader *r)
{
   tk_put(r->alloc, r->process_notes->inherited);
}

/* ---- The processes of a sum ---- */

bool ac_read_became(ac_reader *r, an_span rest)
{
   return take_text(r, rest, &r->process_notes->listed.by);
}

bool ac_read_after(ac_reader *r, an_span rest)
{
   return take_text(r, rest, &r->process_notes->listed.predecessor);
}

/* Takes PID PARENT COUNT STATE; STATE is "exited 0" or "unknown", say.  The count is of
   the file's first event. */
static bool take_process(ac_reader *r, an_span *rest, an_process *process)
{
   bool has_become = process->state.by != NULL;
   if (!ac_note_number(r, rest, &process->pid)
       || !ac_note_number(r, rest, &process->parent)
       || !ac_note_number(r, rest, &process->value))
      return false;
   an_span how = an_span_take_word(rest);
   process->state.how = an_state_find(how);
   return (take_state_number(&process->state, rest)
           && (process->state.how != AN_STATE_UNKNOWN || an_span_is(how, "unknown"))
           && (process->state.how == AN_STATE_REPLACED) == has_become)
          || ac_note_fail(r);
}

bool ac_read_listed(ac_reader *r, an_span rest)
{
   ac_read_process *p = r->process_notes;
   an_process process = {
      .state = p->listed,
      .title = r->process.title,
      .is_forked = r->process.is_forked,
      .forked = r->process.forked,
      .inherits = r->process.inherits,
   };
   if (!take_process(r, &rest, &process) || !take_text(r, rest, &process.command))
      return false;
   if (r->columns != NULL && *r->columns != 0)
      process.value = 0; /* of another event than the profile's first */
   p->listed = (an_state){ .how = AN_STATE_UNKNOWN };
   r->process = (an_process){ .command = r->process.command };
   r->is_sum = true;
   r->counting.processes++;
   ac_profile_add_process(r->profile, &process);
   return true;
}
