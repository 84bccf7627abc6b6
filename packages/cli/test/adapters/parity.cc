#include "adapter.hpp"

#include <stdexcept>

int main() {
  serve([](const std::string& octets, const std::string& agent, const std::string& url) {
    if (octets.empty()) throw std::invalid_argument("no octets \xff");
    unsigned sum = 0;
    for (unsigned char octet : octets + agent + url) sum += octet;
    return sum % 2 == 0;
  });
}
