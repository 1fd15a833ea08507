/// The completion script for bash, with additions to what the argument parser generates.
enum BashCompletion {
  /// Adds the named feeds, and files, to a generated script.
  static func script(_ generated: String) -> String {
    generated.replacing(
      "\ncomplete -o filenames -F _larder larder",
      with: "\n\(feeds)\ncomplete -o default -o filenames -F _larder_and_feeds larder")
  }

  /// A function that also offers feeds where one is expected: as the first word, and after `lint`.
  private static let feeds = #"""
    _larder_and_feeds() {
        _larder "$@"
        local -i place
        local word expected=subcommand
        for ((place = 1; place < COMP_CWORD; place++)); do
            word="${COMP_WORDS[place]}"
            case "${word}" in
            -c | --format | --network | --seed | --color | --home | --log | --report | --save | --as)
                ((place++))
                ;;
            -*) ;;
            *)
                if [[ "${expected}${word}" == subcommandlint ]]; then
                    expected=feeds
                elif [[ "${expected}" != feeds ]]; then
                    return
                fi
                ;;
            esac
        done
        # An option, or the value of one, is not a feed.
        if ((place > COMP_CWORD)) || [[ "$2" == -* ]]; then return; fi
        local name
        while IFS=$'\t' read -r name _; do
            if [[ "${name}" == "$2"* ]]; then COMPREPLY+=("${name}"); fi
        done < <("$1" demo --format tsv -c feeds 2>/dev/null | tail -n +2)
        # The files that lint takes are offered already.
        if [[ "${expected}" == feeds ]]; then return; fi
        while IFS= read -r name; do COMPREPLY+=("${name}"); done < <(compgen -f -- "$2")
    }

    """#
}
