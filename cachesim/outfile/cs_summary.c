/* cs_summary.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_summary.h"

#include "base/tk_text.h"

typedef struct {
   tk_text text;
   void (*line)(void *context, const char *text);
   void *context;
   unsigned width[3]; /* of the columns: all, first, second */
} printer;

/* The values of a row: all = first + second. */
typedef struct {
   uint64_t first, second;
} pair;

static bool drain_line(void *context, const char *bytes, size_t length_B)
{
   printer *p = context;
   (void)length_B;
   p->line(p->context, bytes);
   return true;
}

static void end_line(printer *p)
{
   tk_text_char(&p->text, '\0');
   tk_text_flush(&p->text);
}

static void print_one(printer *p, const char *label, uint64_t value)
{
   tk_text_string(&p->text, label);
   tk_text_grouped(&p->text, value, p->width[0]);
   end_line(p);
}

static void print_rate(printer *p, const char *label, uint64_t part, uint64_t whole)
{
   tk_text_string(&p->text, label);
   tk_text_percent(&p->text, part, whole, 2, p->width[0]);
   tk_text_string(&p->text, whole == 0 ? "" : "%");
   end_line(p);
}

static void print_pair(printer *p, const char *label, pair v, const char *first_unit,
                       const char *second_unit)
{
   tk_text_string(&p->text, label);
   tk_text_grouped(&p->text, v.first + v.second, p->width[0]);
   tk_text_string(&p->text, "  (");
   tk_text_grouped(&p->text, v.first, p->width[1]);
   tk_text_string(&p->text, first_unit);
   tk_text_grouped(&p->text, v.second, p->width[2]);
   tk_text_string(&p->text, second_unit);
   end_line(p);
}

static void print_percent(printer *p, uint64_t part, uint64_t whole, unsigned width)
{
   tk_text_percent(&p->text, part, whole, 1, width);
   tk_text_string(&p->text, whole == 0 ? " " : "%");
}

/* `end` makes the line as long as those with units. */
static void print_rates(printer *p, const char *label, pair part, pair whole,
                        const char *end)
{
   tk_text_string(&p->text, label);
   print_percent(p, part.first + part.second, whole.first + whole.second, p->width[0]);
   tk_text_string(&p->text, " (");
   print_percent(p, part.first, whole.first, p->width[1]);
   tk_text_string(&p->text, "     + ");
   print_percent(p, part.second, whole.second, p->width[2]);
   tk_text_string(&p->text, end);
   end_line(p);
}

static void print_caches(printer *p, const uint64_t t[CS_N_EVENTS],
                         const cs_columns *columns)
{
   static const char rd[] = " rd   + ", wr[] = " wr)";
   pair d_refs = { t[CS_DR], t[CS_DW] };
   pair d1 = { t[CS_D1MR], t[CS_D1MW] };
   pair dl = { t[CS_DLMR], t[CS_DLMW] };
   /* The last level sees fetches as reads. */
   pair l1 = { t[CS_I1MR] + t[CS_D1MR], t[CS_D1MW] };
   pair l2 = { t[CS_I2MR] + t[CS_D2MR], t[CS_D2MW] };
   pair l3 = { t[CS_I3MR] + t[CS_D3MR], t[CS_D3MW] };
   pair ll_refs = cs_columns_have(columns, CS_D3MR)   ? l3
                  : cs_columns_have(columns, CS_D2MR) ? l2
                                                      : l1;
   pair ll_misses = { t[CS_ILMR] + t[CS_DLMR], t[CS_DLMW] };
   pair all_refs = { t[CS_IR] + t[CS_DR], t[CS_DW] };

   print_one(p, "I1  misses:    ", t[CS_I1MR]);
   print_one(p, "LLi misses:    ", t[CS_ILMR]);
   print_rate(p, "I1  miss rate: ", t[CS_I1MR], t[CS_IR]);
   print_rate(p, "LLi miss rate: ", t[CS_ILMR], t[CS_IR]);
   end_line(p);
   print_pair(p, "D   refs:      ", d_refs, rd, wr);
   print_pair(p, "D1  misses:    ", d1, rd, wr);
   print_pair(p, "LLd misses:    ", dl, rd, wr);
   print_rates(p, "D1  miss rate: ", d1, d_refs, "  )");
   print_rates(p, "LLd miss rate: ", dl, d_refs, "  )");
   end_line(p);
   print_pair(p, "LL refs:       ", ll_refs, rd, wr);
   print_pair(p, "LL misses:     ", ll_misses, rd, wr);
   print_rates(p, "LL miss rate:  ", ll_misses, all_refs, "  )");
}

/* What the classic machine has not. */
static void print_further(printer *p, const uint64_t t[CS_N_EVENTS],
                          const cs_columns *columns)
{
   static const char rd[] = " rd   + ", wr[] = " wr)";
   pair l2 = { t[CS_I2MR] + t[CS_D2MR], t[CS_D2MW] };
   pair l3 = { t[CS_I3MR] + t[CS_D3MR], t[CS_D3MW] };
   pair walks = { t[CS_ITW], t[CS_DTW] };
   if (cs_columns_have(columns, CS_WB1))
      end_line(p);
   if (cs_columns_have(columns, CS_D2MR))
      print_pair(p, "L2 misses:     ", l2, rd, wr);
   if (cs_columns_have(columns, CS_D3MR))
      print_pair(p, "L3 misses:     ", l3, rd, wr);
   if (cs_columns_have(columns, CS_WB1))
      print_one(p, "Written back:  ", t[CS_WBL]);
   if (cs_columns_have(columns, CS_ITW) || cs_columns_have(columns, CS_DTW))
      print_pair(p, "Page walks:    ", walks, " code + ", " data)");
}

static void print_branches(printer *p, const uint64_t t[CS_N_EVENTS])
{
   static const char cond[] = " cond + ", ind[] = " ind)";
   pair branches = { t[CS_BC], t[CS_BI] };
   pair mispredicts = { t[CS_BCM], t[CS_BIM] };

   end_line(p);
   print_pair(p, "Branches:      ", branches, cond, ind);
   print_pair(p, "Mispredicts:   ", mispredicts, cond, ind);
   print_rates(p, "Mispred rate:  ", mispredicts, branches, "   )");
}

static unsigned width_of_larger(uint64_t a, uint64_t b)
{
   return tk_text_grouped_width(a > b ? a : b);
}

void cs_summary(const uint64_t *totals, const cs_columns *columns,
                void (*line)(void *context, const char *text), void *context)
{
   printer p = { .line = line, .context = context };
   uint64_t t[CS_N_EVENTS] = { 0 };
   for (uint32_t k = 0; k < columns->n; k++)
      t[columns->events[k]] = totals[k];
   tk_text_init(&p.text, drain_line, &p);
   p.width[0] = tk_text_grouped_width(t[CS_IR]);
   p.width[1] = width_of_larger(t[CS_DR], t[CS_BC]);
   p.width[2] = width_of_larger(t[CS_DW], t[CS_BI]);

   print_one(&p, "I   refs:      ", t[CS_IR]);
   if (cs_columns_have(columns, CS_I1MR))
      print_caches(&p, t, columns);
   print_further(&p, t, columns);
   if (cs_columns_have(columns, CS_BC))
      print_branches(&p, t);
}
