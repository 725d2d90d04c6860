// An agent with the demo agent's protocol that puts the time into all its output: nanoseconds of the system's monotonic clock, which all
// processes share, taken just before the line is written. A prompt is a Speech in JSON.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentLine, AgentMessage } from "../../src/agents/demo/protocol.ts";
import type { Speech } from "../kit/stamps.ts";

const STDOUT = 1;
let count = 0;

function write(line: AgentLine): void {
  writeSync(STDOUT, `${JSON.stringify(line)}\n`);
}

/** Between two thirds and four thirds of it, so that it never runs in step with another timer. */
const about = (ms: number): number => ms * (2 / 3 + (2 / 3) * Math.random());

async function speak(prompt: string, speech: Speech): Promise<void> {
  const filler = "~".repeat(speech.bytes ?? 0);
  const stamp = (mark: "a" | "b"): string => `${mark}${process.hrtime.bigint()} ${filler}\n`;
  count++;
  if (speech.kind === "tool") {
    const call = `c${count}`;
    write({ type: "tool_start", call, title: "Run", kind: "execute", status: "running", input: {} });
    for (let said = 0; said < speech.count; said++) {
      await sleep(about(speech.everyMs));
      write({ type: "tool_output", call, output: stamp("a") });
    }
    write({ type: "tool_end", call, status: "completed", durationMs: 0 });
  } else {
    for (let message = 0; message < speech.count; message++) {
      await sleep(speech.restMs);
      for (let piece = 0; piece < speech.pieces; piece++) {
        if (piece > 0) await sleep(about(speech.everyMs));
        write({ type: "text", message: `m${count}-${message}`, text: stamp(piece === 0 ? "a" : "b") });
      }
    }
  }
  write({ type: "done", prompt, reason: "completed" });
}

write({ type: "ready", nativeId: "stamps", resumed: false, model: "stamps" });
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as AgentMessage;
  if (message.type === "prompt") void speak(message.id, JSON.parse(message.text) as Speech);
});
