import com.google.search.robotstxt.Reader;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Google's robotstxt-java. */
public final class Peer {
    public static void main(String[] arguments) throws IOException {
        Logger.getLogger("").setLevel(Level.OFF);
        Adapter.serve(Reader::allows);
    }
}
