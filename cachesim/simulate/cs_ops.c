/* cs_ops.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_ops.h"

cs_op cs_ops_class(IROp op)
{
   switch (op) {
      /* clang-format off */
   case Iop_Mul8: case Iop_Mul16: case Iop_Mul32: case Iop_Mul64:
   case Iop_MullS8: case Iop_MullS16: case Iop_MullS32: case Iop_MullS64:
   case Iop_MullU8: case Iop_MullU16: case Iop_MullU32: case Iop_MullU64:
   case Iop_Mul16x8: case Iop_Mul32x4: case Iop_Mul16x16: case Iop_Mul32x8:
   case Iop_MulHi16Ux8: case Iop_MulHi16Sx8: case Iop_MullEven32Ux4:
      return CS_OP_MUL;
   case Iop_DivU32: case Iop_DivS32: case Iop_DivU64: case Iop_DivS64:
   case Iop_DivModU64to32: case Iop_DivModS64to32:
   case Iop_DivModU128to64: case Iop_DivModS128to64: case Iop_DivModS64to64:
      return CS_OP_DIV;
   case Iop_AddF64: case Iop_SubF64: case Iop_AddF32: case Iop_SubF32:
   case Iop_Add64F0x2: case Iop_Sub64F0x2: case Iop_Add32F0x4: case Iop_Sub32F0x4:
   case Iop_Add64Fx2: case Iop_Sub64Fx2: case Iop_Add32Fx4: case Iop_Sub32Fx4:
   case Iop_Add64Fx4: case Iop_Sub64Fx4: case Iop_Add32Fx8: case Iop_Sub32Fx8:
   case Iop_CmpF64: case Iop_CmpF32:
      return CS_OP_FP_ADD;
   case Iop_MulF64: case Iop_MulF32: case Iop_MAddF64: case Iop_MSubF64:
   case Iop_MAddF32: case Iop_MSubF32: case Iop_Mul64F0x2: case Iop_Mul32F0x4:
   case Iop_Mul64Fx2: case Iop_Mul32Fx4: case Iop_Mul64Fx4: case Iop_Mul32Fx8:
      return CS_OP_FP_MUL;
   case Iop_DivF64: case Iop_DivF32: case Iop_Div64F0x2: case Iop_Div32F0x4:
   case Iop_Div64Fx2: case Iop_Div32Fx4: case Iop_Div64Fx4: case Iop_Div32Fx8:
      return CS_OP_FP_DIV;
   case Iop_SqrtF64: case Iop_SqrtF32: case Iop_Sqrt64F0x2: case Iop_Sqrt32F0x4:
   case Iop_Sqrt64Fx2: case Iop_Sqrt32Fx4: case Iop_Sqrt64Fx4: case Iop_Sqrt32Fx8:
      return CS_OP_FP_SQRT;
   case Iop_I32StoF64: case Iop_I64StoF64: case Iop_I64UtoF64: case Iop_I32StoF32:
   case Iop_I64StoF32: case Iop_F64toI32S: case Iop_F64toI64S: case Iop_F64toI64U:
   case Iop_F32toI32S: case Iop_F32toI64S: case Iop_F64toF32: case Iop_F32toF64:
      return CS_OP_CONVERT;
   /* clang-format on */
   default: return CS_OP_SIMPLE;
   }
}

/* Is the result a vector? */
static Bool gives_vector(IROp op)
{
   IRType result, args[4];
   typeOfPrimop(op, &result, &args[0], &args[1], &args[2], &args[3]);
   return result == Ity_V128 || result == Ity_V256;
}

Bool cs_ops_is_free(IROp op)
{
   switch (op) {
      /* clang-format off */
   case Iop_Add8: case Iop_Add16: case Iop_Add32: case Iop_Add64:
   case Iop_Sub8: case Iop_Sub16: case Iop_Sub32: case Iop_Sub64:
   case Iop_And8: case Iop_And16: case Iop_And32: case Iop_And64:
   case Iop_Or8: case Iop_Or16: case Iop_Or32: case Iop_Or64:
   case Iop_Xor8: case Iop_Xor16: case Iop_Xor32: case Iop_Xor64:
   case Iop_Shl8: case Iop_Shl16: case Iop_Shl32: case Iop_Shl64:
   case Iop_Shr8: case Iop_Shr16: case Iop_Shr32: case Iop_Shr64:
   case Iop_Sar8: case Iop_Sar16: case Iop_Sar32: case Iop_Sar64:
      return False;
   /* clang-format on */
   default: return cs_ops_class(op) == CS_OP_SIMPLE && !gives_vector(op);
   }
}
