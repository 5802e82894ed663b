#!/usr/bin/env bash
# Regenerates everything that is made from grammar.js and src/scanner.c: src/parser.c, src/grammar.json,
# src/node-types.json, chat_template.wasm and wasm.lock.json. For Debian 12, as root; needs only Debian packages.
#
# usage: build.sh [TOOLS]     TOOLS: a folder to keep the tree-sitter command in between runs (default: .cache/tree-sitter)
#
# The npm package of the tree-sitter command downloads its binary while it is installed, and Debian 12 has none.
# So the one of Debian 13 is unpacked, not installed, and run through that release's own loader.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tools=${1:-$here/../../.cache/tree-sitter}

fetch_tree_sitter() {
  local mirror
  mirror=$(awk '/^URIs:/{print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
  [ -n "$mirror" ] || mirror=$(awk '$1=="deb"{for(i=2;i<=NF;i++) if($i ~ /^http/){print $i; exit}}' /etc/apt/sources.list)
  mkdir -p "$tools/lists/partial" "$tools/cache/archives/partial" "$tools/root"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$tools/sources.list"
  cat > "$tools/apt.conf" <<CONF
Dir::Etc::sourcelist "$tools/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$tools/lists";
Dir::Cache "$tools/cache";
APT::Sandbox::User "root";
CONF
  (
    export APT_CONFIG=$tools/apt.conf
    apt-get update -qq
    cd "$tools"
    apt-get download -qq tree-sitter-cli libc6 libgcc-s1
    for package in *.deb; do dpkg -x "$package" root; done
  )
  local loader
  loader=$(find "$tools/root" -name 'ld-linux-*.so.*' -not -type d -path '*/usr/lib/*' | head -1)
  printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' \
    "$loader" "$(dirname "$loader")" "$tools/root/usr/bin/tree-sitter" > "$tools/tree-sitter"
  chmod +x "$tools/tree-sitter"
}

mkdir -p "$tools"
tools=$(cd "$tools" && pwd)
[ -x "$tools/tree-sitter" ] || fetch_tree_sitter
command -v clang >/dev/null && command -v wasm-ld >/dev/null && [ -d /usr/include/wasm32-wasi ] ||
  apt-get install -y -qq --no-install-recommends clang lld wasi-libc >/dev/null

cd "$here"
"$tools/tree-sitter" generate --no-bindings

objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
for part in parser scanner; do
  clang --target=wasm32-unknown-emscripten -fPIC -Os -fvisibility=hidden -I src \
    -isystem /usr/include/wasm32-wasi -D__wasi__ -Wno-everything -c -o "$objects/$part.o" "src/$part.c"
done
wasm-ld -shared --experimental-pic --no-entry --allow-undefined --export=tree_sitter_chat_template --strip-debug \
  -o chat_template.wasm "$objects/parser.o" "$objects/scanner.o" 2>/dev/null

node lock.mjs
ls -l chat_template.wasm
