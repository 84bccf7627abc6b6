// Package adapter is `robots conformance` for a reader in Go: one JSON object a line in, one a line out.
package adapter

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

// Serve answers with ask, true where the URL is allowed, until the input ends. An error is an answer, too.
func Serve(ask func(octets []byte, agent, url string) (bool, error)) error {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for {
		var question struct {
			ID     json.RawMessage
			Robots []byte `json:"robotsBase64"`
			Agent  string
			URL    string
		}
		if err := in.Decode(&question); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		reply := map[string]any{"id": question.ID}
		if allow, err := ask(question.Robots, question.Agent, question.URL); err != nil {
			reply["error"] = map[string]string{"code": "error", "message": err.Error()}
		} else {
			reply["allow"] = allow
		}
		if err := out.Encode(reply); err != nil {
			return err
		}
	}
}
