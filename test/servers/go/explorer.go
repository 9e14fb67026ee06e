package main

// What the server offers: its prompts, resource templates, the journal that proves what arrived, and the tool that
// makes the list of prompts change.

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	name    = "GitHub Explorer (mcp-go)"
	version = "1.0.0"
)

func newServer(variant string) (*server.MCPServer, error) {
	options := []server.ServerOption{
		server.WithPromptCapabilities(true),
		server.WithResourceCapabilities(false, true),
		server.WithToolCapabilities(false),
	}
	catalogue := newCatalogue()
	journal := &journal{}
	switch variant {
	case "explorer":
		options = append(options,
			server.WithCompletions(),
			server.WithPromptCompletionProvider(&promptProvider{catalogue: catalogue, journal: journal}),
			server.WithResourceCompletionProvider(&resourceProvider{catalogue: catalogue}),
		)
	case "defaults":
		options = append(options, server.WithCompletions())
	case "plain":
	default:
		return nil, fmt.Errorf("no variant %q", variant)
	}

	s := server.NewMCPServer(name, version, options...)
	addPrompts(s)
	addTemplates(s)
	addJournal(s, journal)
	addLanguageTool(s, catalogue)
	return s, nil
}

func addPrompts(s *server.MCPServer) {
	s.AddPrompt(mcp.NewPrompt("review_code",
		mcp.WithPromptDescription("Review a snippet of code."),
		mcp.WithArgument("language", mcp.RequiredArgument()),
		mcp.WithArgument("code", mcp.RequiredArgument()),
	), promptOf("Review this code."))
	s.AddPrompt(mcp.NewPrompt("code_review",
		mcp.WithPromptDescription("Review code written with a framework."),
		mcp.WithArgument("language", mcp.RequiredArgument()),
		mcp.WithArgument("framework"),
	), promptOf("Review this code with its framework in mind."))
	s.AddPrompt(mcp.NewPrompt("trial",
		mcp.WithPromptDescription("Arguments that misbehave."),
		mcp.WithArgument("slow"),
		mcp.WithArgument("failing"),
	), promptOf("Nothing to see."))
}

func promptOf(text string) server.PromptHandlerFunc {
	return func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		message := mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))
		return mcp.NewGetPromptResult("", []mcp.PromptMessage{message}), nil
	}
}

func addTemplates(s *server.MCPServer) {
	s.AddResourceTemplate(mcp.NewResourceTemplate("github://repos/{owner}/{repo}", "github_repo"), readURI)
	s.AddResourceTemplate(mcp.NewResourceTemplate("db://{table}/{column}", "db_column"), readURI)
}

func readURI(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: request.Params.URI, Text: request.Params.URI}}, nil
}

func addJournal(s *server.MCPServer, journal *journal) {
	s.AddResource(mcp.NewResource("trial://journal", "journal"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			text, err := journal.json()
			if err != nil {
				return nil, err
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: "trial://journal", Text: text}}, nil
		})
}

// addLanguageTool offers add_language. Adding a prompt is what makes mcp-go announce notifications/prompts/list_changed.
func addLanguageTool(s *server.MCPServer, catalogue *catalogue) {
	tool := mcp.NewTool("add_language", mcp.WithString("name", mcp.Required()))
	s.AddTool(tool, func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		language, err := request.RequireString("name")
		if err != nil {
			return mcp.NewToolResultErrorFromErr("add_language", err), nil
		}
		catalogue.addLanguage(language)
		s.AddPrompt(mcp.NewPrompt("review_"+language), promptOf("Review this "+language+" code."))
		return mcp.NewToolResultText("added"), nil
	})
}
