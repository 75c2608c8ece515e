/* smc.c -- code that is written, run, rewritten and run again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* mov $imm32, %eax; ret -- the same on x86 and amd64. */
static void write_function(unsigned char *code, uint32_t value)
{
   code[0] = 0xb8;
   memcpy(code + 1, &value, sizeof value);
   code[5] = 0xc3;
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
