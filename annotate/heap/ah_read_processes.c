/* ah_read_processes.c -- reads the processes that a heap profile adds up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* Interns a text, at most AN_PROCESS_COMMAND_B bytes of it. */
static void keep_text(ah_reader *r, const char **text)
{
   char cut[AN_PROCESS_COMMAND_B + 1];
   const char *kept = an_process_command(*text, cut);
   *text = ah_profile_intern(r->profile, kept, strlen(kept));
}

static void keep_texts(ah_reader *r, an_process *process)
{
   keep_text(r, &process->command);
   if (process->title != NULL)
      keep_text(r, &process->title);
}

/* The fork, if the process is a forked child. */
static bool read_fork(ah_reader *r, const json_t *from, an_process *to)
{
   to->is_forked = json_object_get(from, "forked") != NULL;
   return !to->is_forked
          || (an_json_count(&r->json, from, "forked", &to->forked)
              && ah_read_children(r, from, &to->inherits));
}

static bool read_process(ah_reader *r, const json_t *from, size_t i)
{
   an_json *json = &r->json;
   an_process *to = &r->profile->processes.of[i];
   const json_t *state;
   const char *value = r->profile->has_lifetimes ? "peak_bytes" : "bytes";
   if (!json_is_object(from))
      return an_json_fail(json, NULL, "expected an object");
   if (!an_json_count(json, from, "pid", &to->pid)
       || !an_json_count(json, from, "parent", &to->parent)
       || !an_json_count(json, from, value, &to->value)
       || !ah_reader_within(r, value, to->value, r->left, "the others leave")
       || (to->command = ah_reader_string(r, from, "cmd")) == NULL
       || !ah_reader_string_if(r, from, "title", &to->title))
      return false;
   keep_texts(r, to);
   if (!read_fork(r, from, to)
       || !an_json_optional(json, from, "state", JSON_OBJECT, &state)
       || (state != NULL && !ah_read_how(r, state, 0, &to->state)))
      return false;
   r->left -= to->value;
   return ah_reader_string_if(r, from, "predecessor", &to->state.predecessor);
}

bool ah_read_processes(ah_reader *r)
{
   ah_profile *p = r->profile;
   an_processes *all = &p->processes;
   const an_process whole = ah_profile_process(p);
   r->left = whole.value;
   if (!ah_reader_each(r, "heapprof.processes", sizeof *all->of, &all->of, &all->n,
                       read_process))
      return false;
   if (all->n == 0) {
      all->n = 1;
      all->of = ah_profile_get(p, 1, sizeof *all->of);
      *all->of = whole;
      keep_texts(r, all->of);
   } else {
      an_processes_sort(all);
   }
   p->counting.processes = all->n;
   return true;
}
