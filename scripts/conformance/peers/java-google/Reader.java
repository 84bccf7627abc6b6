package com.google.search.robotstxt;

/** Google's robotstxt-java, whose `parse` is its package's own. */
public final class Reader {
    public static boolean allows(byte[] octets, String agent, String url) {
        return new RobotsParser(new RobotsParseHandler()).parse(octets).singleAgentAllowedByRobots(agent, url);
    }
}
