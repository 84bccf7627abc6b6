import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.archive.modules.net.Robotstxt;

/** Heritrix's reader of robots.txt, asked about path and query. It gets the file as text, decoded as UTF-8. */
public class Peer {
    public static void main(String[] arguments) throws IOException {
        Adapter.serve((octets, agent, path) -> read(octets).getDirectivesFor(agent).allows(path));
    }

    private static Robotstxt read(byte[] octets) {
        try {
            return new Robotstxt(new InputStreamReader(new ByteArrayInputStream(octets), StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
