// Times in an agent's output, and their age when a reader has parsed the line.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { AgentLine, AgentMessage } from "../../src/agents/demo/protocol.ts";
import type { Daemon } from "./daemon.ts";
import type { Scene } from "./scene.ts";

export const stampingAgent = new URL("../children/stamping-agent.ts", import.meta.url);

export type Speech =
  /** Output of one tool, in chunks. */
  | { readonly kind: "tool"; readonly count: number; readonly everyMs: number; readonly bytes?: number }
  /** Messages with a pause before each; the first chunk of each is marked. */
  | {
      readonly kind: "text";
      readonly count: number;
      readonly restMs: number;
      readonly pieces: number;
      readonly everyMs: number;
      readonly bytes?: number;
    };

/** Milliseconds from the agent's write to the parsed line. */
export interface Ages {
  /** Tool output, or the first chunk of a message. */
  first: number[];
  /** The later chunks. */
  later: number[];
}

/** Adds the ages of all stamps in a text that was just parsed. */
function take(ages: Ages, text: string): void {
  const now = process.hrtime.bigint();
  for (const [, mark, stamp] of text.matchAll(/([ab])(\d{6,}) /g)) {
    ages[mark === "a" ? "first" : "later"].push(Number(now - BigInt(stamp!)) / 1e6);
  }
}

/** The same agent, read from a plain pipe: the baseline without Skein. */
export async function agesByPipe(scene: Scene, speech: Speech): Promise<Ages> {
  const child = spawn(process.execPath, [stampingAgent.pathname], { stdio: ["pipe", "pipe", "inherit"] });
  scene.defer(() => child.kill());
  const ages: Ages = { first: [], later: [] };
  try {
    const message: AgentMessage = { type: "prompt", id: "p1", text: JSON.stringify(speech) };
    child.stdin.write(`${JSON.stringify(message)}\n`);
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text) as AgentLine;
      if (line.type === "tool_output") take(ages, line.output);
      if (line.type === "text") take(ages, line.text);
      if (line.type === "done") break;
    }
    return ages;
  } finally {
    child.kill();
  }
}

export interface Following {
  readonly daemon: Daemon;
  readonly session: string;
  readonly speech: Speech;
  readonly followers: number;
}

/** Runs the session's agent with this many followers; returns all ages. */
export async function agesByFollowing(scene: Scene, { daemon, session, speech, followers }: Following): Promise<Ages> {
  const ages: Ages = { first: [], later: [] };
  const stop = new AbortController();
  scene.defer(() => stop.abort());
  const { head } = (await daemon.client.session(session)).session;
  let promptId: string | null = null;
  const following = Array.from({ length: followers }, () => {
    const caughtUp = Promise.withResolvers<void>();
    const client = daemon.newClient();
    const ended = (async () => {
      for await (const item of client.follow(session, { after: head, signal: stop.signal })) {
        if (item.kind === "frame") {
          if (item.frame.frame === "caught_up") caughtUp.resolve();
          continue;
        }
        const { type, data } = item.event as { type: string; data: Record<string, string> };
        if (type === "tool_call_update") take(ages, data.output ?? "");
        if (type === "agent_message") take(ages, data.text ?? "");
        if (type === "turn_end" && data.promptId === promptId) return;
      }
    })();
    return { caughtUp: caughtUp.promise, ended };
  });
  await Promise.all(following.map(({ caughtUp }) => caughtUp));
  promptId = await daemon.prompt(session, JSON.stringify(speech));
  await Promise.all(following.map(({ ended }) => ended));
  stop.abort();
  return ages;
}
