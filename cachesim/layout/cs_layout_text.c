/* cs_layout_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "layout/cs_layout_text.h"

#include "base/tk_array.h"
#include "base/tk_chars.h"
#include "base/tk_count.h"
#include "base/tk_layout_text.h"
#include "base/tk_likeness.h"

#define LABEL "cs.layout"

enum { QUOTED_MOST_B = 80, LINK_B = 8, PAD_MOST_B = 1 << 20 };

typedef struct {
   tk_span name;
   uint32_t offset, size_B, align_B;
} field;

/* What `fields` says of a type. */
typedef struct {
   tk_span name;
   uint64_t size_B;
   const cs_layout_place *places;
   size_t n_places;
   field *fields; /* by offset */
   size_t n_fields;
} type;

typedef struct {
   tk_span name;
   uint64_t row_B;
} array;

typedef struct {
   cs_layout_rules *rules;
   const tk_alloc *alloc;
   tk_problem *problem;
   const char *at, *end; /* what is left of the text */
   uint32_t number;      /* of the line that is read */
   uint32_t next_number;
   char *copy; /* room for what is left, without its comments */
   type *types;
   size_t n_types, types_capacity;
   array *arrays;
   size_t n_arrays, arrays_capacity;
} parser;

/* A rule in the making: fields have no part yet, or the number of one and a place in the
   order of all, `rank`. */
typedef struct {
   cs_layout_rule *rule;
   const type *type;                   /* NULL: none */
   const char *name;                   /* of its array or variable, for `rows` */
   uint32_t *part_of, *rank, *ordered; /* `ordered`: by rank, the field */
   uint32_t n_ordered;
   bool has_parts, has_rest, is_order;
   uint32_t rest;
} making;

#define fail(p, ...) TK_PROBLEM((p)->problem, (p)->number, __VA_ARGS__)

/* ---- Spans ------------------------------------------------------------- */

static const char *quote(tk_span a, char to[QUOTED_MOST_B])
{
   size_t n = tk_smaller(tk_span_length(a), QUOTED_MOST_B - 1);
   for (size_t i = 0; i < n; i++)
      to[i] = a.at[i];
   to[n] = '\0';
   return to;
}

/* Takes the last word. */
static tk_span take_last(tk_span *rest)
{
   const char *at = rest->end;
   while (at > rest->at && at[-1] != ' ')
      at--;
   tk_span taken = { at, rest->end };
   *rest = tk_span_trimmed((tk_span){ rest->at, at });
   return taken;
}

/* Takes the digits at the start. */
static tk_span take_digits(tk_span *rest)
{
   const char *at = rest->at;
   while (at < rest->end && *at >= '0' && *at <= '9')
      at++;
   tk_span taken = { rest->at, at };
   *rest = tk_span_trimmed((tk_span){ at, rest->end });
   return taken;
}

/* Takes the text at the start.  False: another is there. */
static bool take_text(tk_span *rest, const char *text)
{
   size_t n = tk_chars_length(text);
   if (tk_span_length(*rest) < n
       || !tk_span_is((tk_span){ rest->at, rest->at + n }, text))
      return false;
   *rest = tk_span_trimmed((tk_span){ rest->at + n, rest->end });
   return true;
}

static bool read_number(tk_span a, uint64_t most, uint64_t *value)
{
   *value = 0;
   for (size_t i = 0; i < tk_span_length(a); i++) {
      if (a.at[i] < '0' || a.at[i] > '9' || *value > most)
         return false;
      *value = 10 * *value + (uint64_t)(a.at[i] - '0');
   }
   return tk_span_length(a) > 0 && *value <= most;
}

/* "+N" */
static bool read_more(tk_span a, uint64_t most, uint64_t *value)
{
   return tk_span_length(a) > 1 && a.at[0] == '+'
          && read_number((tk_span){ a.at + 1, a.end }, most, value);
}

/* FILE:LINE */
static bool read_place(tk_span a, cs_layout_place *place)
{
   const char *at = a.end;
   uint64_t line;
   while (at > a.at && at[-1] != ':')
      at--;
   if (at - a.at < 2 || !read_number((tk_span){ at, a.end }, UINT32_MAX, &line))
      return false;
   *place = (cs_layout_place){ a.at, (size_t)(at - 1 - a.at), (uint32_t)line };
   return true;
}

static bool is_power(uint64_t n)
{
   return n != 0 && (n & (n - 1)) == 0;
}

/* ---- Lines ------------------------------------------------------------- */

static void *get(parser *p, size_t n, size_t item_B)
{
   return tk_arena_get(&p->rules->arena, n * item_B + 1);
}

/* Copies a line of the text with single blanks and without its comment, behind n bytes
   of another that it goes on from.  *goes_on: the next one belongs to it.  Returns the
   new length. */
static size_t copy_line(parser *p, char *to, size_t n, bool *goes_on)
{
   bool is_comment = false;
   for (; p->at < p->end && *p->at != '\n'; p->at++) {
      char c = *p->at == '\t' || *p->at == '\r' ? ' ' : *p->at;
      is_comment |= c == '#' && (n == 0 || to[n - 1] == ' ');
      if (!is_comment && (c != ' ' || (n > 0 && to[n - 1] != ' ')))
         to[n++] = c;
   }
   p->at += p->at < p->end;
   p->next_number++;
   while (n > 0 && to[n - 1] == ' ')
      n--;
   *goes_on = n > 0 && to[n - 1] == '\\' && p->at < p->end;
   if (*goes_on && n > 1 && to[n - 2] != ' ')
      to[n - 1] = ' ';
   else if (*goes_on)
      n--;
   return n;
}

/* The next line with those that it goes on in. */
static tk_span take_line(parser *p)
{
   char *line = p->copy;
   size_t n = 0;
   bool goes_on = true;
   p->number = p->next_number;
   while (goes_on)
      n = copy_line(p, line, n, &goes_on);
   line[n] = '\0';
   p->copy += n + 1;
   return tk_span_trimmed((tk_span){ line, line + n });
}

/* ---- Definitions ------------------------------------------------------- */

static const type *find_type(const parser *p, tk_span name)
{
   for (size_t i = 0; i < p->n_types; i++)
      if (tk_span_is_same(p->types[i].name, name))
         return &p->types[i];
   return NULL;
}

/* The name that is most like a mistyped one, of the i-th names; NULL: none. */
static const char *find_like(tk_span word, tk_span (*name_of)(const void *, size_t),
                             const void *of, size_t n, char to[QUOTED_MOST_B])
{
   size_t least = SIZE_MAX;
   tk_span best = { NULL, NULL };
   for (size_t i = 0; i < n; i++) {
      tk_span name = name_of(of, i);
      size_t distance = tk_likeness(word.at, tk_span_length(word), name.at,
                                    tk_span_length(name));
      if (distance < least) {
         least = distance;
         best = name;
      }
   }
   return best.at == NULL ? NULL : quote(best, to);
}

static tk_span name_of_type(const void *of, size_t i)
{
   return ((const parser *)of)->types[i].name;
}

static tk_span name_of_field(const void *of, size_t i)
{
   return ((const type *)of)->fields[i].name;
}

static bool fail_type(const parser *p, tk_span name)
{
   char quoted[QUOTED_MOST_B], like_B[QUOTED_MOST_B];
   const char *like = find_like(name, name_of_type, p, p->n_types, like_B);
   if (like != NULL)
      return fail(p, "no fields of \"", quote(name, quoted), "\"; did you mean ", like,
                  "?");
   return fail(
      p, "no fields of \"", quote(name, quoted),
      "\": a `fields` line must come before it; cs_annotate --suggest writes them");
}

/* "A.c:1, B.c:2" */
static bool read_places(parser *p, tk_span text, const cs_layout_place **places,
                        size_t *n)
{
   size_t most = 1;
   char quoted[QUOTED_MOST_B];
   for (size_t i = 0; i < tk_span_length(text); i++)
      most += text.at[i] == ',';
   cs_layout_place *all = get(p, most, sizeof *all);
   *n = 0;
   while (tk_span_length(text) > 0) {
      tk_span place = tk_layout_take_until(&text, ',');
      if (!read_place(place, &all[(*n)++]))
         return fail(p, "expected FILE:LINE, found \"", quote(place, quoted), "\"");
   }
   *places = all;
   return true;
}

/* NAME OFFSET SIZE[/ALIGN] */
static bool read_field(parser *p, tk_span text, field *f)
{
   tk_span whole = text;
   tk_span size = take_last(&text), offset = take_last(&text), align = size;
   size = tk_layout_take_until(&align, '/');
   uint64_t offset_B, size_B, align_B;
   char quoted[QUOTED_MOST_B];
   if (tk_span_length(text) == 0
       || !read_number(offset, CS_LAYOUT_ELEMENT_MOST_B, &offset_B)
       || !read_number(size, CS_LAYOUT_ELEMENT_MOST_B, &size_B) || size_B == 0)
      return fail(p, "expected NAME OFFSET BYTES, found \"", quote(whole, quoted), "\"");
   align_B = tk_layout_alignment(offset_B, size_B);
   if (tk_span_length(align) > 0
       && (!read_number(align, 4096, &align_B) || !is_power(align_B)))
      return fail(p, "expected a power of two after the slash, found \"",
                  quote(align, quoted), "\"");
   *f = (field){ text, (uint32_t)offset_B, (uint32_t)size_B, (uint32_t)align_B };
   return true;
}

/* Fields are usually in order. */
static void sort_fields(type *t)
{
   for (size_t i = 1; i < t->n_fields; i++) {
      field f = t->fields[i];
      size_t k = i;
      for (; k > 0 && t->fields[k - 1].offset > f.offset; k--)
         t->fields[k] = t->fields[k - 1];
      t->fields[k] = f;
   }
}

static bool check_fields(parser *p, const type *t)
{
   char a[QUOTED_MOST_B], b[QUOTED_MOST_B];
   for (size_t i = 0; i < t->n_fields; i++) {
      const field *f = &t->fields[i];
      if (f->offset + f->size_B > t->size_B)
         return fail(p, "\"", quote(f->name, a), "\" ends after the type");
      if (i > 0 && f[-1].offset + f[-1].size_B > f->offset)
         return fail(p, "\"", quote(f[-1].name, a), "\" and \"", quote(f->name, b),
                     "\" overlap: members of a union need one name for all");
   }
   return true;
}

static bool read_all_fields(parser *p, tk_span body, type *t)
{
   size_t most = 1;
   for (size_t i = 0; i < tk_span_length(body); i++)
      most += body.at[i] == ',';
   if (most > CS_LAYOUT_FIELDS_MOST)
      return fail(p, "more than 4096 fields");
   t->fields = get(p, most, sizeof *t->fields);
   while (tk_span_length(body) > 0)
      if (!read_field(p, tk_layout_take_until(&body, ','), &t->fields[t->n_fields++]))
         return false;
   if (t->n_fields == 0)
      return fail(p, "expected NAME OFFSET BYTES after the colon");
   sort_fields(t);
   return check_fields(p, t);
}

/* Cuts "NAME, N bytes" or "NAME, N bytes, at PLACES" at the last such number. */
static bool cut_type(tk_span head, type *t, tk_span *places)
{
   for (const char *comma = head.end; comma-- > head.at;) {
      if (*comma != ',')
         continue;
      tk_span rest = tk_span_trimmed((tk_span){ comma + 1, head.end });
      tk_span number = take_digits(&rest);
      if (tk_span_length(number) == 0 || !take_text(&rest, "bytes")
          || !(tk_span_length(rest) == 0 || take_text(&rest, ","))
          || !read_number(number, UINT32_MAX, &t->size_B))
         continue;
      t->name = tk_span_trimmed((tk_span){ head.at, comma });
      tk_span at = tk_layout_take_word(&rest);
      *places = rest;
      return tk_span_length(at) == 0 || tk_span_is(at, "at");
   }
   return false;
}

/* fields TYPE, BYTES bytes[, at PLACE...]: FIELD, ... */
static bool read_type(parser *p, tk_span head, tk_span body)
{
   type t = { .n_fields = 0 };
   tk_span places;
   char quoted[QUOTED_MOST_B];
   if (!cut_type(head, &t, &places) || tk_span_length(t.name) == 0)
      return fail(p, "expected `fields TYPE, N bytes, at FILE:LINE: ...`");
   if (t.size_B == 0 || t.size_B > CS_LAYOUT_ELEMENT_MOST_B)
      return fail(p, "a type has from 1 to 65536 bytes");
   if (find_type(p, t.name) != NULL)
      return fail(p, "\"", quote(t.name, quoted), "\" has fields already");
   if (!read_places(p, places, &t.places, &t.n_places) || !read_all_fields(p, body, &t))
      return false;
   TK_ARRAY_ROOM(p->alloc, LABEL, p->types, p->n_types, p->types_capacity);
   p->types[p->n_types++] = t;
   return true;
}

/* rows NAME: BYTES */
static bool read_rows(parser *p, tk_span head, tk_span body)
{
   array a = { .name = head };
   if (!read_number(body, UINT32_MAX, &a.row_B) || a.row_B == 0
       || tk_span_length(head) == 0)
      return fail(p, "expected `rows NAME: BYTES`");
   TK_ARRAY_ROOM(p->alloc, LABEL, p->arrays, p->n_arrays, p->arrays_capacity);
   p->arrays[p->n_arrays++] = a;
   return true;
}

/* ---- Actions ----------------------------------------------------------- */

static bool need_type(const parser *p, const making *m, const char *action)
{
   return m->type != NULL || fail(p, action, " needs a type whose `fields` are known");
}

static void take_field(making *m, uint32_t i, uint32_t part)
{
   m->part_of[i] = part;
   m->rank[i] = m->n_ordered;
   m->ordered[m->n_ordered++] = i;
}

/* The field of a name.  False: there is none, or more than one. */
static bool find_field(const parser *p, const type *t, tk_span name, uint32_t *index)
{
   char quoted[QUOTED_MOST_B], of[QUOTED_MOST_B], like_B[QUOTED_MOST_B];
   size_t n = 0;
   for (uint32_t i = 0; i < t->n_fields; i++)
      if (tk_span_is_same(t->fields[i].name, name)) {
         *index = i;
         n++;
      }
   if (n == 1)
      return true;
   quote(t->name, of);
   quote(name, quoted);
   if (n > 1)
      return fail(p, "\"", of, "\" has several fields \"", quoted, "\"");
   const char *like = find_like(name, name_of_field, t, t->n_fields, like_B);
   return like == NULL ? fail(p, "\"", of, "\" has no field \"", quoted, "\"")
                       : fail(p, "\"", of, "\" has no field \"", quoted,
                              "\"; did you mean ", like, "?");
}

static bool put_field(const parser *p, making *m, tk_span name, uint32_t part)
{
   char quoted[QUOTED_MOST_B];
   uint32_t i = 0;
   if (!find_field(p, m->type, name, &i))
      return false;
   if (m->part_of[i] != UINT32_MAX)
      return fail(p, "\"", quote(name, quoted), "\" is named twice");
   take_field(m, i, part);
   return true;
}

static bool new_part(const parser *p, making *m)
{
   if (m->rule->n_parts == CS_LAYOUT_PARTS_MOST)
      return fail(p, "more than 200 parts");
   if (m->is_order)
      return fail(p, "order is for a single part; several parts have their own orders");
   m->has_parts = true;
   m->rule->n_parts++;
   return true;
}

/* hot A, B; cold C; part D; cold rest */
static bool do_part(const parser *p, making *m, tk_span fields)
{
   if (!need_type(p, m, "a part") || !new_part(p, m))
      return false;
   uint32_t part = m->rule->n_parts - 1;
   if (tk_span_length(fields) == 0)
      return fail(p, "a part without fields");
   while (tk_span_length(fields) > 0) {
      tk_span name = tk_layout_take_until(&fields, ',');
      if (tk_span_is(name, "rest") && m->has_rest)
         return fail(p, "\"rest\" is named twice");
      if (tk_span_is(name, "rest")) {
         m->has_rest = true;
         m->rest = part;
      } else if (!put_field(p, m, name, part)) {
         return false;
      }
   }
   return true;
}

static bool do_order(const parser *p, making *m, tk_span fields)
{
   if (!need_type(p, m, "order") || !new_part(p, m))
      return false;
   m->is_order = true;
   if (m->rule->n_parts > 1)
      return fail(p, "order is for a single part; several parts have their own orders");
   m->has_rest = true;
   while (tk_span_length(fields) > 0)
      if (!put_field(p, m, tk_layout_take_until(&fields, ','), 0))
         return false;
   return true;
}

static bool do_soa(const parser *p, making *m, tk_span rest)
{
   if (!need_type(p, m, "soa"))
      return false;
   if (tk_span_length(rest) > 0)
      return fail(p, "soa takes no arguments");
   if (m->has_parts)
      return fail(p, "soa puts each field in its own part: no other parts are possible");
   for (uint32_t i = 0; i < m->type->n_fields; i++) {
      if (!new_part(p, m))
         return false;
      take_field(m, i, i);
   }
   return true;
}

static bool read_alignment(const parser *p, const char *action, tk_span text, uint64_t *n)
{
   char quoted[QUOTED_MOST_B];
   return (read_number(text, PAD_MOST_B, n) && is_power(*n))
          || fail(p, action, ": expected a power of two up to 1048576, found \"",
                  quote(text, quoted), "\"");
}

static bool do_pad(const parser *p, making *m, tk_span rest)
{
   return read_alignment(p, "pad", rest, &m->rule->pad_B);
}

static bool do_align(const parser *p, making *m, tk_span rest)
{
   return read_alignment(p, "align", rest, &m->rule->align_B);
}

static uint64_t find_rows(const parser *p, const char *name)
{
   for (size_t i = 0; name != NULL && i < p->n_arrays; i++)
      if (tk_span_is(p->arrays[i].name, name))
         return p->arrays[i].row_B;
   return 0;
}

/* pitch +N; pitch ROW +N */
static bool do_pitch(const parser *p, making *m, tk_span rest)
{
   tk_span more = take_last(&rest);
   uint64_t row_B = find_rows(p, m->name), more_B;
   if (!read_more(more, PAD_MOST_B, &more_B)
       || (tk_span_length(rest) > 0 && !read_number(rest, UINT32_MAX, &row_B)))
      return fail(p, "expected `pitch +N` or `pitch ROW +N`");
   if (row_B == 0)
      return fail(p, "give the length of a row: `rows ",
                  m->name == NULL ? "NAME" : m->name, ": BYTES`, or `pitch ROW +N`");
   if (m->type != NULL)
      return fail(p, "pitch is for arrays without a type");
   m->rule->element_B = row_B;
   m->rule->parts[0] = (cs_layout_part){ row_B + more_B, 1 };
   return true;
}

static bool do_pool(const parser *p, making *m, tk_span rest)
{
   if (m->rule->variable != NULL)
      return fail(p, "variables cannot be pooled");
   m->rule->is_pool = true;
   m->rule->is_by_use = tk_span_is(rest, "by use");
   return tk_span_length(rest) == 0 || m->rule->is_by_use
          || fail(p, "expected `pool` or `pool by use`");
}

static bool do_at(const parser *p, making *m, tk_span rest)
{
   if (m->rule->variable == NULL)
      return fail(p, "only a variable can be moved");
   return read_more(rest, UINT32_MAX, &m->rule->moved_B) || fail(p, "expected `at +N`");
}

static bool do_huge(const parser *p, making *m, tk_span rest)
{
   m->rule->is_huge = true;
   return tk_span_length(rest) == 0 || fail(p, "huge takes no arguments");
}

static bool do_linked(const parser *p, making *m, tk_span rest)
{
   m->rule->is_linked = true;
   return tk_span_length(rest) == 0 || fail(p, "linked takes no arguments");
}

typedef struct {
   const char *name;
   bool (*run)(const parser *p, making *m, tk_span rest);
} action;

static const action actions[] = {
   { "hot", do_part },    { "cold", do_part },   { "part", do_part },
   { "order", do_order }, { "soa", do_soa },     { "pad", do_pad },
   { "align", do_align }, { "pitch", do_pitch }, { "pool", do_pool },
   { "at", do_at },       { "huge", do_huge },   { "linked", do_linked },
};

enum { N_ACTIONS = sizeof actions / sizeof *actions };

static tk_span name_of_action(const void *of, size_t i)
{
   const action *all = of;
   return tk_span_of(all[i].name);
}

static bool do_action(const parser *p, making *m, tk_span text)
{
   char quoted[QUOTED_MOST_B], like_B[QUOTED_MOST_B];
   tk_span name = tk_layout_take_word(&text);
   for (size_t i = 0; i < N_ACTIONS; i++)
      if (tk_span_is(name, actions[i].name))
         return actions[i].run(p, m, text);
   const char *like = find_like(name, name_of_action, actions, N_ACTIONS, like_B);
   if (like != NULL)
      return fail(p, "no action \"", quote(name, quoted), "\"; did you mean ", like, "?");
   return fail(p, "no action \"", quote(name, quoted),
               "\"; there are hot, cold, part, linked, order, soa, pad, align, pitch, "
               "pool, at and huge");
}

/* ---- Rules ------------------------------------------------------------- */

/* Fields without a part go to the rest, behind those that are named there. */
static bool place_rest(const parser *p, making *m)
{
   char quoted[QUOTED_MOST_B];
   for (size_t i = 0; i < m->type->n_fields; i++) {
      if (m->part_of[i] != UINT32_MAX)
         continue;
      if (!m->has_rest)
         return fail(p, "\"", quote(m->type->fields[i].name, quoted),
                     "\" is in no part; `cold rest` takes what is not named");
      take_field(m, (uint32_t)i, m->rest);
   }
   return true;
}

/* The pieces are in the order of the fields in the program. */
static void place_fields(const making *m, cs_layout_piece *pieces)
{
   cs_layout_rule *rule = m->rule;
   for (uint32_t k = 0; k < m->n_ordered; k++) {
      uint32_t i = m->ordered[k];
      const field *f = &m->type->fields[i];
      cs_layout_part *part = &rule->parts[m->part_of[i]];
      uint64_t to = tk_round_up(part->size_B, f->align_B);
      pieces[i] = (cs_layout_piece){ f->offset, f->size_B, m->part_of[i], (uint32_t)to };
      part->size_B = to + f->size_B;
      part->align_B = tk_larger(part->align_B, f->align_B);
   }
}

/* Does a field follow the one before it as it did?  Padding between them is theirs if no
   other field has come there. */
static bool follows(const making *m, const cs_layout_piece *last,
                    const cs_layout_piece *piece, uint32_t i)
{
   return last->part == piece->part && piece->from - last->from == piece->to - last->to
          && (last->from + last->size_B == piece->from
              || m->rank[i] == m->rank[i - 1] + 1);
}

/* Joins pieces that follow each other; returns how many are left. */
static uint32_t join_pieces(const making *m, cs_layout_piece *pieces, uint32_t n)
{
   uint32_t n_joined = 0;
   for (uint32_t i = 0; i < n; i++) {
      cs_layout_piece *last = n_joined == 0 ? NULL : &pieces[n_joined - 1];
      const cs_layout_piece *piece = &pieces[i];
      if (last != NULL && follows(m, last, piece, i))
         last->size_B = piece->from + piece->size_B - last->from;
      else
         pieces[n_joined++] = *piece;
   }
   return n_joined;
}

static void add_link(cs_layout_rule *rule)
{
   cs_layout_part *first = &rule->parts[0];
   rule->link_at = (uint32_t)tk_round_up(first->size_B, LINK_B);
   first->size_B = rule->link_at + LINK_B;
   first->align_B = tk_larger(first->align_B, LINK_B);
}

static void index_pieces(parser *p, cs_layout_rule *rule)
{
   uint16_t *piece_at = get(p, rule->element_B, sizeof *piece_at);
   for (uint64_t i = 0; i < rule->element_B; i++)
      piece_at[i] = CS_LAYOUT_NO_PIECE;
   for (uint32_t k = 0; k < rule->n_pieces; k++)
      for (uint32_t i = 0; i < rule->pieces[k].size_B; i++)
         piece_at[rule->pieces[k].from + i] = (uint16_t)k;
   rule->piece_at = piece_at;
}

static bool make_parts(parser *p, making *m)
{
   cs_layout_rule *rule = m->rule;
   cs_layout_piece *pieces = get(p, m->type->n_fields, sizeof *pieces);
   for (uint32_t i = 0; i < rule->n_parts; i++)
      rule->parts[i] = (cs_layout_part){ 0, 1 };
   if (!place_rest(p, m))
      return false;
   place_fields(m, pieces);
   rule->pieces = pieces;
   rule->n_pieces = join_pieces(m, pieces, (uint32_t)m->type->n_fields);
   for (uint32_t i = 0; i < rule->n_parts; i++)
      if (rule->parts[i].size_B == 0)
         return fail(p, "a part without fields: all are in others");
   if (rule->is_linked)
      add_link(rule);
   for (uint32_t i = 0; i < rule->n_parts; i++)
      rule->parts[i].size_B = tk_round_up(rule->parts[i].size_B, rule->parts[i].align_B);
   index_pieces(p, rule);
   return true;
}

/* Elements stay in one piece. */
static void make_whole(parser *p, const making *m)
{
   cs_layout_rule *rule = m->rule;
   cs_layout_piece *piece = get(p, 1, sizeof *piece);
   rule->n_parts = 1;
   if (m->type != NULL) {
      rule->element_B = m->type->size_B;
      rule->parts[0] = (cs_layout_part){ m->type->size_B, 1 };
   }
   *piece = (cs_layout_piece){ .size_B = (uint32_t)rule->element_B };
   rule->pieces = piece;
   rule->n_pieces = 1;
}

static bool finish_rule(parser *p, making *m)
{
   cs_layout_rule *rule = m->rule;
   if (rule->is_linked && rule->n_parts < 2)
      return fail(p, "linked needs two parts");
   if (m->has_parts && rule->element_B != 0)
      return fail(p, "pitch is for arrays without a type");
   if (rule->moved_B > 0
       && (m->has_parts || rule->element_B != 0
           || tk_larger(rule->pad_B, rule->align_B) > 0))
      return fail(p, "at only moves a variable: no other action goes with it");
   if (m->has_parts)
      rule->element_B = m->type->size_B;
   if (!m->has_parts)
      make_whole(p, m);
   else if (!make_parts(p, m))
      return false;
   for (uint32_t i = 0; rule->pad_B > 0 && i < rule->n_parts; i++) {
      rule->parts[i].align_B = tk_larger(rule->parts[i].align_B, rule->pad_B);
      rule->parts[i].size_B = tk_round_up(rule->parts[i].size_B, rule->pad_B);
   }
   return true;
}

static void start_making(parser *p, making *m)
{
   size_t n = m->type == NULL ? 0 : m->type->n_fields;
   m->part_of = get(p, n, sizeof *m->part_of);
   m->rank = get(p, n, sizeof *m->rank);
   m->ordered = get(p, n, sizeof *m->ordered);
   for (size_t i = 0; i < n; i++)
      m->part_of[i] = UINT32_MAX;
}

static bool do_actions(parser *p, making *m, tk_span body)
{
   cs_layout_rules *rules = p->rules;
   if (tk_span_length(body) == 0)
      return fail(p, "expected an action after the colon");
   if (rules->n == CS_LAYOUT_RULES_MOST)
      return fail(p, "more than 1000 rules");
   start_making(p, m);
   while (tk_span_length(body) > 0)
      if (!do_action(p, m, tk_layout_take_until(&body, ';')))
         return false;
   if (!finish_rule(p, m))
      return false;
   TK_ARRAY_ROOM(p->alloc, LABEL, rules->list, rules->n, rules->capacity);
   m->rule->number = (uint32_t)rules->n;
   rules->list[rules->n++] = m->rule;
   return true;
}

static cs_layout_rule *new_rule(parser *p, tk_span line)
{
   cs_layout_rule *rule = get(p, 1, sizeof *rule);
   *rule = (cs_layout_rule){ .line = p->number, .text = line.at };
   return rule;
}

/* type NAME [at PLACE, ...] */
static bool read_type_rule(parser *p, tk_span line, tk_span head, tk_span body)
{
   tk_span name = head, places = { NULL, NULL };
   char quoted[QUOTED_MOST_B];
   bool has_places = tk_layout_cut_at(head, "at", &name, &places);
   making m = { .type = find_type(p, name), .rule = new_rule(p, line) };
   if (m.type == NULL)
      return fail_type(p, name);
   m.rule->places = m.type->places;
   m.rule->n_places = m.type->n_places;
   if (has_places && !read_places(p, places, &m.rule->places, &m.rule->n_places))
      return false;
   if (m.rule->n_places == 0)
      return fail(p, "where is \"", quote(name, quoted),
                  "\" allocated? `type NAME at FILE:LINE: ...`");
   return do_actions(p, &m, body);
}

/* site PLACE, ... */
static bool read_site_rule(parser *p, tk_span line, tk_span head, tk_span body)
{
   making m = { .rule = new_rule(p, line) };
   if (!read_places(p, head, &m.rule->places, &m.rule->n_places))
      return false;
   if (m.rule->n_places == 0)
      return fail(p, "expected `site FILE:LINE: ...`");
   return do_actions(p, &m, body);
}

/* static NAME [of TYPE]; array NAME [of TYPE] */
static bool read_static_rule(parser *p, tk_span line, tk_span head, tk_span body)
{
   tk_span name = head, of = { NULL, NULL };
   making m = { .rule = new_rule(p, line) };
   if (tk_layout_cut_at(head, "of", &name, &of)) {
      m.type = find_type(p, of);
      if (m.type == NULL)
         return fail_type(p, of);
   }
   char *copy = get(p, tk_span_length(name) + 1, 1);
   for (size_t i = 0; i < tk_span_length(name); i++)
      copy[i] = name.at[i];
   copy[tk_span_length(name)] = '\0';
   m.rule->variable = m.name = copy;
   if (tk_span_length(name) == 0)
      return fail(p, "expected `static NAME: ...`");
   return do_actions(p, &m, body);
}

static bool read_line(parser *p, tk_span line)
{
   tk_span head, body;
   char quoted[QUOTED_MOST_B];
   if (!tk_layout_cut_line(line, &head, &body))
      return fail(p, "expected a colon followed by a blank");
   tk_span word = tk_layout_take_word(&head);
   if (tk_span_is(word, "fields"))
      return read_type(p, head, body);
   if (tk_span_is(word, "rows"))
      return read_rows(p, head, body);
   if (tk_span_is(word, "type"))
      return read_type_rule(p, line, head, body);
   if (tk_span_is(word, "site"))
      return read_site_rule(p, line, head, body);
   if (tk_span_is(word, "static") || tk_span_is(word, "array"))
      return read_static_rule(p, line, head, body);
   return fail(p, "expected fields, rows, type, site, static or array, found \"",
               quote(word, quoted), "\"");
}

/* ---- The whole --------------------------------------------------------- */

/* A line's copy is as long as the line at most, with a NUL for its end. */
static bool read_text(parser *p)
{
   p->copy = get(p, (size_t)(p->end - p->at) + 1, 1);
   while (p->at < p->end) {
      tk_span line = take_line(p);
      if (tk_span_length(line) > 0 && !read_line(p, line))
         return false;
   }
   return p->rules->n > 0 || fail(p, "no rules: the layout would not change anything");
}

bool cs_layout_parse(cs_layout_rules *rules, const tk_alloc *alloc, const char *text,
                     size_t length_B, tk_problem *problem)
{
   parser p = { .rules = rules,
                .alloc = alloc,
                .problem = problem,
                .at = text,
                .end = text + length_B,
                .number = 1,
                .next_number = 1 };
   *rules = (cs_layout_rules){ .n = 0 };
   tk_arena_init(&rules->arena, alloc, LABEL);
   if (length_B > CS_LAYOUT_TEXT_MOST_B)
      return fail(&p, "the file is longer than 1 MiB");
   for (size_t i = 0; i < length_B; i++)
      if (text[i] == '\0')
         return fail(&p, "a NUL byte: this is not text");
   bool ok = read_text(&p);
   tk_put(alloc, p.types);
   tk_put(alloc, p.arrays);
   return ok;
}

void cs_layout_rules_close(cs_layout_rules *rules)
{
   tk_put(rules->arena.alloc, rules->list);
   tk_arena_free(&rules->arena);
}
