import java.io.IOException;
import java.nio.charset.StandardCharsets;

public class Parity {
    public static void main(String[] arguments) throws IOException {
        Adapter.serve((octets, agent, url) -> {
            if (octets.length == 0) throw new IllegalArgumentException("no octets");
            int sum = 0;
            for (byte octet : octets) sum += octet;
            for (byte octet : (agent + url).getBytes(StandardCharsets.UTF_8)) sum += octet;
            return sum % 2 == 0;
        });
    }
}
