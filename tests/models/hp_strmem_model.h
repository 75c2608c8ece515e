/* hp_strmem_model.h -- functions for memory and strings as loops that count
   each byte as they fetch it, and calls of them at the end of memory.
   The includer has included cmocka.h, or what stands for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_STRMEM_MODEL_H
#define MODELS_HP_STRMEM_MODEL_H

#include "strmem/hp_strmem.h"
#include "unit_alloc.h"

#include <sys/mman.h>

enum { PAGE = 4096, WORD = sizeof(uintptr_t) };

/* Two areas of a page, each with a page after it that cannot be read. */
enum { A, B, N_AREAS };
static unsigned char *areas[N_AREAS];

typedef struct {
   unsigned reads[N_AREAS][PAGE], writes[N_AREAS][PAGE];
   unsigned elsewhere;
} counts;

static counts expected, got;
static unit_random source;

static size_t chance(size_t n)
{
   return (size_t)unit_random_below(&source, n);
}

static void count(counts *c, uintptr_t address, size_t size_B, bool is_write)
{
   for (size_t i = 0; i < size_B; i++, address++) {
      bool is_in = false;
      for (int k = 0; k < N_AREAS; k++) {
         size_t at = address - (uintptr_t)areas[k];
         if (at >= PAGE)
            continue;
         (is_write ? c->writes : c->reads)[k][at]++;
         is_in = true;
      }
      c->elsewhere += !is_in;
   }
}

/* ---- The world that hp_strmem sees ---- */

static size_t readable(void *context, uintptr_t address)
{
   (void)context;
   for (int k = 0; k < N_AREAS; k++)
      if (address - (uintptr_t)areas[k] < PAGE)
         return (uintptr_t)areas[k] + PAGE - address;
   return 0;
}

static void access(void *context, uintptr_t address, size_t size_B, bool is_write)
{
   (void)context;
   assert_true(size_B > 0);
   count(&got, address, size_B, is_write);
}

static const hp_strmem_world world = { .readable = readable, .access = access };

/* ---- Loops ---- */

static int rd(uintptr_t at)
{
   count(&expected, at, 1, false);
   return *(unsigned char *)at;
}

static int32_t rdw(uintptr_t at)
{
   int32_t c;
   count(&expected, at, sizeof c, false);
   memcpy(&c, (void *)at, sizeof c);
   return c;
}

static int32_t rdx(uintptr_t at, size_t width)
{
   return width == 1 ? rd(at) : rdw(at);
}

static void wr(uintptr_t at, size_t n)
{
   count(&expected, at, n, true);
}

static int low(int c)
{
   return c >= 'A' && c <= 'Z' ? c | 32 : c;
}

typedef const uintptr_t *arguments;
typedef size_t model(arguments a, size_t width);

static size_t m_move(arguments a, size_t width)
{
   (void)width;
   for (size_t i = 0; i < a[2] && a[0] != a[1]; i++) {
      rd(a[1] + i);
      wr(a[0] + i, 1);
   }
   return a[2];
}

static size_t m_bcopy(arguments a, size_t width)
{
   return m_move((const uintptr_t[]){ a[1], a[0], a[2] }, width);
}

static size_t m_checked_move(arguments a, size_t width)
{
   return a[2] > a[3] ? HP_STRMEM_NO_COPY : m_move(a, width);
}

static size_t m_set(arguments a, size_t width)
{
   wr(a[0], a[2] * width);
   return HP_STRMEM_NO_COPY;
}

static size_t m_memcmp(arguments a, size_t width)
{
   uintptr_t s = a[0], t = a[1], n = a[2];
   (void)width;
   if (s % WORD == 0 && t % WORD == 0) {
      while (n >= WORD) {
         bool differs = false;
         for (size_t i = 0; i < WORD; i++) {
            int c = rd(s + i), d = rd(t + i);
            differs |= c != d;
         }
         if (differs)
            break;
         s += WORD, t += WORD, n -= WORD;
      }
   }
   for (; n > 0; s++, t++, n--) {
      int c = rd(s), d = rd(t);
      if (c != d)
         break;
   }
   return HP_STRMEM_NO_COPY;
}

static size_t m_memchr(arguments a, size_t width)
{
   int32_t c = width == 1 ? (unsigned char)a[1] : (int32_t)a[1];
   for (size_t i = 0; i < a[2]; i++)
      if (rdx(a[0] + i * width, width) == c)
         break;
   return HP_STRMEM_NO_COPY;
}

static size_t m_memrchr(arguments a, size_t width)
{
   (void)width;
   for (size_t i = a[2]; i-- > 0;)
      if (rd(a[0] + i) == (unsigned char)a[1])
         break;
   return HP_STRMEM_NO_COPY;
}

static size_t m_rawmemchr(arguments a, size_t width)
{
   (void)width;
   for (uintptr_t s = a[0]; rd(s) != (unsigned char)a[1]; s++)
      continue;
   return HP_STRMEM_NO_COPY;
}

static size_t m_length(arguments a, size_t width)
{
   for (uintptr_t s = a[0]; rdx(s, width) != 0; s += width)
      continue;
   return HP_STRMEM_NO_COPY;
}

static size_t m_nlength(arguments a, size_t width)
{
   for (size_t i = 0; i < a[1] && rdx(a[0] + i * width, width) != 0; i++)
      continue;
   return HP_STRMEM_NO_COPY;
}

static size_t m_chr(arguments a, size_t width)
{
   int32_t c = width == 1 ? (unsigned char)a[1] : (int32_t)a[1], it;
   uintptr_t s = a[0];
   do {
      it = rdx(s, width);
      s += width;
   } while (it != c && it != 0);
   return HP_STRMEM_NO_COPY;
}

static size_t m_copy(arguments a, size_t width)
{
   size_t i = 0;
   int32_t c;
   do {
      c = rdx(a[1] + i, width);
      wr(a[0] + i, width);
      i += width;
   } while (c != 0);
   return i;
}

static size_t m_checked_copy(arguments a, size_t width)
{
   if (strlen((char *)a[1]) >= a[2])
      return HP_STRMEM_NO_COPY;
   return m_copy(a, width);
}

static size_t m_ncopy(arguments a, size_t width)
{
   size_t i = 0;
   while (i < a[2] && rdx(a[1] + width * i++, width) != 0)
      continue;
   wr(a[0], a[2] * width);
   return i * width;
}

static size_t append(uintptr_t to, uintptr_t from, size_t max)
{
   while (rd(to) != 0)
      to++;
   for (; max > 0 && rd(from) != 0; max--, from++)
      wr(to++, 1);
   wr(to, 1);
   return HP_STRMEM_NO_COPY;
}

static size_t m_cat(arguments a, size_t width)
{
   (void)width;
   return append(a[0], a[1], SIZE_MAX);
}

static size_t m_ncat(arguments a, size_t width)
{
   (void)width;
   return append(a[0], a[1], a[2]);
}

static void compare(uintptr_t s, uintptr_t t, size_t max, size_t width, bool fold)
{
   for (; max > 0; max--, s += width, t += width) {
      int32_t c = rdx(s, width), d = rdx(t, width);
      if (c == 0 || (fold ? low(c) != low(d) : c != d))
         break;
   }
}

static size_t m_cmp(arguments a, size_t width)
{
   compare(a[0], a[1], SIZE_MAX, width, false);
   return HP_STRMEM_NO_COPY;
}

static size_t m_ncmp(arguments a, size_t width)
{
   compare(a[0], a[1], a[2], width, false);
   return HP_STRMEM_NO_COPY;
}

static size_t m_casecmp(arguments a, size_t width)
{
   compare(a[0], a[1], SIZE_MAX, width, true);
   return HP_STRMEM_NO_COPY;
}

static size_t m_ncasecmp(arguments a, size_t width)
{
   uintptr_t s = a[0], t = a[1];
   (void)width;
   for (size_t n = a[2]; n > 0; n--, s++, t++) {
      int c = rd(s), d = rd(t);
      if (c == 0 || d == 0 || low(c) < low(rd(t)) || low(rd(s)) > low(rd(t)))
         break;
   }
   return HP_STRMEM_NO_COPY;
}

static size_t length_of_set(uintptr_t set)
{
   size_t n = 0;
   while (rd(set + n) != 0)
      n++;
   return n;
}

static bool is_in(int c, uintptr_t set, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (rd(set + i) == c)
         return true;
   return false;
}

static size_t span(arguments a, bool in, bool for_none)
{
   size_t n = length_of_set(a[1]);
   uintptr_t s = a[0];
   int c;
   if (n == 0 && !for_none)
      return HP_STRMEM_NO_COPY;
   while ((c = rd(s++)) != 0 && is_in(c, a[1], n) == in)
      continue;
   return HP_STRMEM_NO_COPY;
}

static size_t m_span(arguments a, size_t width)
{
   (void)width;
   return span(a, true, false);
}

static size_t m_cspan(arguments a, size_t width)
{
   (void)width;
   return span(a, false, true);
}

static size_t m_pbrk(arguments a, size_t width)
{
   (void)width;
   return span(a, false, false);
}

static size_t search(arguments a, int (*as)(int))
{
   size_t n = length_of_set(a[1]), i;
   int first = n == 0 ? 0 : as(*(unsigned char *)a[1]);
   for (uintptr_t s = a[0]; n > 0; s++) {
      int c = as(rd(s));
      if (c == 0)
         break;
      if (c != first)
         continue;
      for (i = 0; i < n; i++) {
         int h = as(rd(s + i)), p = as(rd(a[1] + i));
         if (h != p)
            break;
      }
      if (i == n)
         break;
   }
   return HP_STRMEM_NO_COPY;
}

static int as_it_is(int c)
{
   return c;
}

static size_t m_search(arguments a, size_t width)
{
   (void)width;
   return search(a, as_it_is);
}

static size_t m_casesearch(arguments a, size_t width)
{
   (void)width;
   return search(a, low);
}

/* ---- Which is which.  Arguments: a, b: strings; n: at most the room; s: a
   character; r: the room, or too little. ---- */

static const struct {
   const char *name, *arguments;
   model *model;
   size_t width;
} cases[] = {
   { "memcpy", "abn", m_move, 1 },
   { "memmove", "abn", m_move, 1 },
   { "mempcpy", "abn", m_move, 1 },
   { "__memcpy_chk", "abnr", m_checked_move, 1 },
   { "__memmove_chk", "abnr", m_checked_move, 1 },
   { "__mempcpy_chk", "abnr", m_checked_move, 1 },
   { "bcopy", "abn", m_bcopy, 1 },
   { "memset", "asn", m_set, 1 },
   { "wmemset", "asn", m_set, 4 },
   { "memcmp", "abn", m_memcmp, 1 },
   { "bcmp", "abn", m_memcmp, 1 },
   { "memchr", "asn", m_memchr, 1 },
   { "wmemchr", "asn", m_memchr, 4 },
   { "memrchr", "asn", m_memrchr, 1 },
   { "rawmemchr", "a0", m_rawmemchr, 1 },
   { "strlen", "a", m_length, 1 },
   { "wcslen", "a", m_length, 4 },
   { "strnlen", "an", m_nlength, 1 },
   { "wcsnlen", "an", m_nlength, 4 },
   { "strchr", "as", m_chr, 1 },
   { "index", "as", m_chr, 1 },
   { "strchrnul", "as", m_chr, 1 },
   { "wcschr", "as", m_chr, 4 },
   { "strrchr", "as", m_length, 1 },
   { "rindex", "as", m_length, 1 },
   { "wcsrchr", "as", m_length, 4 },
   { "strcpy", "ab", m_copy, 1 },
   { "stpcpy", "ab", m_copy, 1 },
   { "wcscpy", "ab", m_copy, 4 },
   { "__strcpy_chk", "abr", m_checked_copy, 1 },
   { "__stpcpy_chk", "abr", m_checked_copy, 1 },
   { "strncpy", "abn", m_ncopy, 1 },
   { "stpncpy", "abn", m_ncopy, 1 },
   { "wcsncpy", "abn", m_ncopy, 4 },
   { "wcpncpy", "abn", m_ncopy, 4 },
   { "strcat", "ab", m_cat, 1 },
   { "strncat", "abn", m_ncat, 1 },
   { "strcmp", "ab", m_cmp, 1 },
   { "wcscmp", "ab", m_cmp, 4 },
   { "strncmp", "abn", m_ncmp, 1 },
   { "wcsncmp", "abn", m_ncmp, 4 },
   { "strcasecmp", "ab", m_casecmp, 1 },
   { "strcasecmp_l", "ab0", m_casecmp, 1 },
   { "strncasecmp", "abn", m_ncasecmp, 1 },
   { "strncasecmp_l", "abn0", m_ncasecmp, 1 },
   { "strspn", "ab", m_span, 1 },
   { "strcspn", "ab", m_cspan, 1 },
   { "strpbrk", "ab", m_pbrk, 1 },
   { "strstr", "ab", m_search, 1 },
   { "strcasestr", "ab", m_casesearch, 1 },
};
enum { N_CASES = sizeof cases / sizeof cases[0] };

/* A string that ends where the area does, or some bytes before. */
static uintptr_t put_string(int area, size_t width, size_t *room_B)
{
   unsigned char *end = areas[area] + PAGE - chance(3) * 8 * chance(2);
   size_t length = chance(40), extra = chance(20);
   unsigned char *start = end - (length + 1 + extra) * width;
   start -= chance(2) ? (uintptr_t)start % WORD : 0;
   memset(areas[area], 0, PAGE);
   for (size_t i = 0; i < length; i++)
      start[i * width] = (unsigned char)"abAbB\x80"[chance(6)];
   *room_B = (size_t)(end - start);
   return (uintptr_t)start;
}

static void fill_arguments(const char *kinds, size_t width, uintptr_t *a)
{
   size_t a_B, b_B;
   uintptr_t s = put_string(A, width, &a_B), t = put_string(B, width, &b_B);
   bool is_cat = strchr(kinds, 'b') != NULL;
   if (chance(3) == 0 && is_cat) /* alike, for comparisons */
      memcpy((void *)t, (void *)s, a_B < b_B - width ? a_B : b_B - width);
   for (int i = 0; i < HP_STRMEM_ARGUMENTS; i++)
      a[i] = 0;
   for (int i = 0; kinds[i] != '\0'; i++) {
      size_t room = (a_B < b_B || !is_cat ? a_B : b_B) / width;
      switch (kinds[i]) {
      case 'a': a[i] = s; break;
      case 'b': a[i] = t; break;
      case 'n': a[i] = chance(room + 1); break;
      case 's': a[i] = (uintptr_t)"abB\x80z"[chance(6)] | 0x100 * (width == 1); break;
      case 'r': a[i] = chance(4) == 0 ? 5 : PAGE; break;
      }
   }
}

static void check_case(size_t k)
{
   const hp_strmem_function *f = hp_strmem_named(cases[k].name, false, true);
   uintptr_t a[HP_STRMEM_ARGUMENTS];
   assert_non_null(f);
   fill_arguments(cases[k].arguments, cases[k].width, a);
   memset(&expected, 0, sizeof expected);
   memset(&got, 0, sizeof got);
   size_t size_B = cases[k].model(a, cases[k].width);
   size_t got_B = hp_strmem_call(f, a, &world);
   if (memcmp(&expected, &got, sizeof got) != 0 || size_B != got_B)
      fail_msg("%s, with %zu for %zu bytes copied", cases[k].name, got_B, size_B);
}

static int map_areas(void **state)
{
   (void)state;
   for (int k = 0; k < N_AREAS; k++) {
      areas[k] = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);
      if (areas[k] == MAP_FAILED || mprotect(areas[k] + PAGE, PAGE, PROT_NONE))
         return -1;
   }
   return 0;
}

#endif
