// Drives Codex: as one long-lived app-server, or as a process for each prompt. Both go on with the same conversations.
import type { Driver, Ways } from "../driver.ts";
import { createAppServerDriver } from "./app-server/driver.ts";
import { createExecDriver } from "./exec/driver.ts";

export const createCodexDriver = ({ transport }: { transport: "stream" | "oneshot" }): Driver =>
  transport === "stream" ? createAppServerDriver() : createExecDriver();

export const codexWays = (): Ways => ({ stream: createAppServerDriver(), oneshot: createExecDriver() });
