// The gate of the page: requests that must not come through, over every way there is to it, and what they leave behind: nothing.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, test } from "vitest";
import { operations } from "../../../../src/protocol/index.ts";
import { isOpensslThere, selfSigned } from "../../../kit/certificate.ts";
import { type TestDaemon, testDaemon } from "../../../kit/test-daemon.ts";
import { codeIn } from "../../../kit/web-guest.ts";
import { cases, type Sent, type Surroundings } from "./cases.ts";

/** Loopback, but not the address that the page has anyway. Linux has all of them. */
const OTHER = "127.0.0.2";
const NAME = "skein.example.net";

interface Way {
  readonly opening: (daemon: TestDaemon) => Promise<{ port: number; url: string }>;
  readonly host: (port: number) => string;
  readonly isSecure: boolean;
  readonly connect: (port: number) => Socket;
}

const plain = (port: number): Socket => connect({ port, host: "127.0.0.1" });

const ways: Readonly<Record<string, Way>> = {
  "over loopback": {
    opening: (daemon) => daemon.client.openWeb(),
    host: (port) => `127.0.0.1:${port}`,
    isSecure: false,
    connect: plain,
  },
  "behind a proxy": {
    opening: (daemon) => daemon.client.openWeb({ proxy: { origin: `https://${NAME}` } }),
    host: () => NAME,
    isSecure: true,
    connect: plain,
  },
  "over TLS": {
    opening: (daemon) => daemon.client.openWeb({ network: { host: OTHER, ...selfSigned(OTHER) } }),
    host: (port) => `${OTHER}:${port}`,
    isSecure: true,
    connect: (port) => connectTls({ port, host: OTHER, rejectUnauthorized: false }),
  },
};

/** Everything that comes back until the connection ends. */
function exchange(socket: Socket, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.write(bytes, "latin1");
  });
}

const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

function bytesOf({ method, target, version, headers, body, raw }: Sent): string {
  if (raw !== undefined) return raw;
  const names = headers.map(([name]) => name);
  const length = names.some((name) => name === "content-length" || name === "transfer-encoding")
    ? []
    : [["content-length", `${body.length}`]];
  const close = names.includes("connection") ? [] : [["connection", "close"]];
  const lines = [...headers, ...length, ...close].map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${target} HTTP/${version}`, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

function rightRequest({ host, origin, cookie, key, session }: Surroundings): Sent {
  return {
    ...{ method: "POST", target: `/v1/sessions/${session}/prompts`, version: "1.1" },
    headers: [
      ["host", host],
      ["origin", origin],
      ["cookie", cookie],
      ["skein-key", key],
      ["content-type", "application/json"],
    ],
    body: JSON.stringify({ id: crypto.randomUUID(), content: [{ type: "text", text: "hello" }] }),
  };
}

class Stage {
  readonly daemon: TestDaemon;
  readonly around: Surroundings;
  readonly #way: Way;

  private constructor(daemon: TestDaemon, around: Surroundings, way: Way) {
    this.daemon = daemon;
    this.around = around;
    this.#way = way;
  }

  static async open(way: Way): Promise<Stage> {
    const daemon = await testDaemon();
    const { port } = await way.opening(daemon);
    const host = way.host(port);
    const origin = `${way.isSecure ? "https" : "http"}://${host}`;
    const cookies: string[] = [];
    const keys: string[] = [];
    for (const _ of ["revoked", "kept"]) {
      const { url } = await daemon.client.openWeb();
      const body = JSON.stringify({ id: crypto.randomUUID(), code: codeIn(url) });
      const headers: [string, string][] = [
        ["host", host],
        ["origin", origin],
        ["content-type", "application/json"],
      ];
      const sent = { method: "POST", target: "/v1/sign-in", version: "1.1", headers, body };
      const answer = await exchange(way.connect(port), bytesOf(sent));
      cookies.push(/set-cookie: ([^;]+)/i.exec(answer)?.[1] ?? "");
      keys.push(/"key":"([^"]+)"/.exec(answer)?.[1] ?? "");
    }
    const [revoked = "", cookie = ""] = cookies;
    const [otherKey = "", key = ""] = keys;
    const [, first] = (await daemon.client.devices()).items;
    await daemon.client.revokeDevices([first?.id ?? ""]);
    const hash = JSON.parse(readFileSync(daemon.paths.devices, "utf8")).devices[0].hash;
    const session = await daemon.newSession();
    return new Stage(daemon, { host, origin, port, cookie, revoked, key, otherKey, hash, session }, way);
  }

  send(sent: Sent): Promise<string> {
    return exchange(this.#way.connect(this.around.port), bytesOf(sent));
  }

  /** Everything that a request could have changed. */
  async left(): Promise<object> {
    const { daemon } = this;
    const { devices, ...web } = await daemon.client.webStatus();
    return {
      ...{ commit: daemon.log.lastCommit(), runs: daemon.keeper.runs.length, web, devices },
      ids: (await daemon.client.devices()).items.map(({ id }) => id),
      queue: (await daemon.client.queue(this.around.session)).items,
    };
  }
}

describe.for(Object.entries(ways))("%s", ([name, way]) => {
  const isLeftOut = name === "over TLS" && (process.platform !== "linux" || !isOpensslThere());

  test.skipIf(isLeftOut)(
    `each of ${cases.length} requests is refused as it should be, and leaves nothing behind`,
    async () => {
      const stage = await Stage.open(way);
      const { around, daemon } = stage;
      const before = await stage.left();
      const secret = around.cookie.slice(around.cookie.indexOf("=") + 1);
      for (const { name: what, status, change } of cases) {
        // Whoever is not signed in may ask only so often.
        daemon.clock.advance(60_000);
        const sent = rightRequest(around);
        change(sent, around);
        const answer = await stage.send(sent);
        const expected = sent.raw !== undefined && way.connect !== plain ? [status, 400].flat() : [status].flat();
        expect({ what, status: statusIn(answer), expected }).toEqual({
          ...{ what, expected },
          status: expect.toSatisfy((got: number) => expected.includes(got)),
        });
        expect([what, /access-control-allow|set-cookie/i.test(answer), answer.includes(secret)]).toEqual([
          what,
          false,
          false,
        ]);
      }
      expect(await stage.left()).toEqual(before);
      expect(statusIn(await stage.send(rightRequest(around)))).toBe(200);
    },
  );

  test.skipIf(isLeftOut)("no operation but the sign-in is there for whoever has no token", async () => {
    const stage = await Stage.open(way);
    const { host, origin } = stage.around;
    for (const [operation, { method, path }] of Object.entries(operations)) {
      stage.daemon.clock.advance(60_000);
      const headers: [string, string][] = [
        ["host", host],
        ["origin", origin],
        ["content-type", "application/json"],
      ];
      const target = path.replaceAll(/:\w+/g, "none");
      const answer = await stage.send({ method, target, version: "1.1", headers, body: "{}" });
      expect([operation, statusIn(answer)]).toEqual([operation, operation === "signIn" ? 400 : 401]);
    }
  });

  test.skipIf(isLeftOut)("of requests that come one behind the other each is judged by itself", async () => {
    const stage = await Stage.open(way);
    const right = bytesOf({ ...rightRequest(stage.around) }).replace("connection: close\r\n", "");
    const wrong = right.replace(/cookie: .*\r\n/, "");
    const last = bytesOf(rightRequest(stage.around));
    const answer = await exchange(way.connect(stage.around.port), `${right}${wrong}${last}`);
    expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["200", "401", "200"]);
  });

  test.skipIf(isLeftOut)(
    "who is not signed in and asks again and again is told to wait; who is signed in is not held up by that",
    async () => {
      const stage = await Stage.open(way);
      stage.daemon.clock.advance(60_000);
      const stranger = { ...rightRequest(stage.around) };
      stranger.headers = stranger.headers.filter(([one]) => one !== "cookie");
      const answers: string[] = [];
      for (let n = 0; n < 31; n++) answers.push(await stage.send(stranger));
      expect(answers.map(statusIn)).toEqual([...Array(30).fill(401), 429]);
      expect(answers.at(-1)).toMatch(/retry-after: 2\r\n/i);
      expect(statusIn(await stage.send(rightRequest(stage.around)))).toBe(200);
      stage.daemon.clock.advance(2000);
      expect(statusIn(await stage.send(stranger))).toBe(401);
    },
  );
});
