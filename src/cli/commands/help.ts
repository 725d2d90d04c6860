// `skein help`: everything at a glance, one command, or what belongs to none of them.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { suggest } from "../suggest.ts";

export const command = defineCommand({
  name: "help",
  aliases: [],
  group: "CONNECT",
  summary: "Explain a command, exit codes, variables or the config",
  usage: "help [command | exit-codes | env | config]",
  effect: "none",
  flags: {},
  maxPositionals: 1,
  needsNoHome: true,
  async run({ flags, positionals, print, printJson }) {
    const [topic] = positionals;
    const text = await textFor(topic);
    if (flags.json) printJson({ v: 1, topic: topic ?? null, text });
    else print(text);
    return exitCodes.ok.code;
  },
});

async function textFor(topic: string | undefined): Promise<string> {
  const [{ commandHelp, helpText }, { commandWords, loadCommand }] = await Promise.all([
    import("../help/help.ts"),
    import("./table.ts"),
  ]);
  if (topic === undefined) return helpText();
  const [{ configHelp, environmentHelp, exitCodeHelp }, { topicNames }] = await Promise.all([
    import("../help/topics.ts"),
    import("../help/topic-names.ts"),
  ]);
  if (topic === "exit-codes") return exitCodeHelp();
  if (topic === "env") return environmentHelp();
  const found = await loadCommand(topic);
  if (found?.name === "config") return `${commandHelp(found)}\n${configHelp()}`;
  if (found) return commandHelp(found);
  const near = suggest(topic, [...commandWords, ...topicNames]);
  throw usageFailure(`no help on "${topic}"`, near ? `did you mean: skein help ${near}?` : "see: skein help");
}
