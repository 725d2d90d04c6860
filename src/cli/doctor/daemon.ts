// The daemon: that one answers, and that it is of this version.
import { VERSION } from "../../home/index.ts";
import { relativeTime } from "../render/relative-time.ts";
import { tildePath } from "../render/tilde-path.ts";
import type { Check } from "./check.ts";

export const daemon: Check = {
  id: "daemon",
  async run({ io, paths, client }) {
    // Why there is none was said by whoever tried to start it.
    if (!client) return [];
    const { version, pid, startedAt } = (await client.server()).daemon;
    const facts = `${version}, pid ${pid}, started ${relativeTime(startedAt, io.now())}, on ${tildePath(paths.socket, io.env.HOME)}`;
    if (version === VERSION) return [{ state: "ok", title: "daemon", text: facts }];
    return [
      {
        state: "warning",
        title: "daemon",
        text: `${facts}; this command is of version ${VERSION}`,
        fix: "skein daemon stop: the next command starts the new one, and agents at work go on",
      },
    ];
  },
};
