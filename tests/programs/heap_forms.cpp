// heap_forms.cpp -- functions that one build inlines and another does not, for
// tests/tool/heap_forms.sh.  SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace json {

struct Value {
   char text[100];
};

class Parser {
   std::vector<std::unique_ptr<Value>> values;

   void add(const char *) { values.push_back(std::make_unique<Value>()); }
   void add(int) { values.push_back(std::make_unique<Value>()); }

public:
   template <class T> void parse_array(T with, int n)
   {
      for (int i = 0; i < n; i++)
         add(with);
   }
   size_t size() const { return values.size(); }
};

}

int main()
{
   json::Parser parser;
   parser.parse_array("text", 900);
   parser.parse_array(3, 100);
   printf("%zu\n", parser.size());
}
