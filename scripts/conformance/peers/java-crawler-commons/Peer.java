import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** crawler-commons, which requires crawler names in lower case. */
public class Peer {
    public static void main(String[] arguments) throws IOException {
        Adapter.serve((octets, agent, url) -> new SimpleRobotRulesParser()
                .parseContent("https://example.com/robots.txt", octets, "text/plain", List.of(agent.toLowerCase(Locale.ROOT)))
                .isAllowed(url));
    }
}
