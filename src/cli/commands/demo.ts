// `skein demo`: a conversation with the built-in demo agent, in a temporary directory.
import { defineCommand } from "../command.ts";
import { makeDemoDirectory } from "../demo/demo-directory.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";
import { shortId } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { tildePath } from "../text/tilde-path.ts";

const PATIENCE_MS = 120_000;

export const command = defineCommand({
  name: "demo",
  aliases: [],
  group: "START",
  summary: "Watch a conversation with the built-in demo agent",
  usage: "demo",
  effect: "none",
  flags: {},
  maxPositionals: 0,
  async run(context) {
    const { io, paths, style, print, flags } = context;
    if (flags.json) throw usageFailure("demo does not support --json", "omit --json; see: skein help demo");
    const [{ ensureDaemon }, { stopDaemon }, { playDemo }, { withDeadline }] = await Promise.all([
      import("../daemon/ensure-daemon.ts"),
      import("../daemon/stop-daemon.ts"),
      import("../demo/play-demo.ts"),
      import("../wait/deadline.ts"),
    ]);
    const { started } = await ensureDaemon({ io, paths });
    try {
      const client = await context.client();
      const cwd = await makeDemoDirectory(paths);
      const { session } = await client.create({ cwd, agent: "demo", name: "demo", env: clientEnvironment(io) });
      const id = shortId(session.id);
      print(`A session of the demo agent in ${tildePath(cwd, io.env.HOME)}: no model and no key, but real tools.`);
      print("");
      await withDeadline({ io, timeoutMs: PATIENCE_MS }, (deadline) =>
        playDemo({ client, session, deadline, style, write: (text) => void io.stdout.write(text) }),
      );
      await client.stop(session.id);
      print("");
      print(`Everything above is in the log, event by event: ${tildePath(paths.database, io.env.HOME)}`);
      print("Continue with");
      const skein = programName(io.env);
      print(`  ${skein} show ${id}     the transcript, from the log`);
      print(`  ${skein} export ${id}   the same as JSON lines`);
      print(`  ${skein}                   a session for the current directory`);
      return exitCodes.ok.code;
    } finally {
      if (started) await stopDaemon({ io, paths, agents: "stop" });
    }
  },
});

/** With `npm start` in a fresh checkout, there may be no skein on the PATH. */
const programName = (env: Io["env"]): string => (env.npm_lifecycle_event === undefined ? "skein" : "npx skein");
