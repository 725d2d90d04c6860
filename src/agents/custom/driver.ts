// The driver of any command-line tool that config.toml describes, through Skein's runner, which converts its output to lines.
import type { LinesTool, OneshotTool } from "../../home/index.ts";
import type { DeliveredPrompt, Driver, LaunchContext, Reaction } from "../driver.ts";
import { defineDriver } from "../kit/define-driver.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { withMention } from "../kit/file-mention.ts";
import { WORD } from "../kit/id-shapes.ts";
import { identityOf } from "../kit/program.ts";
import { launchOf } from "./command-line.ts";
import { canResume, conversationOf, isNamedByUs } from "./conversation.ts";
import { type Reading, readLine } from "./map.ts";
import { typed } from "./prompt.ts";
import type { RunnerMessage } from "./protocol.ts";
import { type ToolState, toolState } from "./state.ts";

/** `runner` is the path of the built runner; `install` is the hint for a missing tool. */
interface CustomAgent {
  id: string;
  tool: OneshotTool | LinesTool;
  runner: string;
  install: string;
}

const toLine = (message: RunnerMessage): string => JSON.stringify(message);

export function createCustomDriver({ id, tool, runner, install }: CustomAgent): Driver {
  const isLongLived = tool.protocol === "lines";
  const reading: Reading = {
    name: id,
    protocol: tool.protocol,
    isNamedByUs: isNamedByUs(tool),
  };
  return defineDriver(toolState, {
    ...identityOf({
      ...{ id, title: id, command: tool.command, install },
      ids: { conversation: WORD, mark: null },
      probe: { version: null, login: null, models: null },
    }),
    transport: isLongLived ? "stream" : "oneshot",
    capabilities: {
      resume: canResume(tool),
      fork: "none",
      approvals: false,
      interrupt: isLongLived,
      steer: false,
      tasks: "untold",
      files: [ANY_FILE],
      modes: tool.dangerousFlag ? { auto: autoWith(tool.dangerousFlag) } : {},
      models: tool.modelFlag !== null,
      // They are not listed anywhere: the user knows them.
      commands: isLongLived,
    },

    forgetsMode: true,

    launch: (context) => launchOf(runner, tool, context),

    open: (context, prompt) => ({ state: freshState(tool, context, prompt), facts: [], writes: [] }),

    read: (state, line) => readLine(reading, state, line),

    stdin: withMention,

    deliver: (state, prompt) => (isLongLived ? deliver(tool, state, prompt) : silent(state)),

    // Such tools ask no questions.
    answer: silent,

    interrupt(state) {
      if (!state.isTurnOpen) return silent(state);
      return { state: { ...state, isInterrupting: true }, facts: [], writes: [toLine({ type: "interrupt" })] };
    },

    // Flags only apply at the start of a process.
    configure: () => null,
  });
}

const silent = (state: ToolState): Reaction<ToolState> => ({ state, facts: [], writes: [] });

/** What the flag allows depends on the tool; but people are certainly not asked. */
const autoWith = (flag: readonly string[]) =>
  ({ edits: "free", commands: "free", note: `started with ${flag.join(" ")}` }) as const;

function freshState(tool: OneshotTool | LinesTool, context: LaunchContext, prompt: DeliveredPrompt | null): ToolState {
  const { name, isResumed, blank } = conversationOf(tool, context);
  return {
    run: context.run,
    nativeId: name,
    isResuming: isResumed,
    blank,
    phase: "starting",
    isBound: false,
    given: 0,
    isTurnOpen: prompt !== null,
    hasSpoken: false,
    isInterrupting: false,
    failure: null,
  };
}

function deliver(tool: LinesTool, state: ToolState, prompt: DeliveredPrompt): Reaction<ToolState> {
  const { text, flattened } = typed(prompt, tool.multilineMarks);
  return {
    state: { ...state, given: state.given + 1, isTurnOpen: true, hasSpoken: false, isInterrupting: false },
    facts: flattened === null ? [] : [{ type: "notice", data: { kind: "one_line", text: flattened } }],
    writes: [toLine({ type: "prompt", text })],
  };
}
