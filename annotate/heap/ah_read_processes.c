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

/* *left: what the processes before leave of the sum. */
static bool read_process(ah_reader *r, const json_t *from, an_process *to, int64_t *left)
{
   an_json *json = &r->json;
   const json_t *state;
   const char *value = r->profile->has_lifetimes ? "peak_bytes" : "bytes";
   if (!an_json_count(json, from, "pid", &to->pid)
       || !an_json_count(json, from, "parent", &to->parent)
       || !an_json_count(json, from, value, &to->value)
       || !ah_reader_within(r, value, to->value, *left, "the others leave")
       || (to->command = ah_reader_string(r, from, "cmd")) == NULL
       || !ah_reader_string_if(r, from, "title", &to->title))
      return false;
   keep_texts(r, to);
   if (!read_fork(r, from, to)
       || !an_json_optional(json, from, "state", JSON_OBJECT, &state)
       || (state != NULL && !ah_read_how(r, state, 0, &to->state)))
      return false;
   *left -= to->value;
   return ah_reader_string_if(r, from, "predecessor", &to->state.predecessor);
}

static bool read_list(ah_reader *r, const json_t *list)
{
   an_processes *all = &r->profile->processes;
   int64_t left = ah_profile_process(r->profile).value;
   for (size_t i = 0; i < all->n; i++) {
      const json_t *from = json_array_get(list, i);
      r->json.place = an_json_at("heapprof.processes", i);
      if (!json_is_object(from))
         return an_json_fail(&r->json, NULL, "expected an object");
      if (!read_process(r, from, &all->of[i], &left))
         return false;
   }
   return true;
}

bool ah_read_processes(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *list = NULL;
   r->json.place = (an_json_place){ .object = "heapprof." };
   if (r->own != NULL
       && !an_json_optional(&r->json, r->own, "processes", JSON_ARRAY, &list))
      return false;
   size_t n = json_array_size(list); /* 0 for NULL */
   p->processes.n = p->counting.processes = n == 0 ? 1 : n;
   p->processes.of = ah_profile_get(p, p->processes.n, sizeof *p->processes.of);
   if (n == 0) {
      *p->processes.of = ah_profile_process(p);
      keep_texts(r, p->processes.of);
      return true;
   }
   bool ok = read_list(r, list);
   if (ok)
      an_processes_sort(&p->processes);
   return ok;
}
