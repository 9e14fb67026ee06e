package main

// The journal proves to a test what arrived at the slow argument: which requests began, and which were cancelled.

import (
	"encoding/json"
	"sync"
)

type journal struct {
	mu        sync.Mutex
	begun     []string
	cancelled []string
}

func (j *journal) begin(value string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begun = append(j.begun, value)
}

func (j *journal) cancel(value string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancelled = append(j.cancelled, value)
}

func (j *journal) json() (string, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	text, err := json.Marshal(map[string][]string{
		"begun":     append([]string{}, j.begun...),
		"cancelled": append([]string{}, j.cancelled...),
	})
	return string(text), err
}
