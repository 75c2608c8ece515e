/* tk_control.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_control.h"

#include "base/tk_chars.h"

/* An answer is one packet to the debugger, so each line is sent as a whole. */
enum { MAX_LINE_B = 400, MAX_ARGUMENT_B = 4096 };

typedef struct {
   char text[MAX_LINE_B];
   size_t used_B;
} line_buffer;

/* Adds a text, cut if needed, so that the newline still fits. */
static void add_text(line_buffer *line, const char *text, size_t length_B)
{
   for (size_t i = 0; i < length_B && line->used_B < MAX_LINE_B - 2; i++)
      line->text[line->used_B++] = text[i];
}

static void add_string(line_buffer *line, const char *text)
{
   add_text(line, text, tk_chars_length(text));
}

static void add_blanks(line_buffer *line, size_t until_B)
{
   while (line->used_B < until_B)
      add_text(line, " ", 1);
}

static void end_line(line_buffer *line, tk_control_say *say)
{
   line->text[line->used_B++] = '\n';
   line->text[line->used_B] = '\0';
   say(line->text);
   line->used_B = 0;
}

/* ---- Finding the command ----------------------------------------------------- */

/* Does the name begin with the word? */
static bool begins_with(const char *name, const char *word, size_t word_B)
{
   size_t i = 0;
   while (i < word_B && name[i] != '\0' && name[i] == word[i])
      i++;
   return i == word_B;
}

enum { NONE = -1, SEVERAL = -2 };

static int find_command(const tk_command *commands, size_t n, const char *word,
                        size_t word_B)
{
   int found = NONE;
   for (size_t i = 0; i < n; i++) {
      if (!begins_with(commands[i].name, word, word_B))
         continue;
      if (commands[i].name[word_B] == '\0')
         return (int)i;
      found = found == NONE ? (int)i : SEVERAL;
   }
   return found;
}

/* ---- Answers ------------------------------------------------------------------- */

static void say_several(const tk_command *commands, size_t n, const char *word,
                        size_t word_B, tk_control_say *say)
{
   line_buffer line = { .used_B = 0 };
   add_string(&line, "'");
   add_text(&line, word, word_B);
   add_string(&line, "' is ambiguous:");
   for (size_t i = 0; i < n; i++) {
      if (!begins_with(commands[i].name, word, word_B))
         continue;
      add_string(&line, " ");
      add_string(&line, commands[i].name);
   }
   end_line(&line, say);
}

static void say_no_argument(const tk_command *command, const char *argument,
                            tk_control_say *say)
{
   line_buffer line = { .used_B = 0 };
   add_string(&line, "'");
   add_string(&line, command->name);
   add_string(&line, "' takes no argument: '");
   add_string(&line, argument);
   add_string(&line, "'");
   end_line(&line, say);
}

static void say_help(const char *tool, const tk_command *commands, size_t n,
                     tk_control_say *say)
{
   enum { HELP_COLUMN = 20 };
   line_buffer line = { .used_B = 0 };
   add_string(&line, tool);
   add_string(&line, " monitor commands (can be abbreviated):");
   end_line(&line, say);
   for (size_t i = 0; i < n; i++) {
      add_string(&line, "  ");
      add_string(&line, commands[i].name);
      if (commands[i].argument != NULL) {
         add_string(&line, " ");
         add_string(&line, commands[i].argument);
      }
      add_blanks(&line, HELP_COLUMN);
      add_string(&line, commands[i].help);
      end_line(&line, say);
   }
}

/* ---- The line ------------------------------------------------------------------ */

static void run_command(const tk_command *command, const char *rest, tk_control_say *say)
{
   char argument[MAX_ARGUMENT_B];
   size_t length_B = tk_chars_length(rest);
   while (length_B > 0 && tk_chars_is_blank(rest[length_B - 1]))
      length_B--;
   if (length_B >= sizeof argument) {
      say("the line is too long\n");
      return;
   }
   for (size_t i = 0; i < length_B; i++)
      argument[i] = rest[i];
   argument[length_B] = '\0';
   if (length_B > 0 && command->argument == NULL)
      say_no_argument(command, argument, say);
   else
      command->run(length_B > 0 ? argument : NULL);
}

bool tk_control_handle(const char *tool, const tk_command *commands, size_t n,
                       const char *line, tk_control_say *say)
{
   while (tk_chars_is_blank(*line))
      line++;
   size_t word_B = 0;
   while (line[word_B] != '\0' && !tk_chars_is_blank(line[word_B]))
      word_B++;
   const char *rest = line + word_B;
   while (tk_chars_is_blank(*rest))
      rest++;

   if (word_B == 0)
      return false;
   /* The core answers every beginning of "help" itself, and then asks us. */
   if (begins_with("help", line, word_B)) {
      say_help(tool, commands, n, say);
      return true;
   }
   int found = find_command(commands, n, line, word_B);
   if (found == SEVERAL)
      say_several(commands, n, line, word_B, say);
   else if (found != NONE)
      run_command(&commands[found], rest, say);
   return found != NONE;
}
