package com.google.search.robotstxt;

/** Google's robotstxt-java. This class is in the same package, because `parse` is package-private. */
public final class Reader {
    public static boolean allows(byte[] octets, String agent, String url) {
        return new RobotsParser(new RobotsParseHandler()).parse(octets).singleAgentAllowedByRobots(agent, url);
    }
}
