#include "app.h"

struct node { struct node *next; char name[24]; };

static struct node *make_node(struct node *next)
{
   struct node *node = malloc(sizeof *node);
   node->next = next;
   return node;
}

static struct node *build(int n)
{
   struct node *list = NULL;
   while (n-- > 0) {
      list = make_node(list);
      names.push_back(n);
   }
   return list;
}

int main(void)
{
   struct node *list = build(100);
   char *text = read_all("words");
   for (int i = 0; i < 50; i++)
      free(copy(text));
   use(list);
}
