// mail_rules.cc -- sorts mail into folders by the sender's address and the subject.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace
{

struct Mail {
   std::string from, subject;
};

bool is_list(const Mail &mail)
{
#ifdef FIXED
   static const std::regex pattern("^(bounce|noreply|list)[-+.].*@");
   return std::regex_search(mail.from, pattern); // CURED
#else
   std::regex pattern("^(bounce|noreply|list)[-+.].*@"); // FAULT
   return std::regex_search(mail.from, pattern);
#endif
}

// The number of "[ticket 4711]", or nothing.
std::string ticket(const std::string &subject)
{
   std::smatch match;
#ifdef FIXED
   static const std::regex pattern("\\[ticket ([0-9]+)\\]");
   return std::regex_search(subject, match, pattern) ? match[1].str() : ""; // CURED
#else
   std::regex pattern("\\[ticket ([0-9]+)\\]"); // FAULT
   return std::regex_search(subject, match, pattern) ? match[1].str() : "";
#endif
}

std::string folder(const Mail &mail)
{
   if (is_list(mail))
      return "lists";
   const std::string number = ticket(mail.subject);
   return number.empty() ? "inbox" : "tickets/" + number.substr(0, 2);
}

std::vector<Mail> receive(int n)
{
   static const char *const senders[] = { "anna", "list-devel", "otto", "noreply.shop" };
   std::vector<Mail> mails;
   for (int i = 0; i < n; i++)
      mails.push_back({ senders[i % 4] + std::string("@example.org"),
                        i % 3 ? "Re: [ticket " + std::to_string(1000 + i * 77) + "] lamp"
                              : "Lunch on Thursday?" });
   return mails;
}

} // namespace

int main()
{
   std::map<std::string, int> folders;
   for (const Mail &mail : receive(700))
      folders[folder(mail)]++;
   for (const auto &[name, n] : folders)
      std::printf("%-12s %d\n", name.c_str(), n);
   return 0;
}
