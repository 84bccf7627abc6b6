// github.com/gocolly/colly: a collector visits the URL with a simulated transport, without network access.
package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/gocolly/colly/v2"
	"peers/adapter"
)

type site struct {
	robots []byte
	// Whether Colly requested the page. Errors in the page itself, such as a .xml.gz file that is not gzip, do not affect
	// the answer.
	isVisited bool
}

func (asked *site) RoundTrip(request *http.Request) (*http.Response, error) {
	body := []byte(nil)
	if request.URL.Path == "/robots.txt" && request.URL.RawQuery == "" {
		body = asked.robots
	} else {
		asked.isVisited = true
	}
	return &http.Response{
		StatusCode: 200,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     http.Header{"Content-Type": {"text/plain"}},
		Body:       io.NopCloser(bytes.NewReader(body)),
		Request:    request,
	}, nil
}

func main() {
	adapter.Serve(func(octets []byte, agent, target string) (bool, error) {
		collector := colly.NewCollector(colly.UserAgent(agent))
		collector.IgnoreRobotsTxt = false
		asked := &site{robots: octets}
		collector.WithTransport(asked)
		err := collector.Visit(target)
		if errors.Is(err, colly.ErrRobotsTxtBlocked) {
			return false, nil
		}
		if asked.isVisited {
			return true, nil
		}
		return err == nil, err
	})
}
