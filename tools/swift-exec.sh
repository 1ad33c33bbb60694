#!/bin/sh
# Runs a program that swift-run.sh has built, on the machine itself: swift-exec.sh PACKAGE PROGRAM [ARGUMENT...]
#
# The build is the one of $SWIFT_CONFIGURATION, debug or release; debug where that is not set. Its files, its environment and its
# signals are the caller's. Where Swift is in the folder of swift-root.sh, so are the
# loader and the libraries that the program runs with.
set -eu

repo=$(cd "$(dirname "$0")/.." && pwd -P)
package=$1 program=$2
shift 2
root=$(sh "$repo/tools/swift-root.sh")
own=$repo/bindings/swift/lib
if [ "$root" = host ]; then
  LD_LIBRARY_PATH=$own${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$repo/$package/.build/${SWIFT_CONFIGURATION:-debug}/$program" "$@"
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/waybill
scratch=$cache/swift-build/$(printf '%s' "$repo/$package" | cksum | cut -d ' ' -f 1)
for loader in "$root"/lib64/ld-linux-*.so.* "$root"/lib/ld-linux-*.so.*; do
  [ ! -x "$loader" ] || break
done
libraries=$own:$root/usr/libexec/swift/lib/swift/linux:$root/usr/lib/$(uname -m)-linux-gnu
exec "$loader" --library-path "$libraries" "$scratch/${SWIFT_CONFIGURATION:-debug}/$program" "$@"
