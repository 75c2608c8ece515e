// pages.cc -- a server that renders pages of a shop, and remembers them by their address.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <string>
#include <unordered_map>

namespace
{

std::string render(const std::string &address)
{
   std::string page = "<html><head><title>" + address + "</title></head><body>";
   for (int i = 0; i < 12; i++)
      page += "<p>Article " + std::to_string(i) + " of the list that was asked for</p>";
   return page + "</body></html>";
}

class Server
{
 public:
   const std::string &page(const std::string &address)
   {
      const auto found = cache_.find(address);
      if (found != cache_.end())
         return found->second;
#ifdef FIXED
      if (cache_.size() >= 100)
         cache_.clear();
#endif
      return cache_[address] = render(address); // FAULT CURED
   }

 private:
   std::unordered_map<std::string, std::string> cache_; // FAULT CURED
};

Server server;

// What goes over the wire.
unsigned send(const std::string &page)
{
   unsigned sum = 0;
   for (const char c : page)
      sum = sum * 31 + static_cast<unsigned char>(c);
   return sum;
}

} // namespace

int main()
{
   unsigned sum = 0;
   for (int i = 0; i < 6000; i++) {
      // Each visitor has an own address, and looks at it twice.
      const std::string address = "/articles?visitor=" + std::to_string(i / 2 * 7919);
      sum = sum * 3 + send(server.page(address));
   }
   std::printf("%08x\n", sum);
   return 0;
}
