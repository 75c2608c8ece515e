/* fuzz_code.c -- any bytes as an object with machine code: functions are looked up at
   many places of what it maps, and their instructions decoded; and the bytes themselves
   are decoded.  Each instruction has a size and a name; and nothing hangs or breaks.

   The bytes are a file, because libelf maps files.  The seeds have two functions, and a
   call of another object, and were made by
      cc -O1 -fPIC -shared -nostdlib -s -Wl,--build-id=none -Wl,-z,noseparate-code
   with and without -s, and with -m32.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "code/an_binary.h"
#include "code/an_disasm.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PLACES = 16, DECODED_MOST_B = 64 };

/* Decodes all of the bytes. */
static void decode(const char *arch, an_syntax syntax, const uint8_t *bytes,
                   size_t size_B, uint64_t address)
{
   const char *problem;
   an_disasm *disasm = an_disasm_open(an_alloc_malloc(), arch, syntax, &problem);
   if (disasm == NULL) /* built without capstone */
      return;
   size_B = size_B < DECODED_MOST_B ? size_B : DECODED_MOST_B;
   for (size_t at = 0; at < size_B;) {
      an_instr instr;
      an_disasm_decode(disasm, bytes + at, size_B - at, address + at, &instr);
      assert_true(instr.size_B > 0 && instr.size_B <= size_B - at);
      assert_true(instr.mnemonic[0] != '\0');
      assert_true(memchr(instr.mnemonic, '\0', sizeof instr.mnemonic) != NULL);
      assert_true(memchr(instr.operands, '\0', sizeof instr.operands) != NULL);
      at += instr.size_B;
   }
   an_disasm_close(disasm);
}

/* Each of many addresses from 0 to 16 KiB, where the seeds have all they map. */
static void ask(an_binary *binary)
{
   an_code codes[PLACES];
   const char *arch = an_binary_arch(binary);
   for (size_t i = 0; i < PLACES; i++)
      codes[i] = (an_code){ .address = i * (16384 / PLACES) + i };
   an_binary_find(binary, codes, PLACES);
   an_binary_find_imports(binary, codes, PLACES);
   for (size_t i = 0; i < PLACES; i++) {
      size_t size_B;
      uint64_t start = codes[i].start != 0 ? codes[i].start : codes[i].address;
      const uint8_t *bytes = an_binary_bytes(binary, start, &size_B);
      assert_true(i == 0 || codes[i].address >= codes[i - 1].address);
      assert_true(codes[i].name == NULL || codes[i].name[0] != '\0');
      if (bytes != NULL && arch != NULL && i % 8 == 4)
         decode(arch, AN_SYNTAX_ATT, bytes, size_B, start);
   }
}

/* A file that only this process sees. */
static int file_of(const void *bytes, size_t size_B, char path[64])
{
   int fd = memfd_create("fuzz", 0);
   assert_true(fd >= 0);
   snprintf(path, 64, "/proc/self/fd/%d", fd);
   for (size_t done_B = 0; done_B < size_B;) {
      ssize_t n = write(fd, (const char *)bytes + done_B, size_B - done_B);
      assert_true(n > 0);
      done_B += (size_t)n;
   }
   return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   static const char *const archs[] = { "amd64", "x86", "arm64" };
   static const an_source_places places;
   char path[64];
   const char *problem;
   int fd = file_of(bytes, size_B, path);
   an_binary *binary = an_binary_open(an_alloc_malloc(), path, NULL, &places, &problem);
   if (binary != NULL)
      ask(binary);
   an_binary_close(binary);
   close(fd);
   if (size_B > 0)
      decode(archs[bytes[0] % 3], bytes[0] / 3 % 2 == 0 ? AN_SYNTAX_ATT : AN_SYNTAX_INTEL,
             bytes, size_B, 0x1000);
   return 0;
}
