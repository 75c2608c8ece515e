/* owners_rings.c -- doubly linked lists that are dropped; FIXED: they are freed.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
struct job { struct job *next, *prev; int id; char text[64]; };
struct queue { struct job *head, *tail; };
static void push(struct queue *q, int id)
{
   struct job *j = calloc(1, sizeof *j);
   j->id = id;
   j->prev = q->tail;
   if (q->tail) q->tail->next = j; else q->head = j;
   q->tail = j;
}
static long work(int n)
{
   struct queue q = { 0 };
   long sum = 0;
   for (int i = 0; i < n; i++) push(&q, i);
   for (struct job *j = q.head; j; j = j->next) sum += j->id;
#ifdef FIXED
   while (q.head) { struct job *j = q.head; q.head = j->next; free(j); }
#endif
   return sum;
}
int main(void)
{
   long sum = 0;
   for (int i = 0; i < 2000; i++) sum += work(20);
   printf("%ld\n", sum);
}
