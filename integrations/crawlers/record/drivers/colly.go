// Runs Colly over a site, with STARTS and OBEY.
package main

import (
	"encoding/json"
	"os"

	"github.com/gocolly/colly/v2"
)

func main() {
	var starts []string
	json.Unmarshal([]byte(os.Getenv("STARTS")), &starts)
	collector := colly.NewCollector()
	if os.Getenv("OBEY") != "" {
		collector.IgnoreRobotsTxt = false
	}
	collector.OnHTML("a[href]", func(link *colly.HTMLElement) {
		link.Request.Visit(link.Attr("href"))
	})
	for _, start := range starts {
		collector.Visit(start)
	}
}
