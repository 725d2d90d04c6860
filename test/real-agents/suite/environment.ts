// What an agent's tools see of the place where the client ran.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Stage } from "../kit.ts";

/** What agents set for their children: a client that is such a child must not pass it on. */
const marks = [
  "AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_SSE_PORT",
  "CODEX_SANDBOX",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
  "PI_CODING_AGENT",
  "SKEIN_SESSION",
  "npm_lifecycle_event",
];

export const CLIENTS_KEY = "key-of-the-client-5c1d7f";

/** Of a client that runs inside of another agent. */
export const clientsVariables: Readonly<Record<string, string>> = {
  CLIENT_API_KEY: CLIENTS_KEY,
  ...Object.fromEntries(marks.map((name) => [name, "of-the-outer-agent"])),
  CLIENT_SAYS: "hello there",
};

/** `file` is what a tool's `env` has said. */
export function expectClientsVariables(stage: Stage, file: string): void {
  const variables = readFileSync(join(stage.cwd, file), "utf8").split("\n");
  expect(variables).toContain("CLIENT_SAYS=hello there");
  expect(variables.filter((line) => line.endsWith("=of-the-outer-agent"))).toEqual([]);
  // What `skein` means inside.
  expect(variables).toContain(`SKEIN_HOME=${stage.daemon.paths.home}`);
}
