// The script for bash. It needs only bash itself, also the old one of macOS (3.2).
import { topicNames } from "../help/topic-names.ts";
import { allWords, flagWords, type ShellFlag, type ShellModel, takingValue } from "./shell-model.ts";
import type { Slot } from "./slots.ts";

export function bashScript(model: ShellModel): string {
  const { commands, globals } = model;
  const offer = (slot: Slot): string =>
    typeof slot === "string" ? `_skein_${slot}` : `_skein_words "${slot.join(" ")}"`;
  const values = (flags: readonly ShellFlag[]): string[] =>
    flags.flatMap((flag) =>
      flag.value === null ? [] : [`      ${flagWords(flag).join("|")}) ${offer(flag.value)}; return ;;`],
    );
  return `# bash completion for skein: source <(skein completion bash)
_skein_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_skein_sessions() { _skein_words "$(skein __complete sessions 2>/dev/null)"; }
_skein_trash() { _skein_words "$(skein __complete trash 2>/dev/null)"; }
_skein_agents() { _skein_words "$(skein __complete agents 2>/dev/null)"; }
_skein_modes() { _skein_words "$(skein __complete modes 2>/dev/null)"; }
_skein_keys() { _skein_words "$(skein __complete keys 2>/dev/null)"; }
_skein_commands() { _skein_words "${allWords(model).join(" ")}"; }
_skein_topics() { _skein_words "${[...allWords(model), ...topicNames].join(" ")}"; }
# A completed directory ends with its slash; a space in a name belongs to the name.
_skein_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen "$1" -- "$cur"))
}
_skein_directories() { _skein_paths -d; }
_skein_files() { _skein_paths -f; }
_skein_nothing() { COMPREPLY=(); }
_skein() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command="" word i place=0 skip=0
  COMPREPLY=()
  [ "$COMP_CWORD" -gt 0 ] && prev="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ "$skip" = 1 ]; then skip=0; continue; fi
    case "$command:$word" in
      *:${takingValue(globals).join("|*:")}) skip=1 ;;
${commands
  .filter(({ flags }) => takingValue(flags).length > 0)
  .map(({ words, flags }) => {
    const pairs = words.flatMap((word) => takingValue(flags).map((flag) => `${word}:${flag}`));
    return `      ${pairs.join("|")}) skip=1 ;;`;
  })
  .join("\n")}
      *:-) place=$((place + 1)) ;;
      *:-*) ;;
      :*) command="$word" ;;
      *) place=$((place + 1)) ;;
    esac
  done
  if [ "$skip" = 1 ]; then
    case "$prev" in
${values(globals).join("\n")}
    esac
    case "$command:$prev" in
${commands
  .flatMap(({ words, flags }) =>
    flags.flatMap(({ value, ...flag }) => {
      if (value === null) return [];
      const pairs = words.flatMap((word) => flagWords({ value, ...flag }).map((one) => `${word}:${one}`));
      return [`      ${pairs.join("|")}) ${offer(value)}; return ;;`];
    }),
  )
  .join("\n")}
    esac
    return
  fi
  local global="${globals.flatMap(flagWords).join(" ")}"
  case "$command" in
    "")
      case "$cur" in
        -*) _skein_words "$global" ;;
        *) _skein_commands; _skein_paths -d ;;
      esac ;;
${commands
  .map(({ words, flags, slots, isRepeating }) => {
    const places = slots.map((slot, index) => {
      const isLast = index === slots.length - 1;
      return `        ${isLast && isRepeating ? "*" : index}) ${offer(slot)} ;;`;
    });
    return `    ${words.join("|")})
      case "$cur" in -*) _skein_words "${flags.flatMap(flagWords).join(" ")} $global"; return ;; esac
      case "$place" in
${places.join("\n")}
      esac ;;`;
  })
  .join("\n")}
  esac
}
complete -F _skein skein
`.replaceAll(/\n\n+/g, "\n");
}
