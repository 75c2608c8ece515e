/* ac_layout_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_layout_words.h"

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

/* Cuts "type NAME at PLACE: ACTIONS"; false: the text is no rule. */
static bool cut_rule(const char *rule, an_span *subject, an_span *actions)
{
   an_span place;
   if (!tk_layout_cut_line(an_span_of(rule), subject, actions))
      return false;
   if (an_span_is(tk_layout_take_word(subject), "type"))
      tk_layout_cut_at(*subject, "at", subject, &place);
   return true;
}

an_span ac_layout_subject(const char *rule)
{
   an_span actions, subject;
   return cut_rule(rule, &subject, &actions) ? subject : an_span_of("");
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
   an_span subject, rest;
   ac_layout_kind all = AC_LAYOUT_KINDS;
   if (!cut_rule(rule, &subject, &rest))
      return AC_LAYOUT_OTHER;
   while (an_span_length(rest) > 0) {
      ac_layout_kind kind = kind_of_action(tk_layout_take_until(&rest, ';'));
      if (kind == AC_LAYOUT_KINDS || kind == all)
         continue;
      all = all == AC_LAYOUT_KINDS ? kind : AC_LAYOUT_SEVERAL;
   }
   return all == AC_LAYOUT_KINDS ? AC_LAYOUT_OTHER : all;
}
