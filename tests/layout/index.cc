// index.cc -- an inverted index: documents that have two terms, and how often.
// Layouts: 1 documents and counts apart; 2 with titles and first places; 3 each posting
// has a line.
// Objects: add
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <vector>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

constexpr int TERMS = 160, QUERIES = 6000 * TIMES;

#if LAYOUT == 1 || LAYOUT == 2
#if LAYOUT == 1
struct Hot {
   int32_t doc, count;
};
struct Cold {
   int64_t first, last;
   int32_t title;
};
#define TITLE(p, i) (p.cold[i].title)
#define FIRST(p, i) (p.cold[i].first)
#else
struct Hot {
   int32_t doc, count, title;
   int64_t first;
};
struct Cold {
   int64_t last;
};
#define TITLE(p, i) (p.hot[i].title)
#define FIRST(p, i) (p.hot[i].first)
#endif
struct Postings {
   std::vector<Hot> hot;
   std::vector<Cold> cold;
};
#define ROOM(p, n) (p.hot.resize(n), p.cold.resize(n))
#define LAST(p, i) (p.cold[i].last)
using Item = Hot;
#else
#if LAYOUT == 3
struct alignas(64) Posting {
#else
struct Posting {
#endif
   int32_t doc, count;
   int64_t first, last;
   int32_t title;
};
struct Postings {
   std::vector<Posting> hot;
};
#define ROOM(p, n) (p.hot.resize(n))
#define TITLE(p, i) (p.hot[i].title)
#define FIRST(p, i) (p.hot[i].first)
#define LAST(p, i) (p.hot[i].last)
using Item = Posting;
#endif

static Postings terms[TERMS];

__attribute__((noinline)) static void add(Postings &p, int term)
{
   size_t n = 200 + static_cast<size_t>(term * 37 % 500);
   ROOM(p, n);
   for (size_t i = 0; i < n; i++) {
      p.hot[i].doc = static_cast<int32_t>(i * 5 + i * static_cast<size_t>(term) % 5);
      p.hot[i].count = static_cast<int32_t>(1 + i % 4);
      FIRST(p, i) = static_cast<int64_t>(i % 50);
      LAST(p, i) = static_cast<int64_t>(50 + i % 500);
      TITLE(p, i) = i % 11 == 0;
   }
}

static int64_t both(const Postings &a, const Postings &b)
{
   int64_t score = 0;
   const Item *x = a.hot.data(), *x_end = x + a.hot.size();
   const Item *y = b.hot.data(), *y_end = y + b.hot.size();
   while (x < x_end && y < y_end) {
      if (x->doc == y->doc) {
         score += x->count * y->count;
         x++;
         y++;
      } else if (x->doc < y->doc) {
         x++;
      } else {
         y++;
      }
   }
   return score;
}

static int64_t spread(const Postings &p)
{
   int64_t sum = 0;
   for (size_t i = 0; i < p.hot.size(); i++)
      sum += TITLE(p, i) != 0 ? 100 : LAST(p, i) - FIRST(p, i);
   return sum;
}

int main()
{
   unsigned random = 9;
   int64_t sum = 0;
   for (int i = 0; i < TERMS; i++)
      add(terms[i], i);
   for (int n = 0; n < QUERIES; n++) {
      random = random * 1664525 + 1013904223;
      const Postings &a = terms[(random >> 8) % TERMS],
                     &b = terms[(random >> 20) % TERMS];
      sum += both(a, b);
      if (n % 32 == 0)
         sum += spread(a);
   }
   std::printf("%ld\n", static_cast<long>(sum));
}
