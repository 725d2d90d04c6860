// `skein export --html`: what the file holds, what is masked in it, and what a person is told and asked before it is written.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rangeOf } from "../../src/cli/export/range.ts";
import type { Client, ListedSession } from "../../src/client/index.ts";
import { blobsIn } from "../../src/core/index.ts";
import { contentOfExport, linesOfExport } from "../kit/exported-file.ts";
import { harmlessTexts, secretSamples } from "../kit/secret-samples.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon } from "./cli-daemon.ts";
import { isAsked } from "./run-cli.ts";

const id = "aaaaaaaa-0000-4000-8000-000000000001";
const token = secretSamples.find(({ kind }) => kind === "GitHub token")?.secret ?? "";

type Body = readonly [type: string, data: object, by?: object];

const LONG = 32 * 1024;
const SHOWN = 4 * 1024;

/** A long text is not in its event, which has the beginning and refers to it. */
function blobsOf(data: object): { data: object; lines: string[] } {
  const long = Object.entries(data).find(([, value]) => typeof value === "string" && value.length > LONG);
  if (!long) return { data, lines: [] };
  const [field, text] = long as [string, string];
  const bytes = Buffer.from(text);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const reference = { at: `/${field}`, from: 0, to: SHOWN, hash, bytes: bytes.length };
  return {
    data: { ...data, [field]: text.slice(0, SHOWN), blobs: [reference] },
    lines: [`${JSON.stringify({ blob: hash, part: 0, last: true, base64: bytes.toString("base64") })}\n`],
  };
}

/** A session of these events, each turn's between a start and an end. */
async function imported(turns: readonly (readonly Body[])[], name: string | null = "api"): Promise<CliDaemon> {
  const cli = await cliDaemon();
  let seq = 0;
  const line = ([type, body, by = { kind: "agent" }]: Body): string => {
    const { data, lines } = blobsOf(body);
    const event = { session: id, seq: ++seq, at: "2026-01-01T09:00:00.000Z", type, by, data };
    return `${lines.join("")}${JSON.stringify(event)}\n`;
  };
  const workspace = { id: "w", path: "/elsewhere/api" };
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(line(["session_start", { agent: "demo", workspace, name, resumed: false }, { kind: "client" }]));
    for (const [n, bodies] of turns.entries()) {
      const turn = `t${n + 1}`;
      const ended = { turn, promptId: null, reason: "completed" };
      for (const body of [["turn_start", { turn, promptId: null }], ...bodies, ["turn_end", ended]] as Body[])
        yield Buffer.from(line(body));
    }
  }
  await cli.daemon.client.importSession(lines());
  return cli;
}

const said = (text: string, messageId = "m"): Body => ["agent_message", { messageId, text }];
const printed = (toolCallId: string, output: string): Body => ["tool_call_update", { toolCallId, output }];
const called = (toolCallId: string, input: object): Body => [
  "tool_call",
  { toolCallId, title: "Edit", kind: "edit", status: "running", input },
];
const asked = (text: string, promptId = "p", turn = "t1"): Body => [
  "user_prompt",
  { promptId, text, turn },
  { kind: "client", name: "cli", address: "192.0.2.7" },
];

describe("what is masked", () => {
  test(`none of ${secretSamples.length} secrets is in the file, wherever it was said, printed, written or named`, async () => {
    const turns = secretSamples.map(({ text, secret }, n): Body[] => [
      asked(text, `p${n}`, `t${n + 1}`),
      ...[0, 7, 19].map((from, at, cuts) => said(text.slice(from, cuts[at + 1]), `m${n}`)),
      called(`c${n}`, { file_path: `src/${n}.ts`, old_string: "x\n", new_string: `x\n${text}\n` }),
      printed(`c${n}`, text.slice(0, text.length >> 1)),
      printed(`c${n}`, text.slice(text.length >> 1)),
      called(`j${n}`, { arguments: JSON.stringify({ command: text }) }),
      ["file_write", { path: `/tmp/${text.replaceAll("\n", " ")}`, toolCallId: `c${n}` }],
      ["notice", { kind: "x", text }],
      // The beginning ends within the secret.
      printed(`l${n}`, `${"x".repeat(SHOWN - text.indexOf(secret) - 9)} ${text}\n${"another line\n".repeat(3000)}`),
    ]);
    const { run, daemon } = await imported(turns);
    const file = join(daemon.workspace, "api.html");
    const { code, out } = await run(["export", "api", "--html", "-o", file]);
    expect(code).toBe(0);
    const html = readFileSync(file, "utf8");
    const content = contentOfExport(html);
    expect(content.blobs.size).toBe(secretSamples.length);
    const strings: string[] = [];
    JSON.stringify([content.about, content.events, [...content.blobs]], (_, value) => {
      if (typeof value === "string") strings.push(value);
      else if (typeof value === "object" && value !== null) strings.push(...Object.keys(value));
      return value;
    });
    const everything = [html, linesOfExport(html), out, ...strings].join("\n");
    const left = secretSamples.flatMap(({ kind, secret }) =>
      secret
        .split(/\\n|\n/)
        .filter((part) => !part.startsWith("-----") && everything.includes(part))
        .map((part) => `${kind}: ${part}`),
    );
    expect(left).toEqual([]);
    // Where a text came in pieces, none has a part of it.
    const joined = (key: string, value: string, field: string): string =>
      content.events
        .filter(({ data }) => (data as Record<string, unknown>)[key] === value)
        .map(({ data }) => (data as Record<string, unknown>)[field] ?? "")
        .join("");
    for (const [n, { kind, secret, text }] of secretSamples.entries()) {
      const masked = text.replace(secret, `[masked ${kind}]`);
      expect(joined("messageId", `m${n}`, "text")).toBe(masked);
      expect(joined("toolCallId", `c${n}`, "output")).toBe(masked);
    }
    expect(new Set(content.about.masked?.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40);
  });

  test("commits, ids, hashes of lockfiles and ordinary code stay as they are", async () => {
    const { run, daemon } = await imported([harmlessTexts.map((text, n) => said(text, `m${n}`))]);
    const { out } = await run(["export", "api", "--html", "-o", "api.html"]);
    expect(out).toContain("no secrets were found\n");
    const { events } = contentOfExport(readFileSync(join(daemon.workspace, "api.html"), "utf8"));
    const texts = events
      .filter(({ type }) => type === "agent_message")
      .map(({ data }) => (data as { text: string }).text);
    expect(texts).toEqual(harmlessTexts);
  });

  test("values of the own environment are masked wherever they were printed, also in base64", async () => {
    const value = "kx-Tr0ub4dor-81";
    const coded = Buffer.from(`me:${value}`).toString("base64");
    const { run, daemon } = await imported([[said(`It says ${value}, or ${coded}.`)]]);
    const { out } = await run(["export", "api", "--html", "-o", "a.html"], { env: { DEPLOY_TOKEN: value } });
    expect(out).toContain("value of $DEPLOY_TOKEN");
    const { events } = contentOfExport(readFileSync(join(daemon.workspace, "a.html"), "utf8"));
    expect(JSON.stringify(events)).not.toMatch(/Tr0ub4|VHIwdWI0|RyMHViN|UcjB1YjRk/);
  });

  test("what the session is called is masked, in the title of the file and in its name; addresses of senders are left out", async () => {
    const { run, daemon } = await imported([[asked("hello")]], `with-${token}`);
    const { out } = await run(["export", id, "--html", "--json"]);
    const { file } = JSON.parse(out) as { file: string };
    expect(file).toBe(join(daemon.workspace, `${id.slice(0, 8)}.html`));
    const html = readFileSync(file, "utf8");
    expect(html).toContain("<title>with-[masked GitHub token]</title>");
    expect(linesOfExport(html)).not.toMatch(/192\.0\.2\.7/);
    expect(linesOfExport(html)).not.toContain(token);
  });

  test("long texts have names that say nothing of their content", async () => {
    const { run, daemon } = await imported([
      [said(`${"line\n".repeat(9000)}${token}`), printed("c", "x".repeat(40_000))],
    ]);
    const { events: stored } = await daemon.client.events(id, { after: 0, limit: 100 });
    const names = stored.flatMap(({ data }) => blobsIn(data).map(({ hash }) => hash));
    expect(names.length).toBe(2);
    await run(["export", "api", "--html", "-o", "a.html"]);
    const html = readFileSync(join(daemon.workspace, "a.html"), "utf8");
    for (const name of names) expect(linesOfExport(html)).not.toContain(name);
    expect([...contentOfExport(html).blobs.keys()].map(Number)).toEqual([1, 2]);
  });
});

test("of a text that is too long for a file only the beginning is in it, without a part of a secret; pictures are in it, other files are not", async () => {
  const tooLong = `${"x".repeat(SHOWN - 9)} ${token} ${"y".repeat(2_000_000)}`;
  const { run, daemon } = await imported([[printed("c", tooLong)]]);
  const picture = await daemon.client.upload(Buffer.from("a picture"));
  const other = await daemon.client.upload(Buffer.from("notes"));
  await daemon.client.prompt(id, {
    content: [
      { type: "text", text: "look" },
      { type: "file", name: "a.png", mediaType: "image/png", hash: picture.hash },
      { type: "file", name: "notes.txt", mediaType: "text/plain", hash: other.hash },
    ],
  });
  const { out } = await run(["export", "api", "--html", "-y", "-o", "a.html"]);
  expect(out).toContain("1 picture: nothing in a picture is masked\n");
  expect(out).toContain("1 long text or picture left out: too long for the file, or not there any more\n");
  const { events, blobs } = contentOfExport(readFileSync(join(daemon.workspace, "a.html"), "utf8"));
  expect([...blobs.values()]).toEqual([{ base64: Buffer.from("a picture").toString("base64") }]);
  const update = events.find(({ type }) => type === "tool_call_update");
  expect(update?.data).toMatchObject({ output: `${"x".repeat(SHOWN - 9)} [masked GitHub token]` });
});

describe("what a person is told and asked", () => {
  const secretive = (): Promise<CliDaemon> =>
    imported([[asked(`use ${token}`)], [said("done"), printed("c", `${token}\nPORT=80\nDB_PASSWORD=hunter2!`)]]);

  test("shows what is masked and where before it writes, and writes nothing without a yes", async () => {
    const { start, daemon } = await secretive();
    const file = join(daemon.workspace, "api.html");
    for (const [keys, code] of [
      ["n", 130],
      ["y", 0],
    ] as const) {
      const cli = start(["export", "api", "--html"], { isTerminal: true, env: { NO_COLOR: "1" } });
      await until("the question", () => isAsked(cli.out(), "write api.html? [y/N]"));
      expect(existsSync(file)).toBe(false);
      const shown = cli.out().replaceAll("\r", "");
      expect(shown).toContain("masked in 3 places:\n");
      expect(shown).toMatch(/GitHub token +2 +ghp_… +a prompt \(turn 1, event 3\), the output of a to…/);
      expect(shown).toMatch(/value of a variable +1 +the output of a tool call \(turn/);
      expect(shown).not.toContain("hunter2");
      cli.type(`${keys}\r`);
      expect((await cli.result).code).toBe(code);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(contentOfExport(readFileSync(file, "utf8")).about).toMatchObject({
      label: "api",
      agent: "demo",
      turn: null,
    });
  });

  test("piped, the file goes to stdout and the list to stderr", async () => {
    const { run } = await secretive();
    const { code, out, err } = await run(["export", "api", "--html"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^<!doctype html>/);
    expect(contentOfExport(out).about.masked).toEqual([
      { kind: "GitHub token", count: 2 },
      { kind: "value of a variable", count: 1 },
    ]);
    expect(err).toContain("masked in 3 places:\n");
    expect(out).not.toContain("masked in 3 places");
  });

  test("--json reports all of it", async () => {
    const { run, daemon } = await secretive();
    const { out } = await run(["export", "api", "--html", "--json"]);
    const { bytes, ...told } = JSON.parse(out) as { bytes: number };
    expect(bytes).toBe(statSync(join(daemon.workspace, "api.html")).size);
    expect(told).toEqual({
      v: 1,
      session: { id, name: "api" },
      file: join(daemon.workspace, "api.html"),
      events: (await daemon.client.session(id)).state.head,
      masked: [
        {
          kind: "GitHub token",
          count: 2,
          places: [
            { seq: 3, turn: 1, what: "a prompt", beginning: "ghp_" },
            { seq: 7, turn: 2, what: "the output of a tool call", beginning: "ghp_" },
          ],
        },
        {
          kind: "value of a variable",
          count: 1,
          places: [{ seq: 7, turn: 2, what: "the output of a tool call", beginning: "" }],
        },
      ],
      sessionId: id,
      pictures: 0,
      leftOut: 0,
    });
  });

  test("a file that is there is replaced only after a yes", async () => {
    const { run, daemon } = await secretive();
    const file = join(daemon.workspace, "own.html");
    writeFileSync(file, "mine");
    const refused = await run(["export", "api", "--html", "-o", "own.html"]);
    expect([refused.code, readFileSync(file, "utf8")]).toEqual([2, "mine"]);
    expect(refused.err).toContain("needs confirmation: replace own.html?");
    expect((await run(["export", "api", "--html", "-o", "own.html", "-y"])).code).toBe(0);
    expect(contentOfExport(readFileSync(file, "utf8")).about.label).toBe("api");
    expect((await run(["export", "api", "--html", "-y", "-o", "."])).err).toContain("not a file: ");
    const nowhere = await run(["export", "api", "--html", "-o", "no/such/place.html"]);
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("can't write ")]);
  });

  test("--no-mask masks nothing, needs a yes, and the file says so", async () => {
    const { run, daemon } = await secretive();
    const refused = await run(["export", "api", "--html", "--no-mask", "-o", "raw.html"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("write raw.html with all secrets?")]);
    const { out } = await run(["export", "api", "--html", "--no-mask", "-y", "-o", "raw.html"]);
    expect(out).toContain("nothing is masked: the file has every secret of the session\n");
    const { about, events } = contentOfExport(readFileSync(join(daemon.workspace, "raw.html"), "utf8"));
    expect(about.masked).toBeNull();
    expect(JSON.stringify(events)).toContain(token);
  });

  test("flags that say nothing together are refused", async () => {
    const { run } = await imported([[]]);
    for (const words of [
      ["--html", "--md"],
      ["--html", "--blobs"],
      ["--turn", "1"],
      ["-o", "a.html"],
      ["--no-mask"],
      ["--html", "--turn", "1", "--after-event", "2"],
      ["--html", "--turn", "first"],
      ["--html", "--json", "-o", "-"],
    ])
      expect([words, (await run(["export", "api", ...words])).code]).toEqual([words, 2]);
  });
});

describe("which part", () => {
  test("a turn by its number, the last one, or everything after an event", async () => {
    const { run, daemon } = await imported([[said("one")], [said("two", "n")], [said("three", "o")]]);
    const seqsOf = async (...words: string[]): Promise<number[]> => {
      await run(["export", "api", "--html", "-y", "-o", "a.html", ...words]);
      return contentOfExport(readFileSync(join(daemon.workspace, "a.html"), "utf8")).events.map(({ seq }) => seq);
    };
    const { head } = (await daemon.client.session(id)).state;
    const upToEnd = (from: number): number[] => Array.from({ length: head - from + 1 }, (_, n) => from + n);
    expect(await seqsOf()).toEqual(upToEnd(1));
    expect(await seqsOf("--turn", "2")).toEqual([5, 6, 7]);
    expect(await seqsOf("--turn", "last")).toEqual(upToEnd(8));
    expect(await seqsOf("--after-event", "8")).toEqual(upToEnd(9));
    const none = await run(["export", "api", "--html", "--turn", "9"]);
    expect([none.code, none.err]).toEqual([3, expect.stringContaining("there is no turn 9")]);
    expect((await run(["export", "api", "--html", "--turn", "2"], { cwd: daemon.workspace })).code).toBe(0);
  });

  test("of a session of a million events only a part, which is said at once", async () => {
    const session = { id, head: 1_000_000 } as ListedSession;
    const nobody = {} as Client;
    await expect(rangeOf(nobody, session, { turn: undefined, after: undefined })).rejects.toMatchObject({
      message: "1,000,000 events are too many for one HTML file",
      exitCode: 2,
      fix: "export a part: --turn last, or --after-event 900000",
    });
    const part = await rangeOf(nobody, session, { turn: undefined, after: "900000" });
    expect(part).toEqual({ after: 900_000, to: 1_000_000, turn: null });
  });
});
