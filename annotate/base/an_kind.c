/* an_kind.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_kind.h"

#include "base/an_bytes.h"

#include <stdbool.h>
#include <stdint.h>
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
   /* Marshalled by Python: a table whose keys have three parts. */
   { "{\xa9\3", "", AN_KIND_CPROFILE, false },
   { "\xfb\xa9\3", "", AN_KIND_CPROFILE, false },
   { "\xfb)\3", "", AN_KIND_CPROFILE, false },
   { "{", "\":", AN_KIND_JSON, true },
   { "[", "\":", AN_KIND_JSON, true },
   { "NYTProf ", "", AN_KIND_NYTPROF, false },
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

/* ---- Files that no fixed bytes begin ---- */

/* Whether a line is "a b 12"; *has_path: "a;b c 12". */
static bool is_counted(const char *line, size_t length, bool *has_path)
{
   size_t digits = 0;
   while (digits < length && line[length - digits - 1] >= '0'
          && line[length - digits - 1] <= '9')
      digits++;
   *has_path |= memchr(line, ';', length) != NULL;
   return digits > 0 && digits + 1 < length && line[length - digits - 1] == ' ';
}

/* The first lines are of folded stacks. */
static bool is_folded(const char *head, size_t n)
{
   enum { LINES = 8 };
   bool has_path = false;
   size_t at = 0;
   for (int i = 0; i < LINES && at < n; i++) {
      size_t length = strcspn(head + at, "\n");
      if (!is_counted(head + at, length, &has_path))
         return false;
      at += length + 1;
   }
   return has_path;
}

/* Whether a byte is no text. */
static bool has_control(const char *head, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if ((unsigned char)head[i] < ' ' && memchr("\t\n\r", head[i], 3) == NULL)
         return true;
   return false;
}

/* The bytes are a protobuf message with the fields of pprof's: numbers, or bytes after
   their length. */
static bool is_pprof(const char *head, size_t n)
{
   enum { FIELDS_MIN = 3, VARINT_B = 10, BINARY_B = 64 };
   size_t at = 0, fields = 0;
   if (!has_control(head, n < BINARY_B ? n : BINARY_B))
      return false;
   for (; at < n; fields++) {
      unsigned tag = (unsigned char)head[at++], shift = 0;
      uint64_t value = 0;
      if (at == n || tag < 1 << 3 || tag > 0x7f || ((tag & 7) != 0 && (tag & 7) != 2))
         return false;
      do
         value |= (uint64_t)(head[at] & 0x7f) << shift;
      while ((head[at++] & 0x80) && at < n && (shift += 7) < 7 * VARINT_B);
      if ((tag & 7) == 2 && value > n - at)
         return n == HEAD_B && fields >= FIELDS_MIN;
      at += (tag & 7) == 2 ? value : 0;
   }
   return fields >= FIELDS_MIN;
}

/* Words of 64 bits, little-endian: 0, 3, and 0. */
static bool is_gperftools(const char *head, size_t n)
{
   static const char words[24] = { [8] = 3 };
   return n >= sizeof words && memcmp(head, words, sizeof words) == 0;
}

static const struct {
   bool (*is)(const char *head, size_t n);
   mark of;
} looks[] = {
   { is_folded, { "", "", AN_KIND_FOLDED, true } },
   { is_pprof, { "", "", AN_KIND_PPROF, true } },
   { is_gperftools, { "", "", AN_KIND_GPERFTOOLS, false } },
};
enum { LOOKS = sizeof looks / sizeof looks[0] };

/* ---- What a file is ---- */

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
   size_t n = read_head(&bytes, head);
   head[n] = '\0';
   an_bytes_close(&bytes);
   for (const mark *m = marks; m < marks + MARKS; m++)
      if (strncmp(head, m->start, strlen(m->start)) == 0
          && strstr(head, m->within) != NULL)
         return m;
   for (size_t i = 0; i < LOOKS; i++)
      if (looks[i].is(head, n))
         return &looks[i].of;
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
