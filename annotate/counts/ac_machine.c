/* ac_machine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_machine.h"

#include "base/an_json_members.h"
#include "base/an_number.h"
#include "base/an_span.h"
#include "base/tk_events.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers that are used: NAME=NUMBER in the line of a key. */
static const struct {
   const char *key, *name;
   size_t offset;
} numbers[] = {
   { "L2", "latency=", offsetof(ac_machine, latency[1]) },
   { "L3", "latency=", offsetof(ac_machine, latency[2]) },
   { "L4", "latency=", offsetof(ac_machine, latency[3]) },
   { "memory", "latency=", offsetof(ac_machine, latency[AC_MACHINE_MEMORY]) },
   { "core", "walk=", offsetof(ac_machine, walk) },
   { "TLB2", "latency=", offsetof(ac_machine, tlb) },
   { "DTLB2", "latency=", offsetof(ac_machine, tlb) },
   { "core", "width=", offsetof(ac_machine, width) },
};

enum { USUAL_LINE_B = 64, LINE_MOST_B = 4096 };

/* ---- The header ------------------------------------------------------------ */

const char *const ac_cache_keys[AC_CACHES] = { "I1 cache:", "D1 cache:", "LL cache:" };

an_span ac_machine_description(const ac_texts *descriptions, const char *key)
{
   for (size_t i = 0; i < descriptions->n; i++) {
      an_span rest = an_span_of(descriptions->text[i]);
      if (an_span_take_key(&rest, key))
         return an_span_trimmed(rest);
   }
   return an_span_of("");
}

/* "32768 B, 64 B, 8-way associative"; what does not follow stays 0. */
static void read_caches(ac_machine *m, const ac_texts *descriptions)
{
   for (size_t i = 0; i < AC_CACHES; i++) {
      ac_cache of = { 0, 0, 0 };
      sscanf(ac_machine_description(descriptions, ac_cache_keys[i]).at,
             "%lld B, %lld B, %lld-way", &of.size_B, &of.line_B, &of.n_ways);
      if (of.size_B > 0 && of.line_B > 0 && of.line_B <= LINE_MOST_B && of.n_ways >= 0)
         m->caches[i] = of;
   }
   const ac_cache *first = &m->caches[AC_CACHE_D1];
   m->line_B = first->line_B > 0 ? first->line_B : USUAL_LINE_B;
}

/* ---- The machine ----------------------------------------------------------- */

/* Adds to the line what fits. */
static void __attribute__((format(printf, 2, 3))) add_text(ac_machine *m,
                                                           const char *format, ...)
{
   va_list arguments;
   size_t n = strlen(m->line);
   va_start(arguments, format);
   vsnprintf(m->line + n, AC_MACHINE_B - n, format, arguments);
   va_end(arguments);
}

/* "32768", "32K", "1M"; 0: no size. */
static int64_t read_size(an_span text)
{
   int64_t size;
   if (an_number_scan(&text.at, &size) != AN_NUMBER_OK || size >= INT64_C(1) << 30)
      return 0;
   return size << (*text.at == 'K'   ? 10
                   : *text.at == 'M' ? 20
                   : *text.at == 'G' ? 30
                                     : 0);
}

/* Reads a word of the line of a key. */
static void read_value(ac_machine *m, an_span key, an_span word)
{
   an_span size = word;
   if (an_span_take_key(&size, "size=") && an_span_length(size) > 0) {
      add_text(m, "%s %.*s %.*s", strchr(m->line, ':') == NULL ? ":" : ",",
               (int)an_span_length(key), key.at, (int)an_span_length(size), size.at);
      if (an_span_is(key, "L2"))
         m->second_B = read_size(size);
   }
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
      int64_t number;
      an_span value = word;
      if (an_span_is(key, numbers[i].key) && an_span_take_key(&value, numbers[i].name)
          && an_number_scan(&value.at, &number) == AN_NUMBER_OK && value.at == value.end)
         memcpy((char *)m + numbers[i].offset, &number, sizeof number);
   }
}

void ac_machine_read(ac_machine *m, const ac_texts *text, const ac_texts *descriptions)
{
   size_t n_tlbs = 0;
   *m = (ac_machine){
      .text = text,
      .is_known = text->n > 0,
      .latency = { tk_events[TK_DLMR].price, tk_events[TK_D1MR].price,
                   tk_events[TK_D2MR].price, tk_events[TK_D3MR].price },
      .walk = tk_events[TK_DTW].price,
      .width = 4,
      .line_B = 64,
   };
   read_caches(m, descriptions);
   if (m->is_known)
      add_text(m, "%s", text->text[0]);
   for (size_t i = 1; i < text->n; i++) {
      an_span rest = an_span_of(text->text[i]), key = an_span_take_word(&rest), word;
      while (an_span_length(word = an_span_take_word(&rest)) > 0)
         read_value(m, key, word);
      m->n_prefetchers += an_span_is(key, "prefetch");
      n_tlbs += strncmp(key.at, "ITLB", 4) == 0 || strncmp(key.at, "DTLB", 4) == 0;
   }
   if (m->n_prefetchers > 0)
      add_text(m, ", %zu prefetcher%s", m->n_prefetchers,
               m->n_prefetchers == 1 ? "" : "s");
   if (n_tlbs > 0)
      add_text(m, ", TLBs");
}

void ac_machine_put_json(an_json_out *json, const ac_machine *machine)
{
   const ac_texts *text = machine->text;
   if (!machine->is_known)
      return;
   an_json_open_line(json, "", "machine", '{');
   an_json_put_text(json, "name", text->text[0]);
   AN_JSON_PUT_ARRAY(json, NULL, "text", i, text->n - 1,
                     AN_JSON(NULL, text->text[i + 1]));
   an_json_put_close(json, '}');
}
