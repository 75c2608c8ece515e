/* ac_read_process.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_process.h"

#include "counts/ac_notes.h"

#include "base/an_counting.h"

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

bool ac_read_state(ac_reader *r, const ac_fields *f)
{
   an_state *state = &r->state;
   an_span rest = f->rest;
   if (state->how != AN_STATE_UNKNOWN)
      return ac_note_fail_second(r);
   state->how = an_state_find(an_span_take_word(&rest));
   if (state->how == AN_STATE_REPLACED) {
      state->by = ac_note_text(r, rest);
      return state->by != NULL && (*state->by != '\0' || fail_state(r, f->rest));
   }
   bool ok = state->how != AN_STATE_UNKNOWN && take_state_number(state, &rest);
   return (ok && an_span_length(an_span_trimmed(rest)) == 0) || fail_state(r, f->rest);
}

bool ac_read_predecessor(ac_reader *r, const ac_fields *f)
{
   if (r->state.predecessor != NULL)
      return ac_note_fail_second(r);
   r->state.predecessor = f->text;
   return true;
}

/* "NAME VALUE" for each member. */
bool ac_read_counting(ac_reader *r, const ac_fields *f)
{
   an_span rest = f->rest;
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
static bool take_pid(an_span rest, int64_t *pid)
{
   if (!ac_reader_take_number(&rest, pid))
      *pid = 0;
   return true;
}

bool ac_read_pid(ac_reader *r, const ac_fields *f)
{
   return take_pid(f->rest, &r->process.pid);
}

bool ac_read_parent(ac_reader *r, const ac_fields *f)
{
   return take_pid(f->rest, &r->process.parent);
}

bool ac_read_command(ac_reader *r, const ac_fields *f)
{
   an_span command = f->rest;
   an_span_skip_blanks(&command);
   r->process.command = ac_reader_intern_escaped(r, command);
   return r->process.command != NULL;
}

bool ac_read_title(ac_reader *r, const ac_fields *f)
{
   r->process.title = f->text;
   return true;
}

bool ac_read_forked(ac_reader *r, const ac_fields *f)
{
   r->process.is_forked = true;
   r->process.forked = f->n[0];
   return true;
}

bool ac_read_inherited(ac_reader *r, const ac_fields *f)
{
   (void)f;
   ac_read_process *p = &r->notes->process;
   r->process.inherits = true;
   size_t size_B = r->n_events * sizeof *p->inherited;
   if (p->inherited == NULL)
      p->inherited = tk_get(r->alloc, AN_LABEL, size_B);
   memcpy(p->inherited, r->counts, size_B);
   p->inherited_line = r->input.number;
   return true;
}

/* The counts go on from the inherited ones. */
bool ac_read_process_end(ac_reader *r)
{
   const ac_read_process *p = &r->notes->process;
   if (p->inherited == NULL)
      return true;
   memcpy(r->counts, p->inherited, r->n_events * sizeof *r->counts);
   if (ac_reader_check_part(r, 1))
      return true;
   r->error->line = p->inherited_line;
   return false;
}

/* ---- The processes of a sum ---- */

bool ac_read_became(ac_reader *r, const ac_fields *f)
{
   r->notes->process.listed.by = f->text;
   return true;
}

bool ac_read_after(ac_reader *r, const ac_fields *f)
{
   r->notes->process.listed.predecessor = f->text;
   return true;
}

/* Takes a state, "exited 0" or "unknown", say, of a process that became another one if
   that has been said. */
static bool take_state(ac_reader *r, an_span *rest, an_state *state)
{
   an_span how = an_span_take_word(rest);
   state->how = an_state_find(how);
   return (take_state_number(state, rest)
           && (state->how != AN_STATE_UNKNOWN || an_span_is(how, "unknown"))
           && (state->how == AN_STATE_REPLACED) == (state->by != NULL))
          || ac_note_fail(r);
}

/* The count is of the file's first event. */
bool ac_read_listed(ac_reader *r, const ac_fields *f)
{
   ac_read_process *p = &r->notes->process;
   an_span rest = f->rest;
   an_process process = {
      .pid = f->n[0],
      .parent = f->n[1],
      .value = f->n[2],
      .state = p->listed,
      .title = r->process.title,
      .is_forked = r->process.is_forked,
      .forked = r->process.forked,
      .inherits = r->process.inherits,
   };
   if (!take_state(r, &rest, &process.state)
       || (process.command = ac_note_text(r, rest)) == NULL)
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
