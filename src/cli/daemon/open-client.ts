// The client of every command: a daemon that is not there is started by the first call that needs it.
import { Client, unixTransport } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import type { Io } from "../io.ts";
import { replacingOlder } from "./replace-daemon.ts";

export function openClient(io: Io, paths: Paths, { confirms = false } = {}): Client {
  return new Client({
    ...(confirms
      ? {
          confirm: async (requests) =>
            (await import("./confirm-on-terminal.ts")).confirmOnTerminal({ io, paths, requests }),
        }
      : {}),
    transport: replacingOlder(unixTransport(paths.socket), { io, paths }),
    name: "cli",
    revive: async () => {
      const { ensureDaemon } = await import("./ensure-daemon.ts");
      await ensureDaemon({ io, paths });
    },
  });
}
