package main

// The completion providers. Matching is theirs to do: mcp-go hands on what they return. Where nothing matches they
// return the nil slice that an unfilled `var matches []string` is, as the library's documentation does.

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

type catalogue struct {
	mu         sync.Mutex
	languages  []string
	reviewed   []string
	frameworks map[string][]string
	owners     []string
	repos      map[string][]string
	tables     []string
	columns    map[string][]string
}

func newCatalogue() *catalogue {
	return &catalogue{
		languages: []string{"go", "javascript", "python", "rust", "typescript"},
		reviewed:  []string{"go", "python", "javascript", "rust", "java"},
		frameworks: map[string][]string{
			"python":     {"django", "fastapi", "flask"},
			"javascript": {"angular", "react", "vue"},
		},
		owners: []string{"modelcontextprotocol", "pydantic"},
		repos: map[string][]string{
			"modelcontextprotocol": {"python-sdk", "typescript-sdk", "inspector"},
			"pydantic":             {"pydantic", "pydantic-ai", "logfire"},
		},
		tables: []string{"users", "orders", "products", "inventory"},
		columns: map[string][]string{
			"users":  {"id", "email", "name"},
			"orders": {"id", "user_id", "total"},
		},
	}
}

func (c *catalogue) addLanguage(language string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.languages, language) {
		c.languages = append(c.languages, language)
	}
}

func (c *catalogue) allLanguages() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.languages)
}

type promptProvider struct {
	catalogue *catalogue
	journal   *journal
}

func (p *promptProvider) CompletePromptArgument(
	ctx context.Context, prompt string, argument mcp.CompleteArgument, resolved mcp.CompleteContext,
) (*mcp.Completion, error) {
	switch prompt + "." + argument.Name {
	case "review_code.language":
		return starting(p.catalogue.allLanguages(), argument.Value), nil
	case "code_review.language":
		return starting(p.catalogue.reviewed, strings.ToLower(argument.Value)), nil
	case "code_review.framework":
		return starting(p.catalogue.frameworks[resolved.Arguments["language"]], argument.Value), nil
	case "trial.slow":
		p.journal.begin(argument.Value)
		<-ctx.Done()
		p.journal.cancel(argument.Value)
		return nil, ctx.Err()
	case "trial.failing":
		return nil, errors.New("the catalogue is out of reach")
	}
	return &mcp.Completion{Values: []string{}}, nil
}

type resourceProvider struct{ catalogue *catalogue }

func (p *resourceProvider) CompleteResourceArgument(
	_ context.Context, uri string, argument mcp.CompleteArgument, resolved mcp.CompleteContext,
) (*mcp.Completion, error) {
	switch uri + " " + argument.Name {
	case "github://repos/{owner}/{repo} owner":
		return starting(p.catalogue.owners, argument.Value), nil
	case "github://repos/{owner}/{repo} repo":
		return starting(p.catalogue.repos[resolved.Arguments["owner"]], argument.Value), nil
	case "db://{table}/{column} table":
		return starting(p.catalogue.tables, argument.Value), nil
	case "db://{table}/{column} column":
		return starting(p.catalogue.columns[resolved.Arguments["table"]], argument.Value), nil
	}
	return nil, nil
}

func starting(values []string, prefix string) *mcp.Completion {
	var matches []string
	for _, value := range values {
		if strings.HasPrefix(value, prefix) {
			matches = append(matches, value)
		}
	}
	return &mcp.Completion{Values: matches}
}
