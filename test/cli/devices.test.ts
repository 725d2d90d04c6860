// `skein web` and `skein devices` against a daemon in this process.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameIn } from "../../src/cli/web/tailscale.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { codeIn, signedIn, WebGuest } from "../kit/web-guest.ts";
import { cliDaemon, done, question } from "./cli-daemon.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

test("devices are listed with what they are called and where they were seen, and signed out by id, by name, or all together", async () => {
  const { daemon, run } = await cliDaemon();
  expect(await run(["devices"])).toMatchObject({ code: 0, out: "no device is signed in; open the page: skein web\n" });
  const laptop = await signedIn(daemon);
  daemon.clock.advance(60_000);
  const phone = new WebGuest(laptop.port);
  phone.userAgent = IPHONE;
  await phone.signIn(codeIn((await daemon.client.openWeb()).url));
  const { devices } = JSON.parse((await run(["devices", "--json"])).out);
  expect(devices).toMatchObject([
    { name: "Safari on iPhone", kind: "phone", from: "127.0.0.1" },
    { name: "Firefox on Linux", kind: "computer", from: "127.0.0.1" },
  ]);
  const { out } = await run(["devices"]);
  expect(out).toMatch(/ID +NAME +KIND +SIGNED IN +LAST SEEN +FROM/);
  expect(out).toContain(devices[0].id.slice(0, 8));
  expect(await run(["devices", "revoke", "nothing"])).toMatchObject({
    code: 3,
    err: expect.stringContaining('no device "nothing"'),
  });
  expect((await run(["devices", "revoke", "safari on iphone"])).out).toBe("signed out 1 device: Safari on iPhone\n");
  expect((await phone.ask("/v1/sessions")).status).toBe(401);
  expect((await laptop.ask("/v1/sessions")).status).toBe(200);
  expect((await run(["devices", "revoke", devices[1].id.slice(0, 6)])).code).toBe(0);
  await signedIn(daemon);
  await signedIn(daemon);
  expect(await run(["devices", "revoke", "Firefox on Linux"])).toMatchObject({
    code: 3,
    err: expect.stringContaining("several devices match"),
  });
  expect((await run(["devices", "revoke", "--all"])).out).toBe(
    "signed out 2 devices: Firefox on Linux, Firefox on Linux\n",
  );
  expect((await daemon.client.devices()).items).toEqual([]);
});

test("a program that is called like another device's id does not take its place", async () => {
  const { daemon, run } = await cliDaemon();
  const guest = await signedIn(daemon);
  const [first] = (await daemon.client.devices()).items;
  const name = first!.id.slice(0, 8);
  const { url } = await daemon.client.openWeb();
  const body = { code: codeIn(url), as: "program" };
  await new WebGuest(guest.port).ask("/v1/sign-in", { method: "POST", headers: { "skein-client": name }, body });
  expect(await run(["devices", "revoke", name])).toMatchObject({
    code: 3,
    err: expect.stringContaining("several devices match"),
  });
  expect((await daemon.client.devices()).items).toHaveLength(2);
});

test("an answer from a device is told by the device's name", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working();
  agent.say(question);
  const asked = await daemon.ofType(session, "permission");
  const phone = await signedIn(daemon);
  const path = `/v1/sessions/${session}/permissions/${asked.data.id}/answer`;
  const { status } = await phone.ask(path, {
    ...{ method: "POST", headers: { "skein-client": "web" } },
    body: { option: "yes" },
  });
  expect(status).toBe(200);
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  expect((await run(["show", session])).out).toContain("by Firefox on Linux");
});

test("`skein web` prints an address that signs a browser in, and closes the page when told", async () => {
  const { daemon, run } = await cliDaemon();
  const { code, out } = await run(["web", "--no-open"]);
  expect(code).toBe(0);
  const [url = "", told] = out.split("\n");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}$/);
  expect(told).toBe("open this address in a browser within 5 minutes; it signs one browser in");
  const guest = new WebGuest(Number(new URL(url).port));
  expect((await guest.signIn(codeIn(url))).status).toBe(201);
  const ssh = await run(["web"], { env: { SSH_CONNECTION: "192.0.2.1 50000 192.0.2.7 22", DISPLAY: ":0" } });
  expect(ssh.out).toContain(`ssh -N -L ${guest.port}:127.0.0.1:${guest.port} `);
  expect(ssh.out).toContain("@192.0.2.7\n");
  for (const port of ["many", "0", "65536"])
    expect(await run(["web", "--port", port])).toMatchObject({
      ...{ code: 2, err: expect.stringContaining(`"${port}" is not a port`) },
    });
  expect((await run(["web", "--stop"])).out).toBe("the page is closed; open it again: skein web\n");
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: false });
});

const TAILSCALE = `#!/bin/sh
echo "$*" >> "$LOG"
case "$1" in
  status) echo '{"BackendState":"Running","Self":{"DNSName":"desk.tail1.ts.net."}}' ;;
  serve) [ ! -e "$LOG.broken" ] || { echo "HTTPS is not enabled" >&2; exit 1; } ;;
esac
`;

test("`skein web --pair --tailscale` serves the page in the person's network, and ends that when the page is closed", async () => {
  const { daemon, run } = await cliDaemon();
  const bin = tempDir();
  writeFileSync(join(bin, "tailscale"), TAILSCALE, { mode: 0o755 });
  const log = join(bin, "log");
  const env = { PATH: `${bin}:/usr/bin:/bin`, LOG: log };
  const { out, code } = await run(["web", "--pair", "--tailscale"], { env });
  expect(code).toBe(0);
  const { port } = await daemon.client.webStatus();
  const [url, told] = out.split("\n");
  expect(url).toMatch(new RegExp(`^https://desk.tail1.ts.net:${port}/#code=[\\w-]{22}$`));
  expect(told).toMatch(
    /^open it on the phone within 5 minutes, or open https:\/\/desk\S+ there and type: \w{4}-\w{4}$/,
  );
  const guest = new WebGuest(port ?? 0);
  const typed = told?.slice(-9) ?? "";
  expect((await guest.signIn(typed)).status).toBe(201);
  expect((await guest.signIn(typed)).status).toBe(403);

  const serve = `serve --bg --https=${port} http://127.0.0.1:${port}`;
  expect(readFileSync(log, "utf8")).toBe(`status --json\n${serve}\n`);
  await run(["web", "--stop"], { env });
  expect((await run(["web", "--no-open"], { env })).out).toContain(
    `for other machines: https://desk.tail1.ts.net:${port}/`,
  );
  writeFileSync(`${log}.broken`, "");
  expect((await run(["web", "--no-open"], { env })).err).toContain("other machines can't reach the page");
  await run(["web", "--no-open", "--local"], { env });
  expect(readFileSync(log, "utf8").split("\n")).toEqual(expect.arrayContaining([`serve --https=${port} off`, serve]));
  expect((await daemon.client.webStatus()).addresses).toHaveLength(1);
  const refused = await run(["web", "--tailscale", "--json"], { env });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.err)).toMatchObject({
    error: { code: "tailscale_failed", message: '"tailscale serve" failed', why: "HTTPS is not enabled" },
  });
});

test("without a way for other machines, a phone is not paired, and it is said what to do", async () => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["web", "--pair"]);
  expect([code, err]).toEqual([1, expect.stringContaining("only this machine can open the page, so a phone can't")]);
  expect(err).toContain("skein web --pair --tailscale");
  const none = await run(["web", "--tailscale", "--json"], { env: { PATH: "/nothing" } });
  expect(none.code).toBe(1);
  expect(JSON.parse(none.err).error).toMatchObject({
    ...{ code: "tailscale_missing", message: "Tailscale is not installed here" },
  });
});

test.for([
  [["--stop", "--pair"], "--stop closes the page"],
  [["--local", "--host", "192.0.2.1"], "--local is this machine only"],
  [["--tailscale", "--behind-proxy", "https://example.net"], "--tailscale is a proxy of its own"],
  [["--cert", "cert.pem"], "a certificate needs an address"],
] as const)("skein web %s is refused: %s", async ([words, what]) => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["web", ...words]);
  expect([code, err.includes(what)]).toEqual([2, true]);
});

test.for([
  ["a name", '{"BackendState":"Running","Self":{"DNSName":"Desk.tail1.ts.net."}}', "desk.tail1.ts.net"],
  ["no name", '{"BackendState":"Running","Self":{"DNSName":""}}', null],
  ["a stopped one", '{"BackendState":"Stopped","Self":{"DNSName":"desk.tail1.ts.net."}}', null],
  ["something else", "not running", null],
] as const)("of Tailscale's own words, %s", ([, status, name]) => {
  expect(nameIn(status)).toBe(name);
});

test("Tailscale that gives no name is said to", async () => {
  const { run } = await cliDaemon();
  const bin = tempDir();
  writeFileSync(join(bin, "tailscale"), "#!/bin/sh\necho '{}'\n", { mode: 0o755 });
  const { code, err } = await run(["web", "--tailscale"], { env: { PATH: `${bin}:/usr/bin:/bin` } });
  expect([code, err]).toEqual([1, expect.stringContaining("Tailscale gives this machine no name")]);
});

test.for([
  [["rvoke"], 'unknown word "rvoke"', "did you mean: skein devices revoke?"],
  [["--all"], "--all needs revoke", "skein devices revoke --all"],
  [["revoke"], "no device named", "skein devices revoke --all"],
  [["revoke", "x", "--all"], "--all is every device", "skein devices revoke <device>..."],
] as const)("skein devices %s is refused: %s", async ([words, what, fix]) => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["devices", ...words]);
  expect([code, err.includes(what), err.includes(fix)]).toEqual([2, true, true]);
});

test("inside an agent the page is neither opened nor closed, and no device is signed out", async () => {
  const { daemon, run } = await cliDaemon();
  await signedIn(daemon);
  daemon.caller = { kind: "agent" };
  for (const words of [["web"], ["web", "--stop"], ["devices", "revoke", "--all"]])
    expect([words, (await run(words)).code]).toEqual([words, 4]);
  expect(await daemon.client.webStatus()).toMatchObject({ isOpen: true, devices: 1 });
});
