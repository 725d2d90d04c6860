// A small agent program that speaks ACP, for tests of agents that only config.toml describes. Its conversations are files in its working
// directory. Prompts: `ask` asks a question, `ask twice` asks two at once, `form twice` asks for two
// forms at once, `wait` waits for a cancel, everything else is echoed.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface Message {
  id?: string | number;
  method?: string;
  params?: { sessionId?: string; prompt?: { text: string }[] };
  result?: { outcome?: { outcome: string; optionId?: string }; content?: { size?: string } };
}

const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const fileOf = (sessionId: string): string => `conversation-${sessionId}.txt`;
let prompt: { id: string | number; sessionId: string } | null = null;

function chunk(sessionId: string, text: string): void {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  say({ method: "session/update", params: { sessionId, update } });
}

function end(stopReason: string): void {
  if (prompt) say({ id: prompt.id, result: { stopReason } });
  prompt = null;
}

function answer(text: string): void {
  if (!prompt) return;
  appendFileSync(fileOf(prompt.sessionId), `${text}\n`);
  chunk(prompt.sessionId, text);
  end("end_turn");
}

/** The answers to this turn's questions. */
let [asked, told]: [number, string[]] = [0, []];

function ask(sessionId: string, id: number): void {
  if (id === 0) [asked, told] = [0, []];
  asked++;
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const rawInput = { command: id === 0 ? "do it" : "do it again" };
  const toolCall = { toolCallId: `c${id + 1}`, title: "Do it", kind: "execute", rawInput };
  say({ id, method: "session/request_permission", params: { sessionId, toolCall, options } });
}

/** Two forms with the same field. */
function askForForms(sessionId: string): void {
  [asked, told] = [2, []];
  for (const [id, message] of ["First", "Second"].entries()) {
    const requestedSchema = { type: "object", properties: { size: { type: "string", enum: ["S", "L"] } } };
    say({ id, method: "elicitation/create", params: { sessionId, mode: "form", message, requestedSchema } });
  }
}

function take({ id, method, params, result }: Message): void {
  const sessionId = params?.sessionId ?? "";
  switch (method) {
    case "initialize":
      say({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
      return;
    case "session/new": {
      const made = `${process.env.ACP_NAME ?? "c"}-${process.pid}`;
      appendFileSync(fileOf(made), "");
      say({ id, result: { sessionId: made } });
      return;
    }
    case "session/load":
      if (!existsSync(fileOf(sessionId))) {
        say({ id, error: { code: -32002, message: `No conversation ${sessionId}.` } });
        return;
      }
      for (const line of readFileSync(fileOf(sessionId), "utf8").split("\n").filter(Boolean)) chunk(sessionId, line);
      say({ id, result: null });
      return;
    case "session/prompt": {
      prompt = { id: id ?? 0, sessionId };
      const text = params?.prompt?.[0]?.text ?? "";
      if (text === "wait") chunk(sessionId, "waiting");
      else if (text === "ask") ask(sessionId, 0);
      else if (text === "ask twice") for (const number of [0, 1]) ask(sessionId, number);
      else if (text === "form twice") askForForms(sessionId);
      else answer(`heard ${text}`);
      return;
    }
    case "session/cancel":
      end("cancelled");
      return;
    case undefined:
      told.push(result?.outcome?.optionId ?? result?.content?.size ?? "nothing");
      if (told.length === asked) answer(`was told ${told.join(", ")}`);
  }
}

createInterface({ input: process.stdin }).on("line", (line) => take(JSON.parse(line) as Message));
