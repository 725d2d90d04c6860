// The fold that people read. It accepts any window of a log, even one that starts in the middle of a message or a tool call.

import { type Event, type KnownEvent, understand } from "../event.ts";
import { endedText } from "../lifecycle/ended-text.ts";
import { finiteSum } from "../usage/reduce.ts";
import { type Block, type BlockOf, positionOf, type TurnUsage } from "./block.ts";
import { cutsOf, joinCuts } from "./cuts.ts";
import { addPermission } from "./question-blocks.ts";
import { addFile, addToolCall } from "./tool-blocks.ts";

export interface Transcript {
  blocks: readonly Block[];
  head: number;
  /** The texts of queued prompts: a withdrawn prompt's text is shown. */
  waiting: readonly Words[];
  /** What the newest turn has used so far, if its beginning is in the window. */
  spent: (TurnUsage & { turn: string }) | null;
}

type Words = Pick<BlockOf<"prompt">, "promptId" | "text" | "cuts">;

export const emptyTranscript: Transcript = { blocks: [], head: 0, waiting: [], spent: null };

/** Adds events. Overlap is harmless; unchanged blocks stay the same objects. */
export function extendTranscript(transcript: Transcript, events: readonly Event[]): Transcript {
  const blocks = [...transcript.blocks];
  let { head, waiting, spent } = transcript;
  for (const event of events) {
    if (event.seq <= head) continue;
    head = event.seq;
    const known = understand(event);
    if (known) {
      spent = spentAfter(spent, known);
      addEvent(blocks, known, { waiting, spent });
      waiting = waitingAfter(waiting, known);
    } else
      blocks.push({ ...positionOf(event), kind: "notice", code: "unknown_event", text: `event of type ${event.type}` });
  }
  return { blocks, head, waiting, spent };
}

function waitingAfter(waiting: readonly Words[], event: KnownEvent): readonly Words[] {
  switch (event.type) {
    case "prompt_queued":
    case "prompt_edited": {
      const { promptId, text } = event.data;
      if (text === undefined) return waiting;
      const others = waiting.filter((one) => one.promptId !== promptId);
      return [...others, { promptId, text, ...cutsOf(event) }];
    }
    case "user_prompt":
    case "prompt_withdrawn":
      return waiting.filter(({ promptId }) => promptId !== event.data.promptId);
    default:
      return waiting;
  }
}

function spentAfter(spent: Transcript["spent"], { type, data }: KnownEvent): Transcript["spent"] {
  if (type === "turn_start") return { turn: data.turn, inputTokens: 0, outputTokens: 0, costUsd: null };
  if (type !== "usage" || !spent || spent.turn !== data.turn) return spent;
  const { inputTokens, outputTokens, costUsd } = data;
  return {
    turn: spent.turn,
    inputTokens: finiteSum(spent.inputTokens, inputTokens),
    outputTokens: finiteSum(spent.outputTokens, outputTokens),
    costUsd: costUsd === undefined ? spent.costUsd : finiteSum(spent.costUsd ?? 0, costUsd),
  };
}

/** Nothing at all means that nothing was reported. */
function usageOf(spent: Transcript["spent"], turn: string): { usage?: TurnUsage } {
  if (spent?.turn !== turn) return {};
  const { turn: _, ...usage } = spent;
  const isNothing = usage.inputTokens === 0 && usage.outputTokens === 0 && usage.costUsd === null;
  return isNothing ? {} : { usage };
}

function addEvent(blocks: Block[], event: KnownEvent, { waiting, spent }: Pick<Transcript, "waiting" | "spent">): void {
  const place = { ...positionOf(event), ...cutsOf(event) };
  switch (event.type) {
    case "user_prompt": {
      const { promptId, text, files, command } = event.data;
      const also = { ...(files ? { files } : {}), ...(command ? { isCommand: true as const } : {}) };
      blocks.push({ ...place, kind: "prompt", promptId, text, ...also, by: event.by });
      return;
    }
    case "agent_message":
      addPiece(blocks, { ...place, kind: "message", ...event.data });
      return;
    case "agent_thought":
      addPiece(blocks, { ...place, kind: "thought", ...event.data });
      return;
    case "tool_call":
    case "tool_call_update":
      addToolCall(blocks, event);
      return;
    case "file_read":
    case "file_write":
      addFile(blocks, event);
      return;
    case "permission":
      addPermission(blocks, event);
      return;
    case "plan":
      blocks.push({ ...place, kind: "plan", entries: event.data.entries });
      return;
    case "task_start": {
      const { taskId, kind: taskKind, title, toolCallId = null } = event.data;
      blocks.push({ ...place, kind: "task", taskId, taskKind, title, toolCallId });
      return;
    }
    case "task_end": {
      const { taskId, outcome, summary = null } = event.data;
      const start = blocks.findLast((block) => block.kind === "task" && block.taskId === taskId);
      const title = start?.kind === "task" ? start.title : null;
      blocks.push({ ...place, kind: "task_end", taskId, title, outcome, summary });
      return;
    }
    case "turn_end": {
      const { turn, reason, error, durationMs } = event.data;
      const end = { turn, reason, error: error ?? null, durationMs: durationMs ?? null };
      blocks.push({ ...place, kind: "turn_end", ...end, ...usageOf(spent, turn) });
      return;
    }
    case "error":
      blocks.push({
        ...place,
        kind: "error",
        code: event.data.code,
        text: event.data.message,
        hint: event.data.hint ?? null,
      });
      return;
    case "notice":
      blocks.push({ ...place, kind: "notice", code: event.data.kind, text: event.data.text });
      return;
    case "lost":
      addLost(blocks, { ...place, kind: "notice", code: "lost", text: event.data.text });
      return;
    case "resume_failed": {
      const { message, hint } = event.data;
      blocks.push({ ...place, kind: "error", code: "resume_failed", text: message, hint });
      return;
    }
    case "mode_changed":
      blocks.push({ ...place, kind: "notice", code: "mode", text: `mode ${event.data.mode}` });
      return;
    case "mode_unset":
      blocks.push({ ...place, kind: "notice", code: "mode", text: "mode: the agent's default" });
      return;
    case "model_changed":
      blocks.push({ ...place, kind: "notice", code: "model", text: `model ${event.data.model}` });
      return;
    case "agent_exit": {
      const { outcome, text } = event.data;
      if (outcome === "crashed" || outcome === "lost")
        blocks.push({ ...place, kind: "error", code: outcome, text, hint: null });
      return;
    }
    case "session_start":
      if (event.data.resumed) blocks.push({ ...place, kind: "notice", code: "resumed", text: "session opened again" });
      return;
    case "session_end":
      blocks.push({ ...place, kind: "notice", code: "ended", text: endedText(event.data.reason) });
      return;
    case "unarchived":
      blocks.push({ ...place, kind: "notice", code: "unarchived", text: "session unarchived" });
      return;
    case "restored":
      blocks.push({ ...place, kind: "notice", code: "restored", text: "session restored from the trash" });
      return;
    case "prompt_withdrawn": {
      const { promptId, reason } = event.data;
      const { text = "", cuts } = waiting.find((one) => one.promptId === promptId) ?? {};
      const what = `a queued prompt was cancelled: ${reason}`;
      blocks.push({
        ...place,
        ...(cuts ? { cuts } : {}),
        kind: "notice",
        code: "withdrawn",
        text: text === "" ? what : `${what}\n${text.trimEnd()}`,
      });
      return;
    }
    case "quota_reached":
      blocks.push({ ...place, kind: "notice", code: "quota", text: event.data.text });
      return;
    case "limits_changed":
    case "quota_reported":
    case "prompt_waiting":
      return;
    case "rule_added":
      blocks.push({
        ...place,
        kind: "notice",
        code: "rule",
        text: `allowed from now on in this session: ${event.data.rule}`,
      });
      return;
    case "queue_paused": {
      const text = "the queue is held until you release it";
      if (event.by.kind === "daemon" && event.data.paused)
        blocks.push({ ...place, kind: "notice", code: "queue_held", text });
      return;
    }
    case "prompt_queued":
    case "prompt_edited":
    case "queue_ordered":
    case "turn_start":
    case "checkpoint":
    case "steer_taken":
    case "interrupt":
    case "task_stop":
    case "selected":
    case "acknowledged":
    case "arranged":
    case "agent_start":
    case "agent_bound":
    case "agent_parked":
    case "commands_listed":
    case "agent_configured":
    case "imported":
    case "external_id":
    case "renamed":
    case "archived":
    case "trashed":
    case "usage":
      return;
    default:
      event satisfies never;
  }
}

/** A piece is appended to the previous block if that is the same message; otherwise it starts a new block. */
function addPiece(blocks: Block[], piece: BlockOf<"message"> | BlockOf<"thought">): void {
  const last = blocks.at(-1);
  if (last?.kind === piece.kind && last.messageId === piece.messageId) {
    blocks[blocks.length - 1] = { ...last, text: last.text + piece.text, ...joinCuts(last, piece) };
  } else {
    blocks.push(piece);
  }
}

/** One block for a gap, however many events it had. */
function addLost(blocks: Block[], notice: BlockOf<"notice">): void {
  const last = blocks.at(-1);
  if (last?.kind !== "notice" || last.code !== notice.code || last.text !== notice.text) blocks.push(notice);
}
