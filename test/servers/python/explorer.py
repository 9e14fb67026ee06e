"""GitHub Explorer, written with the Python SDK, for the interoperability tests.

    explorer.py [--http] [--plain]

--http serves Streamable HTTP on a free port of the loopback interface and says on stdout where; --plain has no
completion handler, so that the SDK declares no completions capability.
"""

import json
import socket
import sys

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

LANGUAGES = ["go", "javascript", "python", "rust", "typescript"]

FRAMEWORKS_BY_LANGUAGE = {
    "python": ["django", "fastapi", "flask"],
    "javascript": ["angular", "react", "vue"],
}

REPOS_BY_OWNER = {
    "modelcontextprotocol": ["python-sdk", "typescript-sdk", "inspector"],
    "pydantic": ["pydantic", "pydantic-ai", "logfire"],
}

# What arrived at the slow argument, for a test to read.
JOURNAL: dict[str, list[str]] = {"begun": [], "cancelled": []}

mcp = MCPServer("GitHub Explorer (Python)")


@mcp.resource("github://repos/{owner}/{repo}")
def github_repo(owner: str, repo: str) -> str:
    """A GitHub repository."""
    return f"Repository: {owner}/{repo}"


@mcp.prompt()
def review_code(language: str, code: str) -> str:
    """Review a snippet of code."""
    return f"Review this {language} code:\n{code}"


@mcp.prompt()
def code_review(language: str, framework: str = "") -> str:
    """Review code written with a framework."""
    return f"Review this {language} code, written with {framework or 'no framework'}."


@mcp.prompt()
def trial(slow: str = "", failing: str = "") -> str:
    """Arguments that misbehave."""
    return f"{slow} {failing}"


@mcp.resource("trial://journal")
def journal() -> str:
    """What arrived at the slow argument."""
    return json.dumps(JOURNAL)


@mcp.tool()
async def add_language(name: str, ctx: Context) -> str:
    """Adds a language and announces that the prompts changed, in both ways that protocol versions know."""
    if name not in LANGUAGES:
        LANGUAGES.append(name)
    await ctx.session.send_prompt_list_changed()
    await ctx.notify_prompts_changed()
    return "added"


async def handle_completion(
    ref: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    context: CompletionContext | None,
) -> Completion | None:
    resolved = (context.arguments if context else None) or {}
    if isinstance(ref, ResourceTemplateReference):
        if argument.name != "repo" or "owner" not in resolved:
            return None
        return starting(REPOS_BY_OWNER.get(resolved["owner"], []), argument.value)
    match ref.name, argument.name:
        case "review_code" | "code_review", "language":
            return starting(LANGUAGES, argument.value)
        case "code_review", "framework" if "language" in resolved:
            return starting(FRAMEWORKS_BY_LANGUAGE.get(resolved["language"], []), argument.value)
        case "trial", "slow":
            return await until_cancelled(argument.value)
        case "trial", "failing":
            raise RuntimeError("the catalogue is out of reach")
    return None


def starting(values: list[str], prefix: str) -> Completion:
    return Completion(values=[value for value in values if value.startswith(prefix)])


async def until_cancelled(value: str) -> None:
    JOURNAL["begun"].append(value)
    try:
        await anyio.sleep_forever()
    except anyio.get_cancelled_exc_class():
        JOURNAL["cancelled"].append(value)
        raise


async def serve_http() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        print(f"listening http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        config = uvicorn.Config(mcp.streamable_http_app(), log_level="warning")
        await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    if "--plain" not in sys.argv:
        mcp.completion()(handle_completion)
    if "--http" in sys.argv:
        anyio.run(serve_http)
    else:
        mcp.run()
