/* heap_strmem.c -- calls every function for memory and strings of the C library
   on two blocks of the heap; each call has its own blocks, with a call path that
   has the call's number in binary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);

enum { BITS = 15, ROOM = 160 };

/* The offset in the blocks, and the length; `variant` chooses where two strings
   differ. */
typedef struct {
   int function, length, a_at, b_at, variant;
} call;

/* Arguments: a, b; B: the middle of b; n, m: sizes; s: a character; r: the available
   space; l: a locale. */
static const struct {
   const char *name;
   void (*function)(void);
   const char *arguments;
} functions[] = {
#define F(name, arguments) { #name, (void (*)(void))name, arguments }
   F(memcpy, "abn"), F(memmove, "abn"), F(mempcpy, "abn"),
   F(__memcpy_chk, "abnr"), F(__memmove_chk, "abnr"), F(bcopy, "abn"),
   F(memset, "asn"), F(memcmp, "abn"), F(bcmp, "abn"), F(memchr, "asn"),
   F(memrchr, "asn"), F(rawmemchr, "as"), F(strlen, "a"), F(strnlen, "an"),
   F(strchr, "as"), F(index, "as"), F(strchrnul, "as"), F(strrchr, "as"),
   F(rindex, "as"), F(strcpy, "ab"), F(stpcpy, "ab"), F(__strcpy_chk, "abr"),
   F(__stpcpy_chk, "abr"), F(strncpy, "abn"), F(stpncpy, "abn"),
   F(strcat, "aB"), F(strncat, "aBm"), F(strcmp, "ab"), F(strncmp, "abn"),
   F(strcasecmp, "ab"), F(strncasecmp, "abn"), F(strcasecmp_l, "abl"),
   F(strncasecmp_l, "abnl"), F(strspn, "ab"), F(strcspn, "ab"),
   F(strpbrk, "ab"), F(strstr, "aB"), F(strcasestr, "aB"), F(wcslen, "a"),
   F(wcsnlen, "an"), F(wcscmp, "ab"), F(wcsncmp, "abn"), F(wcscpy, "ab"),
   F(wcschr, "as"), F(wcsrchr, "as"), F(wmemchr, "asn"),
#undef F
};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };

static const int lengths[] = { 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 23, 24, 31,
                               32, 33, 47, 63, 64, 65, 79, 99, 100 };
static const int places[][2] = { { 0, 0 }, { 8, 8 }, { 3, 3 }, { 0, 1 }, { 5, 8 } };
enum {
   N_LENGTHS = sizeof lengths / sizeof lengths[0],
   N_PLACES = sizeof places / sizeof places[0],
   N_VARIANTS = 6,
   N_CALLS = N_FUNCTIONS * N_LENGTHS * N_PLACES * N_VARIANTS,
};

static int is_wide(const call *c)
{
   return functions[c->function].name[0] == 'w';
}

static call call_number(int i)
{
   call c;
   c.variant = i % N_VARIANTS;
   i /= N_VARIANTS;
   c.a_at = places[i % N_PLACES][0];
   c.b_at = places[i % N_PLACES][1];
   i /= N_PLACES;
   c.length = lengths[i % N_LENGTHS];
   c.function = i / N_LENGTHS;
   if (is_wide(&c)) {
      c.a_at &= ~3;
      c.b_at &= ~3;
   }
   return c;
}

static void put(volatile char *at, int i, char value, int wide)
{
   if (!wide)
      at[i] = value;
   else
      for (int k = 0; k < 4; k++)
         at[4 * i + k] = k == 0 ? value : 0;
}

/* Each byte of a block is written once, whatever is in it. */
static void fill(volatile char *block, const call *c, int is_b)
{
   char text[ROOM] = { 0 };
   int wide = is_wide(c), at = is_b ? c->b_at : c->a_at, n = c->length;
   int scale = wide ? 4 : 1, block_B = ROOM * scale;
   for (int i = 0; i < n; i++)
      text[i] = "ababcabd"[i % 8];
   if (is_b && n > 0) {
      switch (c->variant) {
      case 1: text[n - 1] = 'z'; break;
      case 2: text[n / 2] = 'z'; break;
      case 3: text[n / 2] = 'A'; break;
      case 4: text[n / 3] = '\0'; break;
      case 5: memmove(text, "abd", 4); break;
      }
   }
   for (int i = 0; i < at; i++)
      block[i] = 'x';
   for (int i = 0; i * scale + at + scale <= block_B; i++)
      put(block + at, i, text[i], wide);
   for (int i = at + (block_B - at) / scale * scale; i < block_B; i++)
      block[i] = 'x';
}

/* A character that is in a; rawmemchr gets one that stops it. */
static int sought(const call *c)
{
   return strcmp(functions[c->function].name, "rawmemchr") == 0
          ? "abc"[c->variant % 3] * (c->length > 8) : "abczdb"[c->variant];
}

static size_t size_of(const call *c)
{
   return c->variant == 2 ? (size_t)c->length + 7
          : c->variant == 3 ? (size_t)c->length / 2 : (size_t)c->length;
}

static void fill_in(const call *c, char *a, char *b, uintptr_t arguments[4])
{
   static locale_t locale;
   if (locale == NULL)
      locale = newlocale(LC_ALL_MASK, "C", NULL);
   for (int i = 0; i < 4; i++)
      arguments[i] = 0;
   for (int i = 0; functions[c->function].arguments[i] != '\0'; i++) {
      switch (functions[c->function].arguments[i]) {
      case 'a': arguments[i] = (uintptr_t)(a + c->a_at); break;
      case 'b': arguments[i] = (uintptr_t)(b + c->b_at); break;
      case 'B': arguments[i] = (uintptr_t)(b + c->b_at + c->length / 2); break;
      case 'n': arguments[i] = size_of(c); break;
      case 'm': arguments[i] = size_of(c) / 3; break;
      case 's': arguments[i] = (uintptr_t)sought(c); break;
      case 'r': arguments[i] = ROOM; break;
      case 'l': arguments[i] = (uintptr_t)locale; break;
      }
   }
}

typedef uintptr_t any_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static void __attribute__((noinline)) do_call(const call *c, const uintptr_t *a)
{
   ((any_function *)functions[c->function].function)(a[0], a[1], a[2], a[3]);
   __asm__ volatile("");
}

static char *a, *b;

static void __attribute__((noinline)) allocate_a(size_t size_B)
{
   a = calloc(1, size_B);
}

static void __attribute__((noinline)) allocate_b(size_t size_B)
{
   b = calloc(1, size_B);
}

static void __attribute__((noinline)) bit_0(int number, int bits, size_t size_B);
static void __attribute__((noinline)) bit_1(int number, int bits, size_t size_B);

static void __attribute__((noinline)) allocate(int number, int bits, size_t size_B)
{
   if (bits == 0) {
      allocate_a(size_B);
      allocate_b(size_B);
   } else if (number & 1) {
      bit_1(number >> 1, bits - 1, size_B);
   } else {
      bit_0(number >> 1, bits - 1, size_B);
   }
   __asm__ volatile("");
}

static void bit_0(int number, int bits, size_t size_B)
{
   allocate(number, bits, size_B);
   __asm__ volatile("");
}

static void bit_1(int number, int bits, size_t size_B)
{
   allocate(number, bits, size_B);
   __asm__ volatile("");
}

int main(int argc, char **argv)
{
   int step = argc > 1 ? atoi(argv[1]) : 1;
   uintptr_t arguments[4];
   for (int i = 0; i < N_CALLS; i += step) {
      call c = call_number(i);
      allocate(i, BITS, ROOM * (is_wide(&c) ? 4 : 1));
      fill(a, &c, 0);
      fill(b, &c, 1);
      fill_in(&c, a, b, arguments);
      do_call(&c, arguments);
      free(a);
      free(b);
   }
   return 0;
}
