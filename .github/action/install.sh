#!/usr/bin/env bash
# Puts gaia-gen and driftcheck on the PATH of the steps that follow: built from the
# action's own source, or a release whose archive is what its checksum says.
set -euo pipefail

bin="$RUNNER_TEMP/gaia-gen/bin"
mkdir -p "$bin"

if [ -z "$VERSION" ]; then
  (cd "$GITHUB_ACTION_PATH" && CGO_ENABLED=0 go build -trimpath -o "$bin/" ./cmd/gaia-gen ./cmd/driftcheck)
else
  version="${VERSION#v}"
  case "$version" in
    *[!0-9A-Za-z.+-]* | "") echo "::error title=gaia-gen::version \"$VERSION\" is not one"; exit 2 ;;
  esac
  case "$RUNNER_OS" in
    Linux) os=linux ending=tar.gz ;;
    macOS) os=darwin ending=tar.gz ;;
    Windows) os=windows ending=zip ;;
    *) echo "::error title=gaia-gen::there is no release for $RUNNER_OS"; exit 2 ;;
  esac
  case "$RUNNER_ARCH" in
    X64) arch=amd64 ;;
    ARM64) arch=arm64 ;;
    *) echo "::error title=gaia-gen::there is no release for $RUNNER_ARCH"; exit 2 ;;
  esac
  archive="gaia-gen_${version}_${os}_${arch}.${ending}"
  work="$RUNNER_TEMP/gaia-gen/download"
  mkdir -p "$work"

  fetch() { # FILE
    curl --fail --silent --show-error --location --retry 3 --output "$work/$1" "$MIRROR/v$version/$1" || {
      echo "::error title=gaia-gen::cannot download $1 of version $version"
      exit 2
    }
  }
  sum() { # FILE
    if command -v sha256sum >/dev/null 2>&1; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d' ' -f1
  }

  fetch "$archive"
  wanted="$CHECKSUM"
  if [ -z "$wanted" ]; then
    fetch checksums.txt
    wanted="$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/checksums.txt")"
    echo "::notice title=gaia-gen::pin the archive: checksum: $wanted"
  fi
  found="$(sum "$work/$archive")"
  if [ "$found" != "$(printf %s "$wanted" | tr 'A-F' 'a-f')" ]; then
    echo "::error title=gaia-gen::$archive has the checksum $found, wanted ${wanted:-one that checksums.txt does not name}; nothing of it was run"
    exit 2
  fi
  if [ "$ending" = zip ]; then unzip -qo "$work/$archive" -d "$bin"; else tar -xzf "$work/$archive" -C "$bin"; fi
fi

echo "$bin" >>"$GITHUB_PATH"
"$bin/driftcheck" version
