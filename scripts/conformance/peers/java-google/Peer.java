package com.google.search.robotstxt;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Google's robotstxt-java, whose `parse` is its package's own, asked one question a line, as `robots batch` speaks. */
public class Peer {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Gson gson = new Gson();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonObject question = gson.fromJson(line, JsonObject.class);
            JsonObject answer = new JsonObject();
            answer.add("id", question.get("id"));
            try {
                byte[] octets = Base64.getDecoder().decode(question.get("robotsBase64").getAsString());
                answer.addProperty("allow", new RobotsParser(new RobotsParseHandler()).parse(octets)
                        .singleAgentAllowedByRobots(
                                question.get("agent").getAsString(), question.get("url").getAsString()));
            } catch (RuntimeException error) {
                JsonObject failure = new JsonObject();
                failure.addProperty("code", error.getClass().getSimpleName());
                failure.addProperty("message", String.valueOf(error.getMessage()));
                answer.add("error", failure);
            }
            out.println(gson.toJson(answer));
        }
    }
}
