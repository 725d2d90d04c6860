// `skein sessions`: what every session is doing. It must start fast, so it loads nothing that folds logs.
import { isAbsolute, resolve } from "node:path";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { sessionTable } from "../render/session-table.ts";
import { tildePath } from "../render/tilde-path.ts";

export const command = defineCommand({
  name: "sessions",
  aliases: ["ls", "ps"],
  group: "WORK",
  summary: "List sessions",
  usage: "sessions",
  details: [
    "Newest activity first; the name of each directory's own session is bold.",
    '--json prints {"v":1,"sessions":[{"id","name","status","reason":{"code","text","seq"},"agent","head","active","workspace":{"id","path"},…}]}.',
  ],
  examples: [
    "skein sessions --workspace .",
    `skein ls --json | jq -r '.sessions[] | select(.status=="waiting") | .id'`,
  ],
  flags: {
    workspace: { type: "string", short: "w", value: "path", summary: "Only those of this directory" },
  },
  maxPositionals: 0,
  async run({ io, flags, cwd, style, client, print, printJson }) {
    const { workspace } = flags;
    const path = workspace === undefined || isAbsolute(workspace) ? workspace : resolve(cwd, workspace);
    const sessions = await (await client()).sessions({ workspace: path });
    if (flags.json) {
      printJson({ v: 1, sessions });
    } else if (sessions.length === 0) {
      const where = path === undefined ? "" : ` in ${tildePath(path, io.env.HOME)}`;
      print(`No sessions${where} yet. Start one: skein new "fix the tests"`);
    } else {
      const lines = await sessionTable(sessions, { style, nowMs: io.now(), home: io.env.HOME });
      for (const line of lines) print(line);
    }
    return exitCodes.ok.code;
  },
});
