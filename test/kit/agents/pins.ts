// The exact versions of the real agents in the tests: results of an agent that changes would mean nothing. All of them work without their
// packages' install scripts.

export interface Pin {
  readonly package: string;
  readonly version: string;
  /** What is started, as globs below node_modules; the first that is there. Native programs, where the package's own
   * entry is a loader that starts one: a signal to the loader spares its child. */
  readonly programs: readonly string[];
  /** Programs that unpack themselves before their first work: how to have them do it once, and into which directory. */
  readonly unpack?: { readonly env: Readonly<Record<string, string>>; readonly directory: string };
}

const system = `${process.platform}-${process.arch}`;

export const pins = {
  claude: {
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    programs: [`@anthropic-ai/claude-code-${system}/claude`, `@anthropic-ai/claude-code-${system}-musl/claude`],
  },
  gemini: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    programs: ["@google/gemini-cli/bundle/gemini.js"],
  },
  copilot: {
    package: "@github/copilot",
    version: "1.0.102",
    programs: [`@github/copilot-${system}/copilot`, `@github/copilot-linuxmusl-${process.arch}/copilot`],
    unpack: { env: { COPILOT_SEA_EXTRACT_ONLY: "1" }, directory: "COPILOT_PKG_CACHE_HOME" },
  },
  codex: {
    package: "@openai/codex",
    version: "0.166.0",
    programs: [`@openai/codex-${system}/vendor/*/bin/codex`],
  },
  opencode: {
    package: "opencode-ai",
    version: "1.18.33",
    programs: [`opencode-${system}/bin/opencode`, `opencode-${system}-musl/bin/opencode`],
  },
  pi: {
    package: "@earendil-works/pi-coding-agent",
    version: "0.87.1",
    programs: ["@earendil-works/pi-coding-agent/dist/bundle/cli.js"],
  },
} as const satisfies Record<string, Pin>;

export type AgentName = keyof typeof pins;

export const agentNames = Object.keys(pins) as AgentName[];
