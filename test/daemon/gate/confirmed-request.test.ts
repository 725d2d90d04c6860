// A code is for the very request that it was asked for, whatever the names in its path are.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { Client, ConnectionError, unixTransport } from "../../../src/client/index.ts";
import { Codes } from "../../../src/daemon/gate/codes.ts";
import { isPersonCalling, openGate } from "../../../src/daemon/gate/gate.ts";
import { withStatus } from "../../../src/daemon/http/reply.ts";
import { serve } from "../../../src/daemon/http/serve.ts";
import { admitOwner } from "../../../src/daemon/http/visitor.ts";
import { operations } from "../../../src/protocol/index.ts";
import { rawRequest } from "../../kit/raw-request.ts";
import { tempDir } from "../../kit/temp-dir.ts";

/** A client whose person types each code that it is shown, where the system does not tell who calls. */
async function inTheDark(): Promise<{ client: Client; answered: unknown[]; socket: string; codes: Codes }> {
  const codes = new Codes({ monotonicMs: () => 0 });
  const gate = openGate({
    findCaller: async () => ({ kind: "unknown", why: "it is blind", isAlone: false, isLapse: false }) as const,
    confirmations: {
      accepts: (typed, request, command) => typed !== undefined && codes.accepts(typed, request, command),
    },
    hookMarker: "hook-",
    sessionOf: () => undefined,
  });
  const answered: unknown[] = [];
  const { answer, prompt } = operations;
  const listener = serve({
    operations: { answer, prompt },
    handlers: {
      answer({ params }) {
        answered.push(params.permission);
        return withStatus(200, {});
      },
      prompt: async ({ caller }) => withStatus(200, { isPerson: await isPersonCalling(caller) }),
    },
    admit: admitOwner,
    gate,
    context: {
      log: { summary: () => ({}) },
      drain: { isDraining: false },
    } as never,
  });
  const server = createServer(listener);
  const socket = `${tempDir()}/sock`;
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  const confirm = async (requests: readonly string[]): Promise<string> => codes.open(requests);
  return { client: new Client({ transport: unixTransport(socket), name: "cli", confirm }), answered, socket, codes };
}

test.for(["q1", 'r1-q"a"', "a b", "100%", "%41", "a%2Fb", "a/b", "ü", "a?b#c", "'()*!"])(
  "a question called %j is answered with its code",
  async (permission) => {
    const { client, answered } = await inTheDark();
    await client.answer("s", permission, { option: "yes" });
    expect(answered).toEqual([permission]);
  },
);

test("a prompt with a code that was shown for it is a person's, once; any other is nobody's", async () => {
  const { socket, codes } = await inTheDark();
  const path = "/v1/sessions/s/prompts";
  const isPerson = async (code?: string): Promise<unknown> => {
    const body = JSON.stringify({ id: crypto.randomUUID(), content: [{ type: "text", text: "hello" }] });
    const headers = {
      "content-type": "application/json",
      ...(code === undefined ? {} : { "skein-confirmation": code }),
    };
    return JSON.parse((await rawRequest({ socketPath: socket, method: "POST", path, headers, body })).body);
  };
  const code = codes.open([`POST ${path}`]);
  expect(await isPerson()).toEqual({ isPerson: false });
  expect(await isPerson(code)).toEqual({ isPerson: true });
  expect(await isPerson(code)).toEqual({ isPerson: false });
});

const post = (socketPath: string, path: string, { code, body }: { code: string; body: object }) =>
  rawRequest({
    socketPath,
    method: "POST",
    path,
    headers: { "content-type": "application/json", "skein-confirmation": code },
    body: JSON.stringify(body),
  });

test("a retry of a confirmed command, after an answer that was lost, is not refused; the same id with another body is", async () => {
  const { client, answered, socket, codes } = await inTheDark();
  const whole = unixTransport(socket);
  let left = 2;
  const losing = new Client({
    transport: async (request) => {
      const response = await whole(request);
      if (response.status >= 300 || left-- <= 0) return response;
      throw new ConnectionError("lost", "socket hang up");
    },
    name: "cli",
    confirm: async (requests) => codes.open(requests),
    wait: async () => {},
  });
  await losing.answer("s", "q1", { option: "yes" });
  expect(answered).toEqual(["q1", "q1", "q1"]);
  await client.answer("s", "q2", { option: "yes" });

  const path = "/v1/sessions/s/permissions/q3/answer";
  const code = codes.open([`POST ${path}`]);
  const id = crypto.randomUUID();
  const statusOf = async (body: object): Promise<number> => (await post(socket, path, { code, body })).status;
  expect(await statusOf({ id, option: "no" })).toBe(200);
  expect(await statusOf({ id, option: "yes" })).toBe(403);
  expect(await statusOf({ id: crypto.randomUUID(), option: "no" })).toBe(403);
  expect(await statusOf({ id, option: "no" })).toBe(200);
});

test("a request that can't be read uses up no code", async () => {
  const { socket, codes } = await inTheDark();
  const path = "/v1/sessions/s/permissions/q1/answer";
  const code = codes.open([`POST ${path}`]);
  expect((await post(socket, path, { code, body: { optoin: "yes" } })).status).toBe(400);
  const body = { id: crypto.randomUUID(), option: "yes" };
  expect((await post(socket, path, { code, body })).status).toBe(200);
});
