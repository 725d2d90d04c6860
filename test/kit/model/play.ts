// Plays one reply to one request: step by step into a voice, until its end, an error, a cut, or nobody listens.
import { setTimeout as delay } from "node:timers/promises";
import type { Gates } from "./gates.ts";
import { type ModelRequest, userTexts } from "./request.ts";
import { notesOf, type Step } from "./script.ts";
import { toolCall } from "./tool-call.ts";
import { newId } from "./wire/ids.ts";
import type { Call, End, Fault, Usage, Voice } from "./wire/wire.ts";

/** How a reply went out: `voice` opens the stream, `refuse` answers with an error instead, `cut` breaks the connection. */
export interface Stage {
  readonly voice: Voice;
  refuse(fault: Fault): void;
  cut(): void;
  /** Aborted when the agent hangs up. */
  readonly signal: AbortSignal;
}

export type Outcome = "answered" | "refused" | "cut" | "abandoned";

interface Play {
  readonly steps: readonly Step[];
  /** From 1. */
  readonly attempt: number;
  readonly request: ModelRequest;
  readonly gates: Gates;
}

const usual: Usage = { input: 100, output: 20, cached: 0, thinking: 0 };
// Clients forget what they haven't read yet when a connection breaks.
const CUT_AFTER_MS = 50;
const RESULT_LENGTH = 200;

export async function play(reply: Play, stage: Stage): Promise<Outcome> {
  try {
    return await perform(reply, stage);
  } catch (error) {
    if (stage.signal.aborted) return "abandoned";
    throw error;
  }
}

async function perform({ steps, attempt, request, gates }: Play, stage: Stage): Promise<Outcome> {
  const { voice, signal } = stage;
  const calls: Call[] = [];
  const usage: Usage = { ...usual, ...steps.findLast((step) => step.do === "usage")?.usage };
  let reason: End["reason"] = "done";
  let chunkMs = 0;
  let isOpen = false;

  const open = () => {
    if (!isOpen) voice.open(usage);
    isOpen = true;
  };
  const say = async (chunks: readonly string[], speak: (chunk: string) => void) => {
    open();
    for (const chunk of chunks) {
      if (chunkMs > 0) await delay(chunkMs, undefined, { signal });
      signal.throwIfAborted();
      speak(chunk);
    }
  };
  const text = (chunks: readonly string[]) => say(chunks, (chunk) => voice.text(chunk));

  for (const step of steps) {
    switch (step.do) {
      case "text":
        await text(chunksOf(step.text, chunkMs > 0));
        break;
      case "words":
        await text(varied(step.count, step.perChunk));
        break;
      case "recall":
        await text([`I remember: ${userTexts(request.entries).flatMap(notesOf).join(", ") || "nothing"}.`]);
        break;
      case "result":
        await text([`Result: ${lastResult(request)}`]);
        break;
      case "think":
        await say(chunksOf(step.text, chunkMs > 0), (chunk) => voice.think(chunk));
        break;
      case "slow":
        chunkMs = step.ms;
        break;
      case "gate":
        open();
        await gates.pass(step.name, signal);
        break;
      case "length":
        reason = "length";
        break;
      case "error": {
        if (attempt > step.times) break;
        const fault: Fault = { ...step, message: `scripted error ${step.status}` };
        if (isOpen) voice.fail(fault);
        else stage.refuse(fault);
        return "refused";
      }
      case "cut":
        if (attempt > step.times) break;
        open();
        await delay(CUT_AFTER_MS, undefined, { signal });
        stage.cut();
        return "cut";
      case "hang":
        if (attempt > step.times) break;
        open();
        await delay(2 ** 31 - 1, undefined, { signal });
        break;
      case "usage":
      case "note":
      case "and":
        break;
      case "run":
      case "write":
      case "edit":
      case "read":
      case "call": {
        const call = toolCall(step, request.tools, newId("call"));
        if (call) calls.push(call);
        else await text([`No tool to ${step.do} among ${request.tools.map(({ name }) => name).join(", ")}.`]);
        break;
      }
      default:
        step satisfies never;
    }
  }

  open();
  for (const call of calls) voice.call(call);
  voice.close({ usage, reason: calls.length > 0 ? "calls" : reason });
  return "answered";
}

/** A few chunks; word by word where time passes between them. */
function chunksOf(text: string, byWord: boolean): string[] {
  const all = text.match(/\S+\s*|\s+/g) ?? [];
  const size = byWord ? 1 : Math.max(1, Math.ceil(all.length / 3));
  return all.flatMap((_, index) => (index % size === 0 ? [all.slice(index, index + size).join("")] : []));
}

/** No two words are the same: agents take repetition for a model that goes in circles. */
function varied(count: number, perChunk: number): string[] {
  const words = Array.from({ length: count }, (_, index) => `word${index + 1} `);
  return words.flatMap((_, index) => (index % perChunk === 0 ? [words.slice(index, index + perChunk).join("")] : []));
}

function lastResult({ entries }: ModelRequest): string {
  const result = entries.findLast(({ kind }) => kind === "result");
  return result?.kind === "result" ? result.text.replace(/\s+/g, " ").trim().slice(0, RESULT_LENGTH) : "none";
}
