/* predictor.c -- branches at known addresses, whose outcomes a naive model of cs_tage.h
   knows, too: prints how many are executed and mispredicted.

      predictor ROUNDS [LEFT-OUT]   (of the tables of jumps, the last so many)

   Counting begins just before these branches and ends just after them
   (--instr-at-start=no), so the history has nothing else.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"
#include "models/cs_tage_model.h"
#include "base/tk_hash.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)

/* For each byte: bit 0 says whether the first branch falls through, bit 1 whether the
   second is taken, the other bits where the jump goes. */
void rounds(const uint8_t *bytes, uint64_t n);
extern const char first[], second[], jump[], again[];
extern const uintptr_t places[16];

__asm__(".text\n"
        ".globl rounds, first, second, jump, again, places\n"
        ".type rounds, @function\n"
        "rounds:\n"
        "   movzbl (%rdi), %eax\n"
        "   testb $1, %al\n"
        "first: jz 1f\n"
        "   nop\n"
        "1: testb $2, %al\n"
        "second: jnz 2f\n"
        "   nop\n"
        "2: shrl $2, %eax\n"
        "   leaq places(%rip), %rdx\n"
        "   movq (%rdx,%rax,8), %rdx\n"
        "jump: jmp *%rdx\n"
        "3: .fill 16, 1, 0x90\n"
        "   incq %rdi\n"
        "   decq %rsi\n"
        "again: jnz rounds\n"
        "   ret\n"
        ".size rounds, .-rounds\n"
        ".section .data.rel.ro, \"aw\"\n"
        ".balign 8\n"
        "places: .irp k,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
        "   .quad 3b + \\k\n"
        "   .endr\n"
        ".text\n");

static uint32_t drawn(uint32_t n)
{
   static uint64_t state = 1;
   state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
   return (uint32_t)(state >> 33) % n;
}

/* Random rounds, loops, a program that repeats, and branches that are steady but for
   rare exceptions take turns. */
static void choose(uint8_t *bytes, uint64_t n)
{
   for (uint64_t i = 0; i < n; i++) {
      bool a = i % 13 != 0, b = i % 3 == 0;
      uint32_t place = (uint32_t)(i % 7 * i % 16);
      switch (i / 997 % 4) {
      case 0: a = drawn(2); b = a ^ (drawn(8) == 0); place = drawn(16); break;
      case 1: break;
      case 2: a = true; b = drawn(300) == 0; place = 5; break;
      case 3: a = drawn(200) != 0; place = drawn(150) == 0 ? 3 : 9; break;
      }
      bytes[i] = (uint8_t)(a | b << 1 | place << 2);
   }
}

static void predict(const uint8_t *bytes, uint64_t n, int n_left_out)
{
   naive_tage *m = calloc(1, sizeof *m);
   unsigned long n_cond = 0, n_jump = 0;
   if (m != NULL)
      m->n_left_out = n_left_out;
   for (uint64_t i = 0; i < n && m != NULL; i++) {
      uintptr_t to = places[bytes[i] >> 2];
      n_cond += naive_tage_cond(m, (uintptr_t)first, !(bytes[i] & 1));
      n_cond += naive_tage_cond(m, (uintptr_t)second, bytes[i] & 2);
      n_jump += naive_tage_jump(m, (uintptr_t)jump, to, (int)(tk_hash_word(to) % 16));
      n_cond += naive_tage_cond(m, (uintptr_t)again, i + 1 < n);
   }
   printf("%lu %lu %lu %lu\n", (unsigned long)(3 * n), n_cond, (unsigned long)n, n_jump);
   free(m);
}

int main(int argc, char **argv)
{
   uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
   uint8_t *bytes = n > 0 ? malloc(n) : NULL;
   if (bytes == NULL)
      return 1;
   choose(bytes, n);
   CACHESIM_START_INSTRUMENTATION;
   rounds(bytes, n);
   CACHESIM_STOP_INSTRUMENTATION;
   predict(bytes, n, argc > 2 ? atoi(argv[2]) : 0);
   free(bytes);
   return 0;
}

#else

int main(void)
{
   puts("other processor");
   return 0;
}

#endif
