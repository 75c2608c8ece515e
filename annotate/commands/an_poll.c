/* an_poll.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "commands/an_poll.h"

#include "base/an_alloc.h"
#include "commands/an_reach.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
   ANSWER_B = 4096,
   PATIENCE_MS = 2000, /* with vgdb at the end, before it is asked to let go */
   STARTS_MS = 3000,   /* a process so young may not be the tool yet */
   NAP_MS = 50,
};

struct an_poll {
   int pid;
   char started[32];      /* when the process began, as the kernel says it */
   char prefix[PATH_MAX]; /* of vgdb's files */
   char maker[PATH_MAX];  /* their end: PID-by-USER-on-HOST */
   char directory[PATH_MAX], file[PATH_MAX + 16];
   uid_t owner; /* the tool writes as this user */
   pid_t vgdb;  /* 0: none runs */
   int fd;
   char answer[ANSWER_B];
   size_t answer_B;
};

/* ---- The process ----------------------------------------------------- */

/* The text of /proc/PID/WHAT up to its room; -1 if it cannot be read. */
static ssize_t read_proc(int pid, const char *what, char *to, size_t room_B)
{
   char path[64];
   snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
   int fd = open(path, O_RDONLY | O_CLOEXEC);
   if (fd < 0)
      return -1;
   ssize_t n = read(fd, to, room_B - 1);
   int reason = errno;
   close(fd);
   errno = reason;
   to[n < 0 ? 0 : n] = '\0';
   return n;
}

/* The 22nd field of /proc/PID/stat (proc(5)); false for a process that has ended. */
static bool read_start(int pid, char *to, size_t room_B)
{
   char text[1024], state;
   if (read_proc(pid, "stat", text, sizeof text) <= 0)
      return false;
   char *at = strrchr(text, ')'); /* the name can have blanks and parentheses */
   if (at == NULL || sscanf(at, ") %c", &state) != 1 || state == 'Z' || state == 'X')
      return false;
   enum { STATE = 3, START = 22 };
   char *rest = NULL, *word = strtok_r(at + 1, " ", &rest);
   for (int field = STATE; field < START && word != NULL; field++)
      word = strtok_r(NULL, " ", &rest);
   snprintf(to, room_B, "%s", word == NULL ? "" : word);
   return true;
}

bool an_poll_is_alive(const an_poll *p)
{
   char started[sizeof p->started];
   return read_start(p->pid, started, sizeof started) && strcmp(started, p->started) == 0;
}

static int64_t now_ms(clockid_t clock)
{
   struct timespec now;
   clock_gettime(clock, &now);
   return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* When the process began, in time since the kernel did. */
static int64_t began_uptime_ms(const an_poll *p)
{
   return strtoll(p->started, NULL, 10) * 1000 / sysconf(_SC_CLK_TCK);
}

int64_t an_poll_began_ms(const an_poll *p)
{
   return now_ms(CLOCK_REALTIME) - now_ms(CLOCK_BOOTTIME) + began_uptime_ms(p);
}

/* The tool of a process under Valgrind, whose program is TOOL-PROCESSOR-SYSTEM; else
   "". */
static void read_tool(int pid, char tool[64])
{
   char link[64], path[PATH_MAX];
   snprintf(link, sizeof link, "/proc/%d/exe", pid);
   ssize_t n = readlink(link, path, sizeof path - 1);
   path[n < 0 ? 0 : n] = '\0';
   const char *name = strrchr(path, '/');
   const char *platform = name == NULL ? NULL : strchr(name, '-');
   tool[0] = '\0';
   if (platform != NULL && strchr(platform + 1, '-') != NULL)
      snprintf(tool, 64, "%.*s", (int)(platform - name - 1), name + 1);
}

/* The tool maps a file that it shares with vgdb,
   PREFIX-shared-mem-vgdb-PID-by-USER-on-HOST.  So the prefix is known whatever TMPDIR and
   --vgdb-prefix were.  False: there is none. */
static bool read_prefix(an_poll *p, FILE *maps)
{
   static const char middle[] = "-shared-mem-vgdb-";
   char *line = NULL;
   size_t room_B = 0;
   bool found = false;
   while (!found && getline(&line, &room_B, maps) > 0) {
      char *path = strchr(line, '/');
      char *end = path == NULL ? NULL : strstr(path, middle);
      found = end != NULL && end - path < PATH_MAX;
      if (found) {
         snprintf(p->prefix, sizeof p->prefix, "%.*s", (int)(end - path), path);
         snprintf(p->maker, sizeof p->maker, "%s", end + sizeof middle - 1);
         p->maker[strcspn(p->maker, "\n")] = '\0';
      }
   }
   free(line);
   return found;
}

static bool fail_permission(an_error *error)
{
   return an_fail(error, "the process belongs to another user, or must not be traced: %s",
                  strerror(errno));
}

/* The program may have become another user since the last poll. */
static bool can_answer(an_poll *p, an_error *error)
{
   char fifo[2 * PATH_MAX + 32];
   snprintf(fifo, sizeof fifo, "%s-from-vgdb-to-%s", p->prefix, p->maker);
   return (an_reach_user(p->pid, &p->owner) || an_fail(error, "no such process"))
          && an_reach_fifo(p->pid, fifo, error);
}

/* Fills the prefix; false with *error set. */
static bool find_tool(an_poll *p, an_error *error)
{
   char path[64], tool[64];
   if (!read_start(p->pid, p->started, sizeof p->started))
      return an_fail(error, "no such process");
   snprintf(path, sizeof path, "/proc/%d/maps", p->pid);
   FILE *maps = fopen(path, "re");
   if (maps == NULL)
      return fail_permission(error);
   errno = 0;
   bool found = read_prefix(p, maps), failed = ferror(maps);
   if (failed)
      fail_permission(error);
   fclose(maps);
   if (failed)
      return false;
   read_tool(p->pid, tool);
   bool is_ours = strcmp(tool, "cachesim") == 0 || strcmp(tool, "heapprof") == 0;
   if (found && tool[0] != '\0' && !is_ours)
      return an_fail(error, "the process runs under %s, not under cachesim or heapprof",
                     tool);
   if (!is_ours)
      return an_fail(error, "the process does not run under cachesim or heapprof");
   if (!found)
      return an_fail(error,
                     "%s takes no commands: it was started with --vgdb=no, or is "
                     "just starting or ending",
                     tool);
   if (!an_reach_is_here(p->pid, error))
      return false;
   if (atoi(p->maker) != p->pid)
      return an_fail(error, "a forked process takes commands only with "
                            "--trace-children=yes");
   return can_answer(p, error);
}

/* A shell's child becomes `valgrind`, which becomes the tool, which gets ready. */
static bool await_tool(an_poll *p, an_error *error)
{
   while (!find_tool(p, error)) {
      if (!an_poll_is_alive(p) || now_ms(CLOCK_BOOTTIME) - began_uptime_ms(p) > STARTS_MS)
         return false;
      poll(NULL, 0, NAP_MS);
   }
   return true;
}

/* ---- The directory --------------------------------------------------- */

/* The tool writes as the program's user.  While we read, nobody else may change what is
   there: a link in its place would be followed. */
static bool give_directory(const an_poll *p, uid_t user)
{
   return geteuid() != 0 || p->owner == 0 || chown(p->directory, user, -1) == 0;
}

static bool make_directory(an_poll *p, an_error *error)
{
   const char *where = getenv("TMPDIR");
   snprintf(p->directory, sizeof p->directory, "%s/quern-top.XXXXXX",
            where == NULL || *where != '/' ? "/tmp" : where);
   if (mkdtemp(p->directory) == NULL) {
      an_fail(error, "cannot make a directory for profiles, %s: %s", p->directory,
              strerror(errno));
      p->directory[0] = '\0';
      return false;
   }
   snprintf(p->file, sizeof p->file, "%s/profile", p->directory);
   return true;
}

static bool is_our_file(const an_poll *p)
{
   struct stat status;
   return give_directory(p, 0) && lstat(p->file, &status) == 0 && S_ISREG(status.st_mode)
          && status.st_nlink == 1
          && (geteuid() != 0 || status.st_uid == p->owner || status.st_uid == 0);
}

/* ---- vgdb ------------------------------------------------------------ */

/* vgdb looks for files that end with by-USER-on-HOST: of the program's environment, which
   need not be ours. */
static void take_maker(const char *maker)
{
   const char *user = strstr(maker, "-by-"), *host = strstr(maker, "-on-");
   char text[PATH_MAX];
   if (user == NULL || host == NULL || host < user)
      return;
   user += 4; /* strlen("-by-") */
   snprintf(text, sizeof text, "%.*s", (int)(host - user), user);
   setenv("LOGNAME", text, 1);
   setenv("HOST", host + 4, 1);
}

/* In the child: becomes vgdb.  In a session of its own, it gets no signal of the
   terminal: it must not die while it holds the program. */
static void run_vgdb(const an_poll *p, int out)
{
   char prefix[PATH_MAX + 32], pid[32];
   int nothing = open("/dev/null", O_RDONLY);
   sigset_t none;
   sigemptyset(&none);
   sigprocmask(SIG_SETMASK, &none, NULL);
   setsid();
   dup2(nothing, STDIN_FILENO);
   dup2(out, STDOUT_FILENO);
   dup2(out, STDERR_FILENO);
   take_maker(p->maker);
   snprintf(prefix, sizeof prefix, "--vgdb-prefix=%s", p->prefix);
   snprintf(pid, sizeof pid, "--pid=%d", p->pid);
   execlp(VGDB, VGDB, prefix, pid, "dump", p->file, (char *)NULL);
   dprintf(STDOUT_FILENO, "cannot run %s: %s\n", VGDB, strerror(errno));
   _exit(127);
}

bool an_poll_begin(an_poll *p, an_error *error)
{
   int ends[2];
   if (!an_reach_is_here(p->pid, error) || !can_answer(p, error))
      return false;
   unlink(p->file);
   if (!give_directory(p, p->owner) || pipe2(ends, O_CLOEXEC) != 0)
      return an_fail(error, "cannot ask the process: %s", strerror(errno));
   p->vgdb = fork();
   if (p->vgdb == 0)
      run_vgdb(p, ends[1]);
   close(ends[1]);
   if (p->vgdb < 0) {
      p->vgdb = 0;
      close(ends[0]);
      return an_fail(error, "cannot run vgdb: %s", strerror(errno));
   }
   p->fd = ends[0];
   p->answer_B = 0;
   fcntl(p->fd, F_SETFL, O_NONBLOCK);
   return true;
}

int an_poll_fd(const an_poll *p)
{
   return p->fd;
}

const char *an_poll_file(const an_poll *p)
{
   return p->file;
}

/* Reads what vgdb has said; true at its end.  What does not fit is dropped. */
static bool read_answer(an_poll *p)
{
   char more[512];
   ssize_t n;
   while ((n = read(p->fd, more, sizeof more)) > 0) {
      size_t room_B = ANSWER_B - 1 - p->answer_B;
      size_t used_B = (size_t)n < room_B ? (size_t)n : room_B;
      memcpy(p->answer + p->answer_B, more, used_B);
      p->answer_B += used_B;
   }
   p->answer[p->answer_B] = '\0';
   return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* The line that says what is wrong: the first with "error", else the last. */
static void explain_answer(an_poll *p, an_error *error)
{
   char *rest = NULL, *best = NULL;
   for (char *line = strtok_r(p->answer, "\n", &rest); line != NULL;
        line = strtok_r(NULL, "\n", &rest)) {
      if (strncmp(line, "sending command", 15) == 0)
         continue;
      if (best == NULL || strstr(best, "error") == NULL)
         best = line;
   }
   if (best == NULL)
      an_fail(error, "vgdb got no answer");
   else
      an_fail(error, "%s", best);
}

an_poll_state an_poll_take(an_poll *p, an_error *error)
{
   int status;
   if (!read_answer(p))
      return AN_POLL_WAITS;
   close(p->fd);
   p->fd = -1;
   waitpid(p->vgdb, &status, 0); /* it has closed its output: it has ended */
   p->vgdb = 0;
   if (strstr(p->answer, "Profile: ") != NULL && is_our_file(p))
      return AN_POLL_DONE;
   explain_answer(p, error);
   return AN_POLL_FAILED;
}

/* ---- The whole ------------------------------------------------------- */

an_poll *an_poll_new(int pid, an_error *error)
{
   an_poll *p = an_calloc(1, sizeof *p);
   p->pid = pid;
   p->fd = -1;
   if (await_tool(p, error) && make_directory(p, error))
      return p;
   an_poll_free(p);
   return NULL;
}

/* vgdb has an answer soon, or takes SIGTERM as a wish to let the program go and end. */
static void wait_for_vgdb(an_poll *p)
{
   struct pollfd news = { .fd = p->fd, .events = POLLIN };
   an_error error;
   for (int i = 0; p->vgdb != 0; i++) {
      if (poll(&news, 1, PATIENCE_MS) == 0) {
         if (i > 0)
            return; /* it is on its own: the program is stopped, perhaps */
         kill(p->vgdb, SIGTERM);
      } else {
         an_poll_take(p, &error);
         i = -1;
      }
   }
}

void an_poll_free(an_poll *p)
{
   if (p == NULL)
      return;
   wait_for_vgdb(p);
   if (p->directory[0] != '\0') {
      unlink(p->file);
      rmdir(p->directory);
   }
   free(p);
}
