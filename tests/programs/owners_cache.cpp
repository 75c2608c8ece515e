// owners_cache.cpp -- a static cache that only grows; FIXED: it is limited.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <string>
#include <unordered_map>
static std::unordered_map<std::string, std::string> cache;
static const std::string &lookup(const std::string &key)
{
    auto found = cache.find(key);
    if (found != cache.end())
        return found->second;
#ifdef FIXED
    if (cache.size() >= 1000)
        cache.clear();
#endif
    return cache.emplace(key, std::string(200, 'v') + key).first->second;
}
int main()
{
    size_t n = 0;
    for (int i = 0; i < 50000; i++)
        n += lookup("request number " + std::to_string(i * 7 % 45000)).size();
    printf("%zu\n", n);
}
