/* tlb_pool.c -- a pool of a database's pages; each has its header before its data, so
   who goes along the headers goes over all pages.  The twin has headers in an array of
   their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_FRAMES = 8000, N_SCANS = 24, DATA_B = 4096 };

typedef struct header {
   struct header *next; /* of the next page of the table */
   uint64_t n_rows;
   uint64_t changed; /* by which transaction */
   char lock[40];
} header;

typedef struct {
#ifndef CURED
   header head;
#endif
   unsigned char data[DATA_B];
} frame;

static frame *frames;
#ifdef CURED
static header headers[N_FRAMES];
#endif

static header *head_of(uint32_t number)
{
#ifdef CURED
   return &headers[number];
#else
   return &frames[number].head;
#endif
}

static uint32_t seed = 3;
static uint32_t next_random(uint32_t below)
{
   seed = seed * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)seed * below >> 32);
}

/* The pages of a table, one after the other, lie in frames here and there. */
static header *load(void)
{
   static uint32_t places[N_FRAMES];
   for (uint32_t i = 0; i < N_FRAMES; i++) {
      uint32_t other = next_random(i + 1);
      places[i] = places[other];
      places[other] = i;
   }
   header *first = NULL;
   for (uint32_t i = 0; i < N_FRAMES; i++) {
      header *head = head_of(places[i]);
      *head = (header){ first, i % 40, i, { 0 } };
      first = head;
   }
   return first;
}

static uint64_t count_rows(const header *first, uint64_t since)
{
   uint64_t n_rows = 0;
   const header *head = first;
   while (head != NULL) {
      if (head->changed >= since) /* FAULT: tlb or pointer-chase */
         n_rows += head->n_rows;
      head = head->next; /* FAULT: tlb or pointer-chase */
   }
   return n_rows;
}

/* Work of another kind: the checksum of a page. */
static uint32_t check(const frame *f)
{
   uint32_t sum = 1;
   for (size_t i = 0; i < DATA_B; i++)
      sum = sum * 31 + f->data[i];
   return sum;
}

int main(void)
{
   frames = calloc(N_FRAMES, sizeof *frames);
   if (frames == NULL)
      return 1;
   const header *first = load();
   uint64_t sum = 0;
   for (uint32_t scan = 0; scan < N_SCANS; scan++) {
      sum = sum * 3 + count_rows(first, scan);
      for (uint32_t i = 0; i < 8; i++)
         sum += check(&frames[scan * 8 + i]);
   }
   printf("%llu\n", (unsigned long long)sum);
   free(frames);
   return 0;
}
