// `skein completion`: a shell script that completes commands, flags, sessions and agents.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { writeAll } from "../io.ts";
import { safeLine } from "../text/safe-text.ts";

const shells = ["bash", "zsh", "fish"] as const;

export const command = defineCommand({
  name: "completion",
  aliases: [],
  group: "CONNECT",
  summary: "Print a completion script for your shell",
  usage: "completion bash | zsh | fish",
  details: [
    "  bash  in ~/.bashrc: source <(skein completion bash)",
    "  zsh   in ~/.zshrc, after compinit: source <(skein completion zsh)",
    "  fish  skein completion fish > ~/.config/fish/completions/skein.fish",
    "",
    "Session names come from the daemon if it runs; completion never starts it.",
  ],
  effect: "none",
  flags: {},
  maxPositionals: 1,
  needsNoHome: true,
  async run({ io, flags, positionals, printJson }) {
    const [typed] = positionals;
    const shell = shells.find((one) => one === typed);
    if (!shell)
      throw usageFailure(
        typed === undefined ? "no shell named" : `no completion for "${safeLine(typed)}"`,
        `one of: ${shells.join(", ")}`,
      );
    const script = await scriptFor(shell);
    if (flags.json) printJson({ v: 1, shell, script });
    else await writeAll(io.stdout, script);
    return exitCodes.ok.code;
  },
});

async function scriptFor(shell: (typeof shells)[number]): Promise<string> {
  const [{ shellModel }, { loadAllCommands }] = await Promise.all([
    import("../completion/shell-model.ts"),
    import("../command-table.ts"),
  ]);
  const model = shellModel(await loadAllCommands());
  if (shell === "bash") return (await import("../completion/bash.ts")).bashScript(model);
  if (shell === "zsh") return (await import("../completion/zsh.ts")).zshScript(model);
  return (await import("../completion/fish.ts")).fishScript(model);
}
