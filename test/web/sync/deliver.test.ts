import { expect, test } from "vitest";
import { ConnectionError, ProblemError } from "../../../src/client/index.ts";
import { problem } from "../../../src/protocol/index.ts";
import { type DeliveryWatch, deliverer } from "../../../src/web/sync/outbox/deliver.ts";
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

type Daemon = Parameters<typeof deliverer>[0];

type Played = Partial<Daemon["skein"] & { upload: Daemon["upload"]; nowMs: number }>;

/** Delivers as a page does at 2 s, or at another time. */
function delivering({ upload, nowMs = 2000, ...skein }: Played) {
  const unexpected = async (): Promise<never> => {
    throw new Error("not expected");
  };
  const deliver = deliverer({
    skein: { send: unexpected, promptOutcome: unexpected, ...skein },
    upload: upload ?? unexpected,
    nowMs: () => nowMs,
  });
  return (
    what: KeptPrompt,
    { signal = new AbortController().signal, onUpload = () => {} }: Partial<DeliveryWatch> = {},
  ) => deliver(what, { signal, onUpload });
}

test("files are uploaded before the prompt that refers to them", async () => {
  const sent: unknown[] = [];
  const deliver = delivering({
    upload: async (content) => {
      sent.push(await content.text());
      return { hash: "h" };
    },
    send: async (session, body) => {
      sent.push(session, body);
      return saved;
    },
  });
  expect(await deliver(prompt)).toEqual({ kind: "saved", seq: 9 });
  const file = { type: "file", name: "a.png", mediaType: "image/png", hash: "h" };
  const body = { when: "interrupt", id: "p", content: [{ type: "text", text: "look" }, file] };
  expect(sent).toEqual(["picture", "s", body]);
});

const withTwoFiles: KeptPrompt = {
  ...prompt,
  attachments: ["first", "second one"].map((text) => ({
    ...{ id: text, name: text, mediaType: "text/plain" },
    content: new Blob([text]),
  })),
};

test("how far the files are is told; after a cut only what had not arrived is uploaded again", async () => {
  const uploads: string[] = [];
  const progress: unknown[] = [];
  let isCut = true;
  const deliver = delivering({
    upload: async (content, { onSent }) => {
      const text = await content.text();
      uploads.push(text);
      onSent(4);
      if (isCut && text === "second one") throw new ConnectionError("lost", "cut");
      onSent(text.length);
      return { hash: text };
    },
    send: async () => saved,
  });
  expect(await deliver(withTwoFiles, { onUpload: ({ sent, total }) => progress.push(`${sent}/${total}`) })).toEqual({
    kind: "later",
    isFault: false,
  });
  expect(progress).toEqual(["0/15", "4/15", "5/15", "5/15", "9/15"]);
  isCut = false;
  expect(await deliver(withTwoFiles)).toEqual({ kind: "saved", seq: 9 });
  expect(uploads).toEqual(["first", "second one", "second one"]);
});

test("an upload that is called off sends no prompt", async () => {
  const stop = new AbortController();
  const deliver = delivering({
    async upload(_, { signal }) {
      stop.abort();
      throw signal.reason;
    },
  });
  expect(await deliver(prompt, { signal: stop.signal })).toEqual({ kind: "later", isFault: false });
});

test("files that the daemon has no more are uploaded again", async () => {
  let [uploads, sends] = [0, 0];
  const deliver = delivering({
    upload: async () => ({ hash: `h${++uploads}` }),
    send: async () => {
      sends++;
      if (sends === 1) throw new ConnectionError("lost", "cut");
      if (sends === 2) throw refuse("blob_not_found");
      return saved;
    },
  });
  expect((await deliver(prompt)).kind).toBe("later");
  expect(await deliver(prompt)).toEqual({ kind: "later", isFault: true });
  expect(uploads).toBe(1);
  expect((await deliver(prompt)).kind).toBe("saved");
  expect(uploads).toBe(2);
});

test("what was meant for the running turn is not sent minutes later, unless it had arrived", async () => {
  const nowMs = prompt.writtenAt + 61_000;
  const nobody = delivering({ nowMs, promptOutcome: () => Promise.reject(refuse("prompt_not_found")) });
  expect(await nobody(prompt)).toMatchObject({ kind: "refused", reason: { code: "late" } });
  const there = delivering({ nowMs, promptOutcome: async () => ({ seq: 4 }) as never });
  expect(await there(prompt)).toEqual({ kind: "saved", seq: 4 });
});

test("a daemon's error counts against the prompt; a proxy's error does not", () => {
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
