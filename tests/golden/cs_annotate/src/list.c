/* A list in no order, and a sum of quotients. */
struct node {
   struct node *next;
   long key;
};

static struct node nodes[512];
static double quotients[64] = { 1 };

__attribute__((noinline)) static long walk(const struct node *n)
{
   long sum = 0;
   for (; n != 0; n = n->next)
      sum += n->key;
   return sum;
}

__attribute__((noinline)) static double divide(double by)
{
   double sum = 0;
   for (int i = 0; i < 64; i++)
      sum += quotients[i] / by;
   return sum;
}

__attribute__((noinline)) static void link_all(void)
{
   for (unsigned i = 0; i < 512; i++)
      nodes[i * 167 % 512].next = i == 511 ? 0 : &nodes[(i + 1) * 167 % 512];
}

int main(void)
{
   link_all();
   long sum = 0;
   for (int i = 0; i < 8; i++)
      sum += walk(nodes) + (long)divide(i + 1);
   return (int)(sum & 1);
}
