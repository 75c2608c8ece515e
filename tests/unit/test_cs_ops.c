/* test_cs_ops.c -- what VEX's operations cost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "simulate/cs_ops.h"

/* By hand, from what processors have a unit of its own for. */
static const struct {
   IROp op;
   cs_op class;
   bool is_free;
} known[] = {
   { Iop_Add8, CS_OP_SIMPLE, false },
   { Iop_Sub64, CS_OP_SIMPLE, false },
   { Iop_And16, CS_OP_SIMPLE, false },
   { Iop_Or32, CS_OP_SIMPLE, false },
   { Iop_Xor64, CS_OP_SIMPLE, false },
   { Iop_Shl64, CS_OP_SIMPLE, false },
   { Iop_Shr32, CS_OP_SIMPLE, false },
   { Iop_Sar8, CS_OP_SIMPLE, false },
   { Iop_AddF64, CS_OP_FP_ADD, false },
   { Iop_Sub32F0x4, CS_OP_FP_ADD, false },
   { Iop_Add64Fx4, CS_OP_FP_ADD, false },
   { Iop_CmpF64, CS_OP_FP_ADD, false },
   { Iop_MulF32, CS_OP_FP_MUL, false },
   { Iop_MAddF64, CS_OP_FP_MUL, false },
   { Iop_Mul64F0x2, CS_OP_FP_MUL, false },
   { Iop_Mul32Fx8, CS_OP_FP_MUL, false },
   { Iop_DivF64, CS_OP_FP_DIV, false },
   { Iop_Div32Fx4, CS_OP_FP_DIV, false },
   { Iop_SqrtF64, CS_OP_FP_SQRT, false },
   { Iop_Sqrt64Fx4, CS_OP_FP_SQRT, false },
   { Iop_Mul64, CS_OP_MUL, false },
   { Iop_MullU64, CS_OP_MUL, false },
   { Iop_MullS8, CS_OP_MUL, false },
   { Iop_Mul16x8, CS_OP_MUL, false },
   { Iop_DivU64, CS_OP_DIV, false },
   { Iop_DivModU128to64, CS_OP_DIV, false },
   { Iop_I64StoF64, CS_OP_CONVERT, false },
   { Iop_F64toI32S, CS_OP_CONVERT, false },
   { Iop_F64toF32, CS_OP_CONVERT, false },
   /* Vectors: they are instructions of their own. */
   { Iop_Add32x4, CS_OP_SIMPLE, false },
   { Iop_XorV128, CS_OP_SIMPLE, false },
   { Iop_AndV256, CS_OP_SIMPLE, false },
   { Iop_CmpEQ8x16, CS_OP_SIMPLE, false },
   { Iop_64HLtoV128, CS_OP_SIMPLE, false },
   /* Pieces of an instruction. */
   { Iop_64to32, CS_OP_SIMPLE, true },
   { Iop_32Uto64, CS_OP_SIMPLE, true },
   { Iop_8Sto64, CS_OP_SIMPLE, true },
   { Iop_CmpEQ64, CS_OP_SIMPLE, true },
   { Iop_CmpLT32S, CS_OP_SIMPLE, true },
   { Iop_Not1, CS_OP_SIMPLE, true },
   { Iop_V128to64, CS_OP_SIMPLE, true },
   { Iop_ReinterpF64asI64, CS_OP_SIMPLE, true },
};

static void are_known(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (cs_ops_class(known[i].op) != known[i].class
          || cs_ops_is_free(known[i].op) != known[i].is_free)
         fail_msg("operation %zu", i);
}

/* All sizes and elements of an operation have one class. */
static void are_alike(void **state)
{
   (void)state;
   static const IROp families[][8] = {
      { Iop_Mul8, Iop_Mul16, Iop_Mul32, Iop_Mul64, Iop_MullS8, Iop_MullS16, Iop_MullS32,
        Iop_MullS64 },
      { Iop_DivU32, Iop_DivS32, Iop_DivU64, Iop_DivS64, Iop_DivModU64to32,
        Iop_DivModS64to32, Iop_DivModS128to64, Iop_DivModS64to64 },
      { Iop_AddF64, Iop_AddF32, Iop_Add64F0x2, Iop_Add32F0x4, Iop_Add64Fx2, Iop_Add32Fx4,
        Iop_Add64Fx4, Iop_Add32Fx8 },
      { Iop_SubF64, Iop_SubF32, Iop_Sub64F0x2, Iop_Sub32F0x4, Iop_Sub64Fx2, Iop_Sub32Fx4,
        Iop_Sub64Fx4, Iop_Sub32Fx8 },
      { Iop_MulF64, Iop_MulF32, Iop_Mul64F0x2, Iop_Mul32F0x4, Iop_Mul64Fx2, Iop_Mul32Fx4,
        Iop_Mul64Fx4, Iop_Mul32Fx8 },
      { Iop_DivF64, Iop_DivF32, Iop_Div64F0x2, Iop_Div32F0x4, Iop_Div64Fx2, Iop_Div32Fx4,
        Iop_Div64Fx4, Iop_Div32Fx8 },
      { Iop_SqrtF64, Iop_SqrtF32, Iop_Sqrt64F0x2, Iop_Sqrt32F0x4, Iop_Sqrt64Fx2,
        Iop_Sqrt32Fx4, Iop_Sqrt64Fx4, Iop_Sqrt32Fx8 },
      { Iop_Add8, Iop_Add16, Iop_Add32, Iop_Add64, Iop_Sub8, Iop_Sub16, Iop_Sub32,
        Iop_Sub64 },
      { Iop_And8, Iop_And16, Iop_And32, Iop_And64, Iop_Or8, Iop_Or16, Iop_Or32,
        Iop_Or64 },
      { Iop_Xor8, Iop_Xor16, Iop_Xor32, Iop_Xor64, Iop_Shl8, Iop_Shl16, Iop_Shl32,
        Iop_Shl64 },
      { Iop_Shr8, Iop_Shr16, Iop_Shr32, Iop_Shr64, Iop_Sar8, Iop_Sar16, Iop_Sar32,
        Iop_Sar64 },
   };
   for (size_t i = 0; i < sizeof families / sizeof *families; i++)
      for (size_t k = 1; k < 8; k++) {
         assert_int_equal(cs_ops_class(families[i][k]), cs_ops_class(families[i][0]));
         assert_false(cs_ops_is_free(families[i][k]));
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_known),
      cmocka_unit_test(are_alike),
   };
   return cmocka_run_group_tests_name("cs_ops", tests, NULL, NULL);
}
