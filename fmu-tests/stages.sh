# Stages of a test script, to be sourced: every stage runs, whatever became of the others, unless one that it needs has
# not succeeded.
#
#   stage NAME [--needs STAGE]... COMMAND...    COMMAND may be a function; `exit` in it ends the stage alone
#   finish                                      lists all stages; exits with 1 if one failed or was not run

declare -A outcome=()
summary=()
trap 'exit 130' INT # a stage that handles the interrupt itself would otherwise be followed by the next one

stage() {
    local name=$1 start=$SECONDS missing=()
    shift
    while [ "$1" = --needs ]; do
        case ${outcome[$2]-unknown} in
            ok) ;;
            unknown) echo "stage '$name' needs '$2', which is no stage before it" >&2 && exit 2 ;;
            *) missing+=("$2") ;;
        esac
        shift 2
    done
    if [ ${#missing[@]} -gt 0 ]; then
        outcome[$name]=missed
        summary+=("NOT RUN  $name: needs $(printf ', "%s"' "${missing[@]}" | cut -c3-)")
        echo "${summary[-1]}" >&2
        return 0
    fi
    echo "== $name"
    if ("$@"); then
        outcome[$name]=ok
        summary+=("ok       $((SECONDS - start)) s  $name")
        echo "${summary[-1]}"
    else
        outcome[$name]=failed
        summary+=("FAILED   $((SECONDS - start)) s  $name")
        echo "${summary[-1]}" >&2
    fi
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
