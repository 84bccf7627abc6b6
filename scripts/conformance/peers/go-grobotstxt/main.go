// github.com/jimsmart/grobotstxt, a port of Google's parser.
package main

import (
	"log"

	"github.com/jimsmart/grobotstxt"
	"peers/adapter"
)

func main() {
	log.Fatal(adapter.Serve(func(octets []byte, agent, url string) (bool, error) {
		return grobotstxt.AgentAllowed(string(octets), agent, url), nil
	}))
}
