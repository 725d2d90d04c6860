// An operation that is added as one record and a handler: everything else follows from them.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { routeTable as referenceOf } from "../../../scripts/cli-reference/wire.ts";
import { openapi } from "../../../scripts/schemas/openapi.ts";
import { routeTable } from "../../../scripts/schemas/route-table.ts";
import type { Caller } from "../../../src/daemon/gate/caller.ts";
import { openGate } from "../../../src/daemon/gate/gate.ts";
import { serve } from "../../../src/daemon/http/serve.ts";
import type { Operation } from "../../../src/protocol/index.ts";
import { rawRequest } from "../../kit/raw-request.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const echo: Operation = {
  method: "POST",
  path: "/v1/sessions/:session/echo/:times",
  summary: "Says the same again.",
  feature: "sessions",
  access: "write",
  peopleOnly: "hear an echo",
  isLong: true,
  query: z.object({ loud: z.string().optional().meta({ description: "How.", type: "string" }) }),
  body: z.strictObject({ id: z.uuid(), text: z.string().describe("What to say.") }),
  answer: z.object({ said: z.string() }).meta({ id: "Echo" }),
  status: 201,
};

const ID = "00000000-0000-4000-8000-000000000001";

/** A server that has this operation and no other. */
async function echoing() {
  const state = { caller: { kind: "person" } as Caller, isDraining: false };
  const listener = serve({
    operations: { echo },
    handlers: {
      echo: ({ params, query, body, by }) => ({
        said: [body.text.repeat(Number(params.times)), query.loud, by.name].join(" "),
      }),
    },
    gate: openGate({
      findCaller: async () => state.caller,
      confirmations: { accepts: () => false },
      hookMarker: "hook-",
    }),
    context: {
      log: { summary: (id: string) => (id === "s1" ? {} : null) },
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
  const ask = async (body: object, { path = "/v1/sessions/s1/echo/2?loud=very", method = "POST" } = {}) => {
    const headers = { "content-type": "application/json", "skein-client": "tester" };
    const answer = await rawRequest({ socketPath, method, path, headers, body: JSON.stringify(body) });
    const { code, said } = JSON.parse(answer.body) as { code?: string; said?: string };
    return [answer.status, code ?? said];
  };
  return { state, ask };
}

test("it is routed, read, checked and answered", async () => {
  const { ask } = await echoing();
  expect(await ask({ id: ID, text: "oh" })).toEqual([201, "ohoh very tester"]);
  expect(await ask({ id: ID, txet: "oh" })).toEqual([400, "invalid_body"]);
  expect(await ask({ id: ID, text: "oh", more: 1 })).toEqual([400, "unknown_field"]);
  expect(await ask({ text: "oh" })).toEqual([400, "id_required"]);
  expect(await ask({ id: ID, text: "oh" }, { path: "/v1/sessions/s2/echo/2" })).toEqual([404, "session_not_found"]);
  expect(await ask({ id: ID, text: "oh" }, { path: "/v1/sessions/s1/echo" })).toEqual([404, "route_not_found"]);
  expect(await ask({ id: ID, text: "oh" }, { method: "PUT" })).toEqual([404, "route_not_found"]);
});

test("it is for people, and not while the daemon shuts down", async () => {
  const { ask, state } = await echoing();
  state.caller = { kind: "agent" };
  expect(await ask({ id: ID, text: "oh" })).toEqual([403, "self_approval"]);
  state.caller = { kind: "unknown", why: "it is blind", isAlone: false, isLapse: false };
  expect(await ask({ id: ID, text: "oh" })).toEqual([403, "confirmation_required"]);
  state.caller = { kind: "person" };
  state.isDraining = true;
  expect(await ask({ id: ID, text: "oh" })).toEqual([503, "draining"]);
});

test("it is in the documents, and in the table that clients load", () => {
  const { paths, components } = openapi({ echo }) as Record<string, Record<string, unknown>>;
  expect(paths?.["/v1/sessions/{session}/echo/{times}"]).toMatchObject({
    post: {
      operationId: "echo",
      summary: "Says the same again.",
      parameters: [{ name: "session" }, { name: "times" }, { name: "loud", in: "query", description: "How." }],
      requestBody: {
        content: { "application/json": { schema: { properties: { text: { description: "What to say." } } } } },
      },
      responses: { 201: { content: { "application/json": { schema: { $ref: "#/components/schemas/Echo" } } } } },
    },
  });
  expect(components?.schemas).toMatchObject({ Echo: { properties: { said: { type: "string" } } } });
  expect(referenceOf({ echo })).toContain(
    "| `POST /v1/sessions/{session}/echo/{times}` | Says the same again. | `loud` | write, people only | sessions |",
  );
  expect(routeTable({ echo })).toContain(
    'echo: { method: "POST", path: "/v1/sessions/:session/echo/:times", isLong: true }',
  );
});
