/* an_kind.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_kind.h"

#include "base/an_bytes.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a file begins, and what the first HEAD_B bytes contain. */
typedef struct {
   const char *start, *within;
   an_kind kind;
   bool is_by_command;
} mark;

enum { HEAD_B = 4 << 20 }; /* a command line alone can have 2 MiB */

static const mark marks[] = {
   { "\x7f"
     "ELF",
     "", AN_KIND_PROGRAM, false },
   { "#!", "", AN_KIND_SCRIPT, false },
   { "PERFILE2", "", AN_KIND_PERF, false },
   { "{\"dhatFileVersion\":", "\"pid\":0,", AN_KIND_HEAP, true }, /* hp_merge */
   { "{", "\"dhatFileVersion\"", AN_KIND_HEAP, false },
   { "{\"schema\":\"", "", AN_KIND_REPORT, true },
   { "<!DOCTYPE html>\n<!-- A report by Quern: ", "", AN_KIND_REPORT, true },
   { "<?xml ", "_diff\" tests=\"", AN_KIND_REPORT, true }, /* --junit */
   { "desc: ", "\ntime_unit: ", AN_KIND_MASSIF, false },
   { "desc: ", "\n#: merged ", AN_KIND_COUNTS, true }, /* cs_merge */
   { "cmd: ", "\n#: merged ", AN_KIND_COUNTS, true },
   { "# callgrind format\n", "\ncreator: cs_export\n", AN_KIND_COUNTS, true },
   { "# callgrind format\n", "\ncreator: hp_export\n", AN_KIND_COUNTS, true },
   { "", "\nevents: ", AN_KIND_COUNTS, false },
};
enum { MARKS = sizeof marks / sizeof marks[0] };

static size_t read_head(an_bytes *bytes, char *head)
{
   an_source_of_bytes from = an_bytes_source(bytes);
   size_t n = 0;
   for (ptrdiff_t got;
        n < HEAD_B && (got = from.read(from.context, head + n, HEAD_B - n)) > 0;)
      n += (size_t)got;
   return n;
}

/* The mark of the file's kind; NULL if the kind is unknown. */
static const mark *read_mark(const char *file)
{
   an_bytes bytes;
   an_error error;
   static char head[HEAD_B + 1];
   if (!an_bytes_open(&bytes, file, &error))
      return NULL;
   head[read_head(&bytes, head)] = '\0';
   an_bytes_close(&bytes);
   for (const mark *m = marks; m < marks + MARKS; m++)
      if (strncmp(head, m->start, strlen(m->start)) == 0
          && strstr(head, m->within) != NULL)
         return m;
   return NULL;
}

static const mark *mark_of(const char *file)
{
   struct stat status;
   return stat(file, &status) == 0 && S_ISREG(status.st_mode) ? read_mark(file) : NULL;
}

static an_kind kind_of(const mark *m)
{
   return m == NULL ? AN_KIND_UNKNOWN : m->kind;
}

an_kind an_kind_of(const char *file)
{
   return kind_of(mark_of(file));
}

an_kind an_kind_of_stdin(void)
{
   off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);
   const mark *m = start < 0 ? NULL : read_mark("-");
   lseek(STDIN_FILENO, start, SEEK_SET);
   return kind_of(m);
}

const char *an_kind_kept(const char *file, an_kind made)
{
   const mark *m = mark_of(file);
   if (m == NULL || m->is_by_command || m->kind == made)
      return NULL;
   return m->kind == AN_KIND_PROGRAM  ? "a program"
          : m->kind == AN_KIND_SCRIPT ? "a script"
                                      : "a tool's profile";
}
