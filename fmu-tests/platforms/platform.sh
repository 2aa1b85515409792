# Sourced. How C is compiled for a platform of FMI and run here. x86-64 Linux is the machine that tries them.

# platform NAME: sets compiler, libraries, under (what runs a program) and binary (path inside the unit), or fails.
platform() {
    under=()
    case $1 in
        linux64)
            compiler=${CC:-cc} libraries=(-lm -ldl -lpthread) binary=binaries/linux64/Asperity.so
            ;;
        aarch64-linux)
            compiler=aarch64-linux-gnu-gcc libraries=(-lm -ldl -lpthread) binary=binaries/aarch64-linux/Asperity.so
            under=(qemu-aarch64-static -L /usr/aarch64-linux-gnu)
            ;;
        win64)
            compiler=x86_64-w64-mingw32-gcc libraries=(-lm -lpsapi) binary=binaries/win64/Asperity.dll
            under=(env WINEDEBUG=-all "WINEPREFIX=${WINEPREFIX:-${TMPDIR:-/tmp}/asperity-wine}" "$(wine64_program)")
            ;;
        *) return 1 ;;
    esac
}

# Debian keeps the 64-bit loader of wine outside the path.
wine64_program() {
    command -v wine64 || echo /usr/lib/wine/wine64
}

# platform_lacks NAME: prints what is missing to run it, as the command that installs it; nothing if all is there.
platform_lacks() {
    platform "$1" || { echo "no machine of this platform is at hand"; return; }
    local packages=()
    case $1 in
        aarch64-linux)
            command -v aarch64-linux-gnu-gcc >/dev/null || packages+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
            command -v qemu-aarch64-static >/dev/null || packages+=(qemu-user-static)
            ;;
        win64)
            command -v x86_64-w64-mingw32-gcc >/dev/null || packages+=(gcc-mingw-w64-x86-64)
            [ -x "$(wine64_program)" ] || packages+=(wine64)
            ;;
    esac
    [ ${#packages[@]} -eq 0 ] || echo "apt-get install ${packages[*]}"
}

# prepare NAME FMU_OR_FOLDER: what a test of a binary starts with. Sets what `platform` sets, work (a folder that goes when
# the script ends) and unit (the folder of the unpacked unit). Ends the script with 77 where the platform cannot be run, with 2
# where the unit or its binary is not there.
prepare() {
    local lacks
    lacks=$(platform_lacks "$1")
    if [ -n "$lacks" ]; then
        echo "$1 was NOT tried: $lacks" >&2
        exit 77
    fi
    platform "$1"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    unit=$2
    if [ -f "$unit" ]; then
        unit=$work/unit
        python3 -m zipfile -e "$2" "$unit"
    fi
    if [ ! -f "$unit/$binary" ]; then
        echo "$2 has no $binary: pack the unit for $1 first" >&2
        exit 2
    fi
}

# compile PROGRAM SOURCE_OR_OPTION...: for the platform of `prepare`. Windows starts nothing without the ending .exe.
compile() {
    local output=$1 tests
    shift
    tests=$(dirname "${BASH_SOURCE[0]}")/..
    "$compiler" -std=c99 -pedantic -Wall -Wextra -Werror -O1 -g -ffp-contract=off -I "$tests/../include" \
        -I "$tests/c-client" "$@" -o "$output" "${libraries[@]}"
}
