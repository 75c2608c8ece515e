/* data_plugin.c -- variables of a library that is unloaded again; see data_kinds.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

char plugin_shown[2048];
static char hidden_table[4096] = { 1 };
static __thread char own_table[768];

char *plugin_table(void);
char *plugin_own(void);

char *plugin_table(void)
{
   return hidden_table;
}

char *plugin_own(void)
{
   return own_table;
}
