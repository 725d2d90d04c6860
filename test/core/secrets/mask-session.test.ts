// A whole session without its secrets: wherever they stand in it, and however they were cut into pieces.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Event, maskSession, understand } from "../../../src/core/index.ts";
import { anyLog } from "../../kit/arbitrary-events.ts";
import { body, place, said } from "../../kit/events.ts";
import { secretSamples } from "../../kit/secret-samples.ts";

const none = { blobs: new Map<string, string>(), about: {} };
const mask = (events: readonly Event[], more: Partial<typeof none> = {}) => maskSession({ events, ...none, ...more });
const token = secretSamples.find(({ kind }) => kind === "GitHub token")?.secret ?? "";

test("a secret that came in pieces is masked once, wherever it was cut", () => {
  for (const { kind, secret, text } of secretSamples) {
    for (let cut = 1; cut < text.length; cut += 3) {
      const parts = [text.slice(0, cut), text.slice(cut, cut + 5), text.slice(cut + 5)];
      const outputs = parts.map((output) => body("tool_call_update", { toolCallId: "c", output }));
      const events = place([...parts.map((part) => said("m", part)), ...outputs]);
      const { events: masked, masked: kinds } = mask(events);
      const joined = (from: number): string =>
        masked
          .slice(from, from + 3)
          .map(({ data }) => (data as { text?: string; output?: string }).text ?? (data as { output: string }).output)
          .join("");
      expect([joined(0), joined(3)]).toEqual(Array(2).fill(text.replace(secret, `[masked ${kind}]`)));
      expect(kinds.map((one) => [one.kind, one.places.length])).toEqual([[kind, 2]]);
    }
  }
});

test("it is masked in every field of an event, in names of fields, in the sender, and in what is said of the session", () => {
  const events = place([
    body("tool_call", {
      toolCallId: "c",
      title: `Use ${token}`,
      kind: "execute",
      status: "running",
      input: { deep: [{ [token]: 1 }, `x ${token}`], json: JSON.stringify({ key: token }) },
    }),
    { ...body("renamed", { name: token }), by: { kind: "client", name: token } },
  ]);
  const { events: masked, about, masked: kinds } = mask(events, { about: { title: token, name: null } });
  expect(JSON.stringify(masked)).not.toContain(token);
  expect(about).toEqual({ title: "[masked GitHub token]", name: null });
  expect(kinds).toHaveLength(1);
  expect(kinds[0]?.places).toHaveLength(7);
  expect(kinds[0]?.places.at(0)).toEqual({ seq: null, what: "title", beginning: "ghp_" });
});

test("a field of a telling name is masked whole, and so are a named value and the word after a flag", () => {
  const input = {
    password: "correct-horse 9",
    env: [{ name: "API_KEY", value: "plain4word" }],
    args: ["login", "--token", "plain5word", "--verbose", "harmless"],
    token: "identifier",
    max_tokens: 4096,
  };
  const [event] = mask(
    place([body("tool_call", { toolCallId: "c", title: "t", kind: "k", status: "running", input })]),
  ).events;
  expect((event!.data as { input: unknown }).input).toEqual({
    password: "[masked value after a name]",
    env: [{ name: "API_KEY", value: "[masked value after a name]" }],
    args: ["login", "--token", "[masked value after a name]", "--verbose", "harmless"],
    token: "identifier",
    max_tokens: 4096,
  });
});

test.each([
  [{ headers: { Authorization: `token ${"a1b2c3d4".repeat(5)}`, Cookie: "sid=a1b2c3d4e5f6" } }, /a1b2c3/],
  [{ headers: { Authorization: "a1b2c3d4".repeat(5) } }, /a1b2c3/],
  [{ auths: { "https://example.org": { auth: "bWU6VHIwdWI0ZG9yMzM=" } } }, /bWU6/],
  [{ kty: "EC", d: "a1B2c3D4".repeat(6) }, /a1B2/],
  [{ password: 4821337791 }, /4821337791/],
  [{ password: ["hunter-22"], passwords: ["hunter-23"] }, /hunter/],
  [{ password: { value: "hunter-22" } }, /hunter/],
  [{ env: [{ Name: "DB_PASSWORD", Value: "hunter-22" }] }, /hunter/],
  [{ command: ["curl", "-u", "admin:Passw0rd123", "https://example.org"] }, /Passw0rd/],
  [{ command: ["sshpass", "-p", "Passw0rd123", "ssh"] }, /Passw0rd/],
  [{ lines: ["-----BEGIN RSA PRIVATE KEY-----", "a1B2c3D4".repeat(8), "a1B2c3D4=="] }, /a1B2c3D4/],
])("in an input the names, the words of a command and the lines of a file tell what is secret: %j", (input, secret) => {
  const call = body("tool_call", { toolCallId: "c", title: "t", kind: "k", status: "running", input });
  expect(JSON.stringify(mask(place([call])).events)).not.toMatch(secret);
});

test("numbers, words and lists that have no secret stay as they are", () => {
  const input = {
    token_count: 1234567,
    max_tokens: 123456,
    secrets: ["DEPLOY_KEY", "hooks"],
    password: { type: "string", required: true },
    auth: "required",
    command: ["docker", "run", "-u", "1000:1000", "-p", "8080:80"],
    path: { d: "M10 10 L20 20" },
    key: "PRIMARY_KEY",
    value: "identifier",
  };
  const events = place([body("tool_call", { toolCallId: "c", title: "t", kind: "k", status: "running", input })]);
  expect(mask(events).events).toEqual(events);
});

test("the password of a Basic header is found in clear, too", () => {
  const coded = Buffer.from("api:Tr0ub4dor3xyz").toString("base64");
  const { events } = mask(place([said("m1", "trying Tr0ub4dor3xyz now"), said("m2", `Authorization: Basic ${coded}`)]));
  expect(JSON.stringify(events)).not.toContain("Tr0ub4dor");
});

test("a secret that was named once is found wherever it stands without its name", () => {
  const { events, masked } = mask(
    place([said("m1", "Connecting with hunter2-blue …"), said("m2", "DB_PASSWORD=hunter2-blue")]),
  );
  expect(JSON.stringify(events)).not.toContain("hunter2");
  expect(masked).toEqual([
    {
      kind: "value of a variable",
      places: [
        { seq: 1, what: "a message", beginning: "" },
        { seq: 2, what: "a message", beginning: "" },
      ],
    },
  ]);
});

const titled = (title: string) => body("tool_call", { toolCallId: "c", title, kind: "k", status: "running" });
const titlesOf = (events: readonly Event[]) => events.map(({ data }) => (data as { title?: string }).title);

test("of a secret that a title has cut nothing is left, and what only begins alike stays", () => {
  const cut = token.slice(0, 14);
  const [mark, before] = ["[masked GitHub token]", "x".repeat(60)];
  const titles = [`Run \`${before} ${cut}…\``, `Run ${before} ${cut}... and on`, `Run ${"y".repeat(61)} ${cut}`];
  const whole = [`Run \`${cut}…\``, `Run \`${before} ${cut} y…\``, `Run ${before} ${cut}`];
  const { events, about } = mask(place([said("m", `use ${token}`), ...[...titles, ...whole].map(titled)]), {
    about: { title: `use ${before} ${cut}…` },
  });
  expect(titlesOf(events.slice(1))).toEqual([...titles.map((title) => title.replace(cut, mark)), ...whole]);
  expect(about).toEqual({ title: `use ${before} ${mark}…` });
});

test("a text that ends with the beginning of a secret, and is no shortened title, stays", () => {
  const named = "POSTGRES_PASSWORD=postgres123\nDB_PASSWORD=password123";
  const input = { service: "postgres", password: null, form: ["user", "password"], note: "the password…" };
  const call = { toolCallId: "c", title: "start postgres", kind: "k", status: "running" as const, input };
  const events = place([
    said("n", "I forgot the password"),
    said("o", "I forgot the password…"),
    body("tool_call", call),
    body("tool_call_update", { toolCallId: "c", title: "Restart postgres…" }),
    body("renamed", { name: "Change the password" }),
  ]);
  const about = { directory: "/srv/postgres", title: "Start postgres" };
  const masked = mask([...events, ...place([said("m", named)])], { about });
  expect(masked.events.slice(0, -1)).toEqual(events);
  expect(masked.about).toEqual(about);
});

test("of a long value of an input that was shortened nothing is left", () => {
  const text = `${"x ".repeat(4086)}${token.slice(0, 20)}… (99 more characters)`;
  const call = { toolCallId: "c", title: "t", kind: "k", status: "running" as const, input: { text } };
  const { events } = mask(place([said("m", token), body("tool_call", call)]));
  expect(JSON.stringify(events)).not.toContain(token.slice(0, 14));
});

test.each([
  "Run `echo aaaaaaaaaaaaaaaa password=hunter…`",
  "Run `echo aaaaaaaaaaaaaaaa db_password=h…`",
  "Run `mytool --token hun…`",
  "Run `DB_PASSWORD=h… npm start`",
  'Run `curl -d \'{"password": "hunt…`',
  'Run `tool --password "hunter two…`',
  `Run password=hun${" ".repeat(0)}...`,
  `${"z".repeat(64)} password=hunter`.padStart(80, "z"),
])("a value after a telling name is masked in a title, however little the cut has left of it: %s", (title) => {
  const { events, masked } = mask(place([titled(title), said("m", "hunter hun hunt")]));
  expect(titlesOf(events)[0]).not.toMatch(/hun|=h/);
  expect(titlesOf(events)[0]).toMatch(/\[masked value (?:after a name|of a variable)\](?:…|\.{3}|$)/);
  expect(masked).toHaveLength(1);
  expect((events[1]!.data as { text: string }).text).toBe("hunter hun hunt");
});

test.each([
  "Run `echo password=$PASSW…`",
  'Run `curl --token "$(cat fi…`',
  "Explain what a token is and why…",
  "Count max_tokens=12…",
])("a cut variable, command or word that is no value stays: %s", (title) => {
  const events = place([titled(title)]);
  expect(mask(events).events).toEqual(events);
});

test("a secret that is known besides is found as it is, within JSON and HTML, in an address, in base64 and in hex", () => {
  const secret = 'Tr0ub4dor &"3';
  const coded = (text: string): string => Buffer.from(text).toString("base64");
  const forms = [
    `It is ${secret}.`,
    `{"x":${JSON.stringify(secret)}}`,
    `https://example.org/?q=${encodeURIComponent(secret)}`,
    `https://example.org/?${new URLSearchParams({ q: `Tr0ub4dor &"3` })}`,
    `data: ${coded(secret)}`,
    `basic ${coded(`me:${secret}`)}`,
    `${coded(`{"auth":"${secret}"}`)}`,
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret).toString("hex").toUpperCase(),
    `<b>Tr0ub4dor &amp;&quot;3</b>`,
  ];
  const known = new Map([[secret, "value of $DEPLOY_KEY"]]);
  const { events, masked } = maskSession({
    events: place(forms.map((form, n) => said(`m${n}`, form))),
    ...none,
    known,
  });
  for (const { data } of events) expect((data as { text: string }).text).toContain("[masked value of $DEPLOY_KEY]");
  expect(JSON.stringify(events)).not.toMatch(/Tr0ub4|VHIwdWI0|RyMHViN|UcjB1YjRk|54723075/);
  expect(masked.map(({ kind, places }) => [kind, places.length])).toEqual([["value of $DEPLOY_KEY", forms.length]]);
});

test("one with letters of any language is found in an address and in base64, for addresses, too", () => {
  const secret = "pässwörd-Ünique9?>~";
  const forms = [
    encodeURIComponent(secret),
    ...["base64", "base64url", "hex"].map((form) => Buffer.from(secret).toString(form as "hex")),
  ];
  const events = place(forms.map((form, n) => said(`m${n}`, form)));
  const { events: masked } = maskSession({ events, ...none, known: new Map([[secret, "value of $X"]]) });
  for (const { data } of masked)
    expect((data as { text: string }).text).toMatch(/^\[masked value of \$X\][A-Za-z0-9=_-]{0,4}$/);
});

test("a reference to a long text does not tell the name of a field that was masked", () => {
  const hash = "a".repeat(64);
  const input = { [token]: "beginning" };
  const data = { toolCallId: "c", title: "t", kind: "k", status: "running" as const, input };
  const blobs = [{ at: `/input/${token}`, from: 0, to: 9, hash, bytes: 20 }];
  const [event] = mask(place([body("tool_call", { ...data, blobs } as typeof data)])).events;
  expect(JSON.stringify(event)).not.toContain(token);
  expect(event!.data).toMatchObject({ blobs: [{ at: "/input/[masked GitHub token]", from: 0, to: 9 }] });
});

test("a long text is masked, and so is its beginning in the event, when the cut goes through a secret", () => {
  const hash = "a".repeat(64);
  const whole = `${"x".repeat(90)} ${token} and on`;
  const shown = whole.slice(0, 100);
  const blobs = [{ at: "/text", from: 0, to: 100, hash, bytes: whole.length }];
  const part = shown.slice(91);
  const [first, second] = place([said("m", shown), said("n", `It begins with ${part}.`)]) as [Event, Event];
  const events = [{ ...first, data: { ...(first.data as object), blobs } }, second];
  const { events: masked, blobs: texts } = mask(events, { blobs: new Map([[hash, whole]]) });
  expect(texts.get(hash)).toBe(`${"x".repeat(90)} [masked GitHub token] and on`);
  expect((masked[0]!.data as { text: string }).text).toBe(`${"x".repeat(90)} [masked GitHub token]`);
  // Elsewhere the part alone is no secret.
  expect(masked[1]).toEqual(second);
});

const SHOWN = 100;
const long = (data: object, path: string, at: string, whole: string, hash: string): object => ({
  ...data,
  [path]: whole.slice(0, SHOWN),
  blobs: [{ at, from: 0, to: Math.min(SHOWN, whole.length), hash, bytes: whole.length }],
});

test("a secret that is cut by the end or the beginning of a long piece is masked in both", () => {
  const around = [`${"x".repeat(300)} `, ` ${"z".repeat(300)}`] as const;
  for (let cut = 1; cut < token.length; cut++) {
    const texts = [around[0] + token.slice(0, cut), token.slice(cut) + around[1]] as const;
    for (const at of [0, 1] as const) {
      const hash = String(at).repeat(64);
      const events = place(texts.map((output) => body("tool_call_update", { toolCallId: "c", output })));
      const one = events[at]!;
      const cutEvents = events.with(at, {
        ...one,
        data: long(one.data as object, "output", "/output", texts[at], hash),
      });
      const { events: masked, blobs } = mask(cutEvents, { blobs: new Map([[hash, texts[at]]]) });
      const outputs = masked.map(({ data }) => (data as { output: string }).output);
      const whole = outputs.with(at, blobs.get(hash) ?? "").join("");
      expect(whole).toBe(`${around[0]}[masked GitHub token]${around[1]}`);
      expect(outputs[1]).toBe(at === 1 ? around[1].slice(0, SHOWN - token.length + cut) : around[1]);
    }
  }
});

test("a long text under a telling name is masked, its beginning and the rest, wherever it is used", () => {
  const hash = "a".repeat(64);
  const whole = `q7${"aB3x".repeat(100)}`;
  const called = (name: string) => {
    const input = long({}, name, `/input/${name}`, whole, hash) as { blobs: unknown };
    const { blobs, ...rest } = input;
    return { toolCallId: "c", title: "t", kind: "k", status: "running" as const, input: rest, blobs };
  };
  const events = place([
    body("tool_call", called("text")),
    body("tool_call", called("private_key")),
    said("m", `is ${whole}.`),
  ]);
  const { events: masked, blobs } = mask(events, { blobs: new Map([[hash, whole]]) });
  expect(blobs.get(hash)).toBe("[masked value after a name]");
  expect(masked.map(({ data }) => (data as { input: unknown }).input)).toEqual([
    { text: "[masked value after a name]" },
    { private_key: "[masked value after a name]" },
    undefined,
  ]);
  expect((masked[2]!.data as { text: string }).text).toBe("is [masked value after a name].");
});

test("a session without secrets stays as it is", () => {
  fc.assert(
    fc.property(anyLog(), (events) => {
      const { events: masked, masked: kinds } = mask(events);
      if (kinds.length === 0) expect(masked).toEqual(events);
      expect(masked.map(({ seq, type }) => [seq, type])).toEqual(events.map(({ seq, type }) => [seq, type]));
    }),
  );
});

/** Words that mean something in events, and are long enough to be known as secrets. */
const wordsOfEvents = [
  ...["in_progress", "allow_once", "allow_always", "reject_once", "reject_always", "too_large", "0".repeat(40)],
  ...["a".repeat(64), "2026-01-01T00:00:00.000Z", "__proto__", "completed-7", "subagent1", "crash_loop"],
];

test("whatever is known as a secret, events that were understood still are", () => {
  const known = new Map(wordsOfEvents.map((word) => [word, "value of a variable"]));
  fc.assert(
    fc.property(anyLog(), (events) => {
      const { events: masked } = maskSession({ events, ...none, known });
      for (const [at, event] of masked.entries())
        expect(understand(event) !== null, JSON.stringify(event)).toBe(understand(events[at]!) !== null);
    }),
  );
});

test("states, kinds and ids stay, also where the session has them as secrets", () => {
  const options = [{ id: "allow_once", label: "Allow allow_once", kind: "allow_once" as const }];
  const events = place([
    said("m", "X_TOKEN=completed-7\nY_TOKEN=allow_once\nZ_TOKEN=in_progress\nC_TOKEN=call-1234"),
    body("tool_call_update", { toolCallId: "call-1234", status: "completed", output: "call-1234" }),
    body("turn_end", { turn: "t", promptId: "p", reason: "completed" }),
    body("permission", { id: "q", state: "asked", title: "x", detail: "allow_once", options }),
    body("permission", { id: "q", state: "answered", option: "allow_once" }),
    body("plan", { entries: [{ content: "in_progress", status: "in_progress" }] }),
  ]);
  const mark = "[masked value of a variable]";
  expect(mask(events).events.map(({ data }) => data)).toEqual([
    { messageId: "m", text: `X_TOKEN=${mark}\nY_TOKEN=${mark}\nZ_TOKEN=${mark}\nC_TOKEN=${mark}` },
    { toolCallId: "call-1234", status: "completed", output: mark },
    { turn: "t", promptId: "p", reason: "completed" },
    expect.objectContaining({ detail: mark, options: [{ ...options[0], label: `Allow ${mark}` }] }),
    { id: "q", state: "answered", option: "allow_once" },
    { entries: [{ content: mark, status: "in_progress" }] },
  ]);
});

test("ids and names of fields that are secrets themselves are masked, and stay different", () => {
  const other = `${token.slice(0, -3)}xyz`;
  const call = (toolCallId: string) =>
    body("tool_call", { toolCallId, title: "t", kind: "k", status: "running", input: { [token]: 1, [other]: 2 } });
  const update = body("tool_call_update", { toolCallId: other, status: "completed" });
  const { events } = mask(place([call(token), call(other), update]));
  expect(events.map(({ data }) => (data as { toolCallId: string }).toolCallId)).toEqual([
    "[masked GitHub token]",
    "[masked GitHub token] 2",
    "[masked GitHub token] 2",
  ]);
  expect((events[0]!.data as { input: object }).input).toEqual({
    "[masked GitHub token]": 1,
    "[masked GitHub token] 2": 2,
  });
});
