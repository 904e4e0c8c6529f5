# bash completion for hybridlab; `hybridlab completion bash` prints this.
_hybridlab() {
    local line word
    COMPREPLY=()
    while IFS= read -r line; do
        if [ "$line" = :files ]; then
            compopt -o default 2>/dev/null
        else
            # Of `--flag=value` bash replaces what is behind the sign.
            word=${line%%$'\t'*}
            case ${COMP_WORDS[COMP_CWORD]}:${COMP_WORDS[COMP_CWORD-1]} in
                =:*|*:=) word=${word#*=} ;;
            esac
            printf -v word %q "$word"
            COMPREPLY+=("$word")
        fi
    done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [ ${#COMPREPLY[@]} = 1 ]; then
        case ${COMPREPLY[0]} in *:) compopt -o nospace 2>/dev/null ;; esac
    fi
}
complete -F _hybridlab hybridlab
