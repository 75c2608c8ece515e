/* jit_names.c -- generates code and names it, as compilers do that run with a
   program.  Prints "ROUNDS NAME" of each loop that ran: a loop of n rounds has 3 n + 3
   instructions.

   jit_names map         names it in /tmp/perf-PID.map, which it removes; and forks
   jit_names dump FILE   in the jitdump FILE, with lines
   jit_names late        names it in the map when all has run; the map is left
   jit_names none        does the work of `map` without a fork and without names

   The code is that of amd64.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASE __attribute__((noinline)) static

enum { PAGE_B = 4096, LOOP_B = 17, ALLOCATOR_B = 25 };

static char *code; /* two pages */
static void *volatile kept;
static FILE *names; /* NULL: none are written */
static int is_dump;

/* ---- Names ------------------------------------------------------------ */

static void put(const void *bytes, size_t size_B)
{
   if (fwrite(bytes, size_B, 1, names) != 1)
      abort();
}

static void put_u32(uint32_t value)
{
   put(&value, sizeof value);
}

static void put_u64(uint64_t value)
{
   put(&value, sizeof value);
}

static void put_record(uint32_t kind, size_t size_B)
{
   put_u32(kind);
   put_u32((uint32_t)(16 + size_B));
   put_u64(0);
}

/* Line 10 at the beginning, 20 from the loop's body on, which begins at the byte 7. */
static void dump_lines(uint64_t start)
{
   static const char file[] = "/src/loop.js", same[] = "\xff";
   put_record(2, 16 + 2 * 16 + sizeof file + sizeof same);
   put_u64(start);
   put_u64(2);
   put_u64(start);
   put_u32(10);
   put_u32(0);
   put(file, sizeof file);
   put_u64(start + 7);
   put_u32(20);
   put_u32(0);
   put(same, sizeof same);
}

static void dump_code(uint64_t start, size_t size_B, const char *name)
{
   put_record(0, 40 + strlen(name) + 1 + size_B);
   put_u64(0);
   put_u64(start);
   put_u64(start);
   put_u64(size_B);
   put_u64(1);
   put(name, strlen(name) + 1);
   put((const char *)(uintptr_t)start, size_B);
}

static void name_code(const char *at, size_t size_B, const char *name)
{
   uint64_t start = (uint64_t)(uintptr_t)at;
   if (names == NULL)
      return;
   if (is_dump) {
      dump_lines(start);
      dump_code(start, size_B, name);
   } else {
      fprintf(names, "%lx %zx %s\n", (unsigned long)start, size_B, name);
   }
   fflush(names);
}

static const char *map_name(void)
{
   static char path[64];
   sprintf(path, "/tmp/perf-%d.map", (int)getpid());
   return path;
}

static void open_map(void)
{
   names = fopen(map_name(), "w");
   if (names == NULL)
      abort();
}

static void open_dump(const char *path)
{
   names = fopen(path, "w+");
   if (names == NULL
       || mmap(NULL, PAGE_B, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(names), 0)
             == MAP_FAILED)
      abort();
   is_dump = 1;
   put_u32(0x4a695444);
   put_u32(1);
   put_u32(40);
   put_u32(62);
   put_u32(0);
   put_u32((uint32_t)getpid());
   put_u64(0);
   put_u64(0);
}

/* ---- The compiler ----------------------------------------------------- */

/* mov $n, %ecx; xor %eax, %eax; add $step, %eax; dec %ecx; jnz; ret */
static void write_loop(char *at, uint32_t n, uint32_t step)
{
   static const unsigned char head[] = { 0x31, 0xc0, 0x05 };
   static const unsigned char tail[] = { 0xff, 0xc9, 0x75, 0xf7, 0xc3 };
   *at = (char)0xb9;
   memcpy(at + 1, &n, sizeof n);
   memcpy(at + 5, head, sizeof head);
   memcpy(at + 8, &step, sizeof step);
   memcpy(at + 12, tail, sizeof tail);
}

static void run_loop(char *at, uint32_t n, uint32_t step)
{
   if (((uint32_t(*)(void))(uintptr_t)at)() != n * step)
      abort();
}

CASE void compile_and_run(char *at, uint32_t n, uint32_t step, const char *name)
{
   write_loop(at, n, step);
   name_code(at, LOOP_B, name);
   run_loop(at, n, step);
   printf("%u %s\n", n, name);
   fflush(stdout);
}

/* push %rbp; mov %rsp, %rbp; mov $size, %edi; mov $malloc, %rax; call *%rax; pop; ret */
CASE void allocate(char *at, uint32_t size, const char *name)
{
   static const unsigned char head[] = { 0x55, 0x48, 0x89, 0xe5, 0xbf };
   static const unsigned char call[] = { 0x48, 0xb8 };
   static const unsigned char tail[] = { 0xff, 0xd0, 0x5d, 0xc3 };
   uint64_t callee = (uint64_t)(uintptr_t)malloc;
   memcpy(at, head, 5);
   memcpy(at + 5, &size, 4);
   memcpy(at + 9, call, 2);
   memcpy(at + 11, &callee, 8);
   memcpy(at + 19, tail, 4);
   name_code(at, ALLOCATOR_B, name);
   kept = ((void *(*)(void))(uintptr_t)at)();
   memset(kept, 1, size);
   free(kept);
}

/* ---- What is run ------------------------------------------------------ */

static void run_all(void)
{
   char *other = code + PAGE_B;
   compile_and_run(code, 1000, 3, "JS:*first /src/loop.js:1:13");
   compile_and_run(code, 200000, 5, "second(int, char*)");
   compile_and_run(code, 3000, 7, "JS:*first /src/loop.js:1:13");
   allocate(other, 16, "void Main.allocate()");
   allocate(other, 100000, "allocate again");
   compile_and_run(other + 256, 500, 3, "bell\a \\x41");
}

/* The child has what its parent had compiled, and a file of its own. */
static void run_child(void)
{
   pid_t child = fork();
   if (child != 0) {
      waitpid(child, NULL, 0);
      return;
   }
   fclose(names);
   open_map();
   run_loop(code, 3000, 7);
   compile_and_run(code, 70, 3, "of the child");
   unlink(map_name());
   _exit(0);
}

int main(int argc, char **argv)
{
   const char *mode = argc > 1 ? argv[1] : "";
   code = mmap(NULL, 2 * PAGE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (code == MAP_FAILED)
      return 1;
   if (strcmp(mode, "map") == 0)
      open_map();
   else if (strcmp(mode, "dump") == 0)
      open_dump(argv[2]);
   run_all();
   if (strcmp(mode, "map") == 0) {
      run_child();
      unlink(map_name());
   } else if (strcmp(mode, "late") == 0) {
      open_map();
      name_code(code, LOOP_B, "late");
   }
   return 0;
}
