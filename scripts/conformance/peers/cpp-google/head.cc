// Google's robotstxt, built from source. Also reports the deciding line and the kind of each record.
#include "adapter.hpp"
#include "robots.h"

/** The kinds of records in file order, each as `line:kind`. */
class Kinds : public googlebot::RobotsParseHandler {
 public:
  std::vector<std::string> found;

 private:
  void HandleRobotsStart() override {}
  void HandleRobotsEnd() override {}
  void HandleUserAgent(int line, absl::string_view) override { Add(line, "user-agent"); }
  void HandleAllow(int line, absl::string_view) override { Add(line, "allow"); }
  void HandleDisallow(int line, absl::string_view) override { Add(line, "disallow"); }
  void HandleSitemap(int line, absl::string_view) override { Add(line, "sitemap"); }
  void HandleUnknownAction(int line, absl::string_view, absl::string_view) override { Add(line, "other"); }
  void Add(int line, const std::string& kind) { found.push_back(std::to_string(line) + ":" + kind); }
};

int main() {
  serve([](const std::string& octets, const std::string& agent, const std::string& url) {
    googlebot::RobotsMatcher matcher;
    const bool allow = matcher.OneAgentAllowedByRobots(octets, agent, url);
    Kinds kinds;
    googlebot::ParseRobotsTxt(octets, &kinds);
    return nlohmann::json{{"allow", allow}, {"line", matcher.matching_line()}, {"kinds", kinds.found}};
  });
}
