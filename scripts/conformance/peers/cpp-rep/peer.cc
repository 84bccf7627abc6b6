// seomoz's rep-cpp, built from source and called without a base URL.
#include "adapter.hpp"
#include "robots.h"

int main() {
  serve([](const std::string& octets, const std::string& agent, const std::string& url) {
    return Rep::Robots(octets).allowed(url, agent);
  });
}
