/* ty_hints.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_hints.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* One call: positions of its function's name and of its brackets. */
typedef struct {
   const ty_statement *s;
   size_t name, open, close;
   ty_hints *hints;
} call;

static void add_hint(ty_hints *hints, ty_hint_kind kind, const char *text)
{
   if (hints->n == TY_HINTS_MAX)
      return;
   ty_hint *hint = &hints->hints[hints->n++];
   hint->kind = kind;
   strcpy(hint->text, text);
}

static void add_type(ty_hints *hints, ty_hint_kind kind, ty_range range)
{
   char text[TY_HINT_TEXT_B];
   if (ty_hints_type(range, text))
      add_hint(hints, kind, text);
}

static bool at_any(const ty_statement *s, size_t i, const char *characters)
{
   return i < s->n && s->tokens[i].length == 1
          && strchr(characters, *s->tokens[i].at) != NULL;
}

/* ---- Sizes ---- */

/* The operand of the sizeof at i, with `first` TY_NOWHERE if it is not understood.
   *after is the token after it. */
static ty_range operand_at(const ty_statement *s, size_t i, size_t *after)
{
   ty_range nothing = { s, TY_NOWHERE, TY_NOWHERE };
   size_t at = i + 1;
   if (ty_hints_at(s, at, "(")) {
      size_t close = ty_hints_close(s, at);
      *after = close == TY_NOWHERE ? s->n : close + 1;
      return close == TY_NOWHERE ? nothing : (ty_range){ s, at + 1, close };
   }
   while (ty_hints_at(s, at, "*"))
      at++;
   while (at < s->n && s->tokens[at].is_name) {
      at++;
      while (ty_hints_at(s, at, "[")) {
         size_t close = ty_hints_close(s, at);
         if (close == TY_NOWHERE)
            return nothing;
         at = close + 1;
      }
      if (!ty_hints_at(s, at, "->") && !ty_hints_at(s, at, "."))
         break;
      at++;
   }
   *after = at;
   return (ty_range){ s, i + 1, at };
}

static void add_sized(ty_hints *hints, ty_range range)
{
   char text[TY_HINT_TEXT_B];
   if (ty_hints_expression(range, text) || ty_hints_type(range, text))
      add_hint(hints, TY_HINT_SIZED, text);
}

static bool name_has(const ty_token *name, const char *const *parts, size_t n)
{
   char text[64];
   size_t length = name->length < sizeof text ? name->length : sizeof text - 1;
   memcpy(text, name->at, length);
   text[length] = '\0';
   for (size_t i = 0; i < n; i++)
      if (strcasestr(text, parts[i]) != NULL)
         return true;
   return false;
}

/* Whether a function of this name has an argument for the number of elements. */
static bool counts_elements(const ty_token *name)
{
   static const char *const parts[] = {
      "calloc",  "array",    "vec",    "new",    "nalloc",
      "nmalloc", "nrealloc", "alloc2", "allocn", "alloc_n",
   };
   return name_has(name, parts, COUNT(parts));
}

/* Whether the other argument in "1, sizeof x" or "sizeof x, n" can be more than
   one. */
static bool has_count(const call *c, size_t before, size_t after)
{
   if (!counts_elements(&c->s->tokens[c->name]))
      return false;
   if (ty_hints_at(c->s, before, ","))
      return !(before == c->open + 2 && ty_hints_at(c->s, before - 1, "1"));
   return ty_hints_at(c->s, after, ",")
          && !(after + 2 == c->close && ty_hints_at(c->s, after + 1, "1"));
}

/* The sizeof at i: the factors of a product say how many there are; other terms of
   a sum can be anything. */
static void see_sizeof(const call *c, size_t i, bool of_products)
{
   size_t after = i + 1;
   ty_range range = operand_at(c->s, i, &after);
   bool is_product = ty_hints_at(c->s, i - 1, "*") || ty_hints_at(c->s, after, "*");
   if (range.first == TY_NOWHERE || is_product != of_products
       || ty_hints_at(c->s, i - 1, "/"))
      return;
   c->hints->is_many = c->hints->is_many || is_product || has_count(c, i - 1, after);
   add_sized(c->hints, range);
}

/* offsetof(struct x, y) + n */
static void see_offsetof(const call *c, size_t i)
{
   size_t comma = i + 2;
   while (comma < c->close && !ty_hints_at(c->s, comma, ","))
      comma++;
   add_type(c->hints, TY_HINT_TYPE, (ty_range){ c->s, i + 2, comma });
   c->hints->has_more = true;
}

/* In a sum, a product is not what the block begins with. */
static void see_sizes(const call *c)
{
   bool has_sum = false;
   for (size_t i = c->open + 1; i < c->close; i++)
      has_sum = has_sum || at_any(c->s, i, "+-|&");
   for (int products = 0; products < 2; products++) {
      if (products == 1 && has_sum && c->hints->n > 0)
         break;
      for (size_t i = c->open + 1; i < c->close; i++)
         if (ty_hints_at(c->s, i, "sizeof"))
            see_sizeof(c, i, products == 1);
   }
   for (size_t i = c->open + 1; i < c->close; i++)
      if (ty_hints_at(c->s, i, "offsetof"))
         see_offsetof(c, i);
   c->hints->has_more = c->hints->has_more || has_sum;
}

/* ---- Types as arguments: XNEW (struct x), g_new (Node, 8) ---- */

static void see_arguments(const call *c)
{
   size_t first = c->open + 1;
   for (size_t i = first; i <= c->close; i++) {
      if (at_any(c->s, i, "([") && ty_hints_close(c->s, i) < c->close)
         i = ty_hints_close(c->s, i);
      if (i != c->close && !ty_hints_at(c->s, i, ","))
         continue;
      bool is_alone = first == c->open + 1 && i == c->close;
      size_t n_before = c->hints->n;
      bool is_tag = ty_hints_at(c->s, first, "struct")
                    || ty_hints_at(c->s, first, "union")
                    || ty_hints_at(c->s, first, "class");
      add_type(c->hints, is_tag ? TY_HINT_TYPE : TY_HINT_ARGUMENT,
               (ty_range){ c->s, first, i });
      if (c->hints->n > n_before && !is_alone && counts_elements(&c->s->tokens[c->name]))
         c->hints->is_many = true;
      first = i + 1;
   }
}

/* ---- Where the call's value goes ---- */

/* Whether the bracket at `open` follows a function, an if or the like. */
static bool has_head(const ty_statement *s, size_t open)
{
   static const char *const no_heads[] = { "return", "else",      "do",
                                           "throw",  "co_return", "co_yield" };
   if (open == 0)
      return false;
   for (size_t i = 0; i < COUNT(no_heads); i++)
      if (ty_hints_at(s, open - 1, no_heads[i]))
         return false;
   return s->tokens[open - 1].is_name || at_any(s, open - 1, ">]");
}

/* The start of the postfix expression that ends before `end`. */
static size_t postfix_start(const ty_statement *s, size_t end)
{
   size_t at = end;
   while (at > 0) {
      size_t last = at - 1;
      if (at_any(s, last, "])")) {
         size_t open = ty_hints_open(s, last);
         if (open == TY_NOWHERE)
            return end;
         at = open;
         if (ty_hints_at(s, last, ")"))
            return has_head(s, at) || ty_hints_at(s, at - 1, ")") ? end : at;
         continue;
      }
      if (!s->tokens[last].is_name || ty_hints_is_keyword(&s->tokens[last]))
         return end;
      at = last;
      if (at == 0
          || !(ty_hints_at(s, at - 1, "->") || ty_hints_at(s, at - 1, ".")
               || ty_hints_at(s, at - 1, "::")))
         return at;
      at--;
   }
   return end;
}

/* The start of the type that ends before `end`; `end` if there is none. */
static size_t type_start(const ty_statement *s, size_t end)
{
   size_t at = end;
   while (at > 0) {
      if (ty_hints_at(s, at - 1, ">")) {
         size_t open = ty_hints_open(s, at - 1);
         if (open == TY_NOWHERE)
            break;
         at = open;
      } else if ((s->tokens[at - 1].is_name && !ty_hints_is_keyword(&s->tokens[at - 1]))
                 || at_any(s, at - 1, "*") || ty_hints_at(s, at - 1, "::")) {
         at--;
      } else {
         break;
      }
   }
   while (at < end && at_any(s, at, "*"))
      at++; /* these follow pointers */
   return at;
}

/* The left side of the = at i: an expression, or a declaration. */
static void see_target(ty_hints *hints, const ty_statement *s, size_t i)
{
   char text[TY_HINT_TEXT_B];
   size_t start = postfix_start(s, i);
   if (start == i)
      return;
   size_t type = type_start(s, start);
   if (type < start && ty_hints_type((ty_range){ s, type, start }, text)) {
      if (strcmp(text, "auto") != 0 && strcmp(text, "auto*") != 0)
         add_hint(hints, TY_HINT_CAST, text);
      if (ty_hints_expression((ty_range){ s, start, i }, text))
         add_hint(hints, TY_HINT_POINTER, text);
      return;
   }
   while (start > 0 && ty_hints_at(s, start - 1, "*"))
      start--;
   if (ty_hints_expression((ty_range){ s, start, i }, text))
      add_hint(hints, TY_HINT_POINTER, text);
}

/* The start of the cast that ends before `end`; `end` if there is none. */
static size_t see_cast(ty_hints *hints, const ty_statement *s, size_t end)
{
   size_t open = end > 0 && ty_hints_at(s, end - 1, ")") ? ty_hints_open(s, end - 1)
                                                         : TY_NOWHERE;
   if (open == TY_NOWHERE || has_head(s, open))
      return end;
   add_type(hints, TY_HINT_CAST, (ty_range){ s, open + 1, end - 1 });
   return open;
}

/* The start of static_cast<T*>(the call); `open` if there is none. */
static size_t see_named_cast(ty_hints *hints, const ty_statement *s, size_t open)
{
   size_t less = open > 0 && ty_hints_at(s, open - 1, ">") ? ty_hints_open(s, open - 1)
                                                           : TY_NOWHERE;
   if (less == TY_NOWHERE || less == 0)
      return open;
   const ty_token *name = &s->tokens[less - 1];
   if (name->length < 5 || memcmp(name->at + name->length - 5, "_cast", 5) != 0)
      return open;
   add_type(hints, TY_HINT_CAST, (ty_range){ s, less + 1, open - 1 });
   return less - 1;
}

/* Goes left from the call through brackets, casts and conditions to what takes its
   value. */
static void see_left(ty_hints *hints, const ty_statement *s, size_t at)
{
   while (at > 0) {
      size_t after_cast = see_cast(hints, s, at);
      if (after_cast != at) {
         at = after_cast;
      } else if (ty_hints_at(s, at - 1, "=")) {
         see_target(hints, s, at - 1);
         return;
      } else if (ty_hints_at(s, at - 1, "return")) {
         add_hint(hints, TY_HINT_RETURN, "");
         return;
      } else if (ty_hints_at(s, at - 1, "(")) {
         size_t before = see_named_cast(hints, s, at - 1);
         if (before == at - 1 && has_head(s, before))
            return; /* an argument of another call, or a condition */
         at = before;
      } else if (at_any(s, at - 1, "?:")) {
         at--;
         while (at > 0 && !ty_hints_at(s, at - 1, "=")
                && !ty_hints_at(s, at - 1, "return") && !at_any(s, at - 1, ";{},"))
            at--;
      } else {
         return;
      }
   }
}

/* ---- Calls ---- */

/* The start of the expression whose last name is the function's: pool->alloc,
   ns::alloc. */
static size_t callee_start(const ty_statement *s, size_t name)
{
   size_t start = ty_hints_at(s, name, "new") ? name - 1 /* operator */
                                              : postfix_start(s, name + 1);
   if (start > 0 && ty_hints_at(s, start - 1, "::"))
      start--;
   return start > name ? name : start;
}

/* name(...) or name<T>(...) */
static bool is_call(const ty_statement *s, size_t i, call *c)
{
   if (!s->tokens[i].on_line || !s->tokens[i].is_name)
      return false;
   bool is_operator = ty_hints_at(s, i, "new") && i > 0
                      && ty_hints_at(s, i - 1, "operator");
   if (ty_hints_is_keyword(&s->tokens[i]) && !is_operator)
      return false;
   size_t open = i + 1;
   if (ty_hints_at(s, open, "<")) {
      size_t close = ty_hints_close(s, open);
      open = close == TY_NOWHERE ? s->n : close + 1;
   }
   if (!ty_hints_at(s, open, "("))
      return false;
   size_t close = ty_hints_close(s, open);
   *c = (call){ s, i, open, close == TY_NOWHERE ? s->n : close, NULL };
   return true;
}

static void see_call(call *c, ty_hints *hints)
{
   const ty_statement *s = c->s;
   *hints = (ty_hints){ .n = 0 };
   c->hints = hints;
   if (c->open > c->name + 1)
      add_type(hints, TY_HINT_ARGUMENT, (ty_range){ s, c->name + 2, c->open - 1 });
   see_sizes(c);
   if (hints->n == 0)
      see_arguments(c);
   see_left(hints, s, callee_start(s, c->name));
}

/* new (place) T[n] (arguments).  Where the value goes says nothing: it can be of a
   base class. */
static bool see_new(const ty_statement *s, size_t i, ty_hints *hints)
{
   if (!s->tokens[i].on_line || !ty_hints_at(s, i, "new")
       || (i > 0 && ty_hints_at(s, i - 1, "operator")))
      return false;
   *hints = (ty_hints){ .n = 0 };
   size_t at = i + 1;
   if (ty_hints_at(s, at, "(")) {
      size_t close = ty_hints_close(s, at);
      if (close == TY_NOWHERE)
         return true;
      at = close + 1;
   }
   size_t first = at;
   while (at < s->n
          && (s->tokens[at].is_name || at_any(s, at, "*<") || ty_hints_at(s, at, "::"))) {
      size_t close = ty_hints_close(s, at);
      at = at_any(s, at, "<") && close != TY_NOWHERE ? close + 1 : at + 1;
   }
   hints->is_many = ty_hints_at(s, at, "[");
   add_type(hints, TY_HINT_TYPE, (ty_range){ s, first, at });
   return true;
}

static bool allocates_by_name(const ty_token *name)
{
   static const char *const parts[] = { "alloc", "new", "create", "dup" };
   return name_has(name, parts, COUNT(parts));
}

/* The calls of functions whose names are `wanted`; NULL: all calls. */
static size_t see_calls(const ty_statement *s, const char *callee,
                        bool (*wanted)(const ty_token *), ty_hints *calls, size_t max)
{
   size_t n = 0;
   call c;
   for (size_t i = 0; i < s->n && n < max; i++) {
      if ((callee == NULL || ty_token_is(&s->tokens[i], callee)) && is_call(s, i, &c)
          && (wanted == NULL || wanted(&s->tokens[i])))
         see_call(&c, &calls[n++]);
      else if (callee == NULL && see_new(s, i, &calls[n]))
         n++;
   }
   return n;
}

/* If there is no call of `callee`, a macro can contain it. */
size_t ty_hints_find(const ty_statement *s, const char *callee, ty_hints *calls,
                     size_t max)
{
   size_t n = 0;
   if (callee != NULL)
      n = see_calls(s, callee, NULL, calls, max);
   if (n == 0)
      n = see_calls(s, NULL, allocates_by_name, calls, max);
   if (n == 0)
      n = see_calls(s, NULL, NULL, calls, max);
   return n;
}
