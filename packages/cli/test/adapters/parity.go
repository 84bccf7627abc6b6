package main

import (
	"errors"

	"peers/adapter"
)

func main() {
	err := adapter.Serve(func(octets []byte, agent, url string) (bool, error) {
		if len(octets) == 0 {
			return false, errors.New("no octets \xff")
		}
		sum := 0
		for _, octet := range append(octets, agent+url...) {
			sum += int(octet)
		}
		return sum%2 == 0, nil
	})
	if err != nil {
		panic(err)
	}
}
