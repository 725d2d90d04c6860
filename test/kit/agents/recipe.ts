// How to run a real agent against the scripted model: without the user's settings, without network, with few retries.
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findProgram, programDirectory } from "./cache.ts";
import type { AgentName } from "./pins.ts";
import { claude } from "./recipes/claude.ts";
import { codex } from "./recipes/codex.ts";
import { copilot } from "./recipes/copilot.ts";
import { gemini } from "./recipes/gemini.ts";
import { opencode } from "./recipes/opencode.ts";
import { pi } from "./recipes/pi.ts";

export interface Place {
  readonly model: { readonly url: string; readonly key: string };
  /** The agent's home directory, of its own for every test. */
  readonly home: string;
}

export interface Settings {
  readonly env: Readonly<Record<string, string>>;
  /** Path below the home directory → content. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Recipe extends Settings {
  /** The native program where there is one; also on PATH under the agent's name. */
  readonly command: string;
}

const settings: Readonly<Record<AgentName, (place: Place) => Settings>> = {
  claude,
  gemini,
  copilot,
  codex,
  opencode,
  pi,
};

/** Writes the agent's files, and returns how to start it. `env` is the agent's whole environment. */
export function prepareAgent(agent: AgentName, place: Place): Recipe {
  const command = findProgram(agent);
  if (command === null) throw new Error(`${agent} is not installed: npm run agents:install`);
  const { env, files } = settings[agent](place);
  for (const [path, content] of Object.entries(files)) {
    const file = join(place.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  // Some write reports of their failures there.
  const temporary = join(place.home, "tmp");
  mkdirSync(temporary, { recursive: true });
  // For agents written in JavaScript: compiled once for all homes, not once for each.
  const compiled = join(tmpdir(), "skein-agents-cache");
  // Node first: agents written in JavaScript need the one they were installed with.
  const path = [programDirectory(agent), dirname(process.execPath), process.env.PATH].join(delimiter);
  return {
    command,
    files,
    env: {
      HOME: place.home,
      TMPDIR: temporary,
      PATH: path,
      NODE_COMPILE_CACHE: compiled,
      TERM: "dumb",
      NO_COLOR: "1",
      ...env,
    },
  };
}
