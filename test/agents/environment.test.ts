import { expect, test } from "vitest";
import { agentEnvironment } from "../../src/agents/environment.ts";

test("what the user has set stays", () => {
  const user = {
    PATH: "/usr/bin",
    HOME: "/home/ada",
    SSH_AUTH_SOCK: "/run/agent.sock",
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
    CLAUDE_CODE_MAX_RETRIES: "3",
    CLAUDE_CONFIG_DIR: "/home/ada/.claude",
    CODEX_HOME: "/home/ada/.codex",
    COPILOT_MODEL: "m",
    GEMINI_API_KEY: "k",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    OPENCODE_PERMISSION: "{}",
    OPENCODE_SERVER_PASSWORD: "secret",
    PI_CODING_AGENT_DIR: "/home/ada/.pi",
    NODE_OPTIONS: "--max-old-space-size=4096",
    NPM_TOKEN: "t",
    npm_config_registry: "http://127.0.0.1:2",
    EMPTY: "",
  };
  expect(agentEnvironment(user)).toEqual(user);
});

test("what says that the client runs inside an agent goes", () => {
  const markers = [
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "COPILOT_CLI",
    "GEMINI_CLI",
    "GEMINI_CLI_IDE_SERVER_PORT",
    "OPENCODE",
    "OPENCODE_PID",
    "PI_CODING_AGENT",
  ];
  expect(agentEnvironment(Object.fromEntries(markers.map((name) => [name, "1"])))).toEqual({});
});

test("what belongs to a package script, a test runner, a Node parent or Skein goes", () => {
  const surroundings = {
    INIT_CWD: "/src",
    npm_command: "run",
    npm_execpath: "/npm",
    npm_config_local_prefix: "/src",
    npm_lifecycle_event: "test",
    npm_package_json: "/src/package.json",
    VITEST: "true",
    VITEST_WORKER_ID: "1",
    NODE_CHANNEL_FD: "3",
    NODE_UNIQUE_ID: "1",
    SKEIN_RUN: "r1",
    SKEIN_HOME: "/skein",
  };
  expect(agentEnvironment({ ...surroundings, HOME: "/home/ada" })).toEqual({ HOME: "/home/ada" });
});

test("what no process can be given goes, and undefined is nothing", () => {
  expect(agentEnvironment({ A: undefined, "": "x", "B=C": "x", D: "a\0b", "E\0": "x", F: "a=b\nc" })).toEqual({
    F: "a=b\nc",
  });
});
