#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct order { int id, total; char key[24]; };
static struct order *orders;
static int n_orders;

static void make_orders(int n)
{
   orders = malloc(n * sizeof *orders);
   for (int i = 0; i < n; i++) {
      orders[i].id = i * 7919 % n;
      orders[i].total = i * 31 % 1000;
      orders[i].key[0] = '\0';
   }
   n_orders = n;
}

static __attribute__((noinline)) const char *order_key(struct order *o)
{
   snprintf(o->key, sizeof o->key, "%08d", o->id);
   return o->key;
}

static int by_total(const void *a, const void *b)
{
   const struct order *x = a, *y = b;
   return x->total - y->total;
}

static void fill(double *cells, int n)
{
   for (int i = 0; i < n; i++)
      cells[i] = i * 0.5;
}

static __attribute__((noinline)) long count_keys(void)
{
   long n = 0;
   for (int i = 0; i < n_orders; i++)
      n += strlen(order_key(&orders[i]));
   return n;
}

int main(void)
{
   static double cells[50000];
   make_orders(2000);
   qsort(orders, n_orders, sizeof *orders, by_total);
   fill(cells, 50000);
   printf("%ld %g\n", count_keys(), cells[777]);
   return 0;
}
