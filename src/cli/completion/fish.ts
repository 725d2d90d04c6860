// The script for fish.
import { topicNames } from "../help/topic-names.ts";
import { allWords, type ShellFlag, type ShellModel } from "./shell-model.ts";
import type { Slot } from "./slots.ts";

export function fishScript(model: ShellModel): string {
  const { commands, globals } = model;
  const offer = (slot: Slot): string => {
    if (slot === "nothing" || slot === "files") return "";
    if (slot === "directories") return " -a '(__fish_complete_directories)'";
    if (slot === "commands") return ` -a '${allWords(model).join(" ")}'`;
    if (slot === "topics") return ` -a '${[...allWords(model), ...topicNames].join(" ")}'`;
    return typeof slot === "string" ? ` -a '(skein __complete ${slot} 2>/dev/null)'` : ` -a '${slot.join(" ")}'`;
  };
  const flagLine = (condition: string, { name, short, value, summary }: ShellFlag): string => {
    const taking = value === null ? "" : value === "files" ? " -r" : ` -x${offer(value)}`;
    return `complete -c skein${condition} -l ${name}${short === null ? "" : ` -s ${short}`}${taking} -d ${quoted(summary)}`;
  };
  const isBare = `not __fish_seen_subcommand_from ${allWords(model).join(" ")}`;
  return [
    "# fish completion for skein: skein completion fish | source",
    "# True if that many words that are not flags follow the command.",
    "function __skein_place",
    "  set -l words (commandline -opc)",
    "  set -l place -2",
    "  for word in $words; string match -q -- '-?*' $word; or set place (math $place + 1); end",
    "  test $place -eq $argv[1]; or begin; test (count $argv) -gt 1; and test $place -ge $argv[1]; end",
    "end",
    "complete -c skein -f",
    ...globals.map((flag) => flagLine("", flag)),
    ...commands.flatMap(({ words, summary }) =>
      words.map((word) => `complete -c skein -n ${quoted(isBare)} -a ${word} -d ${quoted(summary)}`),
    ),
    `complete -c skein -n ${quoted(isBare)} -a '(__fish_complete_directories)'`,
    ...commands.flatMap(({ words, flags, slots, isRepeating }) => {
      const here = `__fish_seen_subcommand_from ${words.join(" ")}`;
      return [
        ...flags.map((flag) => flagLine(` -n ${quoted(here)}`, flag)),
        ...slots.flatMap((slot, index) => {
          const more = isRepeating && index === slots.length - 1 ? " more" : "";
          const condition = quoted(`${here}; and __skein_place ${index}${more}`);
          if (slot === "nothing") return [];
          return [`complete -c skein -n ${condition}${slot === "files" ? " -F" : offer(slot)}`];
        }),
      ];
    }),
    "",
  ].join("\n");
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
