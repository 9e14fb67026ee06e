// An MCP server written with mcp-go, for the interoperability tests: the providers that its documentation shows, the
// default providers, or no completions at all, over stdio or Streamable HTTP.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/server"
)

func main() {
	variant := flag.String("variant", "explorer", "explorer, defaults (no providers of its own) or plain (no completions)")
	serveHTTP := flag.Bool("http", false, "serve Streamable HTTP on a free port of the loopback interface, not stdio")
	flag.Parse()

	mcpServer, err := newServer(*variant)
	if err != nil {
		log.Fatal(err)
	}
	if *serveHTTP {
		err = listen(mcpServer)
	} else {
		err = server.ServeStdio(mcpServer)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// listen says on stdout where it listens, then serves until the process is ended.
func listen(mcpServer *server.MCPServer) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", server.NewStreamableHTTPServer(mcpServer))
	fmt.Fprintf(os.Stdout, "listening http://%s/mcp\n", listener.Addr())
	return http.Serve(listener, mux)
}
