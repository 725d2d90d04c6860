// A tool call from its start to its one end, whatever happens in between.
import type { AgentLine } from "../protocol.ts";
import { inOneLine } from "./in-one-line.ts";
import type { Turn } from "./turn.ts";

const TITLE_CHARACTERS = 60;

type ToolStart = Extract<AgentLine, { type: "tool_start" }>;
type ToolEnd = Extract<AgentLine, { type: "tool_end" }>;

export type ToolCall = Pick<ToolStart, "title" | "kind" | "status" | "input">;

/** `work` gets the call's id and says how it ended. An error of its own fails the call, not the turn. */
export async function useTool(
  turn: Turn,
  tool: ToolCall,
  work: (call: string) => Promise<ToolEnd["status"]>,
): Promise<void> {
  const call = turn.newId("c");
  const start = performance.now();
  turn.output.line({ type: "tool_start", call, ...tool });
  const end = (status: ToolEnd["status"]) => {
    turn.output.line({ type: "tool_end", call, status, durationMs: Math.round(performance.now() - start) });
  };
  try {
    const status = await work(call);
    turn.signal.throwIfAborted();
    end(status);
  } catch (error) {
    if (turn.signal.aborted) {
      end("cancelled");
      throw error;
    }
    turn.output.line({ type: "tool_output", call, output: `${error instanceof Error ? error.message : error}\n` });
    end("failed");
  }
}

/** Short enough for a list. */
export function titled(verb: string, what: string): string {
  return `${verb} \`${inOneLine(what, TITLE_CHARACTERS)}\``;
}
