// Finds out the id of a tool's conversation by sending it a prompt, for tools without a better way. It costs tokens.
import { setTimeout as delay } from "node:timers/promises";
import { isId, WORD } from "../../kit/id-shapes.ts";
import type { LinesWork } from "../protocol.ts";
import { startOneshot } from "./oneshot.ts";

type Capture = NonNullable<LinesWork["capture"]>;

export type Captured = { id: string } | { why: string };

/** As short as a prompt can be. */
const PROMPT = ".";

/** Waits for the tool's end, so that the conversation can be resumed; `signal` ends the wait and the tool. */
export async function captureSession(
  capture: Capture,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Captured> {
  const found: { id: string | null } = { id: null };
  const tool = startOneshot({
    ...capture,
    promptText: PROMPT,
    isGroup: true,
    onSaid(said) {
      if (said.type === "session") found.id = said.id;
    },
  });
  const timer = new AbortController();
  const timeout = delay(timeoutMs, "timeout" as const, { signal: AbortSignal.any([signal, timer.signal]) }).catch(
    () => "stopped" as const,
  );
  const end = await Promise.race([tool.ended, timeout]);
  timer.abort();
  if (end === "timeout" || end === "stopped") {
    tool.signal("SIGKILL");
    return { why: `it did not answer within ${timeoutMs / 1000} seconds` };
  }
  if (end.type === "unfit") return { why: end.text };
  if (end.code !== 0) return { why: `it ended with ${end.signal ?? `exit code ${end.code}`}` };
  if (found.id === null) return { why: "its answer has no value at session_id_json_path" };
  return isId(WORD, found.id) ? { id: found.id } : { why: "the value at session_id_json_path is not an id (one word)" };
}
