// `skein web` and `skein devices` against a daemon in this process.
import { expect, test } from "vitest";
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
