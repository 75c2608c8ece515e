/* heap_copies.c -- copies by every function that counts as a copy, and by some that
   do not or that use another; prints for each case the bytes and the copies.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);

#define CASE(name) __attribute__((noinline)) static void name(void)

static char from[200] = "twelve bytes", to[400];
static wchar_t wide_from[50] = L"five!", wide_to[50];

CASE(case_memcpy)
{
   memcpy(to, from, 0);
   memcpy(to, from, 7);
   memcpy(to, from, 200);
}

CASE(case_memmove)
{
   memmove(from + 20, from, 100);
   memmove(from, from, 3);
}

CASE(case_mempcpy)
{
   mempcpy(to, from, 33);
}

CASE(case_bcopy)
{
   bcopy(from, to, 34);
}

CASE(case_strings)
{
   char *volatile s = "twelve bytes";
   strcpy(to, s);
   stpcpy(to, s);
   strncpy(to, s, 5);
   strncpy(to, s, 100);
   stpncpy(to, s, 13);
   wcscpy(wide_to, wide_from);
}

CASE(case_wide)
{
   wcsncpy(wide_to, wide_from, 3);
   wcsncpy(wide_to, wide_from, 50);
   wcpncpy(wide_to, wide_from, 6);
}

CASE(case_checked)
{
   char *volatile s = "twelve bytes";
   __memcpy_chk(to, s, 10, sizeof to);
   __memmove_chk(to, s, 11, sizeof to);
   __strcpy_chk(to, s, sizeof to);
   __stpcpy_chk(to, s, sizeof to);
}

/* Neither is a copy for DHAT, whatever it does inside. */
CASE(case_appended)
{
   to[0] = '\0';
   strcat(to, "abc");
   strncat(to, "abcdef", 4);
}

/* By memcpy. */
CASE(case_duplicated)
{
   char *volatile copy = strdup("twelve bytes");
   free(copy);
}

/* The allocator's own. */
CASE(case_realloc)
{
   char *block = malloc(1000);
   char *next = malloc(1000);
   memset(block, 1, 1000);
   block = realloc(block, 100000);
   free(block);
   free(next);
}

/* Not a function of the library. */
CASE(case_inline)
{
   for (volatile int i = 0; i < 100; i++)
      to[i] = from[i];
}

/* One site of the program, by a pointer. */
CASE(case_pointer)
{
   char *(*volatile functions[])(char *, const char *) = { strcpy, stpcpy,
                                                           strcat, strcpy };
   for (int i = 0; i < 4; i++) {
      to[0] = '\0';
      functions[i](to, "123");
   }
}

static sigjmp_buf out;

static void on_fault(int number)
{
   (void)number;
   siglongjmp(out, 1);
}

/* A call that does not return is a copy, and so is the next. */
CASE(case_jumped)
{
   signal(SIGSEGV, on_fault);
   if (sigsetjmp(out, 1) == 0)
      memcpy((void *)(uintptr_t)4096, from, 50);
   memcpy(to, from, 1);
   signal(SIGSEGV, SIG_DFL);
}

static void run(const char *name, void (*function)(void), int bytes, int copies)
{
   char line[80]; /* printf's own copies do not belong to the case */
   int n = snprintf(line, sizeof line, "%s %d %d\n", name, bytes, copies);
   function();
   if (write(1, line, (size_t)n) != n)
      exit(1);
}

#define RUN(name, bytes, copies) run(#name, name, bytes, copies)

int main(void)
{
   RUN(case_memcpy, 207, 3);
   RUN(case_memmove, 103, 2);
   RUN(case_mempcpy, 33, 1);
   RUN(case_bcopy, 34, 1);
   RUN(case_strings, 13 + 13 + 5 + 13 + 13 + 24, 6);
   RUN(case_wide, 12 + 24 + 24, 3);
   RUN(case_checked, 10 + 11 + 13 + 13, 4);
   RUN(case_appended, 0, 0);
   RUN(case_duplicated, 13, 1);
   RUN(case_realloc, 0, 0);
   RUN(case_inline, 0, 0);
   RUN(case_pointer, 12, 3);
   RUN(case_jumped, 51, 2);
   return 0;
}
