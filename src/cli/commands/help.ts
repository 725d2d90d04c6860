// `skein help`: everything at a glance, one command, or the exit codes.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { suggest } from "../suggest.ts";

export const command = defineCommand({
  name: "help",
  aliases: [],
  group: "CONNECT",
  summary: "Explain a command, or the exit codes",
  usage: "help [command | exit-codes]",
  flags: {},
  maxPositionals: 1,
  async run({ positionals, print }) {
    const [topic] = positionals;
    print(await textFor(topic));
    return exitCodes.ok.code;
  },
});

async function textFor(topic: string | undefined): Promise<string> {
  const [{ commandHelp, exitCodeHelp, helpText }, { commandWords, loadCommand }] = await Promise.all([
    import("../help/help.ts"),
    import("./table.ts"),
  ]);
  if (topic === undefined) return helpText();
  if (topic === "exit-codes") return exitCodeHelp();
  const found = await loadCommand(topic);
  if (found) return commandHelp(found);
  const near = suggest(topic, [...commandWords, "exit-codes"]);
  throw usageFailure(`no help on "${topic}"`, near ? `did you mean: skein help ${near}?` : "see: skein help");
}
