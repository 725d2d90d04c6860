// A session whose texts are all different, as an exported file: a compressed file of a repetitive one would say nothing.
import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

const startMs = Date.UTC(2026, 0, 1);
const PIECE = 110;
const OUTPUT = 900;

/** So many characters at a time. */
type Source = (characters: number) => string;

/** The source texts of Skein, one after the other. */
export function sourceTexts(): Source {
  const texts = globSync("{src,test,docs}/**/*.{ts,tsx,md}").sort();
  let [text, next] = ["", 0];
  return (characters) => {
    while (text.length < characters) text += readFileSync(texts[next++ % texts.length] ?? "", "utf8");
    const taken = text.slice(0, characters);
    text = text.slice(characters);
    return taken;
  };
}

/** What can't be compressed. */
export const randomTexts = (): Source => (characters) =>
  randomBytes(characters).toString("base64").slice(0, characters);

/** Turns of 26 events: thoughts, three tool calls with their output, text. */
export function* variedSession(session: string, events: number, textOf: Source): Generator<Uint8Array> {
  let seq = 0;
  const line = (type: string, data: object, by: object = { kind: "agent", name: "demo" }): Uint8Array => {
    const at = new Date(startMs + ++seq * 50).toISOString();
    return Buffer.from(`${JSON.stringify({ session, seq, at, type, by, data })}\n`);
  };
  const workspace = { id: "w", path: "/home/ada/project" };
  yield line("session_start", { agent: "demo", workspace, name: null, resumed: false }, { kind: "client" });
  for (let turn = 1; seq < events; turn++) {
    const id = `t${turn}`;
    const piece = (type: string): Uint8Array => line(type, { messageId: `${id}-${type}`, text: textOf(PIECE) });
    yield line("turn_start", { turn: id, promptId: `p${turn}` });
    yield line("user_prompt", { promptId: `p${turn}`, text: textOf(PIECE), turn: id }, { kind: "client", name: "cli" });
    for (let count = 0; count < 4; count++) yield piece("agent_thought");
    for (let call = 1; call <= 3; call++) {
      const toolCallId = `${id}-c${call}`;
      const input = { command: textOf(40) };
      yield line("tool_call", {
        toolCallId,
        title: `Run \`${input.command}\``,
        kind: "execute",
        status: "running",
        input,
      });
      yield line("tool_call_update", { toolCallId, output: textOf(OUTPUT) });
      yield line("tool_call_update", { toolCallId, status: "completed", durationMs: 840 });
    }
    for (let count = 0; count < 10; count++) yield piece("agent_message");
    yield line("turn_end", { turn: id, promptId: `p${turn}`, reason: "completed", durationMs: 1300 });
  }
}
