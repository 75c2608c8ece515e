// event_bus.cc -- sensors of a house publish events, rules subscribe to their topics.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace
{

struct Event {
   std::string topic;
   int value = 0;
};

using Handler = std::function<void(const Event &)>;

class Bus
{
 public:
   void subscribe(const std::string &topic, Handler handler)
   {
      handlers_[topic].push_back(std::move(handler));
   }

   void publish(const Event &event)
   {
#ifdef FIXED
      for (const Handler &handler : handlers_[event.topic]) // CURED
         handler(event);                                    // CURED
#else
      std::vector<Handler> handlers = handlers_[event.topic]; // FAULT
      for (Handler handler : handlers)                        // FAULT
         handler(event);
#endif
   }

 private:
   std::unordered_map<std::string, std::vector<Handler>> handlers_;
};

struct Rule {
   std::string name;
   int limit = 0;
   int n_alarms = 0;
};

} // namespace

int main()
{
   static const char *const topics[] = { "kitchen/temperature", "cellar/humidity",
                                         "roof/wind", "hall/door" };
   std::vector<Rule> rules;
   for (int i = 0; i < 32; i++)
      rules.push_back({ "rule of the " + std::string(topics[i % 4]), 500 + i * 15 });
   Bus bus;
   for (int i = 0; i < 32; i++) {
      Rule *rule = &rules[size_t(i)];
      const std::string name = rule->name;
      bus.subscribe(topics[i % 4], [rule, name, i](const Event &event) {
         if (event.value > rule->limit + i)
            rule->n_alarms += name.size() > 8;
      });
   }
   uint32_t seed = 8;
   for (int i = 0; i < 15000; i++) {
      seed = seed * 1664525 + 1013904223;
      bus.publish({ topics[i % 4], int(seed >> 22) });
   }
   int n_alarms = 0;
   for (const Rule &rule : rules)
      n_alarms += rule.n_alarms;
   std::printf("%d alarms\n", n_alarms);
   return 0;
}
