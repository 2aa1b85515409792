# Stages of a test script, to be sourced: every stage runs, whatever became of the others, unless one that it needs has
# not succeeded.
#
#   stage NAME [--needs STAGE]... COMMAND...    COMMAND may be a function; `exit` in it ends the stage alone
#   begin NAME [--needs STAGE]... COMMAND...    the same beside the stages that follow, until
#   await NAME                                  shows what it said, and waits for it to end
#   finish                                      lists all stages; exits with 1 if one failed or was not run
#
# A stage's line has the seconds that it took, in brackets those of processor time: what to make cheaper where all are busy.

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

# processor_time: whole seconds so far of the children of this shell that have ended
processor_time() {
    local said line of sum=0
    said=$(mktemp)
    times >"$said" # not in a subshell, which counts from 0
    { read -r line && read -r line; } <"$said"
    rm -f "$said"
    for of in $line; do # user and system, as 1m2.345s
        of=${of%s}
        sum=$((sum + 60000 * ${of%m*} + 10#$(tr -d '.,' <<<"${of#*m}")))
    done
    echo $((sum / 1000))
}

# ended NAME STATUS SECONDS PROCESSOR-SECONDS
ended() {
    if [ "$2" -eq 0 ]; then
        outcome[$1]=ok
        summary+=("ok       $3 s ($4 s)  $1")
        echo "${summary[-1]}"
    else
        outcome[$1]=failed
        summary+=("FAILED   $3 s ($4 s)  $1")
        echo "${summary[-1]}" >&2
    fi
}

# timed COMMAND...: runs it in a subshell whose children are its own alone, and leaves how it ended, seconds and those of
# processor time as a line at the end of the file `took`
timed() {
    (
        start=$SECONDS status=0
        ("$@") || status=$?
        processor_time >>"$took.time"
        echo "$status $((SECONDS - start)) $(cat "$took.time")" >>"$took"
        rm -f "$took.time"
    )
}

stage() {
    local missing command took last
    why_not "$@" || return 0
    echo "== $1"
    took=$(mktemp)
    timed "${command[@]}"
    read -r -a last <"$took"
    rm -f "$took"
    ended "$1" "${last[@]}"
}

declare -A begun=()

begin() {
    local missing command took
    why_not "$@" || return 0
    took=$(mktemp)
    set -m # in a process group of its own, by which it ends with the script
    timed "${command[@]}" >"$took" 2>&1 </dev/null &
    set +m
    begun[$1]="$! $took"
}

# What has begun and is not awaited ends with the script, and so do its children.
trap 'for one in "${begun[@]}"; do kill -- "-${one%% *}" && rm -f "${one#* }"; done 2>/dev/null || true' EXIT

await() {
    local said last
    [ -n "${begun[$1]-}" ] || return 0
    said=${begun[$1]#* }
    wait "${begun[$1]%% *}" || true
    echo "== $1"
    head -n -1 "$said"
    read -r -a last < <(tail -n 1 "$said")
    rm -f "$said"
    unset "begun[$1]"
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
