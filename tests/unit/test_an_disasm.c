/* test_an_disasm.c -- instructions as text, and what they do.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "code/an_disasm.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

enum { AT = 0x1000 };

static unit_alloc u;
static an_instr instr;
static an_disasm *disasm;

/* Skips the test if there is no disassembler. */
static void begin(const char *arch, an_syntax syntax)
{
   const char *problem;
   unit_alloc_init(&u);
   disasm = an_disasm_open(an_alloc_malloc(), arch, syntax, &problem);
   if (disasm == NULL) {
      assert_string_equal(problem, "built without capstone");
      skip();
   }
}

static void end(void)
{
   an_disasm_close(disasm);
}

static void decode(const char *hex)
{
   uint8_t bytes[16];
   size_t size_B = strlen(hex) / 2;
   for (size_t i = 0; i < size_B; i++)
      bytes[i] = (uint8_t)strtoul((char[]){ hex[2 * i], hex[2 * i + 1], 0 }, NULL, 16);
   an_disasm_decode(disasm, bytes, size_B, AT, &instr);
}

static void check(const char *hex, const char *mnemonic, const char *operands)
{
   decode(hex);
   assert_string_equal(instr.mnemonic, mnemonic);
   assert_string_equal(instr.operands, operands);
   assert_int_equal(instr.size_B, strlen(hex) / 2);
}

/* Names that capstone 4 and 5 have; most of these have prefixes, or a size that is easy
   to miss. */
static const struct {
   const char *hex, *att, *intel;
} names[] = {
   { "4889e5", "movq", "mov" },
   { "c3", "retq", "ret" },
   { "f2ff25ea2f0000", "bnd jmpq", "bnd jmp" },
   { "3e7e94", "jle", "jle" },
   { "f30f1efa", "endbr64", "endbr64" },
   { "6690", "nop", "nop" },
   { "66662e0f1f840000000000", "nopw", "nop" },
   { "666648e8c83bffff", "callq", "call" },
   { "f3a4", "rep movsb", "rep movsb" },
   { "f00fb117", "lock cmpxchgl", "lock cmpxchg" },
   { "f0480fc7f0", "(bad)", "(bad)" },
   { "d97c2402", "fnstcw", "fnstcw" },
   { "9b", "wait", "wait" },
   { "c5fd74c1", "vpcmpeqb", "vpcmpeqb" },
   { "c4e27d1a07", "vbroadcastf128", "vbroadcastf128" },
   { "c4e27d5a07", "vbroadcasti128", "vbroadcasti128" },
};

static void has_capstones_names(void **state)
{
   (void)state;
   for (int syntax = 0; syntax < 2; syntax++) {
      begin("amd64", syntax == 0 ? AN_SYNTAX_ATT : AN_SYNTAX_INTEL);
      for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
         const char *name = syntax == 0 ? names[i].att : names[i].intel;
         decode(names[i].hex);
         assert_string_equal(instr.mnemonic, name);
         if (strcmp(name, "(bad)") != 0)
            assert_int_equal(instr.size_B, strlen(names[i].hex) / 2);
      }
      end();
   }
}

static void has_operands_of_the_syntax(void **state)
{
   (void)state;
   begin("amd64", AN_SYNTAX_ATT);
   check("488b7c2408", "movq", "8(%rsp), %rdi");
   check("ff6010", "jmpq", "*0x10(%rax)");
   check("c4e27d5a07", "vbroadcasti128", "(%rdi), %ymm0");
   end();
   begin("amd64", AN_SYNTAX_INTEL);
   check("488b7c2408", "mov", "rdi, qword ptr [rsp + 8]");
   end();
}

static void knows_where_it_goes(void **state)
{
   (void)state;
   static const struct {
      const char *hex;
      an_instr_kind kind;
      uint64_t target; /* 0: none */
   } rows[] = {
      { "4889e5", AN_INSTR_PLAIN, 0 },
      { "7410", AN_INSTR_BRANCH, AT + 0x12 },
      { "e2fe", AN_INSTR_BRANCH, AT },
      { "e3fe", AN_INSTR_BRANCH, AT },
      { "ebfe", AN_INSTR_JUMP, AT },
      { "e9fb0f0000", AN_INSTR_JUMP, AT + 0x1000 },
      { "ffe0", AN_INSTR_JUMP, 0 },
      { "e8fb0f0000", AN_INSTR_CALL, AT + 0x1000 },
      { "ff1425000000ff", AN_INSTR_CALL, 0 },
      { "c3", AN_INSTR_RETURN, 0 },
      { "c20800", AN_INSTR_RETURN, 0 },
      { "0f05", AN_INSTR_SYSTEM, 0 },
      { "0f0b", AN_INSTR_STOP, 0 },
      { "f4", AN_INSTR_STOP, 0 },
   };
   begin("amd64", AN_SYNTAX_ATT);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      decode(rows[i].hex);
      assert_int_equal(instr.kind, rows[i].kind);
      assert_int_equal(instr.has_target, rows[i].target != 0);
      assert_int_equal(instr.target, rows[i].target);
   }
   end();
}

static void knows_memory(void **state)
{
   (void)state;
   static const struct {
      const char *hex;
      bool reads, writes, has_data;
   } rows[] = {
      { "8b05fa0f0000", true, false, true },    /* mov AT + 0x1000(%rip),%eax */
      { "8905fa0f0000", false, true, true },    /* mov %eax,... */
      { "0105fa0f0000", true, true, true },     /* add %eax,... */
      { "488d05f90f0000", false, false, true }, /* lea */
      { "2e0f1f00", false, false, false },      /* nop */
      { "0f1807", false, false, false },        /* prefetchnta */
      { "55", false, true, false },             /* push */
      { "5d", true, false, false },             /* pop */
      { "c3", true, false, false },
      { "e800000000", false, true, false },
      { "f3a4", true, true, false },       /* rep movsb */
      { "f348ab", false, true, false },    /* rep stosq */
      { "c4e27d5a07", true, false, false } /* vbroadcasti128 */
   };
   begin("amd64", AN_SYNTAX_ATT);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      decode(rows[i].hex);
      assert_int_equal(instr.reads_memory, rows[i].reads);
      assert_int_equal(instr.writes_memory, rows[i].writes);
      assert_int_equal(instr.has_data, rows[i].has_data);
      assert_int_equal(instr.data, rows[i].has_data ? AT + 0x1000 : 0);
   }
   end();
}

#define BIT(n) (UINT64_C(1) << (n))
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, FLAGS = AN_REGISTER_FLAGS };

static void check_registers(const char *hex, uint64_t reads, uint64_t writes,
                            uint32_t vector_reads, uint32_t vector_writes)
{
   decode(hex);
   assert_int_equal(instr.reads.general, reads);
   assert_int_equal(instr.writes.general, writes);
   assert_int_equal(instr.reads.vector, vector_reads);
   assert_int_equal(instr.writes.vector, vector_writes);
}

static void knows_registers(void **state)
{
   (void)state;
   begin("amd64", AN_SYNTAX_ATT);
   check_registers("4801d8", BIT(RAX) | BIT(RBX), BIT(RAX) | BIT(FLAGS), 0, 0);
   check_registers("418b04b8", BIT(R8) | BIT(RDI), BIT(RAX), 0, 0);
   check_registers("31c0", 0, BIT(RAX) | BIT(FLAGS), 0, 0);      /* xor %eax,%eax */
   check_registers("88c8", BIT(RAX) | BIT(RCX), BIT(RAX), 0, 0); /* mov %cl,%al */
   check_registers("7410", BIT(FLAGS), 0, 0, 0);
   check_registers("48f7f1", BIT(RAX) | BIT(RCX) | BIT(RDX),
                   BIT(RAX) | BIT(RDX) | BIT(FLAGS), 0, 0); /* div %rcx */
   check_registers("f20f58c1", 0, 0, 3, 1);                 /* addsd %xmm1,%xmm0 */
   check_registers("c5e558c1", 0, 0, 8 | 2, 1);             /* vaddpd %ymm1,%ymm3,%ymm0 */
   check_registers("0f57c0", 0, 0, 0, 1);                   /* xorps %xmm0,%xmm0 */
   end();
}

static void knows_arm64(void **state)
{
   (void)state;
   begin("arm64", AN_SYNTAX_ATT);
   decode("62000054"); /* b.cs */
   assert_int_equal(instr.kind, AN_INSTR_BRANCH);
   assert_int_equal(instr.target, AT + 12);
   check("c0035fd6", "ret", "");
   assert_int_equal(instr.kind, AN_INSTR_RETURN);
   decode("00008b52"); /* "movz" of capstone 4, "mov" of 5 */
   assert_int_equal(strncmp(instr.mnemonic, "mov", 3), 0);
   assert_string_equal(instr.operands, "w0, #0x5800");
   decode("200040f9"); /* ldr x0, [x1] */
   assert_true(instr.reads_memory && !instr.writes_memory);
   assert_int_equal(instr.reads.general, BIT(1));
   assert_int_equal(instr.writes.general, BIT(0));
   check("ffffffff", "(bad)", "");
   check("0000", "(bad)", "");
   end();
}

/* An instruction of AVX-512 that capstone 4 does not know, and one of no operands. */
static void has_sizes_of_the_unknown(void **state)
{
   (void)state;
   begin("amd64", AN_SYNTAX_ATT);
   decode("62f1757848d00000");
   assert_true(instr.size_B <= 8);
   decode("c5fb93c0cccc"); /* kmovd */
   assert_int_equal(instr.size_B, 4);
   decode("62f37d087344241011cc"); /* vpshrdd, with a byte of displacement */
   assert_int_equal(instr.size_B, 9);
   decode("62");
   assert_string_equal(instr.mnemonic, "(bad)");
   assert_int_equal(instr.size_B, 1);
   decode("06"); /* push %es, of 32 bits */
   assert_int_equal(instr.size_B, 1);
   end();
}

/* Random bytes, with many prefixes: each of a size that was given. */
static void takes_any_bytes(void **state)
{
   (void)state;
   static const uint8_t often[] = { 0x66, 0xf2, 0xf3, 0xf0, 0x2e, 0x3e, 0x48, 0x41,
                                    0x0f, 0xc4, 0xc5, 0x62, 0x9b, 0x67, 0x64, 0xe8 };
   static const char *const archs[] = { "amd64", "x86", "arm64" };
   uint64_t random = 1;
   for (int i = 0; i < 6; i++) {
      begin(archs[i / 2], i % 2 == 0 ? AN_SYNTAX_ATT : AN_SYNTAX_INTEL);
      for (int n = 0; n < 3000; n++) {
         uint8_t *bytes = malloc(1 + (size_t)n % 17);
         for (int b = 0; b < 1 + n % 17; b++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            bytes[b] = (random >> 40) % 3 == 0 ? often[(random >> 50) % sizeof often]
                                               : (uint8_t)(random >> 33);
         }
         an_disasm_decode(disasm, bytes, 1 + (size_t)n % 17, random, &instr);
         assert_in_range(instr.size_B, 1, 1 + n % 17);
         assert_true(instr.mnemonic[0] != '\0');
         free(bytes);
      }
      end();
   }
}

static void says_why_not(void **state)
{
   (void)state;
   const char *problem;
   begin("amd64", AN_SYNTAX_ATT);
   end();
   assert_null(an_disasm_open(an_alloc_malloc(), "s390x", AN_SYNTAX_ATT, &problem));
   assert_string_equal(problem, "unknown architecture");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_capstones_names),
      cmocka_unit_test(has_operands_of_the_syntax),
      cmocka_unit_test(knows_where_it_goes),
      cmocka_unit_test(knows_memory),
      cmocka_unit_test(knows_registers),
      cmocka_unit_test(knows_arm64),
      cmocka_unit_test(has_sizes_of_the_unknown),
      cmocka_unit_test(takes_any_bytes),
      cmocka_unit_test(says_why_not),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
