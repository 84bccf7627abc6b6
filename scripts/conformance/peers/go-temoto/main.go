// github.com/temoto/robotstxt, called with the path that net/url returns.
package main

import (
	"errors"
	"net/url"
	"strings"

	"github.com/temoto/robotstxt"
	"peers/adapter"
)

func main() {
	adapter.Serve(func(octets []byte, agent, target string) (bool, error) {
		parsed, err := url.Parse(target)
		if err != nil {
			return false, err
		}
		data, err := robotstxt.FromBytes(octets)
		if err != nil {
			return false, err
		}
		if parsed.Scheme != "" && !strings.HasPrefix(target[len(parsed.Scheme):], ":/") {
			return false, errors.New("no path: opaque")
		}
		path := parsed.EscapedPath()
		if path == "" {
			path = "/"
		}
		if parsed.RawQuery != "" {
			path += "?" + parsed.RawQuery
		}
		return data.TestAgent(path, agent), nil
	})
}
