/* queue.c -- messages in a list, allocated among other blocks in another order.
   Layouts: 1 a pool; 2 a pool in the order of the list; 3 what the list needs apart.
   Objects: new_message
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { MESSAGES = 16000, ROUNDS = 120 * TIMES };

#if LAYOUT == 3
typedef struct Message {
   struct Message *next;
   long cost;
   int kind;
} Message;
typedef struct {
   char sender[44];
} Sender;
static Sender *senders;
#define SENDER(m) (senders[(m) - pool].sender)
#else
typedef struct Message {
   struct Message *next;
   char sender[44];
   int kind;
   long cost;
} Message;
#define SENDER(m) ((m)->sender)
#endif
#if LAYOUT != 0
static Message *pool;
#endif

static int order[MESSAGES]; /* of the list: which message comes when */
static Message *messages[MESSAGES];
static char *bodies[MESSAGES];

/* The message that is allocated next, and has this place in the list. */
static __attribute__((noinline)) Message *new_message(int place)
{
#if LAYOUT == 0
   Message *message = malloc(sizeof *message);
   if (message == NULL || place < 0)
      exit(1);
   return message;
#else
   static int n;
   if (pool == NULL) {
      pool = malloc(MESSAGES * sizeof *pool);
#if LAYOUT == 3
      senders = malloc(MESSAGES * sizeof *senders);
#endif
   }
   return &pool[LAYOUT == 2 ? place : n++];
#endif
}

static void shuffle(void)
{
   unsigned random = 7;
   for (int i = 0; i < MESSAGES; i++) {
      random = random * 1664525 + 1013904223;
      int other = (int)((random >> 8) % (unsigned)(i + 1));
      order[i] = order[other];
      order[other] = i;
   }
}

/* order[i] is the place of the message that is allocated i-th. */
static Message *make(void)
{
   for (int i = 0; i < MESSAGES; i++) {
      Message *message = new_message(order[i]);
      bodies[i] = malloc(24 + (size_t)(i * 37 % 120));
      memset(SENDER(message), 'a' + i % 26, sizeof SENDER(message));
      message->kind = i % 8;
      message->cost = i % 13;
      messages[order[i]] = message;
      bodies[i][0] = (char)(i % 100);
   }
   for (int i = 0; i < MESSAGES; i++)
      messages[i]->next = i + 1 < MESSAGES ? messages[i + 1] : NULL;
   return messages[0];
}

static long cost_of(const Message *first, int kind)
{
   long cost = 0;
   for (const Message *m = first; m != NULL; m = m->next)
      if (m->kind != kind)
         cost += m->cost;
   return cost;
}

static long letters(Message *first)
{
   long sum = 0;
   for (Message *m = first; m != NULL; m = m->next)
      sum += SENDER(m)[m->kind];
   return sum;
}

int main(void)
{
   long sum = 0;
   shuffle();
   Message *first = make();
   for (int i = 0; i < ROUNDS; i++) {
      sum += cost_of(first, i % 8);
      if (i % 16 == 0)
         sum += letters(first) + bodies[i][0];
   }
   printf("%ld\n", sum);
   return 0;
}
