#!/bin/sh
# Installs memory, long-term memory for coding agents, for this user alone.
#
#   curl -fsSL https://memory.example/releases/latest/download/install.sh | sh
#   curl -fsSL https://memory.example/releases/latest/download/install.sh | sh -s -- --version 0.1.0
#   sh install.sh --base-url PLACE    a folder or a mirror's URL that holds the archive and checksums.txt
#   sh install.sh --uninstall         takes away the binary and the user-wide hooks; memories stay
#
# MEMORY_INSTALL_DIR says where the binary goes, default ~/.local/bin.
#
# It fetches one archive, compares its SHA-256 with checksums.txt, tries the new binary beside the old one and only then
# puts it in place. It needs no root, edits no file of your shell and starts nothing. The checksum proves that the
# archive is, byte for byte, the one published there (integrity), not who built it.
set -eu

# Where releases live; scripts/release.ts says so, `deno task docs` writes it here.
RELEASES='https://memory.example/releases'

say() { printf '%s\n' "$@" >&2; }

die() {
	say "error: $1"
	[ $# -lt 2 ] || say "" "hint: $2"
	exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# One word of a command line, whatever it holds.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

target() {
	case "$(uname -s) $(uname -m)" in
	"Linux x86_64" | "Linux amd64") echo linux-x64 ;;
	"Linux aarch64" | "Linux arm64") echo linux-arm64 ;;
	"Darwin arm64") echo darwin-arm64 ;;
	"Darwin x86_64")
		# A translated shell on Apple silicon calls itself Intel.
		if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then echo darwin-arm64; else echo darwin-x64; fi
		;;
	MINGW* | MSYS* | CYGWIN*) die "This is Windows" "Run install.ps1 in PowerShell" ;;
	*) die "There is no memory for $(uname -s) on $(uname -m)" "Compile it from its sources: deno task compile" ;;
	esac
}

# fetch NAME FILE: a file of the release. What a broken download left behind is continued.
fetch() {
	if [ -d "$base" ]; then
		[ -f "$base/$1" ] || die "There is no $1 in $base" "--base-url wants the folder that holds it"
		cp "$base/$1" "$2"
		return
	fi
	for pause in 1 2 0; do
		if download "$base/$1" "$2"; then return; fi
		sleep $pause
	done
	die "Cannot download $base/$1" "Check the network, then run this again: what arrived is kept and continued"
}

download() {
	if has curl; then
		# A redirect never leaves https, and leads from this machine to https alone.
		curl -fsSL --proto '=http,https' --proto-redir '=https' --connect-timeout 20 -C - -o "$2" "$1" && return
	else
		# wget would follow a redirect to http: here no redirect is left to follow.
		follow "$1"
		wget -q -c --max-redirect=0 -O "$2" "$url" && return
	fi
	# Refused by the server (curl 22, wget 8) or it can't continue (33): begin anew.
	case $? in 8 | 22 | 33) rm -f "$2" ;; esac
	return 1
}

# follow URL: sets url to where its redirects lead, all of them over https.
follow() {
	url=$1
	for _ in 1 2 3 4 5 6; do
		said=$(LC_ALL=C wget -S --spider --max-redirect=0 "$url" 2>&1) || true
		case $said in *"nrecognized option"*)
			die "This wget can't be kept from following a redirect to http" "Install curl"
			;;
		esac
		next=$(printf '%s\n' "$said" | awk 'tolower($1) == "location:" { sub(/\r$/, "", $2); print $2; exit }')
		case $next in
		'') return ;;
		https://*) url=$next ;;
		//* | *://*) die "$url leads to $next, which is not https" "Get the files another way and use --base-url FOLDER" ;;
		/*) url=$(printf '%s\n' "$url" | sed 's|^\([a-z]*://[^/]*\).*$|\1|')$next ;;
		*) url=${url%/*}/$next ;;
		esac
	done
	die "$1 redirects in circles"
}

# only_https BASE: refuses what anybody on the way could change. http is for this machine alone.
only_https() {
	case $1 in
	https://* | http://localhost | http://localhost[:/]* | http://127.0.0.1 | http://127.0.0.1[:/]*) ;;
	*) die "$1 is neither an https address nor a folder" "Use https, or --base-url FOLDER" ;;
	esac
}

install_memory() {
	name="memory-$(target).tar.gz"
	has tar || die "tar is missing" "Install it and run this again"
	[ -d "$base" ] || only_https "$base"
	[ -d "$base" ] || has curl || has wget || die "Neither curl nor wget is here" "Install one, or use --base-url FOLDER"
	if has sha256sum; then sum="sha256sum"; elif has shasum; then sum="shasum -a 256"; else
		die "Neither sha256sum nor shasum is here, so nothing can be checked" "Install coreutils or perl"
	fi
	{ mkdir -p "$dir" && [ -w "$dir" ]; } 2>/dev/null ||
		die "Cannot write to $dir" "Set MEMORY_INSTALL_DIR to a folder of yours"
	dir=$(cd "$dir" && pwd)
	[ ! -d "$dir/memory" ] || die "$dir/memory is a folder" "Set MEMORY_INSTALL_DIR to another place"
	# Beside the target: a rename inside one folder happens whole or not at all.
	stage=$(mktemp -d "$dir/.memory-install-XXXXXX")
	trap 'rm -rf "$stage"' EXIT
	trap 'exit 130' INT TERM HUP

	fetch checksums.txt "$stage/checksums.txt"
	wanted=$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1; exit }' "$stage/checksums.txt")
	[ ${#wanted} -eq 64 ] || die "checksums.txt in $base does not name $name"
	# Called by its checksum, so that a part of another release is never continued.
	part="$dir/.memory-$wanted.part"
	say "Fetching $name from $base"
	fetch "$name" "$part"
	mv "$part" "$stage/$name"
	found=$($sum <"$stage/$name" | cut -d ' ' -f 1)
	[ "$found" = "$wanted" ] ||
		die "$name is not the one that checksums.txt names: wanted $wanted, found $found" "Nothing was installed"
	tar -xzf "$stage/$name" -C "$stage" memory || die "Cannot unpack $name"
	chmod 755 "$stage/memory"
	got=$("$stage/memory" --version </dev/null) ||
		die "The new memory does not run here; nothing was changed" "It wants glibc on Linux, macOS 14 or newer"
	[ -z "$version" ] || [ "$got" = "$version" ] || die "Wanted memory $version, but $base holds $got"
	mv -f "$stage/memory" "$dir/memory"
	say "Installed memory $got: $dir/memory"
	path_line
	say "Next, in a project: memory init"
}

# The lines that put the folder into PATH, for the shell of this user. Nobody's files are edited.
path_line() {
	case ":$PATH:" in *":$dir:"*)
		[ "$(command -v memory)" = "$dir/memory" ] || say "In PATH another one comes first: $(command -v memory)"
		return
		;;
	esac
	now="export PATH=$(quoted "$dir"):\"\$PATH\""
	case ${SHELL:-sh} in
	*/fish) now="set -gx PATH $(quoted "$dir") \$PATH" always="fish_add_path $(quoted "$dir")" ;;
	*/zsh) always="echo $(quoted "$now") >> ~/.zshrc" ;;
	*) always="echo $(quoted "$now") >> ~/.bashrc" ;;
	esac
	say "" "$dir is not in your PATH yet." "In this shell:" "" "  $now" "" \
		"In every shell, then open a new terminal:" "" "  $always" ""
}

# The projects that have hooks of memory's, a line each: ~/.memory/projects names every memory of this machine.
connected_projects() {
	for owner in "$HOME"/.memory/projects/*/owner.json; do
		folder=$(sed -n 's/.*"path": *"\([^"]*\)".*/\1/p' "$owner" 2>/dev/null) || continue
		case $owner in */global*/owner.json) continue ;; esac
		[ -n "$folder" ] && [ -d "$folder" ] || continue
		(cd "$folder" && "$dir/memory" uninstall --dry-run --json </dev/null 2>/dev/null) | tr -d '\n' |
			sed -n '/"action"/s/.*"root": *"\([^"]*\)".*/\1/p'
		# sed ends no line that had no end.
		echo
	done | sed '/^$/d' | sort -u
}

# Offers to take the hooks out of them; without a person to ask it only names them.
disconnect_projects() {
	projects=$(connected_projects)
	[ -n "$projects" ] || return 0
	say "These projects call memory:" "" "$projects" ""
	answer=n
	ask='Take its hooks and skills out of them? What is remembered stays. [y/N] '
	if [ -t 0 ]; then
		printf '%s' "$ask" >&2
		read -r answer || answer=n
	elif [ -t 2 ] && { : </dev/tty; } 2>/dev/null; then
		# The script itself came on standard input.
		printf '%s' "$ask" >&2
		read -r answer </dev/tty || answer=n
	fi
	case $answer in [Yy]*) ;; *)
		say "Their hooks and skills stay; without memory the hooks do nothing." \
			"To take them out later: install memory again, then in each: memory uninstall" ""
		return 0
		;;
	esac
	printf '%s\n' "$projects" | while IFS= read -r project; do
		"$dir/memory" uninstall --project-path "$project" </dev/null >/dev/null ||
			say "The hooks in $project could not be taken away"
	done
}

uninstall_memory() {
	[ -f "$dir/memory" ] || die "There is no memory in $dir" "MEMORY_INSTALL_DIR says where else it may be"
	disconnect_projects
	MEMORY_LANG=en "$dir/memory" uninstall --global </dev/null >&2 || say "The user-wide hooks could not be taken away"
	rm -f "$dir/memory" "$dir"/.memory-*.part
	say "Removed $dir/memory" "Your memories stay where they are"
}

main() {
	dir=${MEMORY_INSTALL_DIR:-$HOME/.local/bin} base='' version='' work=install_memory
	while [ $# -gt 0 ]; do
		case $1 in
		--version | --base-url) [ $# -gt 1 ] || die "$1 needs a value" ;;
		--uninstall) work=uninstall_memory ;;
		*) die "Unknown option $1" "There are --version X, --base-url FOLDER|URL and --uninstall" ;;
		esac
		case $1 in --version) version=${2#v} && shift ;; --base-url) base=${2#file://} && base=${base%/} && shift ;; esac
		shift
	done
	[ -n "$base" ] || base="$RELEASES/${version:+download/v}${version:-latest/download}"
	$work
}

# Braces: a script that arrived only in part is no command at all.
{ main "$@"; }
