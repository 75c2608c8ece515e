// heap_containers.cpp -- a program in C++ that uses the heap like real ones, the same
// in each run: containers that grow, strings, objects shared and sorted.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct node {
   std::string name;
   std::vector<std::shared_ptr<node>> children;
};

unsigned next_random()
{
   static unsigned state = 1;
   state = state * 1103515245 + 12345;
   return state >> 16;
}

std::string random_word()
{
   return std::string(1 + next_random() % 40, char('a' + next_random() % 26));
}

std::shared_ptr<node> grow(unsigned depth)
{
   auto grown = std::make_shared<node>();
   grown->name = random_word();
   for (unsigned i = 0; depth > 0 && i < 4; i++)
      grown->children.push_back(grow(depth - 1));
   return grown;
}

std::size_t count_words(std::map<std::string, int> &words)
{
   for (int i = 0; i < 5000; i++)
      words[random_word()]++;
   return words.size();
}

std::vector<std::string> sorted(const std::map<std::string, int> &words)
{
   std::vector<std::string> list;
   for (const auto &word : words)
      list.push_back(word.first + "!");
   std::stable_sort(list.begin(), list.end(), std::greater<>());
   return list;
}

}

int main()
{
   std::map<std::string, int> words;
   std::size_t n = count_words(words);
   auto tree = grow(5);
   auto list = sorted(words);
   std::deque<std::string> queue(list.begin(), list.end());
   while (queue.size() > 10)
      queue.pop_front();
   std::unordered_map<std::string, std::shared_ptr<node>> index;
   for (const auto &child : tree->children)
      index[child->name] = child;
   std::printf("%zu %zu %zu\n", n, list.size(), index.size());
}
