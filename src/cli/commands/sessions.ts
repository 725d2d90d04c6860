// `skein sessions`: what every session is doing. It must start fast, so it loads nothing that folds logs.
import { isAbsolute, resolve } from "node:path";
import type { Client } from "../../client/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Memory, sessionTable } from "../render/session-table.ts";
import { tildePath } from "../render/tilde-path.ts";

export const command = defineCommand({
  name: "sessions",
  aliases: ["ls", "ps"],
  group: "WORK",
  summary: "List sessions",
  usage: "sessions",
  details: [
    "Newest activity first; the name of each directory's own session is bold.",
    "Archived sessions are left out, unless --archived or --all is given.",
    "--wide shows the memory of each agent with all that it has started; one without a process takes none.",
    '--json prints {"v":1,"sessions":[{"id","name","status","reason":{"code","text","seq"},"agent","head","active","workspace":{"id","path"},…}]}.',
  ],
  examples: [
    "skein sessions --workspace .",
    `skein ls --json | jq -r '.sessions[] | select(.status=="waiting") | .id'`,
  ],
  flags: {
    workspace: { type: "string", short: "w", value: "path", summary: "Only those of this directory" },
    all: { type: "boolean", summary: "Archived ones, too" },
    archived: { type: "boolean", summary: "Only archived ones" },
    wide: { type: "boolean", summary: "More columns: model, mode, turns, tokens, memory" },
  },
  maxPositionals: 0,
  async run({ io, flags, cwd, style, client, print, printJson }) {
    const { workspace } = flags;
    const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
    const skein = await client();
    const [sessions, memory] = await Promise.all([
      skein.sessions({ workspace: path, shelf: flags.archived ? "archived" : flags.all ? "all" : undefined }),
      flags.wide ? memoryBySession(skein) : null,
    ]);
    if (flags.json) {
      const withMemory = memory && sessions.map((one) => ({ ...one, memoryBytes: memory.get(one.id) ?? null }));
      printJson({ v: 1, sessions: withMemory ?? sessions });
    } else if (sessions.length === 0) {
      const where = path === undefined ? "" : ` in ${tildePath(path, io.env.HOME)}`;
      print(`No sessions${where} yet. Start one: skein new "fix the tests"`);
    } else {
      const lines = await sessionTable(sessions, { style, nowMs: io.now(), home: io.env.HOME }, memory);
      for (const line of lines) print(line);
    }
    return exitCodes.ok.code;
  },
});

async function memoryBySession(client: Client): Promise<Memory> {
  const { items } = await client.processes();
  return new Map(items.map(({ session, bytes }) => [session, bytes]));
}
