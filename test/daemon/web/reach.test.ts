// From where the page can be reached, beside the machine itself: a certificate of its own, or a proxy that has one.
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listenPlan } from "../../../src/daemon/web/listen-plan.ts";
import { isOpensslThere, selfSigned } from "../../kit/certificate.ts";
import { makeFifo } from "../../kit/odd-entries.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { testDaemon } from "../../kit/test-daemon.ts";
import { codeIn, WebGuest } from "../../kit/web-guest.ts";

/** Loopback, but not the address that the page has anyway. Linux has all of them. */
const OTHER = "127.0.0.2";

interface Answered {
  status: number;
  body: string;
  cookie: string;
}

function askTls(port: number, path: string, headers: Record<string, string> = {}, body = ""): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: OTHER, port, path, agent: false, rejectUnauthorized: false, method: body === "" ? "GET" : "POST" },
        headers: { origin: `https://${OTHER}:${port}`, "content-length": body.length, ...headers },
      },
      async (response) =>
        resolve({
          ...{ status: response.statusCode ?? 0, body: await text(response) },
          cookie: `${response.headers["set-cookie"] ?? ""}`,
        }),
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

test.skipIf(process.platform !== "linux" || !isOpensslThere())(
  "with a certificate the page is at another address, too, over TLS alone, with a cookie for TLS alone",
  async () => {
    const daemon = await testDaemon();
    const { port, addresses } = await daemon.client.openWeb({ network: { host: OTHER, ...selfSigned(OTHER) } });
    expect(addresses.at(-1)).toEqual({ url: `https://${OTHER}:${port}/`, reach: "network", via: "certificate" });
    const { url, code } = await daemon.client.pair();
    expect(url).toMatch(new RegExp(`^https://${OTHER}:${port}/#code=`));
    const json = { "content-type": "application/json" };
    const body = JSON.stringify({ id: crypto.randomUUID(), code });
    const signedIn = await askTls(port, "/v1/sign-in", json, body);
    expect([signedIn.status, signedIn.cookie]).toEqual([
      201,
      expect.stringMatching(new RegExp(`^__Host-skein-${port}=.*; Path=/; .*; Secure$`)),
    ]);
    const device = { cookie: signedIn.cookie.split(";")[0] ?? "", "skein-key": JSON.parse(signedIn.body).key };
    expect((await askTls(port, "/v1/sessions", device)).status).toBe(200);
    expect((await askTls(port, "/v1/sessions", { ...device, host: `127.0.0.1:${port}` })).status).toBe(421);
    expect((await askTls(port, "/v1/sessions", { ...device, origin: `http://${OTHER}:${port}` })).status).toBe(403);
    await daemon.restart();
    expect((await askTls(port, "/v1/sessions", device)).status).toBe(200);
    await daemon.client.openWeb({ network: null });
    await expect(askTls(port, "/")).rejects.toThrow("ECONNREFUSED");
    expect((await new WebGuest(port).ask("/")).status).toBe(200);
  },
);

test.skipIf(!isOpensslThere())(
  "a daemon that finds itself in another network opens the page for this machine, and says what is missing",
  async () => {
    const daemon = await testDaemon();
    const { port } = await daemon.client.openWeb();
    await daemon.stop();
    const network = { host: "192.0.2.1", ...selfSigned("192.0.2.1") };
    writeFileSync(daemon.paths.web, JSON.stringify({ port, isOpen: true, network, proxy: null }));
    daemon.means(/the page can't be opened again/);
    await daemon.start();
    expect(await daemon.client.webStatus()).toMatchObject({
      ...{ isOpen: true, addresses: [{ via: "loopback" }] },
      problem: "This machine has no address 192.0.2.1 now.",
    });
    expect((await new WebGuest(port).ask("/")).status).toBe(200);
  },
);

test("behind a declared proxy the page answers to the proxy's name, and believes it where requests come from", async () => {
  const daemon = await testDaemon();
  const { port, addresses } = await daemon.client.openWeb({ proxy: { origin: "https://skein.example.net" } });
  expect(addresses.at(-1)).toEqual({ url: "https://skein.example.net/", reach: "network", via: "proxy" });
  const { url } = await daemon.client.pair();
  const guest = new WebGuest(port);
  const asProxy = {
    host: "skein.example.net",
    origin: "https://skein.example.net",
    "x-forwarded-for": "9.9.9.9, 192.0.2.5",
  };
  const answer = await guest.ask("/v1/sign-in", { method: "POST", headers: asProxy, body: { code: codeIn(url) } });
  const [cookie = ""] = [answer.headers["set-cookie"] ?? []].flat();
  expect(cookie).toMatch(/^__Host-skein-.*; Secure$/);
  guest.cookie = cookie.split(";")[0] ?? "";
  guest.key = JSON.parse(answer.body).key;
  expect(JSON.parse((await guest.ask("/v1/devices", { headers: asProxy })).body).items[0].from).toBe("192.0.2.5");
  // Some proxies ask in their own name.
  const plain = { host: `127.0.0.1:${port}`, origin: "https://skein.example.net" };
  expect((await guest.ask("/v1/sessions", { headers: plain })).status).toBe(200);
  await daemon.client.openWeb({ proxy: null });
  expect((await guest.ask("/v1/sessions", { headers: asProxy })).status).toBe(421);
});

test.for([
  ["every address", { network: { host: "0.0.0.0", cert: "/c", key: "/k" } }, "name the one that devices use"],
  ["loopback", { network: { host: "localhost" } }, "the page is open anyway"],
  ["no address", { network: { host: "a b" } }, "neither a name nor an address"],
  ["no certificate", { network: { host: OTHER } }, "others could listen in"],
  ["a certificate without its key", { network: { host: OTHER, cert: "/c" } }, "needs its key"],
  ["a certificate that is not there", { network: { host: OTHER, cert: "/c", key: "/k" } }, "can't be used"],
  ["a proxy without HTTPS", { proxy: { origin: "http://skein.example.net" } }, "not the address of a proxy with HTTPS"],
  ["an address of one cable", { network: { host: "169.254.1.2", cert: "/c", key: "/k" } }, "other devices can't"],
  [
    "a proxy of this machine alone",
    { proxy: { origin: "https://localhost:8443" } },
    "name the proxy as other devices do",
  ],
  ["a path of a proxy", { proxy: { origin: "https://example.net/skein" } }, "not the address of a proxy with HTTPS"],
] as const)("the page is not opened to others with %s, and stays as it was", async ([, wanted, why]) => {
  const daemon = await testDaemon();
  const { addresses } = await daemon.client.openWeb();
  await expect(daemon.client.openWeb(wanted)).rejects.toMatchObject({
    code: "reach_refused",
    message: expect.stringContaining(why),
  });
  expect((await daemon.client.webStatus()).addresses).toEqual(addresses);
  await expect(daemon.client.pair()).rejects.toMatchObject({ code: "not_reachable" });
});

test("a certificate that is no regular file is refused, and holds up nothing", async () => {
  const daemon = await testDaemon();
  const cert = join(tempDir(), "c.pem");
  makeFifo(cert);
  const wanted = daemon.client.openWeb({ network: { host: OTHER, cert, key: cert } });
  await expect(wanted).rejects.toMatchObject({ code: "reach_refused" });
  expect(await daemon.client.sessions()).toEqual([]);
});

test("without TLS another address answers to nobody but the proxy", () => {
  const proxy = { origin: "https://skein.example.net", isTailscale: false };
  const { endpoints } = listenPlan({ network: { host: "192.0.2.1", cert: null, key: null }, proxy }, 20_000);
  expect(endpoints.map(({ host, origins }) => [host, origins.map(({ origin }) => origin)])).toEqual([
    ["127.0.0.1", ["http://127.0.0.1:20000", "http://localhost:20000", "https://skein.example.net"]],
    ["192.0.2.1", ["https://skein.example.net"]],
  ]);
});

test("what is refused changes nothing of the page that is open", async () => {
  const daemon = await testDaemon();
  const { port } = await daemon.client.openWeb();
  const origin = "https://skein.example.net";
  const network = { host: OTHER, cert: join(tempDir(), "none"), key: join(tempDir(), "none") };
  await expect(daemon.client.openWeb({ network, proxy: { origin } })).rejects.toMatchObject({ code: "reach_refused" });
  const asProxy = { host: "skein.example.net", origin };
  expect((await new WebGuest(port).ask("/", { headers: asProxy })).status).toBe(421);
  expect((await new WebGuest(port).ask("/")).status).toBe(200);
});
