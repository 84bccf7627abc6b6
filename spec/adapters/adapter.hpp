/** `robots conformance` for a reader in C++17: one JSON object a line in, one a line out. Needs nlohmann/json. */
#pragma once
#include <cstdint>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

inline std::string decoded(const std::string& base64) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string octets;
  uint32_t bits = 0;
  int count = 0;
  for (char digit : base64) {
    if (digit == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(digits.find(digit));
    if ((count += 6) >= 8) octets += static_cast<char>(bits >> (count -= 8));
  }
  return octets;
}

/** Answers with `ask(octets, agent, url)`: true where the URL is allowed, or an object with `allow`; or an exception. */
template <typename Ask>
void serve(Ask ask) {
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = nlohmann::json::parse(line);
    nlohmann::json reply = {{"id", question["id"]}};
    try {
      const nlohmann::json answer = ask(decoded(question["robotsBase64"]), question["agent"].get<std::string>(),
                                        question["url"].get<std::string>());
      answer.is_object() ? reply.update(answer) : void(reply["allow"] = answer);
    } catch (const std::exception& error) {
      reply["error"] = {{"message", error.what()}};
    }
    std::cout << reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
  }
}
