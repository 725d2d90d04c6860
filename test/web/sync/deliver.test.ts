import { expect, test } from "vitest";
import { ConnectionError, ProblemError } from "../../../src/client/index.ts";
import { problem } from "../../../src/protocol/index.ts";
import { deliver } from "../../../src/web/sync/outbox/deliver.ts";
import type { KeptPrompt } from "../../../src/web/sync/outbox/outbox-entry.ts";
import { outcomeOf } from "../../../src/web/sync/outbox/send-outcome.ts";

const prompt: KeptPrompt = {
  id: "p",
  session: "s",
  text: "look",
  attachments: [{ id: "a", name: "a.png", mediaType: "image/png", content: new Blob(["picture"]) }],
  options: { when: "interrupt" },
  writtenAt: 1000,
  revision: 0,
  refusal: null,
};
const saved = { kind: "acknowledged", promptId: "p", seq: 9, answer: null } as const;
const refuse = (code: Parameters<typeof problem>[0]) => new ProblemError(problem(code, `It is ${code}.`));

function client(answers: Partial<Parameters<typeof deliver>[0]>): Parameters<typeof deliver>[0] {
  const unexpected = async (): Promise<never> => {
    throw new Error("not expected");
  };
  return { send: unexpected, upload: unexpected, promptOutcome: unexpected, ...answers };
}

test("files are uploaded before the prompt that refers to them", async () => {
  const sent: unknown[] = [];
  const daemon = client({
    upload: async (content) => {
      sent.push(new TextDecoder().decode(content));
      return { hash: "h", bytes: content.length };
    },
    send: async (session, body) => {
      sent.push(session, body);
      return saved;
    },
  });
  expect(await deliver(daemon, prompt, 2000)).toEqual({ kind: "saved", seq: 9 });
  const file = { type: "file", name: "a.png", mediaType: "image/png", hash: "h" };
  const body = { when: "interrupt", id: "p", content: [{ type: "text", text: "look" }, file] };
  expect(sent).toEqual(["picture", "s", body]);
});

test("what was meant for the running turn is not sent minutes later, unless it had arrived", async () => {
  const nowMs = prompt.writtenAt + 61_000;
  const nobody = client({ promptOutcome: () => Promise.reject(refuse("prompt_not_found")) });
  expect(await deliver(nobody, prompt, nowMs)).toMatchObject({ kind: "refused", reason: { code: "late" } });
  const there = client({ promptOutcome: async () => ({ seq: 4 }) as never });
  expect(await deliver(there, prompt, nowMs)).toEqual({ kind: "saved", seq: 4 });
});

test("a prompt is to blame when the daemon fails at it, not when a proxy reaches nobody", () => {
  const faultOf = (status: number) => outcomeOf(new ProblemError({ ...problem("internal", "?"), status }));
  expect(faultOf(500)).toEqual({ kind: "later", isFault: true });
  for (const status of [502, 503, 504]) expect(faultOf(status)).toEqual({ kind: "later", isFault: false });
});

test.for<[what: string, error: Error, kind: "later" | "refused" | "saved"]>([
  ["nobody answers", new ConnectionError("lost", "gone"), "later"],
  ["the daemon is shutting down", refuse("draining"), "later"],
  ["the log can't be written", refuse("fenced"), "later"],
  ["Skein itself fails", refuse("internal"), "later"],
  ["it is not the daemon that answers", new ProblemError({ ...problem("internal", "?"), status: 401 }), "later"],
  ["the session is gone", refuse("session_not_found"), "refused"],
  ["the queue is full", refuse("queue_full"), "refused"],
  ["an earlier attempt arrived long ago", refuse("prompt_exists"), "saved"],
])("%s: %s", ([, error, kind]) => {
  expect(outcomeOf(error).kind).toBe(kind);
});
