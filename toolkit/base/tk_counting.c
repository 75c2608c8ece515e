/* tk_counting.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_counting.h"

#include "base/tk_count.h"

#define KEY(member) { #member, offsetof(tk_counting, member) }

const tk_counting_key tk_counting_keys[TK_COUNTING_KEYS] = {
   KEY(late),       KEY(restarted), KEY(stopped),   KEY(toggled), KEY(counted),
   KEY(began),      KEY(zeros),     KEY(last_zero), KEY(stops),   KEY(first_stop),
   KEY(last_start), KEY(off_time),  KEY(off),
};

void tk_counting_begin(tk_counting *counting, bool is_on)
{
   *counting = (tk_counting){ .late = !is_on, .off = !is_on };
}

void tk_counting_fork(tk_counting *counting, uint64_t now)
{
   uint64_t toggled = counting->toggled;
   tk_counting_begin(counting, counting->off == 0);
   counting->toggled = toggled;
   if (counting->off == 0)
      counting->began = now;
}

static void stop_counting(tk_counting *counting, uint64_t now)
{
   counting->off = counting->stopped = 1;
   counting->last_stop = now;
   if (counting->stops++ == 0)
      counting->first_stop = now;
}

/* Without a stop before, this is the late begin. */
static void start_counting(tk_counting *counting, uint64_t now)
{
   counting->off = 0;
   if (counting->stops == 0) {
      counting->began = now;
      return;
   }
   counting->last_start = now;
   counting->off_time += now - counting->last_stop;
}

bool tk_counting_set(tk_counting *counting, bool on, uint64_t now)
{
   if (on != (counting->off != 0))
      return false;
   if (on)
      start_counting(counting, now);
   else
      stop_counting(counting, now);
   return true;
}

/* Earlier stops and starts are forgotten.  Before a late begin there is nothing to
   forget. */
void tk_counting_zero(tk_counting *counting, uint64_t now)
{
   bool is_off = counting->off != 0;
   if (is_off && counting->stops == 0)
      return;
   *counting = (tk_counting){
      .restarted = 1,
      .zeros = counting->zeros + 1,
      .last_zero = now,
      .toggled = counting->toggled,
   };
   if (is_off)
      stop_counting(counting, now);
}

tk_counting tk_counting_now(const tk_counting *counting, uint64_t now)
{
   tk_counting then = *counting;
   if (then.stops == 0 && then.off != 0)
      return then; /* not begun */
   if (then.off != 0)
      then.off_time += now - then.last_stop;
   then.counted = now - then.off_time
                  - (then.restarted != 0 ? then.last_zero : then.began);
   return then;
}

void tk_counting_add(tk_counting *to, const tk_counting *from)
{
   tk_counting sum = {
      .late = tk_count_add(to->late, from->late),
      .restarted = tk_count_add(to->restarted, from->restarted),
      .stopped = tk_count_add(to->stopped, from->stopped),
      .toggled = tk_count_add(to->toggled, from->toggled),
      .counted = to->counted > from->counted ? to->counted : from->counted,
      .processes = tk_count_add(to->processes, from->processes),
   };
   *to = to->processes == 0 ? *from : sum;
}

void tk_counting_write(tk_text *out, const tk_counting *counting)
{
   tk_counting copy = *counting;
   if (tk_counting_is_whole(counting))
      return;
   tk_text_string(out, "#: counting");
   for (size_t i = 0; i < TK_COUNTING_KEYS; i++) {
      uint64_t value = *tk_counting_of(&copy, i);
      if (value == 0)
         continue;
      tk_text_char(out, ' ');
      tk_text_string(out, tk_counting_keys[i].name);
      TK_TEXT_LINE(out, " %", value);
   }
   tk_text_char(out, '\n');
}
