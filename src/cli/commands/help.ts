// `skein help`: the overview, one command, or a topic.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { suggest } from "../suggest.ts";

export const command = defineCommand({
  name: "help",
  aliases: [],
  group: "CONNECT",
  summary: "Show help on a command, flags, exit codes, variables or the config",
  usage: "help [command | all | flags | exit-codes | env | config]",
  effect: "none",
  flags: {},
  maxPositionals: 1,
  needsNoHome: true,
  async run({ io, isInteractive, flags, positionals, printJson }) {
    const [topic] = positionals;
    const [{ helpWidth }, { printPaged }] = await Promise.all([
      import("../help/help.ts"),
      import("../programs/open-pager.ts"),
    ]);
    const text = await textFor(topic, helpWidth(io.stdout));
    if (flags.json) printJson({ v: 1, topic: topic ?? null, text });
    else await printPaged(text, { io, isInteractive });
    return exitCodes.ok.code;
  },
});

async function textFor(topic: string | undefined, width: number): Promise<string> {
  const [{ allCommandsHelp, commandHelp, globalFlagsHelp, helpText }, { commandWords, loadCommand }] =
    await Promise.all([import("../help/help.ts"), import("../command-table.ts")]);
  if (topic === undefined) return helpText(width);
  if (topic === "all") return allCommandsHelp(width);
  if (topic === "flags") return globalFlagsHelp(width);
  const [{ configHelp, environmentHelp, exitCodeHelp }, { topicNames }] = await Promise.all([
    import("../help/topics.ts"),
    import("../help/topic-names.ts"),
  ]);
  if (topic === "exit-codes") return exitCodeHelp(width);
  if (topic === "env") return environmentHelp(width);
  const found = await loadCommand(topic);
  if (found?.name === "config") {
    const { configDefinition } = await import("../../home/config.ts");
    return `${commandHelp(found, width)}\n${configHelp(configDefinition.keys, width)}`;
  }
  if (found) return commandHelp(found, width);
  const { familiarCommand } = await import("../familiar-words.ts");
  const [familiar = ""] = familiarCommand(topic)?.split(/[ ,]/) ?? [];
  const near = commandWords.includes(familiar) ? familiar : suggest(topic, [...commandWords, ...topicNames]);
  throw usageFailure(`no help on "${topic}"`, near ? `did you mean: skein help ${near}?` : "see: skein help");
}
