// Google's robotstxt, built from source.
#include "adapter.hpp"
#include "robots.h"

int main() {
  serve([](const std::string& octets, const std::string& agent, const std::string& url) {
    return googlebot::RobotsMatcher().OneAgentAllowedByRobots(octets, agent, url);
  });
}
