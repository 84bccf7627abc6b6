// Package ndjson speaks as `robots batch` does: one question a line in, one answer a line out.
package ndjson

import (
	"bufio"
	"encoding/json"
	"os"
)

type question struct {
	ID     json.RawMessage `json:"id"`
	Robots []byte          `json:"robotsBase64"`
	Agent  string          `json:"agent"`
	URL    string          `json:"url"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type answer struct {
	ID    json.RawMessage `json:"id"`
	Allow *bool           `json:"allow,omitempty"`
	Error *failure        `json:"error,omitempty"`
}

// Serve calls ask for each question until the input ends.
func Serve(ask func(octets []byte, agent, target string) (bool, error)) {
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := json.NewEncoder(os.Stdout)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			var asked question
			if err := json.Unmarshal(line, &asked); err != nil {
				panic(err)
			}
			reply := answer{ID: asked.ID}
			allow, err := ask(asked.Robots, asked.Agent, asked.URL)
			if err != nil {
				reply.Error = &failure{"error", err.Error()}
			} else {
				reply.Allow = &allow
			}
			if err := writer.Encode(reply); err != nil {
				panic(err)
			}
		}
		if err != nil {
			return
		}
	}
}
