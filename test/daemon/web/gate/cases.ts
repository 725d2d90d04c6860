// Requests that must not come through the page, each a change to one that does: a prompt from a browser that is signed in.

export interface Surroundings {
  readonly host: string;
  readonly origin: string;
  readonly port: number;
  /** `name=secret` of a device that is signed in, and of one that was signed out. */
  readonly cookie: string;
  readonly revoked: string;
  /** The browser's key, and that of another browser. */
  readonly key: string;
  readonly otherKey: string;
  /** What the daemon has stored of the secret. */
  readonly hash: string;
  readonly session: string;
}

export interface Sent {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: string;
  /** The whole request, in the place of all that. */
  raw?: string;
}

type Change = (sent: Sent, around: Surroundings) => void;

export interface Case {
  readonly name: string;
  /** 0: the connection is closed without an answer. */
  readonly status: number | readonly number[];
  readonly change: Change;
}

const set = (sent: Sent, name: string, ...values: string[]): void => {
  sent.headers = sent.headers.filter(([one]) => one.toLowerCase() !== name);
  for (const value of values) sent.headers.push([name, value]);
};
const header =
  (name: string, ...values: string[]): Change =>
  (sent) =>
    set(sent, name, ...values);
const both =
  (...changes: Change[]): Change =>
  (sent, around) => {
    for (const change of changes) change(sent, around);
  };
const to =
  (method: string, target: string | ((around: Surroundings) => string)): Change =>
  (sent, around) => {
    sent.method = method;
    sent.target = typeof target === "string" ? target : target(around);
    if (method === "GET" || method === "HEAD" || method === "TRACE") {
      sent.body = "";
      set(sent, "content-type");
    }
  };
const noOrigin = header("origin");
const read = to("GET", "/v1/sessions");
const secretOf = (cookie: string): string => cookie.slice(cookie.indexOf("=") + 1);
const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf("="));
const asCookie =
  (make: (cookie: string, around: Surroundings) => string): Change =>
  (sent, around) =>
    set(sent, "cookie", make(around.cookie, around));
const bearer = (make: (around: Surroundings) => string): Change =>
  both(header("cookie"), (sent, around) => set(sent, "authorization", make(around)));

const of = (status: Case["status"], cases: Readonly<Record<string, Change>>): Case[] =>
  Object.entries(cases).map(([name, change]) => ({ name, status, change }));

const hosts = of(421, {
  "another name": header("host", "evil.example"),
  "a name that begins with ours": (sent, { host }) => set(sent, "host", `${host.split(":")[0]}.evil.example`),
  "localhost.evil": (sent, { port }) => set(sent, "host", `localhost.evil:${port}`),
  "our name with another port": (sent, { host }) => set(sent, "host", `${host.split(":")[0]}:1`),
  "every address": (sent, { port }) => set(sent, "host", `0.0.0.0:${port}`),
  "the loopback of IPv6": (sent, { port }) => set(sent, "host", `[::1]:${port}`),
  "the number of 127.0.0.1": (sent, { port }) => set(sent, "host", `2130706433:${port}`),
  "127.0.0.1 in short": (sent, { port }) => set(sent, "host", `127.1:${port}`),
  "a dot at the end": (sent, { host }) => set(sent, "host", host.replace(/(:|$)/, ".$1")),
  "a user before it": (sent, { host }) => set(sent, "host", `evil@${host}`),
  "two in one": (sent, { host }) => set(sent, "host", `${host}, evil.example`),
  "nothing in it": header("host", ""),
  "HTTP/1.0 without one": both(header("host"), (sent) => {
    sent.version = "1.0";
  }),
  "another name, and ours as forwarded": (sent, { host }) => {
    set(sent, "host", "evil.example");
    set(sent, "x-forwarded-host", host);
    set(sent, "forwarded", `host=${host}`);
  },
  "another name for the page itself": both(to("GET", "/"), header("host", "evil.example")),
  "another name for an asset": both(to("GET", "/assets/main-ABCDEF12.css"), header("host", "evil.example")),
  "another name, and nobody signed in": both(header("host", "evil.example"), header("cookie")),
  "a whole URL": (sent, { origin }) => {
    sent.target = `${origin}${sent.target}`;
  },
  "a whole URL of another name": (sent) => {
    sent.target = `http://evil.example${sent.target}`;
  },
  "an asterisk": to("OPTIONS", "*"),
  "a tunnel": to("CONNECT", ({ host }) => host),
});

const origins = of(403, {
  "another page": header("origin", "https://evil.example"),
  "null, as of a sandbox or a file": header("origin", "null"),
  "nothing in it": header("origin", ""),
  "another port of this machine": (sent, { origin }) => set(sent, "origin", origin.replace(/(:\d+)?$/, ":3000")),
  "another scheme": (sent, { origin }) =>
    set(
      sent,
      "origin",
      origin.startsWith("https:") ? origin.replace("https:", "http:") : origin.replace("http:", "https:"),
    ),
  "a slash at the end": (sent, { origin }) => set(sent, "origin", `${origin}/`),
  "a path": (sent, { origin }) => set(sent, "origin", `${origin}/s/1`),
  capitals: (sent, { origin }) => set(sent, "origin", origin.toUpperCase()),
  "ours and another": (sent, { origin }) => set(sent, "origin", `${origin} https://evil.example`),
  "a name that begins with ours": (sent, { origin }) => set(sent, "origin", `${origin}.evil.example`),
  "an extension": header("origin", "chrome-extension://abcdefghijklmnop"),
  "a file": header("origin", "file://"),
  "another page that reads": both(read, header("origin", "https://evil.example")),
  "another page that wants the page": both(to("GET", "/"), header("origin", "https://evil.example")),
  "another page with a token": (sent, { cookie }) => {
    set(sent, "origin", "https://evil.example");
    set(sent, "authorization", `Bearer ${secretOf(cookie)}`);
  },
  "another page's question whether it may": both(
    to("OPTIONS", "/v1/sessions"),
    header("origin", "https://evil.example"),
    header("access-control-request-method", "POST"),
  ),
  "another page's upgrade": both(
    to("GET", "/v1/changes"),
    header("origin", "https://evil.example"),
    header("connection", "upgrade, close"),
    header("upgrade", "websocket"),
  ),
  "none, of something that changes": noOrigin,
  "none, and the right Referer": both(noOrigin, (sent, { origin }) => set(sent, "referer", `${origin}/`)),
  "none, as text/plain": both(noOrigin, header("content-type", "text/plain")),
  "none, as a form": both(noOrigin, header("content-type", "application/x-www-form-urlencoded")),
  "none, from another site": both(noOrigin, header("sec-fetch-site", "cross-site")),
  "none, from another port": both(noOrigin, header("sec-fetch-site", "same-site")),
  "none, typed by a person": both(noOrigin, header("sec-fetch-site", "none")),
  "none, of a picture on another site": both(read, noOrigin, header("sec-fetch-site", "cross-site")),
  "none, of a picture on another port": both(read, noOrigin, header("sec-fetch-site", "same-site")),
  "none, of a sign-in": both(to("POST", "/v1/sign-in"), noOrigin, header("cookie")),
});

const tokens = of(401, {
  none: header("cookie"),
  "none, with HTTP/1.0": both(header("cookie"), header("connection"), (sent) => {
    sent.version = "1.0";
  }),
  "none, of something that reads": both(read, header("cookie")),
  "none, of a sign of life": both(to("GET", "/healthz"), header("cookie")),
  "none, of what there is not": both(to("GET", "/v1/nothing"), header("cookie")),
  "an empty one": asCookie((cookie) => `${nameOf(cookie)}=`),
  "a wrong one": asCookie((cookie) => `${nameOf(cookie)}=${"A".repeat(43)}`),
  "one that lacks a letter": asCookie((cookie) => cookie.slice(0, -1)),
  "one with a letter more": asCookie((cookie) => `${cookie}A`),
  "one in capitals": asCookie((cookie) => `${nameOf(cookie)}=${secretOf(cookie).toUpperCase()}`),
  "one in quotes": asCookie((cookie) => `${nameOf(cookie)}="${secretOf(cookie)}"`),
  "the right one of another port": asCookie((cookie) => `skein-1=${secretOf(cookie)}`),
  "the right one without a name": asCookie(secretOf),
  "one that was signed out": asCookie((_, { revoked }) => revoked),
  "what the daemon has stored": asCookie((cookie, { hash }) => `${nameOf(cookie)}=${hash}`),
  "the right one, as whoever listens on another port is sent it": header("skein-key"),
  "the right one, for reading, without its key": both(read, header("skein-key")),
  "the right one with an empty key": header("skein-key", ""),
  "the right one with a wrong key": header("skein-key", "A".repeat(43)),
  "the right one with another browser's key": (sent, { otherKey }) => set(sent, "skein-key", otherKey),
  "the right one as its key": (sent, { cookie }) => set(sent, "skein-key", secretOf(cookie)),
  "the right one with two keys": (sent, { key, otherKey }) => set(sent, "skein-key", otherKey, key),
  "a key alone": header("cookie"),
  "a key as a cookie": asCookie((cookie, { key }) => `${nameOf(cookie)}=${key}`),
  "a key as a word": bearer(({ key }) => `Bearer ${key}`),
  "the right one as a word": bearer(({ cookie }) => `Bearer ${secretOf(cookie)}`),
  "the right one in the address": both(header("cookie"), (sent, { cookie }) => {
    sent.target += `?token=${secretOf(cookie)}&${cookie}`;
  }),
  "the right one in a header of its own": both(header("cookie"), (sent, { cookie }) =>
    set(sent, "x-skein-token", secretOf(cookie)),
  ),
  "the right one as a password": bearer(
    ({ cookie }) => `Basic ${Buffer.from(`:${secretOf(cookie)}`).toString("base64")}`,
  ),
  "the right one without its word": bearer(({ cookie }) => secretOf(cookie)),
  "an empty word": bearer(() => "Bearer "),
  "a wrong word": bearer(() => `Bearer ${"A".repeat(43)}`),
  "two words": bearer(({ cookie }) => `Bearer ${secretOf(cookie)} ${secretOf(cookie)}`),
  "a whole cookie as a word": bearer(({ cookie }) => `Bearer ${cookie}`),
  "a wrong word beside the right cookie": header("authorization", "Bearer wrong"),
  "none, and an upgrade": both(
    to("GET", "/v1/changes"),
    header("cookie"),
    header("connection", "upgrade, close"),
    header("upgrade", "websocket"),
  ),
});

const rights = of(403, {
  "to open it elsewhere": to("POST", "/v1/web"),
  "to close it": to("DELETE", "/v1/web"),
  "to let others in": to("POST", "/v1/web/pair"),
  "to end the daemon": to("POST", "/v1/drain"),
  "to delete for good": to("POST", "/v1/trash/empty"),
  "to add rules": to("POST", "/v1/policy/rules"),
  "to import": both(to("POST", "/v1/import"), header("content-type", "application/x-ndjson")),
  "to make backups": to("POST", "/v1/backups"),
  "of its own choice, in a header": both(
    to("POST", "/v1/web/pair"),
    header("skein-access", "admin"),
    header("x-scope", "admin"),
    header("skein-confirmation", "aaaa-aaaa"),
  ),
});

const paths = of(404, {
  "two slashes before v1": to("POST", ({ session }) => `//v1/sessions/${session}/prompts`),
  "two slashes in between": to("POST", ({ session }) => `/v1//sessions/${session}/prompts`),
  "a slash at the end": to("POST", ({ session }) => `/v1/sessions/${session}/prompts/`),
  capitals: to("POST", ({ session }) => `/V1/sessions/${session}/prompts`),
  "an encoded slash": to("POST", ({ session }) => `/v1%2fsessions/${session}/prompts`),
  "an encoded letter": to("POST", ({ session }) => `/%761/sessions/${session}/prompts`),
  dots: to("POST", ({ session }) => `/v1/../v1/sessions/${session}/prompts`),
  "encoded dots": to("POST", ({ session }) => `/v1/%2e%2e/v1/sessions/${session}/prompts`),
  "a backslash": to("POST", ({ session }) => `/v1\\sessions/${session}/prompts`),
  "a parameter in the path": to("POST", ({ session }) => `/v1;a=b/sessions/${session}/prompts`),
  "a dot in front": to("POST", ({ session }) => `/./v1/sessions/${session}/prompts`),
  "what lies beside the page": to("GET", "/../devices.json"),
  "what lies beside the assets": to("GET", "/assets/../index.html"),
  "the same, encoded": to("GET", "/assets/%2e%2e/index.html"),
  "the same, encoded twice": to("GET", "/assets/%252e%252e/index.html"),
  "the same, for Windows": to("GET", "/assets/..%5cindex.html"),
  "a file of the system": to("GET", "//etc/passwd"),
  "an end in the middle": to("GET", "/assets/main-ABCDEF12.css%00.html"),
  "a property of objects": to("GET", "/__proto__.js"),
  "the page's file by its name": to("GET", "/index.html"),
  "something sent to the page": to("POST", "/"),
  "a page to delete": to("DELETE", "/"),
  "an asset to write": to("PUT", "/assets/main-ABCDEF12.css"),
  TRACE: to("TRACE", "/v1/sessions"),
  "TRACE of the page": to("TRACE", "/"),
  "a question which methods there are": to("OPTIONS", "/v1/sessions"),
  "a sign-in that is read": to("GET", "/v1/sign-in"),
});

const messages: Case[] = [
  ...of(400, {
    "two hosts": (sent, { host }) => set(sent, "host", host, "evil.example"),
    "two origins": (sent, { origin }) => set(sent, "origin", origin, "https://evil.example"),
    "two words of trust": (sent, { cookie }) =>
      set(sent, "authorization", `Bearer ${secretOf(cookie)}`, "Bearer wrong"),
    "no host": header("host"),
    "an upgrade": both(
      to("GET", "/v1/changes"),
      header("connection", "upgrade, close"),
      header("upgrade", "websocket"),
    ),
    "an upgrade to HTTP/2": both(to("GET", "/v1"), header("connection", "upgrade, close"), header("upgrade", "h2c")),
    "a length and chunks": header("transfer-encoding", "chunked"),
    "two lengths": (sent) => set(sent, "content-length", `${sent.body.length}`, "1"),
    "a space before the colon": (sent) => {
      sent.headers.push(["origin ", "https://evil.example"]);
    },
    "a zero in a header": header("x-zero", "a\0b"),
    "HTTP/2 at once": (sent) => {
      sent.raw = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    },
    "another encryption": (sent) => {
      sent.raw = "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03";
    },
    "no JSON": (sent) => {
      sent.body = "{";
    },
    "an unknown field": (sent) => {
      sent.body = sent.body.replace("{", '{"access":"admin",');
    },
  }),
  ...of(431, {
    "headers without end": header("x-long", "a".repeat(100_000)),
    "an address without end": to("GET", `/v1/sessions?${"a".repeat(100_000)}`),
  }),
  ...of(415, { "a form": header("content-type", "application/x-www-form-urlencoded") }),
  ...of(417, { "an expectation": header("expect", "everything") }),
  ...of(413, {
    "a sign-in as long as a book": both(to("POST", "/v1/sign-in"), header("cookie"), (sent) => {
      sent.body = `{"code":"${"a".repeat(20_000)}"}`;
    }),
    "a sign-in that does not say how long it is": both(to("POST", "/v1/sign-in"), header("cookie"), (sent) => {
      sent.headers.push(["transfer-encoding", "chunked"]);
      sent.body = "2\r\n{}\r\n0\r\n\r\n";
    }),
  }),
  ...of(403, {
    "a sign-in with a wrong code": both(to("POST", "/v1/sign-in"), header("cookie"), (sent) => {
      sent.body = JSON.stringify({ id: crypto.randomUUID(), code: "aaaa-aaaa" });
    }),
  }),
];

const named = (subject: string, cases: readonly Case[]): Case[] =>
  cases.map((one) => ({ ...one, name: `${subject}: ${one.name}` }));

export const cases: readonly Case[] = [
  ...named("host", hosts),
  ...named("origin", origins),
  ...named("token", tokens),
  ...named("right", rights),
  ...named("path", paths),
  ...named("message", messages),
];
