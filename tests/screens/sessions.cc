// sessions.cc -- connections of a chat: each has a callback for its end, and a buffer.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace
{

class Session : public std::enable_shared_from_this<Session>
{
 public:
   explicit Session(std::string user) : user_(std::move(user)), received_(512) {}

   void start(int *n_open)
   {
      ++*n_open;
#ifdef FIXED
      std::weak_ptr<Session> weak = shared_from_this();
      on_close_ = [weak, n_open] { // CURED
         if (const auto self = weak.lock())
            self->finish(n_open);
      };
#else
      auto self = shared_from_this();
      on_close_ = [self, n_open] { self->finish(n_open); }; // FAULT
#endif
   }

   void receive(const std::string &message)
   {
      for (const char c : message)
         received_[n_++ % received_.size()] = c;
   }

   void close()
   {
      on_close_();
   }

 private:
   void finish(int *n_open)
   {
      for (const char c : received_)
         n_ += c == ' ';
      for (const char c : user_)
         n_ += c == ' ';
      --*n_open;
   }

   std::string user_;
   std::vector<char> received_;
   size_t n_ = 0;
   std::function<void()> on_close_; // FAULT
};

} // namespace

int main()
{
   int n_open = 0, most_open = 0;
   std::vector<std::shared_ptr<Session>> sessions;
   for (int i = 0; i < 4000; i++) {
      const std::string user = "visitor with number " + std::to_string(i);
      sessions.push_back(std::make_shared<Session>(user)); // FAULT CURED
      sessions.back()->start(&n_open);
      sessions.back()->receive("hello, this is message " + std::to_string(i * 31));
      most_open = std::max(most_open, n_open);
      if (sessions.size() == 50) {
         for (const auto &session : sessions)
            session->close();
         sessions.clear();
      }
   }
   std::printf("%d open, at most %d\n", n_open, most_open);
   return 0;
}
