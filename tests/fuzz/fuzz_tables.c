/* fuzz_tables.c -- the tables of the tools, used in any order, against lists that
   are searched from the start.

   Entries are short texts of any bytes, many of which are already
   there.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "paths/tk_stacks.h"
#include "code/tk_lines.h"
#include "base/tk_pool.h"
#include "code/tk_segment.h"
#include "base/tk_strings.h"
#include "base/tk_words.h"
#include "unit_alloc.h"

enum {
   STEPS_MAX = 400, /* and the most entries of each list */
   TEXT_MAX = 24,
   N_COUNTS = 3,
   LARGE_B = TK_POOL_STEP_B * TK_POOL_CLASSES,
   MANY_MAX = 1600,
   MANY_TEXT_B = TEXT_MAX + 8, /* no random text is so long */
};

static unit_alloc memory;

/* The entries of add_many, which come first. */
static struct {
   size_t n_strings, n_lines, n_words, n_texts, n_stacks;
   const void *found[MANY_MAX];
} many;

typedef struct {
   char bytes[TEXT_MAX + 1];
   size_t length;
} text;

static text random_text(unit_random *random)
{
   text t = { .length = unit_random_below(random, TEXT_MAX + 1) };
   uint64_t n_letters = 1 + unit_random_below(random, 256);
   for (size_t i = 0; i < t.length; i++)
      t.bytes[i] = (char)unit_random_below(random, n_letters);
   return t;
}

static bool is_same(const char *found, const text *t)
{
   return memcmp(found, t->bytes, t->length) == 0 && found[t->length] == '\0';
}

/* ---- Strings ---- */

static struct {
   tk_strings *table;
   text texts[STEPS_MAX];
   const char *interned[STEPS_MAX];
   size_t n;
} strings;

static size_t index_of(const text *t)
{
   size_t i = 0;
   while (i < strings.n
          && (strings.texts[i].length != t->length
              || memcmp(strings.texts[i].bytes, t->bytes, t->length) != 0))
      i++;
   return i;
}

static const char *intern(const text *t)
{
   size_t i = index_of(t);
   const char *found = tk_strings_intern(strings.table, t->bytes, t->length);
   if (i < strings.n) {
      assert_ptr_equal(found, strings.interned[i]);
   } else {
      for (size_t k = 0; k < strings.n; k++)
         assert_true(strings.interned[k] != found);
      strings.texts[strings.n] = *t;
      strings.interned[strings.n++] = found;
   }
   assert_true(is_same(found, t));
   assert_int_equal(tk_strings_count(strings.table), strings.n + many.n_strings);
   return found;
}

/* ---- Lines, and what passes are worth ---- */

static struct {
   tk_lines *table;
   tk_line *lines[STEPS_MAX];
   uint64_t counts[STEPS_MAX][N_COUNTS];
   size_t n;
} lines;

/* Values too large for a profile are its largest number. */
static void add_count(uint64_t *count, uint64_t passes, uint32_t amount)
{
   uint64_t product, sum;
   bool is_too_large = __builtin_mul_overflow(passes, (uint64_t)amount, &product)
                       || __builtin_add_overflow(*count, product, &sum);
   *count = is_too_large || sum > INT64_MAX ? INT64_MAX : sum;
}

static void step_lines(unit_random *random, const text *t)
{
   tk_place place = { .file = intern(t),
                      .fn = "f",
                      .number = (uint32_t)unit_random_below(random, 4) };
   size_t i = 0;
   while (i < lines.n
          && (lines.lines[i]->at.file != place.file
              || lines.lines[i]->at.number != place.number))
      i++;
   tk_line *line = tk_lines_at(lines.table, &place);
   if (i < lines.n)
      assert_ptr_equal(line, lines.lines[i]);
   else
      lines.lines[lines.n++] = line;
   assert_true(line->at.file == place.file && line->at.fn == place.fn
               && line->at.number == place.number);
   tk_contribution contributions[] = {
      { .line = line,
        .column = (uint32_t)unit_random_below(random, N_COUNTS),
        .amount = (uint32_t)unit_random_below(random, 1 << 16) },
      { .line = line, .amount = 1 }
   };
   tk_segment segment = { .passes = unit_random_u64(random) >> 8,
                          .contributions = contributions,
                          .n_contributions = 2 };
   for (int k = 0; k < 2; k++)
      add_count(&lines.counts[i][contributions[k].column], segment.passes,
                contributions[k].amount);
   tk_segment_flush(&segment);
   assert_int_equal(segment.passes, 0);
}

static void check_lines(void)
{
   assert_int_equal(tk_lines_count(lines.table), lines.n + many.n_lines);
   for (size_t i = 0; i < lines.n; i++)
      assert_memory_equal(lines.lines[i]->counts, lines.counts[i],
                          sizeof lines.counts[i]);
   tk_line **list = tk_lines_list(lines.table);
   for (size_t i = 0; i < lines.n; i++) {
      size_t found = 0;
      for (size_t k = 0; k < lines.n + many.n_lines; k++)
         found += list[k] == lines.lines[i];
      assert_int_equal(found, 1);
   }
   tk_put(&memory.alloc, list);
}

/* ---- Words ---- */

static struct {
   tk_words set;
   uintptr_t words[STEPS_MAX];
   size_t n;
} words;

static void step_words(unit_random *random)
{
   uintptr_t word = 1 + (uintptr_t)unit_random_below(random, 1 << 10) * 16;
   if (unit_random_below(random, 2) == 0)
      word <<= unit_random_below(random, 32);
   bool is_in = false;
   for (size_t i = 0; i < words.n; i++)
      is_in = is_in || words.words[i] == word;
   assert_int_equal(tk_words_has(&words.set, word), is_in);
   bool is_new = tk_words_add(&words.set, word);
   assert_true(is_new == !is_in);
   if (is_new)
      words.words[words.n++] = word;
   assert_true(tk_words_has(&words.set, word));
}

/* ---- The pool: each block keeps the bytes that are written to it ---- */

static struct {
   tk_pool pool;
   struct {
      uint8_t *at;
      size_t size_B;
      uint8_t fill;
   } blocks[STEPS_MAX];
   size_t n;
} pool;

static void put_block(size_t i)
{
   for (size_t k = 0; k < pool.blocks[i].size_B; k++)
      assert_true(pool.blocks[i].at[k] == pool.blocks[i].fill);
   tk_pool_put(&pool.pool, pool.blocks[i].at, pool.blocks[i].size_B);
   pool.blocks[i] = pool.blocks[--pool.n];
}

static void step_pool(unit_random *random)
{
   if (pool.n > 0 && unit_random_below(random, 2) == 0) {
      put_block(unit_random_below(random, pool.n));
      return;
   }
   size_t size_B = unit_random_below(random, 4) == 0
                      ? unit_random_below(random, 2 * LARGE_B)
                      : unit_random_below(random, 200);
   uint8_t *block = tk_pool_get(&pool.pool, size_B);
   assert_int_equal((uintptr_t)block % sizeof(void *), 0);
   pool.blocks[pool.n].at = block;
   pool.blocks[pool.n].size_B = size_B;
   pool.blocks[pool.n].fill = (uint8_t)(pool.n + size_B);
   memset(block, pool.blocks[pool.n++].fill, size_B);
}

/* ---- Texts and call paths by number ---- */

static struct {
   tk_strings *table;
   text texts[STEPS_MAX];
   size_t n;
} texts;

static void step_texts(const text *t)
{
   size_t i = 0;
   while (i < texts.n
          && (texts.texts[i].length != t->length
              || memcmp(texts.texts[i].bytes, t->bytes, t->length) != 0))
      i++;
   uint32_t number = tk_strings_number(texts.table, t->bytes, t->length);
   assert_int_equal(number, i + many.n_texts);
   if (i == texts.n)
      texts.texts[texts.n++] = *t;
   assert_int_equal(tk_strings_count(texts.table), texts.n + many.n_texts);
   assert_true(is_same(tk_strings_at(texts.table, number), t));
}

static struct {
   tk_stacks table;
   struct {
      uint32_t frames[TEXT_MAX], n;
      tk_stack *stack;
   } paths[STEPS_MAX];
   size_t n;
} stacks;

static void step_stacks(const text *t)
{
   uint32_t frames[TEXT_MAX], n = (uint32_t)t->length;
   size_t i = 0;
   for (uint32_t k = 0; k < n; k++)
      frames[k] = (uint8_t)t->bytes[k];
   while (i < stacks.n
          && (stacks.paths[i].n != n
              || memcmp(stacks.paths[i].frames, frames, n * sizeof *frames) != 0))
      i++;
   tk_stack *stack = tk_stacks_at(&stacks.table, frames, n);
   if (i == stacks.n) {
      assert_int_equal(stack->value, TK_STACKS_NONE);
      memcpy(stacks.paths[i].frames, frames, n * sizeof *frames);
      stacks.paths[i].n = n;
      stacks.paths[stacks.n++].stack = stack;
      stack->value = (uint32_t)i;
   }
   assert_ptr_equal(stack, stacks.paths[i].stack);
   assert_int_equal(stack->value, i);
   assert_int_equal(stack->n_frames, n);
   assert_memory_equal(stack->frames, frames, n * sizeof *frames);
}

/* ---- Many entries at first, so that tables grow ---- */

static size_t many_text(char *to, size_t i)
{
   return (size_t)snprintf(to, MANY_TEXT_B, "%*zu", MANY_TEXT_B - 1, i);
}

/* The i-th of a kind. */
static const void *many_at(uint64_t kind, size_t i)
{
   char t[MANY_TEXT_B];
   size_t length = many_text(t, i);
   uint32_t path[] = { 1000, (uint32_t)i };
   tk_place place = { .file = "many", .fn = "f", .number = (uint32_t)i };
   switch (kind) {
   case 0: return tk_strings_intern(strings.table, t, length);
   case 1: return tk_lines_at(lines.table, &place);
   case 2:
      tk_words_add(&words.set, 3 + 4 * i);
      assert_true(tk_words_has(&words.set, 3 + 4 * i));
      return &words;
   case 3: assert_int_equal(tk_strings_number(texts.table, t, length), i); return &texts;
   default: return tk_stacks_at(&stacks.table, path, 2);
   }
}

static void add_many(uint64_t kind, size_t n)
{
   size_t *const added[] = { &many.n_strings, &many.n_lines, &many.n_words, &many.n_texts,
                             &many.n_stacks };
   for (size_t i = 0; i < n; i++)
      many.found[i] = many_at(kind, i);
   *added[kind] = n;
   for (size_t k = 0; k < n; k++)
      assert_ptr_equal(many_at(kind, k), many.found[k]);
}

/* ---- All ---- */

static void begin(void)
{
   unit_alloc_init(&memory);
   strings.n = lines.n = words.n = pool.n = texts.n = stacks.n = 0;
   memset(lines.counts, 0, sizeof lines.counts);
   memset(&many, 0, sizeof many);
   strings.table = tk_strings_new(&memory.alloc);
   lines.table = tk_lines_new(&memory.alloc, N_COUNTS);
   words.set = (tk_words){ .alloc = &memory.alloc, .label = "fuzz.words" };
   pool.pool = (tk_pool){ .alloc = &memory.alloc, .label = "fuzz.pool" };
   texts.table = tk_strings_new(&memory.alloc);
   tk_stacks_init(&stacks.table, &memory.alloc);
}

static void step(unit_random *random)
{
   text t = random_text(random);
   switch (unit_random_below(random, 6)) {
   case 0: intern(&t); break;
   case 1: step_lines(random, &t); break;
   case 2: step_words(random); break;
   case 3: step_pool(random); break;
   case 4: step_texts(&t); break;
   default: step_stacks(&t); break;
   }
}

static void end(void)
{
   while (pool.n > 0)
      put_block(pool.n - 1);
   tk_pool_fini(&pool.pool);
   tk_words_fini(&words.set);
   tk_stacks_fini(&stacks.table);
   tk_strings_free(texts.table);
   tk_lines_free(lines.table);
   tk_strings_free(strings.table);
   assert_int_equal(memory.n_live, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   begin();
   if (unit_random_below(&random, 8) == 1)
      add_many(unit_random_below(&random, 5), unit_random_below(&random, MANY_MAX));
   for (int i = 0; i < STEPS_MAX && random.left_B > 0; i++)
      step(&random);
   check_lines();
   tk_lines_zero(lines.table);
   memset(lines.counts, 0, sizeof lines.counts);
   check_lines();
   end();
   return 0;
}
