/* html_report.c -- writes a table of an account's bookings as HTML.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_BOOKINGS = 4000 };

struct booking {
   int day;
   long cents;
   const char *text;
};

static const char *const texts[] = { "Rent", "Groceries", "Salary", "Train ticket",
                                     "Books" };

static char *render(const struct booking *bookings, int n)
{
   char *html = malloc((size_t)n * 120 + 64), cell[80];
   if (html == NULL)
      exit(1);
   long balance = 0;
   strcpy(html, "<table>\n");
#ifdef FIXED
   char *end = html + strlen(html);
#endif
   for (int i = 0; i < n; i++) {
      const struct booking *b = &bookings[i];
      balance += b->cents;
      snprintf(cell, sizeof cell, "<tr><td>%d</td><td>", b->day);
#ifdef FIXED
      end = stpcpy(end, cell);    /* CURED */
      end = stpcpy(end, b->text); /* CURED */
#else
      strcat(html, cell);    /* FAULT */
      strcat(html, b->text); /* FAULT */
#endif
      snprintf(cell, sizeof cell, "</td><td>%ld.%02ld</td><td>%ld</td></tr>\n",
               b->cents / 100, labs(b->cents % 100), balance / 100);
#ifdef FIXED
      end = stpcpy(end, cell); /* CURED */
#else
      strcat(html, cell); /* FAULT */
#endif
   }
   strcat(html, "</table>\n");
   return html;
}

int main(void)
{
   static struct booking bookings[N_BOOKINGS];
   for (int i = 0; i < N_BOOKINGS; i++) {
      bookings[i].day = i / 6;
      bookings[i].text = texts[i % 5];
      bookings[i].cents = i % 5 == 2 ? 250000 : -(i * 7919L % 60000);
   }
   char *html = render(bookings, N_BOOKINGS);
   unsigned sum = 0;
   for (const char *c = html; *c != '\0'; c++)
      sum = sum * 31 + (unsigned char)*c;
   printf("%zu bytes, %08x\n", strlen(html), sum);
   free(html);
   return 0;
}
