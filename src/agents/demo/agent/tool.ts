// A tool call from its start to its one end, whatever happens in between.
import { messageOf } from "../../../system/index.ts";
import type { AgentLine } from "../protocol.ts";
import { inOneLine } from "./in-one-line.ts";
import type { Turn } from "./turn.ts";

const TITLE_CHARACTERS = 60;

type ToolStart = Extract<AgentLine, { type: "tool_start" }>;
type ToolEnd = Extract<AgentLine, { type: "tool_end" }>;

export type ToolCall = Pick<ToolStart, "title" | "kind" | "status" | "input">;

/**
 * `work` gets the call's id and says how it ended. An error of its own fails the call, not the turn. What is pending runs once `work` says so:
 * the time until then is the person's, and not the tool's.
 */
export async function useTool(
  turn: Turn,
  tool: ToolCall,
  work: (call: string, run: () => void) => Promise<ToolEnd["status"]>,
): Promise<void> {
  const call = turn.newId("c");
  let start = tool.status === "running" ? performance.now() : null;
  turn.output.line({ type: "tool_start", call, ...tool });
  const run = () => {
    start = performance.now();
    turn.output.line({ type: "tool_running", call });
  };
  const end = (status: ToolEnd["status"]) => {
    const took = start === null ? {} : { durationMs: Math.round(performance.now() - start) };
    turn.output.line({ type: "tool_end", call, status, ...took });
  };
  try {
    const status = await work(call, run);
    turn.signal.throwIfAborted();
    end(status);
  } catch (error) {
    if (turn.signal.aborted) {
      end("cancelled");
      throw error;
    }
    turn.output.line({ type: "tool_output", call, output: `${messageOf(error)}\n` });
    end("failed");
  }
}

/** Short enough for a list. */
export function titled(verb: string, what: string): string {
  return `${verb} \`${inOneLine(what, TITLE_CHARACTERS)}\``;
}
