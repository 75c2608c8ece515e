/* parsers.c -- state machines by switch and by table, decimal numbers, and fields.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_B = 1 << 20 };

static char *text;
static size_t text_B;

/* ---- Tokens ------------------------------------------------------------- */

/* Bytes have classes; a token of one kind is read in one state. */
enum { SPACE, LETTER, DIGIT, QUOTE, OTHER, N_CLASSES };
enum { BETWEEN, NAME, NUMBER, STRING, SIGN, N_STATES };

static uint8_t class_of[256];

static void set_up_classes(void)
{
   memset(class_of, OTHER, sizeof class_of);
   memset(class_of + 'a', LETTER, 26);
   memset(class_of + 'A', LETTER, 26);
   memset(class_of + '0', DIGIT, 10);
   class_of['_'] = LETTER;
   class_of[' '] = class_of['\n'] = SPACE;
   class_of['"'] = QUOTE;
}

static void append(const char *token)
{
   size_t length = strlen(token);
   if (text_B + length + 1 < TEXT_B) {
      memcpy(text + text_B, token, length);
      text_B += length;
   }
}

static void set_up_tokens(void)
{
   static const char *const tokens[] = {
      "while", "i", "count", "0", "1024", " ", " ", "\n   ", "(", ")", "+=", ";", "->",
      "\"a text, with 2 words\"", "next_one", " = ", "*", "x2", "7", ", ",
   };
   set_up_classes();
   text = truth_new(TEXT_B);
   for (size_t i = 0; i < TEXT_B / 3; i++)
      append(tokens[truth_random_below(sizeof tokens / sizeof *tokens)]);
}

/* In the state of a new token, which begins with a byte of that class. */
static unsigned begun_by(unsigned class)
{
   switch (class) {
   case SPACE: return BETWEEN;
   case LETTER: return NAME;
   case DIGIT: return NUMBER;
   case QUOTE: return STRING;
   default: return SIGN;
   }
}

/* A string's second quote is its last byte: after it, the state is BETWEEN. */
static unsigned state_after(unsigned state, unsigned class)
{
   switch (state) {
   case NAME: return class == LETTER || class == DIGIT ? NAME : begun_by(class);
   case NUMBER: return class == DIGIT ? NUMBER : begun_by(class);
   case STRING: return class == QUOTE ? BETWEEN : STRING;
   default: return begun_by(class);
   }
}

static uint64_t tokens_by_switch(void)
{
   uint64_t counts[N_STATES] = { 0 }, sum = 0;
   unsigned state = BETWEEN;
   for (size_t i = 0; i < text_B; i++) {
      unsigned next = state_after(state, class_of[(uint8_t)text[i]]);
      if (next != state)
         counts[next]++;
      state = next;
   }
   for (size_t i = 0; i < N_STATES; i++)
      sum = truth_mix(sum, counts[i]);
   return sum;
}

static uint8_t next_states[N_STATES][N_CLASSES];

static void set_up_table(void)
{
   for (unsigned state = 0; state < N_STATES; state++)
      for (unsigned class = 0; class < N_CLASSES; class++)
         next_states[state][class] = (uint8_t)state_after(state, class);
}

static uint64_t tokens_by_table(void)
{
   uint64_t counts[N_STATES] = { 0 }, sum = 0;
   unsigned state = BETWEEN;
   for (size_t i = 0; i < text_B; i++) {
      unsigned next = next_states[state][class_of[(uint8_t)text[i]]];
      counts[next] += next != state;
      state = next;
   }
   for (size_t i = 0; i < N_STATES; i++)
      sum = truth_mix(sum, counts[i]);
   return sum;
}

/* ---- Decimal numbers ---------------------------------------------------- */

enum { N_NUMBERS = 1 << 16, N_DECIMALS = 3 };

/* Numbers with three decimals, one a line. */
static void set_up_decimals(void)
{
   text = truth_new(TEXT_B);
   for (size_t i = 0; i < N_NUMBERS; i++) {
      char digits[20];
      size_t length = 0;
      uint64_t left = truth_random() >> (40 + truth_random_below(16));
      for (; length <= N_DECIMALS + 1 || left > 0; left /= 10) {
         if (length == N_DECIMALS)
            digits[length++] = '.';
         digits[length++] = (char)('0' + left % 10);
      }
      while (length > 0)
         text[text_B++] = digits[--length];
      text[text_B++] = '\n';
   }
}

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

/* Half is added: the product is not quite whole. */
static uint64_t thousandths(double number)
{
   return (uint64_t)(number * 1000 + 0.5);
}

static uint64_t decimals_by_libc(void)
{
   uint64_t sum = 0;
   const char *p = text, *end = text + text_B;
   while (p < end) {
      char *after;
      sum = truth_mix(sum, thousandths(strtod(p, &after)));
      p = after + 1;
   }
   return sum;
}

/* Each decimal is worth a tenth of the one before. */
static uint64_t decimals_by_doubles(void)
{
   uint64_t sum = 0;
   const char *p = text, *end = text + text_B;
   for (; p < end; p++) {
      double number = 0, worth = 1;
      for (; is_digit(*p); p++)
         number = number * 10 + (*p - '0');
      for (p++; is_digit(*p); p++)
         number += (*p - '0') * (worth /= 10);
      sum = truth_mix(sum, thousandths(number));
   }
   return sum;
}

/* All digits are one whole number, which is divided at the end. */
static uint64_t decimals_by_integers(void)
{
   static const double powers[] = { 1, 10, 100, 1000, 10000 };
   uint64_t sum = 0;
   const char *p = text, *end = text + text_B;
   for (; p < end; p++) {
      uint64_t digits = 0;
      for (; is_digit(*p); p++)
         digits = digits * 10 + (uint64_t)(*p - '0');
      const char *point = p++;
      for (; is_digit(*p); p++)
         digits = digits * 10 + (uint64_t)(*p - '0');
      sum = truth_mix(sum, thousandths((double)digits / powers[p - point - 1]));
   }
   return sum;
}

/* ---- Fields of lines ---------------------------------------------------- */

enum { N_FIELDS = 8, WANTED_FIELD = 5 };

static void set_up_fields(void)
{
   text = truth_new(TEXT_B);
   while (text_B + N_FIELDS * 24 < TEXT_B)
      for (size_t field = 0; field < N_FIELDS; field++) {
         size_t length = truth_random_below(24);
         memset(text + text_B, 'a' + (int)(length % 26), length);
         text_B += length;
         text[text_B++] = field == N_FIELDS - 1 ? '\n' : ',';
      }
}

static uint64_t fields_by_byte(void)
{
   uint64_t sum = 0;
   size_t field = 0, begin = 0;
   for (size_t i = 0; i < text_B; i++)
      if (text[i] == ',' || text[i] == '\n') {
         if (field == WANTED_FIELD)
            sum = truth_mix(sum, i - begin);
         field = text[i] == '\n' ? 0 : field + 1;
         begin = i + 1;
      }
   return sum;
}

static uint64_t fields_by_libc(void)
{
   uint64_t sum = 0;
   const char *p = text, *end = text + text_B;
   while (p < end) {
      const char *line_end = memchr(p, '\n', (size_t)(end - p));
      for (size_t field = 0; field < WANTED_FIELD; field++)
         p = (const char *)memchr(p, ',', (size_t)(line_end - p)) + 1;
      const char *comma = memchr(p, ',', (size_t)(line_end - p));
      sum = truth_mix(sum, (size_t)(comma - p));
      p = line_end + 1;
   }
   return sum;
}

const truth_kernel truth_parsers[] = {
   { "tokens", true, 25, set_up_tokens,
     { { "switch", tokens_by_switch }, { "table", tokens_by_table, set_up_table } } },
   { "decimals", true, 20, set_up_decimals,
     { { "libc", decimals_by_libc }, { "doubles", decimals_by_doubles },
       { "integers", decimals_by_integers } } },
   { "fields-csv", true, 40, set_up_fields,
     { { "byte", fields_by_byte }, { "libc", fields_by_libc } } },
   { 0 },
};
