// preferences.cc -- a file of preferences: values that are numbers become numbers, others
// stay text.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

namespace
{

using Value = std::variant<long, std::string>;

Value convert(const std::string &text)
{
#ifdef FIXED
   long number = 0;
   const char *end = text.data() + text.size();
   const auto result = std::from_chars(text.data(), end, number);  // CURED
   if (result.ec == std::errc() && result.ptr == end)              // CURED
      return number;
   return text; // CURED
#else
   try {
      return std::stol(text); // FAULT
   } catch (const std::invalid_argument &) { // FAULT
      return text;
   }
#endif
}

class Preferences
{
 public:
   void set(const std::string &line)
   {
      const size_t equal = line.find('=');
      values_[line.substr(0, equal)] = convert(line.substr(equal + 1));
   }

   void print() const
   {
      long sum = 0;
      size_t length = 0;
      for (const auto &[key, value] : values_) {
         if (const long *number = std::get_if<long>(&value))
            sum += *number;
         else
            length += std::get<std::string>(value).size();
      }
      std::printf("%zu preferences, %ld, %zu characters\n", values_.size(), sum, length);
   }

 private:
   std::unordered_map<std::string, Value> values_;
};

} // namespace

int main()
{
   static const char *const words[] = { "dark", "left", "always", "never", "Helvetica" };
   Preferences preferences;
   for (int i = 0; i < 9000; i++) {
      const std::string key = "window." + std::to_string(i * 7919 % 3000) + ".setting=";
      preferences.set(key + (i % 3 == 0 ? std::to_string(i % 700) : words[i % 5]));
   }
   preferences.print();
   return 0;
}
