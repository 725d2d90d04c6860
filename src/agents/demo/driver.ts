// Drives the demo agent: how it is started, and what it is told.
import { access } from "node:fs/promises";
import { type Driver, defineDriver, type LaunchContext } from "../driver.ts";
import { demoState, idIn, readLine } from "./map.ts";
import type { AgentMessage } from "./protocol.ts";

const toLine = (message: AgentMessage): string => JSON.stringify(message);

function argvOf(program: string, { nativeId, newNativeId, stateDir }: LaunchContext): string[] {
  const conversation = nativeId === null ? ["--session-id", newNativeId] : ["--resume", nativeId];
  return [process.execPath, program, "--state-dir", stateDir, ...conversation];
}

/** `program` is the path of the built demo agent. */
export function createDemoDriver(program: string): Driver {
  return defineDriver(demoState, {
    id: "demo",
    title: "Demo agent",
    transport: "stream",
    capabilities: { resume: true, approvals: true, interrupt: true, modes: [], models: false },

    find: () =>
      access(program).then(
        () => ({ kind: "found", path: program, version: null }),
        () => ({ kind: "missing", tried: [program], install: "npm install -g skein" }),
      ),

    launch: (context) => ({ argv: argvOf(program, context), env: {} }),

    open: ({ run }) => ({ state: { run, prompt: null, questions: [] }, facts: [], writes: [] }),

    read: readLine,

    deliver: (state, { promptId, text }) => ({
      state: { ...state, prompt: promptId },
      facts: [],
      writes: [toLine({ type: "prompt", id: promptId, text })],
    }),

    answer(state, { permission, option, message }) {
      const question = state.questions.find((one) => idIn(state, one) === permission);
      if (question === undefined) return { state, facts: [], writes: [] };
      const answer: AgentMessage = { type: "answer", id: question, option, ...(message === null ? {} : { message }) };
      const questions = state.questions.filter((one) => one !== question);
      return { state: { ...state, questions }, facts: [], writes: [toLine(answer)] };
    },

    interrupt: (state) => ({ state, facts: [], writes: state.prompt === null ? [] : [toLine({ type: "interrupt" })] }),
  });
}
