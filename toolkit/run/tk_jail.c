/* tk_jail.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_jail.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_bpf.h"

/* The core's library has this function, but no header of the SDK declares it. */
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord, UWord,
                              UWord, UWord);
/* Where the log goes; more members follow. */
typedef struct sink {
   Int fd;
} sink;
extern sink VG_(log_output_sink);

enum {
   SET_STRICT = 0,
   SET_FILTER = 1,  /* of seccomp(2) */
   MODE_FILTER = 2, /* of prctl(2) */
   MONOTONIC = 1,
};

/* AUDIT_ARCH of Linux; 0 for others, which a filter refuses. */
#if defined(VGA_amd64)
enum { ARCHITECTURE = 0x4000003e }; /* and the highest bit: 64 bits */
static const UInt IS_64 = 0x80000000;
#elif defined(VGA_x86)
enum { ARCHITECTURE = 0x40000003 };
static const UInt IS_64 = 0;
#elif defined(VGA_arm64)
enum { ARCHITECTURE = 0x400000b7 };
static const UInt IS_64 = 0x80000000;
#else
enum { ARCHITECTURE = 0 };
static const UInt IS_64 = 0;
#endif

/* struct sock_fprog of Linux. */
typedef struct program {
   UShort n;
   const tk_bpf_step *steps;
} program;

/* All filters hold; the latest is the first. */
typedef struct filter {
   struct filter *before;
   tk_bpf_step *steps; /* NULL: only reading and writing */
   SizeT n;
} filter;

static filter *filters;

/* ---- Filters --------------------------------------------------------- */

Bool tk_jail_is_set_by(UInt number, const UWord *arguments)
{
   if (number == __NR_prctl)
      return arguments[0] == VKI_PR_SET_SECCOMP;
   return number == __NR_seccomp
          && (arguments[0] == SET_STRICT || arguments[0] == SET_FILTER);
}

static const program *program_of(UInt number, const UWord *arguments)
{
   if (number == __NR_prctl)
      return arguments[1] == MODE_FILTER ? (const program *)arguments[2] : NULL;
   return arguments[0] == SET_FILTER ? (const program *)arguments[2] : NULL;
}

static Bool is_readable(const void *at, SizeT size_B)
{
   return at != NULL && VG_(am_is_valid_for_client)((Addr)at, size_B, VKI_PROT_READ);
}

void tk_jail_enter(UInt number, const UWord *arguments)
{
   const program *it = program_of(number, arguments);
   filter *next = VG_(calloc)("tk.jail", 1, sizeof *next);
   if (is_readable(it, sizeof *it) && is_readable(it->steps, it->n * sizeof *it->steps)) {
      next->n = it->n;
      next->steps = VG_(malloc)("tk.jail", it->n * sizeof *it->steps + 1);
      VG_(memcpy)(next->steps, it->steps, it->n * sizeof *it->steps);
   }
   next->before = filters;
   filters = next;
}

void tk_jail_leave(void)
{
   filter *last = filters;
   filters = last->before;
   if (last->steps != NULL)
      VG_(free)(last->steps);
   VG_(free)(last);
}

Bool tk_jail_holds(void)
{
   return filters != NULL;
}

Bool tk_jail_allows(UInt number, UWord a, UWord b, UWord c, UWord d)
{
   const tk_bpf_call call = {
      .number = number,
      .architecture = ARCHITECTURE | IS_64,
      .arguments = { a, b, c, d },
   };
   Bool is_allowed = True;
   for (const filter *f = filters; f != NULL && is_allowed; f = f->before)
      is_allowed = f->steps == NULL ? number == __NR_read || number == __NR_write
                                    : tk_bpf_allows(f->steps, f->n, &call);
   return is_allowed;
}

/* ---- Calls ----------------------------------------------------------- */

SysRes tk_jail_call(UInt number, UWord a, UWord b, UWord c, UWord d)
{
   SysRes refused;
   if (tk_jail_allows(number, a, b, c, d))
      return VG_(do_syscall)(number, a, b, c, d, 0, 0, 0, 0);
   VG_(memset)(&refused, 0, sizeof refused);
   refused._isError = True;
   refused._val = VKI_EPERM;
   return refused;
}

/* The core asks for the process's id for each line. */
Bool tk_jail_allows_log(void)
{
   return !tk_jail_holds()
          || (tk_jail_allows(__NR_getpid, 0, 0, 0, 0)
              && tk_jail_allows(__NR_write, (UWord)VG_(log_output_sink).fd, 0, 1, 0));
}

Int tk_jail_log(void)
{
   return VG_(log_output_sink).fd;
}

Int tk_jail_pid(void)
{
   static Int pid;
   if (!tk_jail_holds() || tk_jail_allows(__NR_getpid, 0, 0, 0, 0))
      pid = VG_(getpid)();
   return pid;
}

Int tk_jail_parent(void)
{
   return tk_jail_allows(__NR_getppid, 0, 0, 0, 0) ? VG_(getppid)() : 0;
}

UInt tk_jail_ms(void)
{
   static UInt ms;
   if (!tk_jail_holds() || tk_jail_allows(__NR_clock_gettime, MONOTONIC, 0, 0, 0))
      ms = VG_(read_millisecond_timer)();
   return ms;
}
