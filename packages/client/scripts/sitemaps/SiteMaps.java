import crawlercommons.sitemaps.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Collectors;

/** Prints, for each file named in the arguments, the URLs that crawler-commons reads in it, separated by blanks. */
class SiteMaps {
    public static void main(String[] files) throws Exception {
        for (String file : files) {
            String read;
            try {
                var map = new SiteMapParser(false, true).parseSiteMap(Files.readAllBytes(Path.of(file)),
                        new URI("http://www.example.com/sitemap.xml").toURL());
                read = map.isIndex()
                        ? ((SiteMapIndex) map).getSitemaps().stream().map(each -> each.getUrl().toString())
                                .collect(Collectors.joining(" "))
                        : ((SiteMap) map).getSiteMapUrls().stream().map(each -> each.getUrl().toString())
                                .collect(Collectors.joining(" "));
            } catch (Exception error) {
                read = "";
            }
            System.out.println(read);
        }
    }
}
