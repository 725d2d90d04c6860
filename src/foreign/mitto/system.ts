// Mitto (a web interface for agents that speak ACP): metadata.json, events.jsonl and queue.json for each session.
import type { ForeignSystem } from "../system.ts";
import { defaultDirectory, sessionFolders } from "./files.ts";
import { mittoSession } from "./session.ts";

export const mitto: ForeignSystem = {
  name: "mitto",
  title: "Mitto",
  defaultDirectory: (env) => defaultDirectory(env),
  async open(directory, now) {
    const { folders, skipped } = await sessionFolders(directory);
    return { sessions: folders.map((folder) => mittoSession({ ...folder, now })), skipped };
  },
};
