#!/usr/bin/env bash
# Installs what the interoperability servers need: the Python SDK into .cache/venv, the mcp-go server into .cache/.
# Usage: install-interop.sh [python] [go]; both without arguments. Safe to repeat. On a failure it names the command.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p .cache

run() {
  "$@" && return 0
  echo "failed: $*" >&2
  return 1
}

install_python() {
  local requirements=test/servers/python/requirements.txt venv=.cache/venv
  cmp -s "$requirements" "$venv/requirements.txt" && return 0
  rm -rf "$venv"
  if ! python3 -m venv "$venv" 2>/dev/null; then
    # Debian splits venv off from its system Python.
    rm -rf "$venv"
    run apt-get -qq update && run apt-get -qq install -y python3 python3-venv || return 1
    run python3 -m venv "$venv" || return 1
  fi
  run "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" || return 1
  cp "$requirements" "$venv/requirements.txt"
}

install_go() {
  if ! command -v go >/dev/null; then
    run apt-get -qq update && run apt-get -qq install -y golang-go || return 1
  fi
  run go -C test/servers/go build -buildvcs=false -o "$PWD/.cache/go-explorer" .
}

status=0
for toolchain in "${@:-python go}"; do
  for name in $toolchain; do
    "install_$name" || status=1
  done
done
exit $status
