/* cs_machine_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_machine_text.h"

#include "base/tk_chars.h"
#include "machine/cs_machine_table.h"

enum {
   LINE_MAX_B = 512, /* without its comment */
   QUOTED_MAX_B = 32,
   VALUES_MAX = 16, /* of a line */
};

typedef struct {
   const char *at, *end; /* what is left of the text */
   cs_machine *machine;
   tk_problem *problem;
   uint32_t number;               /* of the line */
   char line[LINE_MAX_B];         /* without its comment */
   char *next;                    /* what is left of it */
   uint32_t lines_of[CS_N_PARTS]; /* 0: not there */
} parser;

/* ---- Problems -------------------------------------------------------- */

#define fail(p, ...) TK_PROBLEM((p)->problem, (p)->number, __VA_ARGS__)

/* Copies the first bytes of a word. */
static const char *cut_word(const char *word, char to[QUOTED_MAX_B])
{
   tk_problem_append(to, 0, QUOTED_MAX_B, word);
   return to;
}

static bool fail_value(const parser *p, const cs_machine_value *value, const char *found,
                       const char *expected, const char *more)
{
   char quoted[QUOTED_MAX_B];
   return fail(p, value->name, *value->name == '\0' ? "" : ": ", "expected ", expected,
               more, ", found \"", cut_word(found, quoted), "\"");
}

/* Lists the names of a NULL-ended array, which lie stride_B apart. */
static void list_names(char *to, size_t max, const void *names, size_t stride_B)
{
   size_t n = 0;
   for (const char *at = names;; at += stride_B) {
      const char *name = *(const char *const *)(const void *)at;
      if (name == NULL)
         return;
      n = tk_problem_append(to, n, max, n == 0 ? "" : ", ");
      n = tk_problem_append(to, n, max, name);
   }
}

/* ---- Words ----------------------------------------------------------- */

static bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

/* Copies the next line without its comment. */
static bool take_line(parser *p)
{
   size_t n = 0;
   bool is_comment = false;
   p->number++;
   for (; p->at < p->end && *p->at != '\n'; p->at++) {
      is_comment |= *p->at == '#';
      if (*p->at == '\0')
         return fail(p, "a NUL byte");
      if (!is_comment && n + 1 == sizeof p->line)
         return fail(p, "the line is longer than 511 bytes");
      if (!is_comment)
         p->line[n++] = *p->at;
   }
   p->at += p->at < p->end;
   p->line[n] = '\0';
   p->next = p->line;
   return true;
}

/* The next word of the line; NULL at its end. */
static char *take_word(parser *p)
{
   while (is_blank(*p->next))
      p->next++;
   char *word = p->next;
   while (*p->next != '\0' && !is_blank(*p->next))
      p->next++;
   if (*p->next != '\0')
      *p->next++ = '\0';
   return *word == '\0' ? NULL : word;
}

/* Is the word "NAME=..."?  Then *value is what follows. */
static bool is_named(char *word, const char *name, char **value)
{
   while (*name != '\0' && *word == *name)
      word++, name++;
   *value = word + 1;
   return *name == '\0' && *word == '=';
}

/* ---- Values ---------------------------------------------------------- */

/* "64", "32K", "1M", "2G"; units are powers of 1024, and only of sizes. */
static bool parse_number(const char *text, bool is_size, uint64_t *number)
{
   unsigned shift = 0;
   if (!cs_parse_number(&text, number))
      return false;
   if (is_size && *text != '\0')
      shift = *text == 'K' ? 10 : *text == 'M' ? 20 : *text == 'G' ? 30 : 0;
   text += shift > 0;
   if (*text != '\0' || *number > UINT64_MAX >> shift)
      return false;
   *number <<= shift;
   return true;
}

static bool take_number(const parser *p, const cs_machine_value *value, void *part,
                        const char *text)
{
   uint64_t number;
   if (!parse_number(text, value->is_size, &number))
      return fail_value(p, value, text,
                        value->is_size ? "a size such as 64, 32K or 1M" : "a number", "");
   if (number < value->least)
      return fail(p, value->name, " must be at least 1");
   if (number > value->most)
      return fail(p, value->name, " is too large");
   cs_machine_value_set(value, part, number);
   return true;
}

static bool take_choice(const parser *p, const cs_machine_value *value, void *part,
                        const char *text)
{
   char words[80];
   for (uint64_t i = 0; value->words[i] != NULL; i++)
      if (tk_chars_compare(value->words[i], text) == 0) {
         cs_machine_value_set(value, part, i);
         return true;
      }
   list_names(words, sizeof words, value->words, sizeof value->words[0]);
   return fail_value(p, value, text, "one of ", words);
}

static bool take_name(const parser *p, const char *text)
{
   char *name = p->machine->name;
   for (size_t i = 0; i < CS_MACHINE_NAME_B; i++)
      if ((name[i] = text[i]) == '\0')
         return true;
   return fail(p, "the name is longer than 63 bytes");
}

static bool take_value(const parser *p, const cs_machine_value *value, void *part,
                       const char *text)
{
   return value->is_text         ? take_name(p, text)
          : value->words != NULL ? take_choice(p, value, part, text)
                                 : take_number(p, value, part, text);
}

/* ---- Lines ----------------------------------------------------------- */

/* Checks which values are there. */
static bool check_values(const parser *p, const cs_machine_line *line, const void *part,
                         const bool given[VALUES_MAX])
{
   for (int i = 0; line->values[i].name != NULL; i++) {
      const cs_machine_value *value = &line->values[i];
      bool applies = cs_machine_value_applies(value, line, part);
      if (given[i] && !applies)
         return fail(p, line->key, ": ", value->name, " has no meaning here",
                     value->condition == CS_IF_RANDOM ? ", without policy=random" : "");
      if (!given[i] && applies && value->is_required)
         return *value->name == '\0'
                   ? fail(p, line->key, ": expected a value")
                   : fail(p, line->key, ": ", value->name, "= is missing");
   }
   return true;
}

static bool fail_unknown(const parser *p, const cs_machine_line *line, const char *word)
{
   char quoted[QUOTED_MAX_B], names[120];
   if (*line->values[0].name == '\0')
      return fail(p, line->key, ": unexpected \"", cut_word(word, quoted), "\"");
   list_names(names, sizeof names, &line->values[0].name, sizeof line->values[0]);
   return fail(p, line->key, ": expected NAME=VALUE, NAME one of ", names, ", found \"",
               cut_word(word, quoted), "\"");
}

static bool take_values(parser *p, const cs_machine_line *line, void *part)
{
   bool given[VALUES_MAX] = { false };
   char *word, *text = NULL;
   while ((word = take_word(p)) != NULL) {
      int i = 0;
      bool is_bare = *line->values[0].name == '\0';
      while (!is_bare && line->values[i].name != NULL
             && !is_named(word, line->values[i].name, &text))
         i++;
      if (line->values[i].name == NULL || (is_bare && given[0]))
         return fail_unknown(p, line, word);
      if (given[i])
         return fail(p, line->key, ": ", line->values[i].name, "= twice");
      given[i] = true;
      if (!take_value(p, &line->values[i], part, is_bare ? word : text))
         return false;
   }
   return check_values(p, line, part, given);
}

static bool take_prefetcher(parser *p, const cs_machine_line *line)
{
   cs_machine *m = p->machine;
   if (m->n_prefetchers == CS_PREFETCHERS_MAX)
      return fail(p, "a machine has at most 8 prefetchers");
   cs_prefetcher_shape *prefetcher = &m->prefetchers[m->n_prefetchers];
   *prefetcher = (cs_prefetcher_shape){ .degree = 1, .n_to_begin = 2 };
   if (!take_values(p, line, prefetcher))
      return false;
   if (prefetcher->kind == CS_ADJACENT)
      prefetcher->degree = 0;
   if (prefetcher->n_entries == 0)
      prefetcher->n_to_begin = 0;
   cs_machine_prefetcher_place(prefetcher);
   p->lines_of[CS_PART_PREFETCH + m->n_prefetchers++] = p->number;
   return true;
}

/* The levels come in order, so that none is missing. */
static bool begin_level(const parser *p, cs_machine_part part, cs_level_shape *level)
{
   *level = (cs_level_shape){ .geometry.line_size_B = 64, .seed = 1 };
   if (part < CS_PART_L2)
      return true;
   level->gap_cycles = 2;
   uint32_t index = part - CS_PART_L2;
   if (p->machine->n_levels != index)
      return fail(p, cs_machine_lines[part].key, " without ",
                  cs_machine_lines[part - 1].key, " before it");
   p->machine->n_levels++;
   return true;
}

static bool take_part(parser *p, const cs_machine_line *line)
{
   cs_machine *m = p->machine;
   void *part = (char *)m + line->offset;
   if (line->part == CS_PART_PREFETCH)
      return take_prefetcher(p, line);
   if (p->lines_of[line->part] != 0)
      return fail(p, "a second ", line->key, " line");
   p->lines_of[line->part] = p->number;
   if (line->part >= CS_PART_I1 && line->part <= CS_PART_L4
       && !begin_level(p, line->part, part))
      return false;
   if (!take_values(p, line, part))
      return false;
   if (tk_chars_compare(line->key, "TLB2") == 0) {
      if (p->lines_of[CS_PART_ITLB2] != 0)
         return fail(p, "TLB2 is of code and data: it cannot follow ITLB2");
      p->lines_of[CS_PART_ITLB2] = p->number;
      m->itlb[1] = m->dtlb[1];
      m->has_unified_tlb = true;
   }
   return true;
}

static bool take_key(parser *p)
{
   char *key = take_word(p), quoted[QUOTED_MAX_B], keys[120];
   if (key == NULL)
      return true;
   size_t n = 0;
   for (int i = 0; i < CS_MACHINE_LINES; i++) {
      if (tk_chars_compare(cs_machine_lines[i].key, key) == 0)
         return take_part(p, &cs_machine_lines[i]);
      n = tk_problem_append(keys, n, sizeof keys, i == 0 ? "" : ", ");
      n = tk_problem_append(keys, n, sizeof keys, cs_machine_lines[i].key);
   }
   return fail(p, "expected a line that begins with one of ", keys, ", found \"",
               cut_word(key, quoted), "\"");
}

/* ---- The whole ------------------------------------------------------- */

static bool check_whole(parser *p)
{
   static const cs_machine_part needed[] = {
      CS_PART_NAME,
      CS_PART_I1,
      CS_PART_D1,
      CS_PART_L2,
   };
   p->number += p->number == 0; /* an empty text has a line, too */
   for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
      if (p->lines_of[needed[i]] == 0)
         return fail(p, "the machine has no line ", cs_machine_lines[needed[i]].key);
   cs_machine_part part = CS_PART_NAME;
   const char *problem = cs_machine_faulty_part(p->machine, &part);
   if (problem == NULL)
      return true;
   if (p->lines_of[part] != 0)
      p->number = p->lines_of[part];
   return fail(p, problem);
}

bool cs_machine_parse(const char *text, size_t length_B, cs_machine *machine,
                      tk_problem *problem)
{
   parser p = {
      .at = text, .end = text + length_B, .machine = machine, .problem = problem
   };
   *machine = cs_machine_default;
   machine->n_levels = 0;
   if (length_B > CS_MACHINE_TEXT_MAX_B) {
      p.number = 1;
      return fail(&p, "the text is longer than 64 KiB");
   }
   while (p.at < p.end)
      if (!take_line(&p) || !take_key(&p))
         return false;
   return check_whole(&p);
}
