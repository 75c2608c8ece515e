/* an_kind.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_kind.h"

#include "base/an_bytes.h"

#include <stdbool.h>
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
   { "{", "speedscope.app/file-format-schema.json", AN_KIND_SPEEDSCOPE, true },
   { "{", "\"stackTable\"", AN_KIND_FIREFOX, true },
   { "{\xa9", "", AN_KIND_CPROFILE, false }, /* marshalled tuples of three */
   { "{", "\":", AN_KIND_JSON, true },
   { "[", "\":", AN_KIND_JSON, true },
   { "\n\4\10", "", AN_KIND_PPROF, true }, /* sample_type */
   { "v ", "\nx ", AN_KIND_HEAPTRACK, false },
   { "gmon\1", "", AN_KIND_GPROF, false },
   { "BZh", "", AN_KIND_PACKED, false },
   { "PK\3\4", "", AN_KIND_PACKED, false },
   { "LZIP", "", AN_KIND_PACKED, false },
   { "\4\"M\x18", "", AN_KIND_PACKED, false },        /* lz4 */
   { "\x28\xb5\x2f\xfd", "", AN_KIND_PACKED, false }, /* zstd; where it is not read */
   { "\xfd"
     "7zXZ",
     "", AN_KIND_PACKED, false }, /* likewise */
   { "<!DOCTYPE html>\n<!-- A report by Quern: ", "", AN_KIND_REPORT, true },
   { "<?xml ", "_diff\" tests=\"", AN_KIND_REPORT, true }, /* --junit */
   { "desc: ", "\ntime_unit: ", AN_KIND_MASSIF, false },
   { "desc: ", "\n#: merged ", AN_KIND_COUNTS, true }, /* cs_merge */
   { "cmd: ", "\n#: merged ", AN_KIND_COUNTS, true },
   { "# callgrind format\n", "\ncreator: cs_export\n", AN_KIND_COUNTS, true },
   { "# callgrind format\n", "\ncreator: hp_export\n", AN_KIND_COUNTS, true },
   { "events:", "", AN_KIND_COUNTS, false },
   { "", "\nevents: ", AN_KIND_COUNTS, false },
};
enum { MARKS = sizeof marks / sizeof marks[0] };

static const mark folded = { "", "", AN_KIND_FOLDED, true };

/* Whether the first line is of folded stacks: "a;b c;d 12". */
static bool is_folded(const char *head)
{
   size_t n = strcspn(head, "\n"), digits = 0;
   while (digits < n && head[n - digits - 1] >= '0' && head[n - digits - 1] <= '9')
      digits++;
   return digits > 0 && digits < n && head[n - digits - 1] == ' '
          && memchr(head, ';', n - digits) != NULL;
}

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
   return is_folded(head) ? &folded : NULL;
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

static bool is_source(const char *file)
{
   static const char *const ends[] = { ".c",  ".cc", ".cpp",  ".cxx", ".h",  ".hpp",
                                       ".rs", ".go", ".py",   ".php", ".rb", ".pl",
                                       ".js", ".ts", ".java", ".f90", ".ml", ".d" };
   const char *end = strrchr(file, '.');
   for (size_t i = 0; end != NULL && i < sizeof ends / sizeof ends[0]; i++)
      if (strcmp(end, ends[i]) == 0)
         return true;
   return false;
}

an_kind an_kind_of(const char *file)
{
   an_kind kind = kind_of(mark_of(file));
   return kind == AN_KIND_UNKNOWN && is_source(file) ? AN_KIND_SOURCE : kind;
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
          : m->kind == AN_KIND_PACKED ? "a compressed file"
          : m->kind == AN_KIND_SCRIPT ? "a script"
                                      : "a tool's profile";
}
