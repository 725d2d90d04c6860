// The script for zsh.
import { topicNames } from "../help/topic-names.ts";
import { flagWords, type ShellFlag, type ShellModel, takingValue } from "./shell-model.ts";
import type { Slot } from "./slots.ts";

export function zshScript({ commands, globals }: ShellModel): string {
  const offer = (slot: Slot): string => (typeof slot === "string" ? `_skein_${slot}` : `compadd -- ${slot.join(" ")}`);
  const described = (flags: readonly ShellFlag[]): string =>
    flags.flatMap((flag) => flagWords(flag).map((word) => quoted(`${word}:${flag.summary}`))).join(" ");
  return `#compdef skein
# zsh completion for skein: source <(skein completion zsh), after compinit
_skein_offer() {
  # Each "word:what it is"; shown with what it is.
  local -a names texts
  local one
  for one in "$@"; do names+=("\${one%%:*}"); texts+=("\${one%%:*}  -- \${one#*:}"); done
  compadd -l -d texts -a names
}
_skein_sessions() { compadd -- \${(f)"$(skein __complete sessions 2>/dev/null)"}; }
_skein_trash() { compadd -- \${(f)"$(skein __complete trash 2>/dev/null)"}; }
_skein_agents() { compadd -- \${(f)"$(skein __complete agents 2>/dev/null)"}; }
_skein_modes() { compadd -- \${(f)"$(skein __complete modes 2>/dev/null)"}; }
_skein_keys() { compadd -- \${(f)"$(skein __complete keys 2>/dev/null)"}; }
_skein_commands() { _skein_offer ${commands.flatMap(({ words, summary }) => words.map((word) => quoted(`${word}:${summary}`))).join(" ")}; }
_skein_topics() { _skein_commands; compadd -- ${topicNames.join(" ")}; }
_skein_directories() { _files -/; }
_skein_files() { _files; }
_skein_nothing() { return 1; }
_skein() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" command="" word
  local -i i place=0 skip=0
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if ((skip)); then skip=0; continue; fi
    case "$command:$word" in
      *:(${takingValue(globals).join("|")})) skip=1 ;;
${commands
  .filter(({ flags }) => takingValue(flags).length > 0)
  .map(({ words, flags }) => `      (${words.join("|")}):(${takingValue(flags).join("|")})) skip=1 ;;`)
  .join("\n")}
      *:-) place+=1 ;;
      *:-*) ;;
      :*) command="$word" ;;
      *) place+=1 ;;
    esac
  done
  if ((skip)); then
    case "$command:$prev" in
${globals.flatMap((flag) => (flag.value === null ? [] : [`      *:(${flagWords(flag).join("|")})) ${offer(flag.value)} ;;`])).join("\n")}
${commands
  .flatMap(({ words, flags }) =>
    flags.flatMap((flag) =>
      flag.value === null ? [] : [`      (${words.join("|")}):(${flagWords(flag).join("|")})) ${offer(flag.value)} ;;`],
    ),
  )
  .join("\n")}
    esac
    return
  fi
  local -a global=(${described(globals)})
  case "$command" in
    "") if [[ "$cur" == -* ]]; then _skein_offer $global; else _skein_commands; _files -/; fi ;;
${commands
  .map(({ words, flags, slots, isRepeating }) => {
    const places = slots.map((slot, index) => {
      const isLast = index === slots.length - 1;
      return `        ${isLast && isRepeating ? "*" : index}) ${offer(slot)} ;;`;
    });
    return `    (${words.join("|")}))
      if [[ "$cur" == -* ]]; then _skein_offer ${described(flags)} $global; return; fi
      case "$place" in
${places.join("\n")}
      esac ;;`;
  })
  .join("\n")}
  esac
}
if [[ "\${funcstack[1]}" == "_skein" ]]; then _skein "$@"; else compdef _skein skein; fi
`.replaceAll(/\n\n+/g, "\n");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
