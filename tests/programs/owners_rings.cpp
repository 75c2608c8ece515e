// owners_rings.cpp -- people who know each other, and rooms that know their house, by
// shared_ptr; FIXED: by weak_ptr.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
#ifdef FIXED
template <class T> using Back = std::weak_ptr<T>;
#else
template <class T> using Back = std::shared_ptr<T>;
#endif
struct House;
struct Room {
    std::string name;
    Back<House> house;
};
struct House {
    std::vector<std::shared_ptr<Room>> rooms;
};
struct Person {
    std::string name;
    std::vector<Back<Person>> friends;
};
static size_t build(int n)
{
    auto house = std::make_shared<House>();
    for (int i = 0; i < n; i++) {
        house->rooms.push_back(std::make_shared<Room>());
        house->rooms.back()->name = "a room with a long name";
        house->rooms.back()->house = house;
    }
    return house->rooms.size();
}
static size_t meet()
{
    std::vector<std::shared_ptr<Person>> all;
    for (int i = 0; i < 5; i++) all.push_back(std::make_shared<Person>());
    for (auto &one : all)
        for (auto &other : all)
            if (one != other) one->friends.push_back(other);
    return all.size();
}
int main()
{
    size_t n = 0;
    for (int i = 0; i < 1000; i++) n += build(5 + i % 7) + (i % 4 == 0 ? meet() : 0);
    printf("%zu\n", n);
}
