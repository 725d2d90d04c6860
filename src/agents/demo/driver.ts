// The driver of the demo agent: its command line and its input.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { AgentDrivers, DeliveredPrompt, Driver, LaunchContext } from "../driver.ts";
import { defineDriver } from "../kit/define-driver.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { fileBelow } from "../kit/native-file.ts";
import { answer, demoState, MAX_STEERED, openQuestions, readLine, toLine } from "./map.ts";

const promptLine = (type: "prompt" | "steer", { promptId, text, files }: DeliveredPrompt): string =>
  toLine({
    ...{ type, id: promptId, text },
    ...(files ? { files: files.map(({ name, mediaType, path }) => ({ name, mediaType, path })) } : {}),
  });

function argvOf(program: string, { nativeId, newNativeId, fork, stateDir }: LaunchContext): string[] {
  const conversation = nativeId === null ? ["--session-id", newNativeId, ...forkFlags(fork)] : ["--resume", nativeId];
  return [process.execPath, program, "--state-dir", stateDir, ...conversation];
}

function forkFlags(fork: LaunchContext["fork"]): string[] {
  if (!fork) return [];
  return ["--fork", fork.nativeId, ...(fork.mark === null ? [] : ["--entries", fork.mark])];
}

/** `program` is the path of the built demo agent. */
export function createDemoDriver(program: string): Driver {
  return defineDriver(demoState, {
    id: "demo",
    title: "Demo agent",
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: true,
      interrupt: true,
      steer: true,
      tasks: "stoppable",
      files: [ANY_FILE],
      modes: {},
      models: false,
      commands: false,
    },
    ids: { conversation: /^[A-Za-z0-9][\w-]{0,99}$/, mark: /^\d{1,9}$/ },

    probe: { version: null, login: null, models: null },

    find: () =>
      access(program).then(
        () => ({ kind: "found", path: program, version: null }),
        () => ({ kind: "missing", tried: [program], install: "install Skein again: its demo agent is missing" }),
      ),

    launch: (context) => ({ argv: argvOf(program, context), env: {} }),

    nativeFiles: ({ stateDir }) => fileBelow(stateDir, "{id}.jsonl"),

    open: ({ run }) => ({
      state: { run, prompt: null, steered: [], questions: [], asked: 0, tasks: 0 },
      facts: [],
      writes: [],
    }),

    read: readLine,

    deliver: (state, prompt) => ({
      state: { ...state, prompt: prompt.promptId },
      facts: [],
      writes: [promptLine("prompt", prompt)],
    }),

    // Without a running turn the text starts one.
    steer: (state, prompt) => ({
      state:
        state.prompt === null
          ? { ...state, prompt: prompt.promptId }
          : { ...state, steered: [...state.steered, prompt.promptId].slice(-MAX_STEERED) },
      facts: [],
      writes: [promptLine("steer", prompt)],
    }),

    answer,

    openQuestions,

    interrupt: (state) => ({ state, facts: [], writes: state.prompt === null ? [] : [toLine({ type: "interrupt" })] }),

    stopTasks: (state) => ({ state, facts: [], writes: state.tasks === 0 ? [] : [toLine({ type: "stop_tasks" })] }),
  });
}

/** `programs` is the directory of the programs that are shipped with Skein. */
export const demoDrivers = (programs: string): AgentDrivers => ({
  stream: createDemoDriver(join(programs, "demo-agent.cjs")),
});
