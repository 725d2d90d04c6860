// `skein new`: a new session, with or without a first prompt.
import type { Client } from "../../client/index.ts";
import { beginSession } from "../attach/begin-session.ts";
import { type Context, defineCommand } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readPrompt } from "../input/read-prompt.ts";
import { nameAndId } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { nameGiven } from "../session/name-given.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { tildePath } from "../text/tilde-path.ts";

export const command = defineCommand({
  name: "new",
  aliases: [],
  group: "START",
  summary: "Start a session",
  usage: 'new ["<prompt>" | -]',
  details: [
    "In a terminal it opens the session, unless --detach is given; if you leave before sending anything, it is deleted, unless it has a",
    "--name.",
    "Without a terminal it waits for the end of the turn and prints the agent's last message, with the exit codes of `send --wait`;",
    "without a prompt it only creates the session.",
    '--json prints {"v":1,"session":{"id",…},…}.',
  ],
  examples: [
    'skein new "fix the flaky test" --name fix',
    'skein new "what would you change?" --agent claude --mode plan',
    'skein new "update the docs" --detach --json',
  ],
  effect: "none",
  flags: {
    name: { type: "string", formerly: ["n"], value: "name", summary: "Name of the session" },
    agent: { type: "string", short: "a", value: "agent", summary: "The agent; see: skein agents" },
    mode: { type: "string", value: "mode", summary: "Permission mode: ask, code, plan or auto" },
    model: { type: "string", short: "m", value: "model", summary: "The model" },
    detach: { type: "boolean", short: "d", summary: "Do not open the session and do not wait" },
  },
  maxPositionals: 1,
  takesText: true,
  async run(context) {
    const { io, flags, cwd, positionals } = context;
    if (flags.session !== undefined)
      throw usageFailure(
        "new does not take a session",
        `for an existing one: skein send ${safeLine(shellWord(flags.session))} "…"`,
      );
    const name = flags.name === undefined ? {} : { name: nameGiven(flags.name), exactName: true };
    const text = positionals[0] === undefined ? null : await readPrompt(positionals[0], io);
    const client = await context.client();
    const warning = await checkSettings(client, context, flags);
    const made = await client.create({
      cwd,
      env: clientEnvironment(io),
      ...name,
      ...(flags.agent === undefined ? {} : { agent: flags.agent }),
    });
    const { session } = made;
    if (flags.mode !== undefined) await client.setMode(session.id, flags.mode);
    if (flags.model !== undefined) await client.setModel(session.id, flags.model);
    if (warning !== null && !flags.quiet) io.stderr.write(warning);
    const line = `created ${nameAndId(session)} in ${tildePath(session.workspace.path, io.env.HOME)}`;
    const typed = positionals[0];
    const isKept = flags.name !== undefined;
    return beginSession(client, context, { made, text, typed, isDetached: flags.detach, isKept, line });
  },
});

type Settings = Readonly<Record<"agent" | "mode" | "model", string | undefined>>;

/** Refuses a bad mode or model before the session exists; returns a warning for a likely typo, or null. */
async function checkSettings(client: Client, { io }: Pick<Context, "io">, wanted: Settings): Promise<string | null> {
  const { agent, mode, model } = wanted;
  if (mode === undefined && model === undefined) return null;
  const look = { env: clientEnvironment(io), quick: true, ...(agent === undefined ? {} : { agent }) };
  const { items } = await client.inspectAgents(look);
  const chosen = items.find(({ id, isDefault }) => (agent === undefined ? isDefault : id === agent));
  // There is no agent of that name: creating the session reports it.
  if (!chosen) return null;
  const { refuseMode, refuseModel, unlistedModel } = await import("../session/agent-settings.ts");
  if (mode !== undefined) await refuseMode(chosen, mode);
  if (model === undefined) return null;
  refuseModel(chosen);
  return unlistedModel(chosen, model);
}
