// github.com/gocolly/colly: a collector visits the URL; nothing leaves the process.
package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/gocolly/colly/v2"
	"peers/adapter"
)

type site []byte

func (octets site) RoundTrip(request *http.Request) (*http.Response, error) {
	body := []byte(nil)
	if request.URL.Path == "/robots.txt" && request.URL.RawQuery == "" {
		body = octets
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
		collector.WithTransport(site(octets))
		err := collector.Visit(target)
		if errors.Is(err, colly.ErrRobotsTxtBlocked) {
			return false, nil
		}
		return err == nil, err
	})
}
