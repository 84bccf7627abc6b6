import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** `robots conformance` for a reader in Java: one JSON object a line in, one a line out. Needs com.google.code.gson:gson. */
public final class Adapter {
    public interface Reader {
        boolean allows(byte[] octets, String agent, String url);
    }

    /** Answers until the input ends; an exception is an answer, too. */
    public static void serve(Reader reader) throws IOException {
        Gson gson = new Gson();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonObject question = gson.fromJson(line, JsonObject.class);
            byte[] octets = Base64.getDecoder().decode(question.get("robotsBase64").getAsString());
            JsonObject reply = new JsonObject();
            reply.add("id", question.get("id"));
            try {
                String agent = question.get("agent").getAsString();
                reply.addProperty("allow", reader.allows(octets, agent, question.get("url").getAsString()));
            } catch (RuntimeException error) {
                JsonObject said = new JsonObject();
                said.addProperty("code", error.getClass().getSimpleName());
                said.addProperty("message", String.valueOf(error.getMessage()));
                reply.add("error", said);
            }
            out.println(gson.toJson(reply));
        }
    }
}
