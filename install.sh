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

# The reader's language, by the locale.
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in [Zz][Hh]*) lang=zh ;; *) lang=en ;; esac

say() { printf '%s\n' "$@" >&2; }

# both ENGLISH CHINESE: the one that is for the reader. A name before a Chinese character stands in braces: some shells
# take such a character for a part of the name.
both() { if [ "$lang" = zh ]; then printf '%s' "$2"; else printf '%s' "$1"; fi; }

tell() { say "$(both "$@")"; }

# die ENGLISH CHINESE [HINT in both]
die() {
	tell "error: $1" "错误：$2"
	[ $# -lt 4 ] || { say "" && tell "hint: $3" "提示：$4"; }
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
	MINGW* | MSYS* | CYGWIN*) die "This is Windows" "这是 Windows" "Run install.ps1 in PowerShell" "请在 PowerShell 里运行 install.ps1" ;;
	*)
		die "There is no memory for $(uname -s) on $(uname -m)" "没有用于 $(uname -s)、$(uname -m) 的 memory" \
			"Compile it from its sources: deno task compile" "可以从源码编译：deno task compile"
		;;
	esac
}

# fetch NAME FILE: a file of the release. What a broken download left behind is continued.
fetch() {
	if [ -d "$base" ]; then
		[ -f "$base/$1" ] || die "There is no $1 in $base" "$base 里没有 $1" \
			"--base-url wants the folder that holds it" "--base-url 要指向装有它的目录"
		cp "$base/$1" "$2"
		return
	fi
	for pause in 1 2 0; do
		if download "$base/$1" "$2"; then return; fi
		sleep $pause
	done
	die "Cannot download $base/$1" "无法下载 $base/$1" \
		"Check the network, then run this again: what arrived is kept and continued" \
		"请检查网络后再运行一次：已下载的部分会保留，接着下载"
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
			die "This wget can't be kept from following a redirect to http" "这个 wget 会跟随重定向到 http，无法阻止" \
				"Install curl" "请安装 curl"
			;;
		esac
		next=$(printf '%s\n' "$said" | awk 'tolower($1) == "location:" { sub(/\r$/, "", $2); print $2; exit }')
		case $next in
		'') return ;;
		https://*) url=$next ;;
		//* | *://*)
			die "$url leads to $next, which is not https" "$url 转到了 ${next}，不是 https" \
				"Get the files another way and use --base-url FOLDER" "请用别的办法取得文件，再用 --base-url 目录"
			;;
		/*) url=$(printf '%s\n' "$url" | sed 's|^\([a-z]*://[^/]*\).*$|\1|')$next ;;
		*) url=${url%/*}/$next ;;
		esac
	done
	die "$1 redirects in circles" "$1 的重定向绕成了圈"
}

# only_https BASE: refuses what anybody on the way could change. http is for this machine alone.
only_https() {
	case $1 in
	https://* | http://localhost | http://localhost[:/]* | http://127.0.0.1 | http://127.0.0.1[:/]*) ;;
	*)
		die "$1 is neither an https address nor a folder" "$1 既不是 https 地址，也不是目录" \
			"Use https, or --base-url FOLDER" "请用 https，或 --base-url 目录"
		;;
	esac
}

install_memory() {
	name="memory-$(target).tar.gz"
	has tar || die "tar is missing" "缺少 tar" "Install it and run this again" "请先安装它，再运行一次"
	[ -d "$base" ] || only_https "$base"
	[ -d "$base" ] || has curl || has wget || die "Neither curl nor wget is here" "curl 和 wget 都没有" \
		"Install one, or use --base-url FOLDER" "请安装其中一个，或用 --base-url 目录"
	if has sha256sum; then sum="sha256sum"; elif has shasum; then sum="shasum -a 256"; else
		die "Neither sha256sum nor shasum is here, so nothing can be checked" "sha256sum 和 shasum 都没有，无法校验" \
			"Install coreutils or perl" "请安装 coreutils 或 perl"
	fi
	{ mkdir -p "$dir" && [ -w "$dir" ]; } 2>/dev/null ||
		die "Cannot write to $dir" "无法写入 $dir" \
			"Set MEMORY_INSTALL_DIR to a folder of yours" "请把 MEMORY_INSTALL_DIR 设为你自己的目录"
	dir=$(cd "$dir" && pwd)
	[ ! -d "$dir/memory" ] || die "$dir/memory is a folder" "$dir/memory 是一个目录" \
		"Set MEMORY_INSTALL_DIR to another place" "请把 MEMORY_INSTALL_DIR 设为别处"
	# Beside the target: a rename inside one folder happens whole or not at all.
	stage=$(mktemp -d "$dir/.memory-install-XXXXXX")
	trap 'rm -rf "$stage"' EXIT
	trap 'exit 130' INT TERM HUP

	fetch checksums.txt "$stage/checksums.txt"
	wanted=$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1; exit }' "$stage/checksums.txt")
	[ ${#wanted} -eq 64 ] || die "checksums.txt in $base does not name $name" "$base 的 checksums.txt 里没有 $name"
	# Called by its checksum, so that a part of another release is never continued.
	part="$dir/.memory-$wanted.part"
	tell "Fetching $name from $base" "正在从 $base 下载 $name"
	fetch "$name" "$part"
	mv "$part" "$stage/$name"
	found=$($sum <"$stage/$name" | cut -d ' ' -f 1)
	[ "$found" = "$wanted" ] ||
		die "$name is not the one that checksums.txt names: wanted $wanted, found $found" \
			"$name 与 checksums.txt 不符：应为 ${wanted}，实为 $found" "Nothing was installed" "什么都没有安装"
	tar -xzf "$stage/$name" -C "$stage" memory || die "Cannot unpack $name" "无法解开 $name"
	chmod 755 "$stage/memory"
	got=$("$stage/memory" --version </dev/null) ||
		die "The new memory does not run here; nothing was changed" "新的 memory 在这台机器上运行不了；什么都没有改动" \
			"It wants glibc on Linux, macOS 14 or newer" "它需要带 glibc 的 Linux，或 macOS 14 以上"
	[ -z "$version" ] || [ "$got" = "$version" ] || die "Wanted memory $version, but $base holds $got" \
		"要的是 memory ${version}，而 $base 里是 $got"
	mv -f "$stage/memory" "$dir/memory"
	tell "Installed memory $got: $dir/memory" "已安装 memory ${got}：$dir/memory"
	path_line
	tell "Next, in a project: memory init" "接下来，在项目里运行：memory init"
}

# The lines that put the folder into PATH, for this user's shell; a terminal of macOS opens a login shell. Edits nothing.
path_line() {
	case ":$PATH:" in *":$dir:"*)
		[ "$(command -v memory)" = "$dir/memory" ] || tell "In PATH another one comes first: $(command -v memory)" \
			"PATH 里排在前面的是另一个：$(command -v memory)"
		return
		;;
	esac
	now="export PATH=$(quoted "$dir"):\"\$PATH\""
	case ${SHELL:-sh} in
	*/fish) now="set -gx PATH $(quoted "$dir") \$PATH" always="fish_add_path $(quoted "$dir")" ;;
	*/zsh) always="echo $(quoted "$now") >> ~/.zshrc" ;;
	*/bash) always="echo $(quoted "$now") >> ~/$([ "$(uname -s)" = Darwin ] && echo .bash_profile || echo .bashrc)" ;;
	*) always="echo $(quoted "$now") >> ~/.profile" ;;
	esac
	say ""
	tell "$dir is not in your PATH yet." "$dir 还不在 PATH 里。"
	tell "In this shell:" "当前终端："
	say "" "  $now" ""
	tell "In every shell, then open a new terminal:" "以后都生效（然后打开新终端）："
	say "" "  $always" ""
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
	tell "These projects call memory:" "这些项目在用 memory："
	say "" "$projects" ""
	answer=n
	ask=$(both 'Take its hooks and skills out of them? What is remembered stays. [y/N] ' \
		'把它的钩子和技能从这些项目里去掉吗？记住的内容会保留。[y/N] ')
	if [ -t 0 ]; then
		printf '%s' "$ask" >&2
		read -r answer || answer=n
	elif [ -t 2 ] && { : </dev/tty; } 2>/dev/null; then
		# The script itself came on standard input.
		printf '%s' "$ask" >&2
		read -r answer </dev/tty || answer=n
	fi
	case $answer in [Yy]* | 是*) ;; *)
		tell "Their hooks and skills stay; without memory the hooks do nothing." \
			"钩子和技能都留着；没有 memory 时，钩子什么也不做。"
		tell "To take them out later: install memory again, then in each: memory uninstall" \
			"以后要去掉：重新安装 memory，再到每个项目里运行 memory uninstall"
		say ""
		return 0
		;;
	esac
	printf '%s\n' "$projects" | while IFS= read -r project; do
		"$dir/memory" uninstall --project-path "$project" </dev/null >/dev/null ||
			tell "The hooks in $project could not be taken away" "没能去掉 $project 里的钩子"
	done
}

uninstall_memory() {
	[ -f "$dir/memory" ] || die "There is no memory in $dir" "$dir 里没有 memory" \
		"MEMORY_INSTALL_DIR says where else it may be" "它若在别处，请用 MEMORY_INSTALL_DIR 指出"
	disconnect_projects
	MEMORY_LANG=$lang "$dir/memory" uninstall --global </dev/null >&2 ||
		tell "The user-wide hooks could not be taken away" "没能去掉用户级的钩子"
	rm -f "$dir/memory" "$dir"/.memory-*.part
	tell "Removed $dir/memory" "已移除 $dir/memory"
	tell "Your memories stay where they are" "记忆都还在原处"
}

usage() {
	tell 'sh install.sh [--version X] [--base-url FOLDER|URL]: installs memory for this user alone
sh install.sh --uninstall: takes away the binary and the user-wide hooks; memories stay
MEMORY_INSTALL_DIR says where the binary goes, default ~/.local/bin' 'sh install.sh [--version X] [--base-url 目录|URL]：为当前用户安装 memory
sh install.sh --uninstall：移除程序和用户级的钩子；记忆保留
MEMORY_INSTALL_DIR 指定程序放在哪里，默认 ~/.local/bin'
}

main() {
	dir=${MEMORY_INSTALL_DIR:-$HOME/.local/bin} base='' version='' work=install_memory
	while [ $# -gt 0 ]; do
		case $1 in
		--version | --base-url) [ $# -gt 1 ] || die "$1 needs a value" "$1 需要一个值" ;;
		--uninstall) work=uninstall_memory ;;
		-h | --help) usage 2>&1 && exit ;;
		*)
			die "Unknown option $1" "没有选项 $1" \
				"There are --version X, --base-url FOLDER|URL, --uninstall and --help" \
				"可用的有 --version X、--base-url 目录|URL、--uninstall 和 --help"
			;;
		esac
		case $1 in --version) version=${2#v} && shift ;; --base-url) base=${2#file://} && base=${base%/} && shift ;; esac
		shift
	done
	[ -n "$base" ] || base="$RELEASES/${version:+download/v}${version:-latest/download}"
	$work
}

# Braces: a script that arrived only in part is no command at all.
{ main "$@"; }
