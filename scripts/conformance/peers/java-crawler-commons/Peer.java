import com.google.gson.Gson;
import com.google.gson.JsonObject;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** crawler-commons, asked one question a line, as `robots batch` speaks. Names are handed in as it asks: in lower case. */
public class Peer {
    public static void main(String[] arguments) throws Exception {
        Gson gson = new Gson();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonObject question = gson.fromJson(line, JsonObject.class);
            JsonObject answer = new JsonObject();
            answer.add("id", question.get("id"));
            try {
                byte[] octets = Base64.getDecoder().decode(question.get("robotsBase64").getAsString());
                String agent = question.get("agent").getAsString().toLowerCase(Locale.ROOT);
                String url = question.get("url").getAsString();
                answer.addProperty("allow", new SimpleRobotRulesParser()
                        .parseContent("https://example.com/robots.txt", octets, "text/plain", List.of(agent))
                        .isAllowed(url));
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
