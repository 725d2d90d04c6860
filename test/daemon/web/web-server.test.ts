// The server for browsers: open and closed, the page's files, and the way of a browser from a code to its own cookie.
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchTransport, Skein } from "../../../src/client/index.ts";
import { WebServer } from "../../../src/daemon/web/web-server.ts";
import { pathsOf } from "../../../src/home/index.ts";
import { manualClock } from "../../kit/manual-clock.ts";
import { rawRequest } from "../../kit/raw-request.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { testDaemon } from "../../kit/test-daemon.ts";
import { until } from "../../kit/until.ts";
import { codeIn, signedIn, WebGuest } from "../../kit/web-guest.ts";

test("a daemon does not listen for browsers until somebody opens the page, and then listens at the same address after a restart", async () => {
  const daemon = await testDaemon();
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: false, port: null, addresses: [] });
  const { port, addresses } = await daemon.client.openWeb();
  expect(addresses).toEqual([{ url: `http://127.0.0.1:${port}/`, reach: "machine", via: "loopback" }]);
  await daemon.restart();
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: true, port });
  expect((await new WebGuest(port).ask("/")).status).toBe(200);
  await daemon.client.closeWeb();
  await expect(new WebGuest(port).ask("/")).rejects.toThrow("ECONNREFUSED");
  await daemon.restart();
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: false, port });
  expect(await daemon.client.openWeb()).toMatchObject({ port });
});

test("a port that another program has is said to be taken, and another one is used only when asked", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  await daemon.client.closeWeb();
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await until("the other program to listen", () => other.listening);
  await expect(daemon.client.openWeb()).rejects.toMatchObject({
    code: "port_taken",
    message: `Another program listens on port ${port} of this machine. End it, or choose another port for the page: skein web --port <number>`,
  });
  const free = createServer().listen(0, "127.0.0.1");
  await until("a free port", () => free.address());
  const { port: another } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  expect(await daemon.client.openWeb({ port: another })).toMatchObject({ port: another });
  await daemon.restart();
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: true, port: another });
});

test("a daemon that finds its port taken goes on without the page and says why", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  await daemon.stop();
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await until("the other program to listen", () => other.listening);
  daemon.means(/the page can't be opened again/);
  await daemon.start();
  expect(await daemon.client.webStatus()).toMatchObject({
    isOpen: false,
    problem: expect.stringContaining(`Another program listens on port ${port}`),
  });
});

test("the page is the same at each of its addresses, is never cached, and may load nothing from elsewhere; its assets are cached for good", async () => {
  const daemon = await testDaemon();
  const guest = new WebGuest((await daemon.client.openWeb()).port);
  for (const path of ["/", "/s/00000000-0000-4000-8000-000000000001", "/devices?at=3"]) {
    const { status, body, headers } = await guest.ask(path);
    expect([path, status, body.includes("<title>Skein</title>")]).toEqual([path, 200, true]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self'/),
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  }
  const asset = await guest.ask("/assets/main-ABCDEF12.css", { headers: { "accept-encoding": "gzip" } });
  expect(asset.headers).toMatchObject({
    "content-type": "text/css; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("a code signs one browser in, once, and what it gets is stored nowhere but there", async () => {
  const daemon = await testDaemon();
  const { url, port } = await daemon.client.openWeb();
  const guest = new WebGuest(port);
  expect((await guest.ask("/v1/sessions")).status).toBe(401);
  const answer = await guest.signIn(codeIn(url));
  expect(answer.status).toBe(201);
  expect(`${answer.headers["set-cookie"]}`).toMatch(
    new RegExp(`^skein-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000$`),
  );
  expect((await guest.ask("/v1/sessions")).status).toBe(200);
  expect(JSON.parse((await guest.ask("/v1/devices")).body).items).toMatchObject([
    { name: "Firefox on Linux", kind: "computer", from: "127.0.0.1", isThis: true },
  ]);
  const secret = guest.cookie?.split("=")[1] ?? "";
  expect(answer.body).not.toContain(secret);
  for (const kept of [daemon.paths.devices, daemon.paths.web]) {
    expect(readFileSync(kept, "utf8")).not.toContain(secret);
    expect(readFileSync(kept, "utf8")).not.toContain(codeIn(url));
  }
  expect(daemon.told.some((line) => /^a device signed in .*Firefox on Linux/.test(line))).toBe(true);
  expect(daemon.told.some((line) => line.includes(secret) || line.includes(codeIn(url)))).toBe(false);
  const second = await new WebGuest(port).signIn(codeIn(url));
  expect([second.status, JSON.parse(second.body)]).toEqual([
    403,
    expect.objectContaining({ code: "code_invalid", reason: "used" }),
  ]);
  await daemon.restart();
  expect((await guest.ask("/v1/sessions")).status).toBe(200);
});

test("a code is valid for five minutes", async () => {
  const daemon = await testDaemon();
  const { url, port, minutes } = await daemon.client.openWeb();
  expect(minutes).toBe(5);
  daemon.clock.advance(5 * 60_000);
  const late = await new WebGuest(port).signIn(codeIn(url));
  expect(JSON.parse(late.body)).toMatchObject({ code: "code_invalid", reason: "expired" });
});

test("a browser that signs in again stays the same device", async () => {
  const daemon = await testDaemon();
  const guest = await signedIn(daemon);
  const { url } = await daemon.client.openWeb();
  const again = await guest.signIn(codeIn(url));
  expect(again.headers).not.toHaveProperty("set-cookie");
  expect(JSON.parse(again.body)).not.toHaveProperty("key");
  expect((await daemon.client.devices()).items).toHaveLength(1);
});

test("a browser that has lost its key needs a new code, and stays the same device", async () => {
  const daemon = await testDaemon();
  const guest = await signedIn(daemon);
  guest.key = null;
  expect((await guest.ask("/v1/sessions")).status).toBe(401);
  await guest.signIn(codeIn((await daemon.client.openWeb()).url));
  expect((await guest.ask("/v1/sessions")).status).toBe(200);
  expect((await daemon.client.devices()).items).toHaveLength(1);
});

test("a program signs in for a token, and calls with it as at the socket; the log names it", async () => {
  const daemon = await testDaemon();
  const { url, port } = await daemon.client.openWeb();
  const address = `http://127.0.0.1:${port}`;
  const guest = new WebGuest(port);
  const { body } = await guest.ask("/v1/sign-in", {
    ...{ method: "POST", headers: { "skein-client": "my script" } },
    body: { code: codeIn(url), as: "program" },
  });
  const { token } = JSON.parse(body);
  const program = new Skein({ transport: fetchTransport({ url: address, token }), name: "my script" });
  const session = await daemon.newSession();
  await program.prompt(session, { content: [{ type: "text", text: "hello" }] });
  expect(await daemon.ofType(session, "prompt_queued")).toMatchObject({
    by: { kind: "client", name: "my script", device: "my script", address: "127.0.0.1" },
  });
  const stranger = new Skein({ transport: fetchTransport({ url: address, token: "other" }), name: "my script" });
  await expect(stranger.queue(session)).rejects.toMatchObject({ code: "not_signed_in" });
});

test("a device that is signed out is cut off at once, and the others are not", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const [one, other] = [await signedIn(daemon), await signedIn(daemon)];
  const path = `/v1/sessions/${session}/events?follow=1`;
  const streams = [await one.follow(path), await other.follow(path)];
  await until("both to follow", () => streams.every((stream) => stream.text().includes("caught_up")));
  const own = JSON.parse((await one.ask("/v1/devices")).body).items.find(({ isThis }: { isThis: boolean }) => isThis);
  expect(await daemon.client.revokeDevices([own.id])).toEqual({ revoked: [own.id] });
  await streams[0]?.ended;
  expect((await one.ask("/v1/sessions")).status).toBe(401);
  await daemon.send(session, "still there");
  await until("the other one to see it", () => streams[1]?.text().includes("still there"));
  streams[1]?.close();
});

test("a device may sign itself out, and its cookie ends with it", async () => {
  const daemon = await testDaemon();
  const guest = await signedIn(daemon);
  const { status, headers } = await guest.ask("/v1/sign-out", { method: "POST", body: {} });
  expect([status, `${headers["set-cookie"]}`.includes("Max-Age=0")]).toEqual([200, true]);
  expect((await guest.ask("/v1/sessions")).status).toBe(401);
  expect((await daemon.client.devices()).items).toEqual([]);
});

test("who opens and closes the page at once with others gets it as it was left last", async () => {
  const paths = pathsOf({ SKEIN_HOME: tempDir() });
  const journal = { info() {}, error() {} };
  const door = new WebServer({ paths, clock: manualClock(), journal, pageDirectory: "test/kit/small-page" });
  onTestFinished(() => door.shutDown());
  const ports = await Promise.all([door.open(), door.open(), door.open()]);
  expect(new Set(ports).size).toBe(1);
  await Promise.all([door.close(), door.open()]);
  expect((await new WebGuest(ports[0] ?? 0).ask("/")).status).toBe(200);
  await Promise.all([door.open(), door.close()]);
  await expect(new WebGuest(ports[0] ?? 0).ask("/")).rejects.toThrow("ECONNREFUSED");
});

test("cookies of the same name that other pages of this host have added sign nobody out", async () => {
  const daemon = await testDaemon();
  const guest = await signedIn(daemon);
  const own = guest.cookie ?? "";
  const name = own.split("=")[0];
  const many = Array.from({ length: 150 }, (_, n) => `${name}=theirs-${n}; `).join("");
  for (const cookie of [
    `${name}=theirs; ${own}`,
    `${own}; ${name}=theirs`,
    `__Host-${name}=theirs; ${own}`,
    `${many}${own}`,
    `other=${"x".repeat(40_000)}; ${own}`,
  ])
    expect([cookie, (await guest.ask("/v1/sessions", { headers: { cookie } })).status]).toEqual([cookie, 200]);
  expect((await guest.ask("/", { headers: { cookie: `other=${"x".repeat(40_000)}` } })).status).toBe(200);
  expect((await guest.ask("/v1/sessions", { headers: { cookie: `${name}=theirs` } })).status).toBe(401);
});

test("a browser with more cookies than fit is told to delete them", async () => {
  const daemon = await testDaemon();
  const guest = new WebGuest((await daemon.client.openWeb()).port);
  const { status, body } = await guest.ask("/", { headers: { cookie: `other=${"x".repeat(100_000)}` } });
  expect(status).toBe(431);
  expect(body).toContain("Delete the cookies of this address");
  expect((await guest.ask("/")).status).toBe(200);
});

test("who asks for the page's files too often waits", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    heard += chunk;
  });
  const answers = (): string[] => heard.match(/^HTTP\/1\.1 \d+/gm) ?? [];
  for (let n = 0; n < 2; n++) {
    socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`.repeat(500));
    await until("the answers", () => answers().length === 500 * (n + 1));
  }
  expect(new Set(answers())).toEqual(new Set(["HTTP/1.1 200"]));
  const guest = new WebGuest(port);
  expect(await guest.ask("/")).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  daemon.clock.advance(1000);
  expect((await guest.ask("/")).status).toBe(200);
});

test("another site may lead to the page, but use none of its files", async () => {
  const daemon = await testDaemon();
  const guest = new WebGuest((await daemon.client.openWeb()).port);
  const from = async (site: string, mode: string, dest: string, path = "/"): Promise<number> => {
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest };
    return (await rawRequest({ port: guest.port, path, headers })).status;
  };
  for (const site of ["cross-site", "same-site"]) {
    expect(await from(site, "navigate", "document")).toBe(200);
    expect(await from(site, "no-cors", "image")).toBe(403);
    expect(await from(site, "navigate", "iframe")).toBe(403);
  }
  expect(await from("none", "navigate", "document")).toBe(200);
  expect(await from("same-origin", "no-cors", "style", "/assets/main-ABCDEF12.css")).toBe(200);
});

test("wrong codes hold up who types more of them, never who has the right address", async () => {
  const daemon = await testDaemon();
  const { url, port } = await daemon.client.openWeb();
  const guest = new WebGuest(port);
  const tried = async (code: string): Promise<number> => (await guest.signIn(code)).status;
  const wrong: number[] = [];
  for (let n = 0; n < 31; n++) wrong.push(await tried(n % 2 === 0 ? "aaaa-aaaa" : "a-long-code-that-nobody-has-given"));
  expect(new Set(wrong.slice(0, 30)).size).toBe(1);
  expect(wrong.at(-1)).toBe(429);
  expect(await tried("a-long-code-that-nobody-has-given")).toBe(429);
  expect(await tried(codeIn(url))).toBe(201);
});

test("a session's address that is mistyped leads to the page, which says that there is no such session", async () => {
  const daemon = await testDaemon();
  const guest = new WebGuest((await daemon.client.openWeb()).port);
  for (const path of ["/s/a%20b", "/s/a.b", "/s/%E0%A4%A"])
    expect([path, (await guest.ask(path)).status]).toEqual([path, 200]);
  for (const path of ["/a.b", "/s/a/b.c", "/assets/none.js"])
    expect([path, (await guest.ask(path)).status]).toEqual([path, 404]);
});
