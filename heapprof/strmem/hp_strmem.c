/* hp_strmem.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "strmem/hp_strmem.h"

#include "base/tk_chars.h"

enum { NO_LIMIT = -1 };

/* ---- Which functions ------------------------------------------------------ */

#define W ((uint8_t)sizeof(int32_t)) /* wchar_t */

enum { MEMCPY, MEMMOVE };

/* The functions that stock DHAT replaces, and those that share code with one of them,
   which is quiet (hp_strmem_known.h).  is_copy: DHAT records it as a copy. */
static const hp_strmem_function library[] = {
   /* name, kind, width, limit, is_copy, is_loader */
   [MEMCPY] = { "memcpy", HP_STRMEM_MOVE, 1, NO_LIMIT, true, false },
   [MEMMOVE] = { "memmove", HP_STRMEM_MOVE, 1, NO_LIMIT, true, false },
   { "mempcpy", HP_STRMEM_MOVE, 1, NO_LIMIT, true, false },
   { "__memcpy_chk", HP_STRMEM_MOVE, 1, 3, true, false },
   { "__memmove_chk", HP_STRMEM_MOVE, 1, 3, true, false },
   { "__mempcpy_chk", HP_STRMEM_MOVE, 1, 3, false, false },
   { "bcopy", HP_STRMEM_BCOPY, 1, NO_LIMIT, true, false },
   { "memset", HP_STRMEM_SET, 1, NO_LIMIT, false, false },
   { "__memset_chk", HP_STRMEM_SET, 1, 3, false, false },
   { "wmemset", HP_STRMEM_SET, W, NO_LIMIT, false, false },
   { "__wmemset_chk", HP_STRMEM_SET, W, 3, false, false },
   { "memcmp", HP_STRMEM_MEMCMP, 1, NO_LIMIT, false, false },
   { "bcmp", HP_STRMEM_MEMCMP, 1, NO_LIMIT, false, false },
   { "memchr", HP_STRMEM_MEMCHR, 1, NO_LIMIT, false, false },
   { "wmemchr", HP_STRMEM_MEMCHR, W, NO_LIMIT, false, false },
   { "memrchr", HP_STRMEM_MEMRCHR, 1, NO_LIMIT, false, false },
   { "rawmemchr", HP_STRMEM_RAWCHR, 1, NO_LIMIT, false, false },
   { "__rawmemchr", HP_STRMEM_RAWCHR, 1, NO_LIMIT, false, false },
   { "strlen", HP_STRMEM_LENGTH, 1, NO_LIMIT, false, false },
   { "wcslen", HP_STRMEM_LENGTH, W, NO_LIMIT, false, false },
   { "strnlen", HP_STRMEM_NLENGTH, 1, NO_LIMIT, false, false },
   { "wcsnlen", HP_STRMEM_NLENGTH, W, NO_LIMIT, false, false },
   { "index", HP_STRMEM_CHR, 1, NO_LIMIT, false, false },
   { "strchr", HP_STRMEM_CHR, 1, NO_LIMIT, false, false },
   { "strchrnul", HP_STRMEM_CHR, 1, NO_LIMIT, false, false },
   { "wcschr", HP_STRMEM_CHR, W, NO_LIMIT, false, false },
   { "rindex", HP_STRMEM_RCHR, 1, NO_LIMIT, false, false },
   { "strrchr", HP_STRMEM_RCHR, 1, NO_LIMIT, false, false },
   { "wcsrchr", HP_STRMEM_RCHR, W, NO_LIMIT, false, false },
   { "strcpy", HP_STRMEM_COPY, 1, NO_LIMIT, true, false },
   { "stpcpy", HP_STRMEM_COPY, 1, NO_LIMIT, true, false },
   { "__strcpy_chk", HP_STRMEM_COPY, 1, 2, true, false },
   { "__stpcpy_chk", HP_STRMEM_COPY, 1, 2, true, false },
   { "wcscpy", HP_STRMEM_COPY, W, NO_LIMIT, true, false },
   { "strncpy", HP_STRMEM_NCOPY, 1, NO_LIMIT, true, false },
   { "stpncpy", HP_STRMEM_NCOPY, 1, NO_LIMIT, true, false },
   { "strcat", HP_STRMEM_CAT, 1, NO_LIMIT, false, false },
   { "strncat", HP_STRMEM_NCAT, 1, NO_LIMIT, false, false },
   { "strcmp", HP_STRMEM_CMP, 1, NO_LIMIT, false, false },
   { "wcscmp", HP_STRMEM_CMP, W, NO_LIMIT, false, false },
   { "strncmp", HP_STRMEM_NCMP, 1, NO_LIMIT, false, false },
   { "wcsncmp", HP_STRMEM_NCMP, W, NO_LIMIT, false, false },
   { "strcasecmp", HP_STRMEM_CASECMP, 1, NO_LIMIT, false, false },
   { "strcasecmp_l", HP_STRMEM_CASECMP, 1, NO_LIMIT, false, false },
   { "__strcasecmp_l", HP_STRMEM_CASECMP, 1, NO_LIMIT, false, false },
   { "strncasecmp", HP_STRMEM_NCASECMP, 1, NO_LIMIT, false, false },
   { "strncasecmp_l", HP_STRMEM_NCASECMP, 1, NO_LIMIT, false, false },
   { "__strncasecmp_l", HP_STRMEM_NCASECMP, 1, NO_LIMIT, false, false },
   { "strspn", HP_STRMEM_SPAN, 1, NO_LIMIT, false, false },
   { "strcspn", HP_STRMEM_CSPAN, 1, NO_LIMIT, false, false },
   { "strpbrk", HP_STRMEM_PBRK, 1, NO_LIMIT, false, false },
   { "strstr", HP_STRMEM_SEARCH, 1, NO_LIMIT, false, false },
   { "strcasestr", HP_STRMEM_CASESEARCH, 1, NO_LIMIT, false, false },
};

/* Stock DHAT replaces these from 3.20 on.  Their accesses are counted where their code
   makes them, as by the DHAT of 3.19. */
static const hp_strmem_function copies_only[] = {
   { "wcsncpy", HP_STRMEM_NCOPY, W, NO_LIMIT, true, false },
   { "wcpncpy", HP_STRMEM_NCOPY, W, NO_LIMIT, true, false },
};

/* The dynamic loader's mempcpy continues within its memmove. */
static const hp_strmem_function loader[] = {
   { "strlen", HP_STRMEM_LENGTH, 1, NO_LIMIT, false, true },
   { "strcmp", HP_STRMEM_CMP, 1, NO_LIMIT, false, true },
   { "stpcpy", HP_STRMEM_COPY, 1, NO_LIMIT, true, true },
   { "mempcpy", HP_STRMEM_MOVE, 1, NO_LIMIT, true, true },
   { "memcpy", HP_STRMEM_MOVE, 1, NO_LIMIT, false, true },
   { "memmove", HP_STRMEM_MOVE, 1, NO_LIMIT, false, true },
};

/* "memcpy" is the name of memcpy, __GI_memcpy and memcpy@@GLIBC_2.14. */
static bool is_name_of(const char *symbol, const char *name)
{
   const char *rest = tk_chars_after(symbol, "__GI_");
   rest = tk_chars_after(rest == NULL ? symbol : rest, name);
   return rest != NULL && (*rest == '\0' || *rest == '@');
}

static const hp_strmem_function *find_named(const hp_strmem_function *functions, size_t n,
                                            const char *name)
{
   for (size_t i = 0; i < n; i++)
      if (is_name_of(name, functions[i].name))
         return &functions[i];
   return NULL;
}

#define FIND(functions, name) \
   find_named(functions, sizeof functions / sizeof functions[0], name)

const hp_strmem_function *hp_strmem_named(const char *name, bool is_loader,
                                          bool is_copy_mode)
{
   if (is_loader)
      return FIND(loader, name);
   const hp_strmem_function *function = FIND(library, name);
   return function == NULL && is_copy_mode ? FIND(copies_only, name) : function;
}

const hp_strmem_function *hp_strmem_prefer(const hp_strmem_function *first,
                                           const hp_strmem_function *other)
{
   return first == &library[MEMCPY] && other == &library[MEMMOVE] ? other : first;
}

/* ---- Characters ------------------------------------------------------------ */

/* Reads characters one by one, up to the end of memory. */
typedef struct reader {
   const hp_strmem_world *world;
   uintptr_t at;
   size_t left_B; /* known to be readable */
   uint8_t width_B;
} reader;

static inline reader reader_at(const hp_strmem_world *world, uintptr_t at,
                               uint8_t width_B)
{
   return (reader){ world, at, 0, width_B };
}

/* A misaligned character may lie in two pages. */
static bool reader_has_more(reader *r)
{
   size_t n = r->world->readable(r->world->context, r->at);
   while (n > 0 && n < r->width_B) {
      size_t more = r->world->readable(r->world->context, r->at + n);
      if (more == 0)
         return false;
      n += more;
   }
   r->left_B = n;
   return n > 0;
}

static inline bool reader_next(reader *r, int32_t *c)
{
   if (r->left_B < r->width_B && !reader_has_more(r))
      return false;
   if (r->width_B == 1)
      *c = *(const uint8_t *)r->at;
   else
      __builtin_memcpy(c, (const void *)r->at, sizeof *c);
   r->at += r->width_B;
   r->left_B -= r->width_B;
   return true;
}

/* Folds a byte as in the C locale; other locales may fold other bytes. */
static inline int32_t to_lower(int32_t c)
{
   return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* The number of characters up to the first `c`, or 0 if `ends`, inclusive; at most
   `max`. */
static size_t count_until(const hp_strmem_world *world, uintptr_t s, size_t max,
                          uint8_t width_B, int32_t c, bool ends)
{
   reader r = reader_at(world, s, width_B);
   int32_t it;
   size_t n = 0;
   while (n < max && reader_next(&r, &it)) {
      n++;
      if (it == c || (ends && it == 0))
         break;
   }
   return n;
}

/* The length of a string with its end, eight bytes at a time. */
static size_t count_to_end(const hp_strmem_world *world, uintptr_t s)
{
   const uint64_t ones = UINT64_MAX / 255, tops = ones << 7;
   size_t n = 0;
   for (size_t left_B; (left_B = world->readable(world->context, s + n)) > 0;) {
      const char *p = (const char *)(s + n);
      size_t i = 0;
      for (uint64_t word; i + sizeof word <= left_B; i += sizeof word) {
         __builtin_memcpy(&word, p + i, sizeof word);
         if (((word - ones) & ~word & tops) != 0)
            break;
      }
      for (; i < left_B; i++)
         if (p[i] == '\0')
            return n + i + 1;
      n += left_B;
   }
   return n;
}

static size_t count_to_end_of(const hp_strmem_world *world, uintptr_t s, uint8_t width_B)
{
   return width_B == 1 ? count_to_end(world, s)
                       : count_until(world, s, SIZE_MAX, width_B, 0, false);
}

typedef struct comparison {
   size_t n;               /* characters read of each */
   int32_t last_a, last_b; /* lower case, if folded */
} comparison;

static comparison compare_bytes(const hp_strmem_world *world, uintptr_t a, uintptr_t b,
                                size_t max, uint8_t width_B, bool fold)
{
   reader ra = reader_at(world, a, width_B), rb = reader_at(world, b, width_B);
   comparison at = { 0, 0, 0 };
   while (at.n < max && reader_next(&ra, &at.last_a) && reader_next(&rb, &at.last_b)) {
      at.n++;
      if (fold) {
         at.last_a = to_lower(at.last_a);
         at.last_b = to_lower(at.last_b);
      }
      if (at.last_a == 0 || at.last_a != at.last_b)
         break;
   }
   return at;
}

/* ---- Calls ----------------------------------------------------------------- */

static inline void read_bytes(const hp_strmem_world *world, uintptr_t address,
                              size_t size_B)
{
   if (size_B > 0)
      world->access(world->context, address, size_B, false);
}

static inline void write_bytes(const hp_strmem_world *world, uintptr_t address,
                               size_t size_B)
{
   if (size_B > 0)
      world->access(world->context, address, size_B, true);
}

/* Moves n bytes; nothing moves if both addresses are the same. */
static size_t move_bytes(const hp_strmem_world *world, uintptr_t to, uintptr_t from,
                         size_t n)
{
   if (to != from) {
      read_bytes(world, from, n);
      write_bytes(world, to, n);
   }
   return n;
}

/* Aligned memory is compared by words first; of the first words that differ, the
   bytes are read again. */
static void compare_memory(const hp_strmem_world *world, uintptr_t a, uintptr_t b,
                           size_t n)
{
   const size_t word_B = sizeof(uintptr_t);
   reader ra = reader_at(world, a, 1), rb = reader_at(world, b, 1);
   int32_t ca = 0, cb = 0;
   size_t i = 0, read_B;
   while (i < n && reader_next(&ra, &ca) && reader_next(&rb, &cb)) {
      i++;
      if (ca != cb)
         break;
   }
   read_B = i;
   if (ca != cb && (a | b) % word_B == 0 && i <= n / word_B * word_B) {
      size_t in_words = (i + word_B - 1) / word_B * word_B;
      size_t again = in_words - word_B;
      read_bytes(world, a, in_words);
      read_bytes(world, b, in_words);
      read_bytes(world, a + again, i - again);
      read_bytes(world, b + again, i - again);
      return;
   }
   read_bytes(world, a, read_B);
   read_bytes(world, b, read_B);
}

static void search_back(const hp_strmem_world *world, uintptr_t s, int32_t c, size_t n)
{
   size_t i = n;
   while (i > 0 && world->readable(world->context, s + i - 1) > 0) {
      i--;
      if (*(const uint8_t *)(s + i) == c)
         break;
   }
   read_bytes(world, s + i, n - i);
}

static size_t copy_string(const hp_strmem_world *world, uintptr_t to, uintptr_t from,
                          uint8_t width_B, size_t limit)
{
   size_t n = count_to_end_of(world, from, width_B);
   if (n > limit)
      return HP_STRMEM_NO_COPY;
   read_bytes(world, from, n * width_B);
   write_bytes(world, to, n * width_B);
   return n * width_B;
}

static size_t copy_padded(const hp_strmem_world *world, uintptr_t to, uintptr_t from,
                          size_t n, uint8_t width_B)
{
   size_t read_B = width_B * count_until(world, from, n, width_B, 0, false);
   read_bytes(world, from, read_B);
   write_bytes(world, to, n * width_B);
   return read_B;
}

static void append_string(const hp_strmem_world *world, uintptr_t to, uintptr_t from,
                          size_t max)
{
   size_t before_B = count_to_end(world, to);
   size_t read_B = count_until(world, from, max, 1, 0, false);
   bool has_end = read_B > 0 && *(const char *)(from + read_B - 1) == '\0';
   if (before_B == 0)
      return;
   read_bytes(world, to, before_B);
   read_bytes(world, from, read_B);
   write_bytes(world, to + before_B - 1, read_B + !has_end);
}

static void compare_strings(const hp_strmem_world *world, uintptr_t a, uintptr_t b,
                            size_t max, uint8_t width_B, bool fold)
{
   comparison at = compare_bytes(world, a, b, max, width_B, fold);
   read_bytes(world, a, at.n * width_B);
   read_bytes(world, b, at.n * width_B);
}

/* Stock DHAT's function reads bytes again for "less" and for "greater". */
static void compare_folded(const hp_strmem_world *world, uintptr_t a, uintptr_t b,
                           size_t max)
{
   comparison at = compare_bytes(world, a, b, max, 1, true);
   bool is_end = at.n == 0 || at.last_a == 0 || at.last_b == 0;
   bool is_less = !is_end && at.last_a < at.last_b;
   size_t for_less = at.n - (at.n > 0 && is_end);
   size_t for_greater = for_less - is_less;
   read_bytes(world, a, at.n);
   read_bytes(world, b, at.n);
   read_bytes(world, b, for_less);
   read_bytes(world, a, for_greater);
   read_bytes(world, b, for_greater);
}

/* For each character of s, the set is read up to that character. */
static void span_set(const hp_strmem_world *world, uintptr_t s, uintptr_t set,
                     hp_strmem_kind kind)
{
   bool is_in = kind == HP_STRMEM_SPAN;
   size_t n_set = count_to_end(world, set);
   reader r = reader_at(world, s, 1);
   int32_t c;
   read_bytes(world, set, n_set);
   if (n_set <= 1 && kind != HP_STRMEM_CSPAN)
      return;
   while (reader_next(&r, &c) && c != 0) {
      size_t i = 0;
      while (i + 1 < n_set && ((const uint8_t *)set)[i] != c)
         i++;
      bool found = i + 1 < n_set;
      read_bytes(world, set, i + found);
      if (found != is_in)
         break;
   }
   read_bytes(world, s, r.at - s);
}

/* At each character equal to the first of `part`, the two are compared. */
static void search_string(const hp_strmem_world *world, uintptr_t s, uintptr_t part,
                          bool fold)
{
   size_t n_part = count_to_end(world, part);
   reader r = reader_at(world, s, 1);
   int32_t c, first;
   read_bytes(world, part, n_part);
   if (n_part <= 1)
      return;
   first = *(const uint8_t *)part;
   first = fold ? to_lower(first) : first;
   while (reader_next(&r, &c) && c != 0) {
      if ((fold ? to_lower(c) : c) != first)
         continue;
      comparison at = compare_bytes(world, r.at - 1, part, n_part - 1, 1, fold);
      read_bytes(world, r.at - 1, at.n);
      read_bytes(world, part, at.n);
      if (at.n == n_part - 1 && at.last_a == at.last_b)
         break;
   }
   read_bytes(world, s, r.at - s);
}

/* Functions whose third argument is a number. */
static size_t call_sized(const hp_strmem_function *f, const uintptr_t *a,
                         const hp_strmem_world *world)
{
   int32_t c = f->width_B == 1 ? (uint8_t)a[1] : (int32_t)a[1];
   switch (f->kind) {
   case HP_STRMEM_MOVE: return move_bytes(world, a[0], a[1], a[2]);
   case HP_STRMEM_BCOPY: return move_bytes(world, a[1], a[0], a[2]);
   case HP_STRMEM_SET: write_bytes(world, a[0], a[2] * f->width_B); break;
   case HP_STRMEM_MEMCMP: compare_memory(world, a[0], a[1], a[2]); break;
   case HP_STRMEM_MEMCHR:
      read_bytes(world, a[0],
                 f->width_B * count_until(world, a[0], a[2], f->width_B, c, false));
      break;
   case HP_STRMEM_MEMRCHR: search_back(world, a[0], c, a[2]); break;
   case HP_STRMEM_NCOPY: return copy_padded(world, a[0], a[1], a[2], f->width_B);
   case HP_STRMEM_NCAT: append_string(world, a[0], a[1], a[2]); break;
   case HP_STRMEM_NCASECMP: compare_folded(world, a[0], a[1], a[2]); break;
   default: compare_strings(world, a[0], a[1], a[2], f->width_B, false);
   }
   return HP_STRMEM_NO_COPY;
}

size_t hp_strmem_call(const hp_strmem_function *f, const uintptr_t *a,
                      const hp_strmem_world *world)
{
   size_t limit = f->limit == NO_LIMIT ? SIZE_MAX : a[f->limit];
   int32_t c = f->width_B == 1 ? (uint8_t)a[1] : (int32_t)a[1];
   if (f->limit == 3 && a[2] > limit)
      return HP_STRMEM_NO_COPY;
   switch (f->kind) {
   case HP_STRMEM_RAWCHR:
      read_bytes(world, a[0], count_until(world, a[0], SIZE_MAX, 1, c, false));
      break;
   case HP_STRMEM_LENGTH:
   case HP_STRMEM_RCHR:
      read_bytes(world, a[0], f->width_B * count_to_end_of(world, a[0], f->width_B));
      break;
   case HP_STRMEM_NLENGTH:
      read_bytes(world, a[0],
                 f->width_B * count_until(world, a[0], a[1], f->width_B, 0, false));
      break;
   case HP_STRMEM_CHR:
      read_bytes(world, a[0],
                 f->width_B * count_until(world, a[0], SIZE_MAX, f->width_B, c, true));
      break;
   case HP_STRMEM_COPY: return copy_string(world, a[0], a[1], f->width_B, limit);
   case HP_STRMEM_CAT: append_string(world, a[0], a[1], SIZE_MAX); break;
   case HP_STRMEM_CMP:
   case HP_STRMEM_CASECMP:
      compare_strings(world, a[0], a[1], SIZE_MAX, f->width_B,
                      f->kind == HP_STRMEM_CASECMP);
      break;
   case HP_STRMEM_SPAN:
   case HP_STRMEM_CSPAN:
   case HP_STRMEM_PBRK: span_set(world, a[0], a[1], f->kind); break;
   case HP_STRMEM_SEARCH:
   case HP_STRMEM_CASESEARCH:
      search_string(world, a[0], a[1], f->kind == HP_STRMEM_CASESEARCH);
      break;
   default: return call_sized(f, a, world);
   }
   return HP_STRMEM_NO_COPY;
}
