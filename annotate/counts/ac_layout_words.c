/* ac_layout_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_layout_words.h"

#include <string.h>

static const struct {
   const char *name, *words;
} kinds[AC_LAYOUT_KINDS] = {
   [AC_LAYOUT_SPLIT] = { "split", "split of" },
   [AC_LAYOUT_ORDER] = { "order", "new order of" },
   [AC_LAYOUT_SOA] = { "soa", "arrays of the fields of" },
   [AC_LAYOUT_PAD] = { "pad", "padding of" },
   [AC_LAYOUT_ALIGN] = { "align", "alignment of" },
   [AC_LAYOUT_PITCH] = { "pitch", "pitch of" },
   [AC_LAYOUT_POOL] = { "pool", "pool of" },
   [AC_LAYOUT_HUGE] = { "huge", "huge pages of" },
   [AC_LAYOUT_MOVED] = { "moved", "move of" },
   [AC_LAYOUT_SEVERAL] = { "several", "several changes of" },
   [AC_LAYOUT_OTHER] = { "other", "change of" },
};

const char *ac_layout_kind_name(ac_layout_kind kind)
{
   return kinds[kind].name;
}

const char *ac_layout_kind_words(ac_layout_kind kind)
{
   return kinds[kind].words;
}

/* Takes what is before the first separator with a blank behind it; false: there is none,
   and it takes all. */
static bool take_before(an_span *rest, char separator, an_span *part)
{
   const char *at = rest->at;
   while (at < rest->end && !(*at == separator && (at + 1 == rest->end || at[1] == ' ')))
      at++;
   *part = an_span_trimmed((an_span){ rest->at, at });
   bool is_found = at < rest->end;
   rest->at = is_found ? at + 1 : at;
   return is_found;
}

/* The subject ends at the first colon with a blank behind it. */
static an_span subject_and_actions(const char *rule, an_span *actions)
{
   static const an_span none = { "", "" };
   an_span rest = an_span_of(rule), subject;
   an_span_take_word(&rest); /* type, site, static, array */
   if (!take_before(&rest, ':', &subject))
      return none;
   *actions = rest;
   return subject;
}

/* The start of the last " WORD " in the text; NULL: it has none. */
static const char *find_last(an_span text, const char *word)
{
   size_t n = strlen(word);
   const char *found = NULL;
   for (const char *at = text.at; (size_t)(text.end - at) >= n; at++)
      if (memcmp(at, word, n) == 0)
         found = at;
   return found;
}

an_span ac_layout_subject(const char *rule)
{
   an_span actions, subject = subject_and_actions(rule, &actions);
   const char *place = strncmp(rule, "type ", strlen("type ")) == 0
                          ? find_last(subject, " at ")
                          : NULL;
   if (place != NULL)
      subject.end = place;
   return subject;
}

/* AC_LAYOUT_KINDS: the word only says how another action is done. */
static ac_layout_kind kind_of_action(an_span action)
{
   static const struct {
      const char *word;
      ac_layout_kind kind;
   } actions[] = {
      { "hot", AC_LAYOUT_SPLIT },   { "part", AC_LAYOUT_SPLIT },
      { "cold", AC_LAYOUT_SPLIT },  { "linked", AC_LAYOUT_KINDS },
      { "order", AC_LAYOUT_ORDER }, { "soa", AC_LAYOUT_SOA },
      { "pad", AC_LAYOUT_PAD },     { "align", AC_LAYOUT_ALIGN },
      { "pitch", AC_LAYOUT_PITCH }, { "pool", AC_LAYOUT_POOL },
      { "huge", AC_LAYOUT_HUGE },   { "at", AC_LAYOUT_MOVED },
   };
   an_span word = an_span_take_word(&action);
   for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
      if (an_span_is(word, actions[i].word))
         return actions[i].kind;
   return AC_LAYOUT_OTHER;
}

ac_layout_kind ac_layout_kind_of(const char *rule)
{
   an_span rest, action;
   ac_layout_kind all = AC_LAYOUT_KINDS;
   if (an_span_length(subject_and_actions(rule, &rest)) == 0)
      return AC_LAYOUT_OTHER;
   for (bool goes_on = true; goes_on;) {
      goes_on = take_before(&rest, ';', &action);
      ac_layout_kind kind = kind_of_action(action);
      if (kind == AC_LAYOUT_KINDS || kind == all)
         continue;
      all = all == AC_LAYOUT_KINDS ? kind : AC_LAYOUT_SEVERAL;
   }
   return all == AC_LAYOUT_KINDS ? AC_LAYOUT_OTHER : all;
}
