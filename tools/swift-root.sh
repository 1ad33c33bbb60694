#!/bin/sh
# Makes a folder with Swift 6 in it, for machines whose own system has none, and prints the folder's path.
#
# The folder is a minimal Debian 13, whose archive carries swiftlang 6.0.3 with Foundation and both test libraries, the
# libraries of the example in examples/proxy/swift, and hiredis with the servers that tests of a shared store start.
# It lies in the cache, outside any checkout, and can be deleted at any time. Making it needs root and takes about a
# minute and 2.6 GB; using it (tools/swift-run.sh) needs neither. Where `swift` 6 or newer is on PATH nothing is made
# and the word `host` is printed. Run again it does nothing.
set -eu

major=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\).*/\1/p' | head -n 1)
if [ "${major:-0}" -ge 6 ]; then
  echo host
  exit 0
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/waybill
# A folder with other packages in it has another name: it is made once and never changed.
root=$cache/swift-root-3
if [ -d "$root" ]; then
  echo "$root"
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "swift: no Swift 6 on PATH and none in $root; install Swift 6, or run 'sh tools/swift-root.sh' once as root" >&2
  exit 1
fi
if ! command -v apt-get >/dev/null; then
  echo "swift: no Swift 6 on PATH, and it can only be made ready here on Debian or Ubuntu; install it from swift.org" >&2
  exit 1
fi

mkdir -p "$cache"
exec 9>"$cache/swift-root.lock"
flock 9
if [ -d "$root" ]; then # another run made it while this one waited
  echo "$root"
  exit 0
fi

log=$cache/swift-root.log
make_root() {
  if ! command -v debootstrap; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends debootstrap ||
      { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends debootstrap; }
  fi
  rm -rf --one-file-system "$root.part"
  debootstrap --variant=minbase trixie "$root.part"
  # Speed and size: the folder is rebuilt, never repaired, and nobody reads manuals in it.
  echo force-unsafe-io >"$root.part/etc/dpkg/dpkg.cfg.d/unsafe"
  printf 'path-exclude=/usr/share/%s/*\n' doc man locale >"$root.part/etc/dpkg/dpkg.cfg.d/nodoc"
  # No package starts a server when it is installed: it would be one of the whole machine's.
  printf '#!/bin/sh\nexit 101\n' >"$root.part/usr/sbin/policy-rc.d"
  chmod 755 "$root.part/usr/sbin/policy-rc.d"
  chroot "$root.part" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    -o APT::Keep-Downloaded-Packages=false swiftlang libc6-dev libstdc++-14-dev binutils gcc \
    libmicrohttpd-dev libjwt-dev libhiredis-dev libssl-dev redis-server valkey-server openssl
  chroot "$root.part" apt-get clean
  mkdir -p "$root.part/repo" "$root.part/scratch" "$root.part/evidence"
  # A cut-off run leaves only the .part folder, which the next run throws away.
  mv -T "$root.part" "$root"
}
# In the background and waited for: inside an `if` the shell would ignore `set -e`.
make_root >"$log" 2>&1 </dev/null &
if ! wait $!; then
  echo "swift: making $root failed: $(tail -n 1 "$log") (the whole log is $log)" >&2
  exit 1
fi
echo "$root"
