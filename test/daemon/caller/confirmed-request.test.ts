// A code is for the very request that it was asked for, whatever the names in its path are.
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { Client, unixTransport } from "../../../src/client/index.ts";
import { json, problemOf, problemResponse } from "../../../src/daemon/answer.ts";
import { Codes } from "../../../src/daemon/caller/codes.ts";
import { openPeople, peopleRoutes } from "../../../src/daemon/caller/people.ts";
import { routes } from "../../../src/protocol/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";

/** A client whose person types each code that it is shown, where the system does not tell who calls. */
async function inTheDark(): Promise<{ client: Client; answered: unknown[]; app: Hono; codes: Codes }> {
  const codes = new Codes({ monotonicMs: () => 0 });
  const parts = {
    findCaller: async () => ({ kind: "unknown", why: "it is blind", isAlone: false }) as const,
    confirmations: {
      accepts: (typed: string | undefined, request: string) => typed !== undefined && codes.accepts(typed, request),
      show: async () => ({ terminal: "", minutes: 0 }),
    },
  };
  const answered: unknown[] = [];
  const app = new Hono();
  const people = openPeople(parts);
  peopleRoutes(app, { ...parts, people });
  app.post(routes.prompt.path, async (c) => json({ isPerson: await people.isPerson(c) }));
  app.post(routes.answer.path, (c) => {
    answered.push(c.req.param("permission"));
    return json({});
  });
  app.onError((error) => problemResponse(problemOf(error)));
  const server = createAdaptorServer({ fetch: app.fetch });
  const socket = `${tempDir()}/sock`;
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  const confirm = async (requests: readonly string[]): Promise<string> => codes.open(requests);
  return { client: new Client({ transport: unixTransport(socket), name: "cli", confirm }), answered, app, codes };
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
  const { app, codes } = await inTheDark();
  const url = "/v1/sessions/s/prompts";
  const isPerson = async (code?: string): Promise<unknown> => {
    const headers = code === undefined ? {} : { "skein-confirmation": code };
    const env = { incoming: { socket: null, url } };
    return (await app.request(url, { method: "POST", headers }, env)).json();
  };
  const code = codes.open([`POST ${url}`]);
  expect(await isPerson()).toEqual({ isPerson: false });
  expect(await isPerson(code)).toEqual({ isPerson: true });
  expect(await isPerson(code)).toEqual({ isPerson: false });
});
