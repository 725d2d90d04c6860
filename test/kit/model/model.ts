// A model server on loopback that says what a script tells it to, in the wire formats that agents speak. See README.md.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Gates } from "./gates.ts";
import { conversationOf, hasKey, withoutSecrets } from "./headers.ts";
import { type Plan, plan, type Script } from "./plan.ts";
import { play } from "./play.ts";
import { newestPrompt } from "./prompt.ts";
import { type Exchange, type ModelTurn, turnsOf } from "./record.ts";
import type { ModelRequest } from "./request.ts";
import { parseScript, type Step } from "./script.ts";
import { refuse, sendJson, stageFor } from "./stage.ts";
import { anthropic } from "./wire/anthropic.ts";
import { chat } from "./wire/chat.ts";
import { gemini } from "./wire/gemini.ts";
import { responses } from "./wire/responses.ts";
import type { Wire } from "./wire/wire.ts";

// Not a word that could occur in what the model says: Copilot blots out its key wherever it sees it.
const KEY = "sk-ant-skein-0f3a91c7";

const routes: readonly (readonly [RegExp, Wire])[] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, chat],
  [/:(stream)?[gG]enerateContent$/, gemini],
];

export interface Model {
  /** Without a path: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** The only key that is accepted. */
  readonly key: string;
  /** All requests of agents to the model, in order of arrival. */
  readonly exchanges: readonly Exchange[];
  /** Requests for anything else, such as `GET /v1/models`: what an agent looks for besides. */
  readonly strays: readonly string[];
  /** The turns that the prompt with this word opened: one, if it reached the model once. See turnsOf. */
  turns(marker: string): ModelTurn[];
  /** What to say to prompts that contain `prompt`, instead of their directives; without it, to prompts that have none. */
  script(steps: readonly Step[] | string, prompt?: string): void;
  /** Resolves when a stream waits at this gate. */
  reached(gate: string): Promise<void>;
  /** Opens a gate for all who wait at it, and who will come to it. */
  open(gate: string): void;
  /** Hangs up on everyone; rejects if there was a request that the server couldn't read. */
  close(): Promise<void>;
}

export async function startModel(): Promise<Model> {
  const gates = new Gates();
  const exchanges: Exchange[] = [];
  const strays: string[] = [];
  const scripts: Script[] = [];
  const attempts = new Map<string, number>();
  const answering = new Set<Promise<void>>();
  let fault: unknown = null;

  async function answer(wire: Wire, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(incoming.url ?? "/", "http://model");
    const body = await json(incoming);
    const read = wire.read(body, path);
    const request: ModelRequest = { ...read, conversation: conversationOf(incoming) ?? read.conversation };
    const planned: Plan = plan(request, scripts);
    const attempt = (attempts.get(planned.attemptKey) ?? 0) + 1;
    attempts.set(planned.attemptKey, attempt);
    const exchange: Exchange = {
      wire: wire.name,
      path,
      headers: withoutSecrets(incoming),
      body,
      model: request.model,
      conversation: request.conversation,
      system: request.system,
      entries: request.entries,
      tools: request.tools.map(({ name }) => name),
      prompt: newestPrompt(request.entries)?.text ?? null,
      isAside: planned.isAside,
      isAuthorized: hasKey(incoming, KEY),
      attempt,
      steps: planned.steps,
      outcome: "answering",
    };
    exchanges.push(exchange);
    if (!exchange.isAuthorized) {
      exchange.outcome = "refused";
      refuse(response, wire, { status: 401, message: "invalid key", retryAfterS: null });
      return;
    }
    exchange.outcome = await play({ steps: planned.steps, attempt, request, gates }, stageFor(response, wire, request));
  }

  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://model");
    const wire = incoming.method === "POST" ? routes.find(([path]) => path.test(pathname))?.[1] : undefined;
    if (wire === undefined) {
      strays.push(`${incoming.method} ${pathname}`);
      incoming.resume();
      const { status, body } = beside(pathname);
      sendJson(response, status, body);
      return;
    }
    const answered = answer(wire, incoming, response)
      .catch((error: unknown) => {
        // A request that this server can't read is a fault of the server: close() says so.
        if (incoming.complete) fault ??= error;
        if (response.headersSent) response.destroy();
        else sendJson(response, 400, { error: { message: `the scripted model can't read this: ${error}` } });
      })
      .finally(() => answering.delete(answered));
    answering.add(answered);
  });
  // Agents that take it for a proxy: whatever they look for outside is refused, and seen.
  server.on("connect", (incoming, socket) => {
    strays.push(`CONNECT ${incoming.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  // Agents that sit idle between turns keep their connection: closing it would race with their next request.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    key: KEY,
    exchanges,
    strays,
    turns: (marker) => turnsOf(marker, exchanges),
    script(steps, prompt) {
      const script = { steps: typeof steps === "string" ? parseScript(steps) : steps };
      scripts.push(prompt === undefined ? script : { ...script, prompt });
    },
    reached: (gate) => gates.reached(gate),
    open: (gate) => gates.open(gate),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await Promise.all(answering);
      if (fault !== null) throw fault;
    },
  };
}

/** Counting tokens and listing models, in every format at once; everything else isn't there. */
function beside(path: string): { status: number; body: object } {
  if (path.endsWith("/count_tokens")) return { status: 200, body: { input_tokens: 100 } };
  if (path.endsWith(":countTokens")) return { status: 200, body: { totalTokens: 100 } };
  if (!/\/models\/?$/.test(path)) return { status: 404, body: { error: { message: `nothing at ${path}` } } };
  const id = "scripted-model";
  const data = [{ id, type: "model", object: "model", display_name: "Scripted", created: 1, owned_by: "skein" }];
  return { status: 200, body: { object: "list", data, has_more: false, models: [{ name: `models/${id}` }] } };
}
