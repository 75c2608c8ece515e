/* smc.c -- code that is written, run, rewritten and run again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Returns the value, which has at most 16 bits. */
static void write_function(unsigned char *code, uint32_t value)
{
#if defined(__aarch64__) /* mov w0, #imm16; ret */
   const uint32_t words[] = { 0x52800000 | value << 5, 0xd65f03c0 };
   memcpy(code, words, sizeof words);
   __builtin___clear_cache((char *)code, (char *)code + sizeof words);
#else /* mov $imm32, %eax; ret -- the same on x86 and amd64 */
   code[0] = 0xb8;
   memcpy(code + 1, &value, sizeof value);
   code[5] = 0xc3;
#endif
}

int main(void)
{
   unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (code == MAP_FAILED)
      return 1;
   uint32_t sum = 0;
   for (uint32_t round = 0; round < 300; round++) {
      /* Some rounds run often enough for the code to become hot. */
      int runs = round % 50 == 0 ? 30000 : 3;
      write_function(code + (round % 7) * 16, round);
      for (int i = 0; i < runs; i++)
         sum += ((uint32_t(*)(void))(uintptr_t)(code + (round % 7) * 16))();
   }
   munmap(code, 4096);
   printf("%u\n", sum);
   return 0;
}
