/* an_measured_write.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_measured.h"

#include "machine/cs_machine_text.h"

#include <string.h>

/* Texts from outside stay in their comment. */
static void print_plain(const char *text, FILE *out)
{
   for (; *text != '\0'; text++)
      putc(*text >= ' ' && *text <= '~' ? *text : '?', out);
}

static void print_value(const an_measured *m, const an_measured_value *v, FILE *out)
{
   if (v->reason != NULL)
      fprintf(out, "# not measured: %s: %s; %u is estimated\n", v->name, v->reason,
              v->instead);
   else if (v->is_time)
      fprintf(out, "#   %-20s %8.1f %8.1f ns\n", v->name, v->cycles,
              v->cycles * m->cycle_ns);
   else
      fprintf(out, "#   %-20s %8.1f\n", v->name, v->cycles);
}

static void print_head(const an_measured *m, const an_measured_head *head, FILE *out)
{
   fputs("# ", out);
   print_plain(head->processor, out);
   fputs("\n# Measured by ", out);
   print_plain(head->program, out);
   fprintf(out, ", %s\n#\n# In cycles of %.4f ns (%.2f GHz), the least of many rounds:\n",
           head->date, m->cycle_ns, 1 / m->cycle_ns);
   for (size_t i = 0; i < m->n_values; i++)
      print_value(m, &m->values[i], out);
}

static void print_remarks(const an_measured *m, FILE *out)
{
   uint64_t last_B = m->machine.levels[m->machine.n_levels - 1].geometry.size_B;
   fputs("#\n", out);
   if (last_B != m->last_B)
      fprintf(out,
              "# The last level has %llu KiB.  Only so much of it was found: others "
              "use it, too.\n",
              (unsigned long long)m->last_B / 1024);
   fprintf(out,
           "# Caches and TLBs are those that the processor reports.  All else is "
           "%s's.\n\n",
           strchr(m->machine.name, '-') + 1);
}

static bool write_out(void *context, const char *bytes, size_t length_B)
{
   return fwrite(bytes, 1, length_B, context) == length_B;
}

void an_measured_write(const an_measured *measured, const an_measured_head *head,
                       FILE *out)
{
   tk_text text;
   print_head(measured, head, out);
   print_remarks(measured, out);
   fprintf(out, "name %s\n", measured->machine.name);
   tk_text_init(&text, write_out, out);
   cs_machine_write(&text, "", &measured->machine);
   tk_text_flush(&text); /* `out` remembers a failure */
}
