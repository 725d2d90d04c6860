// The client of every command: its first call starts the daemon if none runs.
import { Client, unixTransport } from "../../client/index.ts";
import { type Paths, runMarkersIn } from "../../home/index.ts";
import type { Io } from "../io.ts";
import { enclosingRuns } from "./enclosing-runs.ts";
import { replacingOlder } from "./replace-daemon.ts";

export async function openClient(io: Io, paths: Paths, { confirms = false } = {}): Promise<Client> {
  const runs = enclosingRuns(io);
  if (!io.env.SKEIN_HOME && runs.length > 0) (await import("./another-home.ts")).refuseAnotherHome({ io, paths });
  return new Client({
    ...(confirms
      ? {
          confirm: async (requests) =>
            (await import("./confirm-on-terminal.ts")).confirmOnTerminal({ io, paths, requests }),
        }
      : {}),
    transport: replacingOlder(unixTransport(paths.socket), { io, paths }),
    // The client's name, as shown to people, tells terminals apart.
    name: io.terminal === null ? "cli" : `cli ${io.terminal}`,
    within: [...new Set([...runMarkersIn(io.env), ...runs.map(({ run }) => run)])],
    revive: async () => {
      const { ensureDaemon } = await import("./ensure-daemon.ts");
      await ensureDaemon({ io, paths });
    },
  });
}
