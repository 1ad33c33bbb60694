#!/bin/sh
# Runs a command with Swift 6 in a SwiftPM package of this repository: swift-run.sh PACKAGE COMMAND...
#
# PACKAGE is a folder relative to the repository, e.g. bindings/swift. With Swift 6 on PATH the command runs there, on
# the host. Otherwise it runs inside the folder made by swift-root.sh: the repository is at /repo, read-only, build
# products go to a cache, $WAYBILL_EVIDENCE (if set) is at /evidence, the network is the host's. The mounts are in a
# namespace of their own, so none outlives the command; a caller who is root becomes an unprivileged user inside.
# The command finds in $SWIFT_SCRATCH where SwiftPM may build (its --scratch-path).
set -eu

repo=$(cd "$(dirname "$0")/.." && pwd -P)
package=$1
shift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/waybill
root=$(sh "$repo/tools/swift-root.sh")
if [ "$root" = host ]; then
  cd "$repo/$package"
  SWIFT_SCRATCH=$PWD/.build exec "$@"
fi

# One build folder for each checkout and package: SwiftPM's products hold absolute paths, which are all /repo here.
scratch=$cache/swift-build/$(printf '%s' "$repo/$package" | cksum | cut -d ' ' -f 1)
mkdir -p "$scratch" "$root/repo" "$root/scratch" "$root/evidence"
# SwiftPM does not always notice a file that came or went in a dependency, or a variable that Package.swift reads and that has
# another value: the plan is made anew where either changed.
files=$({ echo "${WAYBILL_CI-} ${WAYBILL_PLANTED_PANIC-}" &&
  cd "$repo" && find bindings/swift examples/swift examples/proxy/swift -name '*.swift' | sort; } | cksum)
if [ "$files" != "$(cat "$scratch/files.cksum" 2>/dev/null)" ]; then
  rm -f "$scratch"/*.yaml
  printf '%s\n' "$files" >"$scratch/files.cksum"
fi
evidence=${WAYBILL_EVIDENCE:-}
if [ -n "$evidence" ]; then
  mkdir -p "$evidence"
  evidence=$(cd "$evidence" && pwd -P)
fi

if [ "$(id -u)" -eq 0 ]; then
  user= nobody=65534
  chown "$nobody:$nobody" "$scratch"
else
  user='--user --map-root-user' nobody=
fi

# Only what the tests read is mounted, folder by folder: the checkout itself may be closed to other users.
# shellcheck disable=SC2086
exec unshare $user --mount --propagation private --pid --fork --kill-child sh -euc '
  root=$1 repo=$2 package=$3 scratch=$4 evidence=$5 nobody=$6
  shift 6
  mount -t tmpfs -o mode=755 tmpfs "$root/repo"
  for folder in bindings/swift examples/swift examples/proxy/swift tests; do
    [ -d "$repo/$folder" ] || continue
    mkdir -p "$root/repo/$folder"
    mount --bind "$repo/$folder" "$root/repo/$folder"
    mount -o remount,bind,ro "$root/repo/$folder"
  done
  mount --bind "$scratch" "$root/scratch"
  collected=
  if [ -n "$evidence" ]; then
    # Written to a folder in memory first: the caller may keep the evidence where nobody else can write.
    mount -t tmpfs -o mode=1777 tmpfs "$root/evidence"
    collected=/evidence
  fi
  mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  set -- env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 SWIFT_SCRATCH=/scratch \
    WAYBILL_EVIDENCE="$collected" WAYBILL_DRIVER_SERVER="${WAYBILL_DRIVER_SERVER-}" \
    WAYBILL_DEV_ORIGIN="${WAYBILL_DEV_ORIGIN-}" WAYBILL_MOCK_ORIGIN="${WAYBILL_MOCK_ORIGIN-}" WAYBILL_CI="${WAYBILL_CI-}" \
    WAYBILL_PLANTED_PANIC="${WAYBILL_PLANTED_PANIC-}" \
    WAYBILL_API_KEY="${WAYBILL_API_KEY-}" WAYBILL_REALM="${WAYBILL_REALM-}" \
    WAYBILL_USERNAME="${WAYBILL_USERNAME-}" WAYBILL_PASSWORD="${WAYBILL_PASSWORD-}" \
    WAYBILL_STORE_KEY="${WAYBILL_STORE_KEY-}" \
    sh -c "cd \"\$0\" && exec \"\$@\"" "/repo/$package" "$@"
  [ -z "$nobody" ] ||
    set -- setpriv --reuid="$nobody" --regid="$nobody" --clear-groups --bounding-set=-all --no-new-privs "$@"
  status=0
  chroot "$root" "$@" || status=$?
  [ -z "$evidence" ] || cp "$root"/evidence/*.json "$evidence"/ 2>/dev/null || true
  exit "$status"
' sh "$root" "$repo" "$package" "$scratch" "$evidence" "$nobody" "$@"
