/* test_tk_bpf.c -- filters of seccomp are judged as the kernel does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/tk_bpf.h"

#define NUMBER offsetof(struct seccomp_data, nr)
#define ARGUMENT(i) offsetof(struct seccomp_data, args[i])
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 7)

static bool allows(const struct sock_filter *filter, size_t n, const tk_bpf_call *call)
{
   _Static_assert(sizeof(tk_bpf_step) == sizeof(struct sock_filter), "layout");
   _Static_assert(sizeof(tk_bpf_call) == sizeof(struct seccomp_data), "layout");
   return tk_bpf_allows((const tk_bpf_step *)filter, n, call);
}

/* Forbids the numbers 5 and 9, and 12 with a second argument above 2^32. */
static const struct sock_filter deny[] = {
   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER),
   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 5, 5, 0),
   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 9, 4, 0),
   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 12, 0, 2),
   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(1) + 4),
   BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 0, 1, 0),
   ALLOWED,
   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static void numbers_and_arguments(void **state)
{
   (void)state;
   for (uint32_t number = 0; number < 20; number++) {
      tk_bpf_call call = { .number = number };
      assert_int_equal(allows(deny, LENGTH(deny), &call), number != 5 && number != 9);
   }
   tk_bpf_call call = { .number = 12, .arguments = { 0, 1ull << 33 } };
   assert_false(allows(deny, LENGTH(deny), &call));
}

static void verdicts(void **state)
{
   (void)state;
   static const uint32_t refused[] = {
      SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_KILL_THREAD, SECCOMP_RET_TRAP,
      SECCOMP_RET_ERRNO | 1,    SECCOMP_RET_TRACE,       0x7fc00000 /* USER_NOTIF */,
   };
   const tk_bpf_call call = { .number = 1 };
   struct sock_filter one = BPF_STMT(BPF_RET | BPF_K, 0);
   for (size_t i = 0; i < LENGTH(refused); i++) {
      one.k = refused[i];
      assert_false(allows(&one, 1, &call));
   }
   one.k = SECCOMP_RET_LOG;
   assert_true(allows(&one, 1, &call));
   one.k = SECCOMP_RET_ALLOW | 5;
   assert_true(allows(&one, 1, &call));
}

/* Where a call comes from is not known for ours; nor is the sense of these. */
static void unknown(void **state)
{
   (void)state;
   static const struct sock_filter wrong[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 8),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 12),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 64),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 18),
      BPF_STMT(BPF_LD | BPF_MEM, 16),
      BPF_STMT(BPF_ST, 16),
      BPF_STMT(BPF_STX, 99),
      BPF_STMT(BPF_ALU | BPF_DIV | BPF_K, 0),
      BPF_STMT(BPF_ALU | BPF_LSH | BPF_K, 32),
      BPF_STMT(BPF_ALU | 0xf0, 0),
      BPF_STMT(BPF_JMP | 0xf0, 0),
      BPF_STMT(BPF_JMP | BPF_JA, 0xffffffff),
   };
   const tk_bpf_call call = { .number = 1 };
   for (size_t i = 0; i < LENGTH(wrong); i++) {
      struct sock_filter both[] = { wrong[i], ALLOWED };
      assert_false(allows(both, 2, &call));
   }
   assert_false(allows(deny, 0, &call));
}

/* Random steps, most of which the kernel accepts.  The first let all calls but
   getpriority through; then a bit of what was computed decides. */
static void make(struct sock_filter *filter, size_t n)
{
   static const uint16_t codes[] = {
      BPF_LD | BPF_W | BPF_ABS,
      BPF_LD | BPF_IMM,
      BPF_LD | BPF_MEM,
      BPF_LD | BPF_W | BPF_LEN,
      BPF_LDX | BPF_W | BPF_LEN,
      BPF_LDX | BPF_IMM,
      BPF_ST,
      BPF_STX,
      BPF_MISC | BPF_TAX,
      BPF_MISC | BPF_TXA,
      BPF_ALU | BPF_ADD | BPF_K,
      BPF_ALU | BPF_SUB | BPF_X,
      BPF_ALU | BPF_MUL | BPF_X,
      BPF_ALU | BPF_AND | BPF_X,
      BPF_ALU | BPF_OR | BPF_K,
      BPF_ALU | BPF_XOR | BPF_X,
      BPF_ALU | BPF_NEG,
      BPF_ALU | BPF_LSH | BPF_K,
      BPF_ALU | BPF_RSH | BPF_K,
      BPF_ALU | BPF_DIV | BPF_K,
      BPF_JMP | BPF_JA,
      BPF_JMP | BPF_JEQ | BPF_X,
      BPF_JMP | BPF_JGT | BPF_X,
      BPF_JMP | BPF_JGE | BPF_K,
      BPF_JMP | BPF_JSET | BPF_K,
   };
   size_t i = 0;
   filter[i++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER);
   filter[i++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpriority,
                                              1, 0);
   filter[i++] = (struct sock_filter)ALLOWED;
   for (; i < n - 3; i++) {
      uint16_t code = codes[(size_t)rand() % LENGTH(codes)];
      unsigned left = (unsigned)(n - 4 - i), k = (unsigned)rand() % 31 + 1;
      filter[i] = (struct sock_filter)BPF_JUMP(code, k, (unsigned)rand() % (left + 1),
                                               (unsigned)rand() % (left + 1));
      if (code == (BPF_LD | BPF_W | BPF_ABS))
         filter[i].k = (unsigned)ARGUMENT(rand() % 6) + 4 * (k % 2);
      else if (code == BPF_ST || code == BPF_STX || code == (BPF_LD | BPF_MEM))
         filter[i].k %= 3;
      else if (code == (BPF_JMP | BPF_JA))
         filter[i].k %= left + 1;
   }
   filter[i++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 1, 0, 1);
   filter[i++] = (struct sock_filter)REFUSED;
   filter[i++] = (struct sock_filter)ALLOWED;
}

enum { NO, YES, INVALID };

/* What the kernel does with getpriority in a process with this filter. */
static int kernel_allows(struct sock_filter *filter, size_t n, const tk_bpf_call *call)
{
   int status;
   pid_t child = fork();
   if (child == 0) {
      const struct sock_fprog program = { (unsigned short)n, filter };
      const uint64_t *a = call->arguments;
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
         _exit(INVALID);
      long result = syscall(SYS_getpriority, a[0], a[1], a[2], a[3], a[4], a[5]);
      _exit(result == -1 && errno == 7 ? NO : YES);
   }
   waitpid(child, &status, 0);
   assert_true(WIFEXITED(status));
   return WEXITSTATUS(status);
}

static void as_the_kernel(void **state)
{
   (void)state;
   enum { N = 16, RUNS = 1000 };
   unsigned seen[3] = { 0, 0, 0 };
   srand(1);
   for (int run = 0; run < RUNS; run++) {
      struct sock_filter filter[N];
      tk_bpf_call call = { .number = SYS_getpriority };
      make(filter, N);
      for (int i = 0; i < 6; i++)
         call.arguments[i] = (uint64_t)rand() << 32 | (uint64_t)rand();
      int expected = kernel_allows(filter, N, &call);
      seen[expected]++;
      if (expected != INVALID)
         assert_int_equal(allows(filter, N, &call), expected);
   }
   assert_in_range(seen[NO], 100, RUNS);
   assert_in_range(seen[YES], 100, RUNS);
}

int main(void)
{
   struct sock_filter any[] = { ALLOWED };
   if (kernel_allows(any, 1, &(tk_bpf_call){ 0 }) == INVALID)
      cmocka_set_skip_filter("as_the_kernel"); /* an emulator has no filters */
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_and_arguments),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(unknown),
      cmocka_unit_test(as_the_kernel),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
