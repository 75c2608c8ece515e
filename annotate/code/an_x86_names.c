/* an_x86_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_x86_names.h"

#include <stdio.h>
#include <string.h>

/* Words between spaces. */
static bool has_word(const char *words, const char *word)
{
   size_t length = strlen(word);
   for (const char *at = words; (at = strstr(at, word)) != NULL; at++)
      if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
         return true;
   return false;
}

/* ---- Names that differ --------------------------------------------------------- */

typedef struct {
   const char *intel, *name;
} renamed;

static const char *find_name(const renamed *names, size_t n, const char *intel)
{
   for (size_t i = 0; i < n; i++)
      if (strcmp(names[i].intel, intel) == 0)
         return names[i].name;
   return NULL;
}

/* In both syntaxes. */
static const renamed of_capstone[] = {
   { "iretd", "iret" },   { "popfd", "popf" }, { "popfq", "popf" }, { "pushfd", "pushf" },
   { "pushfq", "pushf" }, { "sal", "shl" },    { "wait", "fwait" }, { "xlatb", "xlat" },
};

static const renamed of_att[] = {
   { "cbw", "cbtw" }, { "cwde", "cwtl" }, { "cdqe", "cltq" }, { "cwd", "cwtd" },
   { "cdq", "cltd" }, { "cqo", "cqto" },  { "retf", "lret" }, { "retfq", "lretq" },
};

/* ---- Letters of sizes ---------------------------------------------------------- */

static const char integers[] = "adc add and bt btc btr bts cmp dec div idiv imul inc mov "
                               "mul neg nop not or rcl rcr rol ror sal sar sbb shl shr "
                               "sub test xor";
static const char floats[] = "fadd fcom fcomp fdiv fdivr fld fmul fst fstp fsub fsubr";
static const char float_integers[] = "fiadd ficom ficomp fidiv fidivr fild fimul fist "
                                     "fistp fisttp fisub fisubr";
/* To a float, from an integer in memory. */
static const char converted[] = "cvtsi2sd cvtsi2ss vcvtsi2sd vcvtsi2ss vcvtusi2sd "
                                "vcvtusi2ss";
/* To less bytes, from a vector in memory. */
static const char narrowed[] = "vcvtpd2dq vcvtpd2ps vcvtpd2udq vcvttpd2dq vcvttpd2udq "
                               "vcvtqq2ps vcvtuqq2ps";

static const char *integer_letter(unsigned size_B)
{
   switch (size_B) {
   case 1: return "b";
   case 2: return "w";
   case 4: return "l";
   case 8: return "q";
   default: return "";
   }
}

static const char *float_letter(unsigned size_B)
{
   return size_B == 4 ? "s" : size_B == 8 ? "l" : size_B == 10 ? "t" : "";
}

static const char *float_integer_letter(unsigned size_B)
{
   return size_B == 2 ? "s" : size_B == 4 ? "l" : size_B == 8 ? "ll" : "";
}

static const char *vector_letter(unsigned size_B)
{
   return size_B == 16 ? "x" : size_B == 32 ? "y" : size_B == 64 ? "z" : "";
}

static const char *letter(const char *intel, const an_x86_shape *shape)
{
   if (!shape->has_memory)
      return "";
   if (!shape->has_register && has_word(integers, intel))
      return integer_letter(shape->memory_B);
   if (has_word(floats, intel))
      return float_letter(shape->memory_B);
   if (has_word(float_integers, intel))
      return float_integer_letter(shape->memory_B);
   if (has_word(converted, intel))
      return integer_letter(shape->memory_B);
   if (has_word(narrowed, intel))
      return vector_letter(shape->memory_B);
   return "";
}

/* ---- Strings ------------------------------------------------------------------- */

/* Name of string instructions, by their opcode. */
static const char *string_name(const an_x86_bytes *x)
{
   switch (an_x86_opcode(x) & 0xfe) {
   case 0x6c: return "ins";
   case 0x6e: return "outs";
   case 0xa4: return "movs";
   case 0xa6: return "cmps";
   case 0xaa: return "stos";
   case 0xac: return "lods";
   case 0xae: return "scas";
   default: return NULL;
   }
}

bool an_x86_is_string(const an_x86_bytes *x)
{
   return string_name(x) != NULL;
}

static unsigned string_B(const an_x86_bytes *x, bool is_port)
{
   if ((an_x86_opcode(x) & 1) == 0)
      return 1;
   if ((x->rex & 8) != 0 && !is_port)
      return 8;
   return an_x86_has_prefix(x, 0x66) ? 2 : 4;
}

/* Where a register is an operand, it says the size. */
static void name_string(char name[static AN_X86_NAME_B], const an_x86_bytes *x,
                        bool is_att)
{
   const char *base = string_name(x);
   bool is_port = an_x86_opcode(x) < 0x70;
   bool has_letter = is_att && (is_port || base[0] == 'm' || base[0] == 'c');
   snprintf(name, AN_X86_NAME_B, "%s%s", base,
            has_letter ? integer_letter(string_B(x, is_port)) : "");
}

/* ---- The name ------------------------------------------------------------------ */

/* Subtractions and divisions of the x87 that have st(i) as their result have exchanged
   names in AT&T's syntax, by an old mistake. */
static bool is_reversed(const an_x86_bytes *x, const char *intel)
{
   uint8_t opcode = an_x86_opcode(x);
   return (opcode == 0xdc || opcode == 0xde) && x->opcode_at + 1 < x->size_B
          && x->at[x->opcode_at + 1] >= 0xe0
          && (strncmp(intel, "fsub", 4) == 0 || strncmp(intel, "fdiv", 4) == 0);
}

static void name_reversed(char name[static AN_X86_NAME_B], const char *intel)
{
   bool has_r = intel[4] == 'r';
   snprintf(name, AN_X86_NAME_B, "%.4s%s%s", intel, has_r ? "" : "r",
            intel + (has_r ? 5 : 4));
}

/* What crc32 adds to its sum. */
static unsigned checked_B(const an_x86_bytes *x)
{
   if ((x->at[x->opcode_at + 2] & 1) == 0)
      return 1;
   return (x->rex & 8) != 0 ? 8 : an_x86_has_prefix(x, 0x66) ? 2 : 4;
}

static void name_att(char name[static AN_X86_NAME_B], const char *intel,
                     const an_x86_bytes *x, const an_x86_shape *shape)
{
   const char *other = find_name(of_att, sizeof of_att / sizeof of_att[0], intel);
   if (other != NULL)
      snprintf(name, AN_X86_NAME_B, "%s", other);
   else if (strcmp(intel, "movzx") == 0 || strcmp(intel, "movsx") == 0)
      snprintf(name, AN_X86_NAME_B, "%.4s%s%s", intel,
               (x->at[x->opcode_at + 1] & 1) != 0 ? "w" : "b",
               integer_letter(shape->register_B));
   else if (strcmp(intel, "movsxd") == 0 && (x->rex & 8) != 0)
      snprintf(name, AN_X86_NAME_B, "movslq");
   else if (strcmp(intel, "crc32") == 0)
      snprintf(name, AN_X86_NAME_B, "crc32%s", integer_letter(checked_B(x)));
   else if (is_reversed(x, intel))
      name_reversed(name, intel);
   else
      snprintf(name, AN_X86_NAME_B, "%s%s", intel, letter(intel, shape));
}

/* Which halves a product without carries takes, by its last byte. */
static void name_product(char name[static AN_X86_NAME_B], const char *intel,
                         uint8_t halves)
{
   bool is_vex = intel[0] == 'v';
   snprintf(name, AN_X86_NAME_B, "%spclmul%s%sqdq", is_vex ? "v" : "",
            (halves & 1) != 0 ? "hq" : "lq", (halves & 16) != 0 ? "h" : "l");
}

/* Adds what a prefix says of a jump. */
static void add_hint(char name[static AN_X86_NAME_B], const an_x86_bytes *x)
{
   size_t length = strlen(name);
   for (size_t i = x->n_prefixes; i-- > 0;)
      if (an_x86_is_hint(x, x->at[i])) {
         snprintf(name + length, AN_X86_NAME_B - length, ",%s",
                  x->at[i] == 0x3e ? "pt" : "pn");
         return;
      }
}

void an_x86_name(char name[static AN_X86_NAME_B], const char *intel,
                 const an_x86_bytes *x, const an_x86_shape *shape, bool is_att)
{
   const char *other = find_name(of_capstone, sizeof of_capstone / sizeof of_capstone[0],
                                 intel);
   if (other != NULL)
      intel = other;
   if (strcmp(intel, "movd") == 0 && (x->rex & 8) != 0)
      intel = "movq";
   if (!is_att && (strcmp(intel, "lcall") == 0 || strcmp(intel, "ljmp") == 0))
      intel++;
   /* capstone takes every way to exchange ax with itself for a nop. */
   if (strcmp(intel, "nop") == 0 && an_x86_opcode(x) == 0x90
       && (an_x86_has_prefix(x, 0x66) || (x->rex & 8) != 0))
      intel = "xchg";
   if (strcmp(intel, "pclmulqdq") == 0 || strcmp(intel, "vpclmulqdq") == 0)
      name_product(name, intel, x->at[x->size_B - 1]);
   else if (an_x86_is_string(x))
      name_string(name, x, is_att);
   else if (is_att)
      name_att(name, intel, x, shape);
   else
      snprintf(name, AN_X86_NAME_B, "%s", intel);
   if (is_att)
      add_hint(name, x);
}

/* ---- Prefixes ------------------------------------------------------------------ */

const char *an_x86_prefix_word(const an_x86_bytes *x, uint8_t prefix)
{
   switch (prefix) {
   case 0x26: return "es";
   case 0x2e: return "cs";
   case 0x36: return "ss";
   case 0x3e: return an_x86_opcode(x) == 0xff && an_x86_is_branch(x) ? "notrack" : "ds";
   case 0x64: return "fs";
   case 0x65: return "gs";
   case 0x66: return "data16";
   case 0x67: return x->is_64 ? "addr32" : "addr16";
   case 0xf0: return "lock";
   case 0xf2:
      return an_x86_is_branch(x)          ? "bnd"
             : an_x86_has_prefix(x, 0xf0) ? "xacquire"
                                          : "repnz";
   case 0xf3:
      return an_x86_has_prefix(x, 0xf0)                                  ? "xrelease"
             : !an_x86_is_string(x) || (an_x86_opcode(x) & 0xf6) == 0xa6 ? "repz"
                                                                         : "rep";
   default: return "";
   }
}

const char *an_x86_rex_word(uint8_t rex)
{
   static const char *const words[] = {
      "rex",   "rex.B",  "rex.X",  "rex.XB",  "rex.R",  "rex.RB",  "rex.RX",  "rex.RXB",
      "rex.W", "rex.WB", "rex.WX", "rex.WXB", "rex.WR", "rex.WRB", "rex.WRX", "rex.WRXB",
   };
   return words[rex & 15];
}
