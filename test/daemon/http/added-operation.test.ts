// An operation that is added as one record and a handler: everything else follows from them.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { routeTable as referenceOf } from "../../../scripts/cli-reference/wire.ts";
import { openapi } from "../../../scripts/schemas/openapi.ts";
import { routeOf, routeTable } from "../../../scripts/schemas/route-table.ts";
import { unixTransport } from "../../../src/client/index.ts";
import { Wire } from "../../../src/client/wire.ts";
import type { Caller } from "../../../src/core/index.ts";
import { openGate } from "../../../src/daemon/gate/gate.ts";
import { serve } from "../../../src/daemon/http/serve.ts";
import { admitOwner } from "../../../src/daemon/http/visitor.ts";
import type { Operation, OperationName } from "../../../src/protocol/index.ts";
import type { CommandRequest, Result } from "../../../src/session/index.ts";
import { rawRequest } from "../../kit/raw-request.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const echo: Operation = {
  method: "POST",
  path: "/v1/sessions/:session/echo/:times",
  summary: "Says the same again.",
  about: "session",
  feature: "sessions",
  access: "write",
  peopleOnly: "hear an echo",
  repeat: "harmless",
  isLong: true,
  query: z.object({ loud: z.string().optional().meta({ description: "How.", type: "string" }) }),
  body: z.strictObject({ id: z.uuid(), text: z.string().describe("What to say.") }),
  answer: z.object({ said: z.string() }).meta({ id: "Echo" }),
  status: 201,
};

/** Recorded, and for people where it is loud. */
const ring: Operation = {
  method: "PUT",
  path: "/v1/sessions/:session/bell",
  summary: "Rings.",
  about: "session",
  access: "write",
  peopleOnlyIf: (body) => ("isLoud" in body && body.isLoud ? "wake people" : null),
  repeat: "receipt",
  body: z.strictObject({ id: z.uuid(), isLoud: z.boolean() }),
  answer: z.object({ outcome: z.object({ state: z.string() }) }),
};

/** Takes a file. */
const engrave: Operation = {
  method: "POST",
  path: "/v1/bells",
  summary: "Puts an inscription on every bell.",
  about: "session",
  access: "write",
  repeat: "once",
  takes: "text/plain",
  answer: z.object({}),
};

const byTester = { kind: "client", address: "unix", name: "tester" };
const ID = "00000000-0000-4000-8000-000000000001";

/** A server that has these operations and no other. */
async function serving() {
  const state = {
    caller: { kind: "person" } as Caller,
    isDraining: false,
    submitted: [] as CommandRequest[],
    result: { kind: "done", answer: { outcome: { state: "rung" } }, isReplay: false } as unknown as Result,
  };
  const session = {
    load: async () => {},
    submit: async (request: CommandRequest) => {
      state.submitted.push(request);
      return state.result;
    },
  };
  const listener = serve({
    operations: { echo, ring, engrave },
    handlers: {
      echo: ({ params, query, body, by }) => ({
        said: [body.text.repeat(Number(params.times)), query.loud, by.name].join(" "),
      }),
      ring: ({ submit }) => submit({ type: "select" }),
      engrave: () => ({}),
    },
    admit: admitOwner,
    gate: openGate({
      findCaller: async () => state.caller,
      confirmations: { accepts: () => false },
      hookMarker: "hook-",
      sessionOf: () => undefined,
    }),
    context: {
      log: { summary: (id: string) => (id === "s1" ? {} : null) },
      sessions: { get: () => session },
      drain: {
        get isDraining() {
          return state.isDraining;
        },
      },
      journal: { error: () => {} },
    } as never,
  });
  const server = createServer(listener);
  const socketPath = `${tempDir()}/sock`;
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => void server.close());
  const ask = async (
    body: object,
    { path = "/v1/sessions/s1/echo/2?loud=very", method = "POST", type = "application/json" } = {},
  ) => {
    const headers = { "content-type": type, "skein-client": "tester" };
    const answer = await rawRequest({ socketPath, method, path, headers, body: JSON.stringify(body) });
    const { code, said, outcome, replayed } = JSON.parse(answer.body) as Record<string, unknown>;
    return [answer.status, code ?? said ?? outcome, ...(replayed ? ["replayed"] : [])];
  };
  const ringIt = (isLoud = false) => ask({ id: ID, isLoud }, { method: "PUT", path: "/v1/sessions/s1/bell" });
  return { state, ask, ring: ringIt, socketPath };
}

test("it is routed, read, checked and answered", async () => {
  const { ask } = await serving();
  expect(await ask({ id: ID, text: "oh" })).toEqual([201, "ohoh very tester"]);
  expect(await ask({ id: ID, txet: "oh" })).toEqual([400, "invalid_body"]);
  expect(await ask({ id: ID, text: "oh", more: 1 })).toEqual([400, "unknown_field"]);
  expect(await ask({ text: "oh" })).toEqual([400, "id_required"]);
  expect(await ask({ id: ID, text: "oh" }, { path: "/v1/sessions/s2/echo/2" })).toEqual([404, "session_not_found"]);
  expect(await ask({ id: ID, text: "oh" }, { path: "/v1/sessions/s1/echo" })).toEqual([404, "route_not_found"]);
  expect(await ask({ id: ID, text: "oh" }, { method: "PUT" })).toEqual([404, "route_not_found"]);
});

test("it is for people, and not while the daemon shuts down", async () => {
  const { ask, state } = await serving();
  state.caller = { kind: "agent" };
  expect(await ask({ id: ID, text: "oh" })).toEqual([403, "self_approval"]);
  state.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  expect(await ask({ id: ID, text: "oh" })).toEqual([403, "confirmation_required"]);
  state.caller = { kind: "person" };
  state.isDraining = true;
  expect(await ask({ id: ID, text: "oh" })).toEqual([503, "draining"]);
});

test("where its body says so it is for people, and otherwise for everybody", async () => {
  const { ring, state } = await serving();
  state.caller = { kind: "agent" };
  expect(await ring(true)).toEqual([403, "self_approval"]);
  expect(await ring()).toEqual([200, { state: "rung" }]);
  state.caller = { kind: "person" };
  expect(await ring(true)).toEqual([200, { state: "rung" }]);
});

test("it is recorded under its id with what tells a retry from another command; what became of it is the answer", async () => {
  const { ring, state } = await serving();
  await ring();
  await ring();
  await ring(true);
  const [first, again, other] = state.submitted;
  expect(first).toEqual({ id: ID, bodyHash: first?.bodyHash, by: byTester, command: { type: "select" } });
  expect(again).toEqual(first);
  expect(other?.bodyHash).not.toBe(first?.bodyHash);
  state.result = { ...state.result, isReplay: true } as Result;
  expect(await ring()).toEqual([200, { state: "rung" }, "replayed"]);
  state.result = { kind: "id_reused" };
  expect(await ring()).toEqual([409, "id_reused"]);
  state.result = { kind: "rejected", rejection: { code: "in_trash", detail: "It is in the trash." } };
  expect(await ring()).toEqual([410, "in_trash"]);
});

test("a body that is no JSON comes as what it takes", async () => {
  const { ask } = await serving();
  expect(await ask({}, { path: "/v1/bells", type: "text/plain; charset=utf-8" })).toEqual([200, undefined]);
  expect(await ask({}, { path: "/v1/bells" })).toEqual([415, "unsupported_media"]);
});

test("a client calls it by its name, with what its record says", async () => {
  const { state, socketPath } = await serving();
  const routes = { echo: routeOf(echo), ring: routeOf(ring), engrave: routeOf(engrave) };
  const options = { transport: unixTransport(socketPath), name: "tester", newId: () => ID };
  const wire = new Wire(options, routes as never);
  const call = (name: keyof typeof routes, input: object): Promise<unknown> =>
    wire.call(name as OperationName, input as never);
  const params = { session: "s1", times: "2" };
  expect(await call("echo", { params, query: { loud: "very" }, body: { text: "oh" } })).toEqual({
    said: "ohoh very tester",
  });
  expect(await call("ring", { params, body: { isLoud: false } })).toEqual({ outcome: { state: "rung" } });
  expect(state.submitted).toMatchObject([{ id: ID }]);
  expect(await call("engrave", { content: new TextEncoder().encode("Vivos voco") })).toEqual({});
  state.isDraining = true;
  // What may not be done twice is not tried again.
  await expect(call("engrave", { content: new Uint8Array(1) })).rejects.toMatchObject({ code: "draining" });
});

test("it is in the documents, and in the table that clients load", () => {
  const { paths, components } = openapi({ echo }) as Record<string, Record<string, unknown>>;
  expect(paths?.["/v1/sessions/{session}/echo/{times}"]).toMatchObject({
    post: {
      operationId: "echo",
      summary: "Says the same again.",
      tags: ["session"],
      "x-skein-repeat": "harmless",
      parameters: [{ name: "session" }, { name: "times" }, { name: "loud", in: "query", description: "How." }],
      requestBody: {
        content: { "application/json": { schema: { properties: { text: { description: "What to say." } } } } },
      },
      responses: { 201: { content: { "application/json": { schema: { $ref: "#/components/schemas/Echo" } } } } },
    },
  });
  expect(components?.schemas).toMatchObject({ Echo: { properties: { said: { type: "string" } } } });
  expect(referenceOf({ echo })).toContain(
    "| `POST /v1/sessions/{session}/echo/{times}` | Says the same again. | `loud` | write, people only | harmless | sessions |",
  );
  expect(routeTable({ echo })).toContain(
    'echo: { method: "POST", path: "/v1/sessions/:session/echo/:times", isLong: true }',
  );
  expect(routeTable({ engrave })).toContain(
    'engrave: { method: "POST", path: "/v1/bells", takes: "text/plain", isOnce: true }',
  );
});
