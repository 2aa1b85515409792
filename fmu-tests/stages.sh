# Stages of a test script, to be sourced: every stage runs, whatever became of the others, unless one that it needs has
# not succeeded.
#
#   stage NAME [--needs STAGE]... COMMAND...    COMMAND may be a function; `exit` in it ends the stage alone
#   begin NAME [--needs STAGE]... COMMAND...    the same beside the stages that follow, until
#   await NAME                                  shows what it said, and waits for it to end
#   finish                                      lists all stages; exits with 1 if one failed or was not run

declare -A outcome=()
summary=()
trap 'exit 130' INT # a stage that handles the interrupt itself would otherwise be followed by the next one

# why_not NAME [--needs STAGE]... COMMAND...: leaves what must have succeeded before in `missing`, and the command in `command`
why_not() {
    local name=$1
    missing=()
    shift
    while [ "$1" = --needs ]; do
        case ${outcome[$2]-unknown} in
            ok) ;;
            unknown) echo "stage '$name' needs '$2', which is no stage before it" >&2 && exit 2 ;;
            *) missing+=("$2") ;;
        esac
        shift 2
    done
    command=("$@")
    if [ ${#missing[@]} -gt 0 ]; then
        outcome[$name]=missed
        summary+=("NOT RUN  $name: needs $(printf ', "%s"' "${missing[@]}" | cut -c3-)")
        echo "${summary[-1]}" >&2
        return 1
    fi
}

# ended NAME STATUS SECONDS
ended() {
    if [ "$2" -eq 0 ]; then
        outcome[$1]=ok
        summary+=("ok       $3 s  $1")
        echo "${summary[-1]}"
    else
        outcome[$1]=failed
        summary+=("FAILED   $3 s  $1")
        echo "${summary[-1]}" >&2
    fi
}

stage() {
    local start=$SECONDS missing command status=0
    why_not "$@" || return 0
    echo "== $1"
    ("${command[@]}") || status=$?
    ended "$1" "$status" $((SECONDS - start))
}

declare -A begun=()

begin() {
    local missing command said
    why_not "$@" || return 0
    said=$(mktemp)
    # the last line is how it ended and how long it took
    { start=$SECONDS status=0 && { ("${command[@]}") || status=$?; } && echo "$status $((SECONDS - start))"; } >"$said" 2>&1 &
    begun[$1]="$! $said"
}

await() {
    local said last
    [ -n "${begun[$1]-}" ] || return 0
    said=${begun[$1]#* }
    wait "${begun[$1]%% *}" || true
    echo "== $1"
    head -n -1 "$said"
    read -r -a last < <(tail -n 1 "$said")
    rm -f "$said"
    ended "$1" "${last[@]}"
}

finish() {
    local line bad=()
    for line in "${summary[@]}"; do
        if [[ $line == ok* ]]; then echo "$line"; else bad+=("$line"); fi
    done
    if [ ${#bad[@]} -eq 0 ]; then
        echo "== all passed in $SECONDS s"
        exit 0
    fi
    printf '%s\n' "${bad[@]}" "== ${#bad[@]} of ${#summary[@]} stages failed or were not run, in $SECONDS s" >&2
    exit 1
}
