/* stock.cc -- parts, and the words of a text.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "parts.h"

#include <stdexcept>

namespace
{

// Of the same name as one of parts.cc.
[[gnu::noinline]] unsigned step(unsigned x)
{
   return x * 69069u + 1u;
}

struct screw : stock::part {
   unsigned m_size;
   explicit screw(unsigned size) : m_size(size)
   {
   }
   unsigned cost(unsigned count) const override
   {
      unsigned sum = m_size;
      planted(12);
      for (unsigned i = 0; i < 60; i++)
         sum = step(sum) + count;
      return sum % 100;
   }
};

struct plate : stock::part {
   std::string m_name;
   explicit plate(unsigned size) : m_name(20 + size % 8, 'p')
   {
   }
   unsigned cost(unsigned count) const override
   {
      unsigned sum = count;
      for (char c : m_name)
         sum = sum * 33 + static_cast<unsigned char>(c);
      return sum % 100;
   }
};

} // namespace

namespace stock
{

void list::add(std::unique_ptr<part> part)
{
   if (!part)
      throw std::invalid_argument("list: no part");
   m_parts.push_back(std::move(part));
}

unsigned list::total(unsigned count) const
{
   unsigned sum = 0;
   for (const auto &part : m_parts)
      sum += part->cost(count);
   return sum;
}

std::unique_ptr<part> make_part(unsigned kind)
{
   if (kind % 3 == 0)
      return std::make_unique<plate>(kind);
   return std::make_unique<screw>(kind);
}

} // namespace stock

// What is below here is in another file in the build "moved".

std::map<std::string, unsigned> stock::count_words(const std::string &text)
{
   std::map<std::string, unsigned> counts;
   std::size_t begin = 0;
   while (begin < text.size()) {
      std::size_t end = text.find(' ', begin);
      if (end == std::string::npos)
         end = text.size();
      if (end > begin)
         counts[text.substr(begin, end - begin)]++;
      begin = end + 1;
   }
   return counts;
}
