/* auction.c -- a book of bids, highest first; each bid is told what it must beat.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_BIDS = 1300 };

struct bid {
   uint32_t cents, bidder;
   char note[24];
};

struct book {
   struct bid bids[N_BIDS];
   size_t n;
};

static int by_price(const void *a, const void *b)
{
   const struct bid *x = a, *y = b;
   if (x->cents != y->cents)
      return x->cents > y->cents ? -1 : 1;
   return x->bidder < y->bidder ? -1 : x->bidder > y->bidder;
}

static void enter(struct book *book, const struct bid *bid)
{
#ifdef FIXED
   size_t low = 0, high = book->n;
   while (low < high) { /* CURED */
      const size_t middle = (low + high) / 2;
      if (by_price(bid, &book->bids[middle]) < 0) /* CURED */
         high = middle;
      else
         low = middle + 1;
   }
   memmove(&book->bids[low + 1], &book->bids[low], /* CURED */
           (book->n - low) * sizeof *bid);         /* CURED */
   book->bids[low] = *bid;
   book->n++;
#else
   book->bids[book->n++] = *bid;
   qsort(book->bids, book->n, sizeof *bid, by_price); /* FAULT */
#endif
}

/* The price of the Nth highest bid. */
static uint32_t limit(const struct book *book, size_t n)
{
   return book->n < n ? 0 : book->bids[n - 1].cents;
}

int main(void)
{
   static struct book book;
   uint32_t seed = 9;
   uint64_t limits = 0;
   for (uint32_t i = 0; i < N_BIDS; i++) {
      seed = seed * 1664525 + 1013904223;
      struct bid bid = { .cents = 1000 + seed % 900000, .bidder = i };
      snprintf(bid.note, sizeof bid.note, "by phone, line %u", i % 9);
      enter(&book, &bid);
      limits += limit(&book, 50);
   }
   printf("%zu bids, highest %u (%s), limits %llu\n", book.n, book.bids[0].cents,
          book.bids[0].note, (unsigned long long)limits);
   return 0;
}
