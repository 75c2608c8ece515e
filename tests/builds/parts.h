/* parts.h -- of parts.cc and stock.cc.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

/* More work for the function that calls it, in lines of this file. */
[[gnu::always_inline]] inline void planted([[maybe_unused]] int n)
{
#ifdef PLANT
   for (volatile int at = 0; at < n; at++)
      ;
#endif
}

namespace stock
{

struct part {
   virtual ~part() = default;
   virtual unsigned cost(unsigned count) const = 0;
};

class list
{
 public:
   void add(std::unique_ptr<part> part);
   unsigned total(unsigned count) const;
   std::size_t size() const
   {
      return m_parts.size();
   }

 private:
   std::vector<std::unique_ptr<part>> m_parts;
};

std::map<std::string, unsigned> count_words(const std::string &text);
std::unique_ptr<part> make_part(unsigned kind);

} // namespace stock
