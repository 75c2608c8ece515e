/* cs_holders.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_holders.h"

#include <stddef.h>

cs_holder *cs_holders_find(const cs_holders *holders, uint32_t thread)
{
   cs_holder *at = holders->root;
   for (uint32_t way = thread; at != NULL && at->thread != thread; way /= 2)
      at = at->below[way % 2];
   return at;
}

void cs_holders_add(cs_holders *holders, cs_holder *holder)
{
   cs_holder **link = &holders->root;
   for (uint32_t way = holder->thread; *link != NULL; way /= 2) {
      (*link)->bytes |= holder->bytes;
      link = &(*link)->below[way % 2];
   }
   *link = holder;
   holder->next = holders->last;
   holders->last = holder;
}

void cs_holders_touch(const cs_holders *holders, uint32_t thread, uint64_t bytes)
{
   cs_holder *at = holders->root;
   for (uint32_t way = thread; at->thread != thread; way /= 2) {
      at->bytes |= bytes;
      at = at->below[way % 2];
   }
   at->bytes |= bytes;
}
