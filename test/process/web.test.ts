// `skein web` as people and programs start it, and an agent that got hold of a device's token.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fetchTransport, Skein } from "../../src/client/index.ts";
import { unlessLinux } from "../kit/left-out.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";
import { codeIn } from "../kit/web-guest.ts";

interface Opened {
  v: number;
  url: string;
  port: number;
}

async function tokenFor({ url }: Pick<Opened, "url">): Promise<string> {
  const { origin } = new URL(url);
  const response = await fetch(`${origin}/v1/sign-in`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ id: crypto.randomUUID(), code: codeIn(url), as: "program" }),
  });
  return ((await response.json()) as { token: string }).token;
}

test("`skein web --no-open --json` prints an address and ends; the daemon serves the page there, also the next one after a kill -9", async () => {
  const skein = new SkeinHome();
  const opened = await skein.json<Opened>(["web", "--no-open"]);
  expect(opened).toMatchObject({ v: 1, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#./) });
  const page = await fetch(opened.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/assets/main-")]);
  const token = await tokenFor(opened);
  await skein.killDaemon();
  await skein.run(["ls"]);
  const client = new Skein({ transport: fetchTransport({ url: new URL(opened.url).origin, token }), name: "test" });
  expect((await client.devices()).items).toMatchObject([{ isThis: true, kind: "program" }]);
  expect((await skein.json<Opened>(["web", "--no-open"])).port).toBe(opened.port);

  const secrets = [codeIn(opened.url), token];
  const files = readdirSync(skein.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name), "latin1");
    expect([name, secrets.filter((secret) => content.includes(secret))]).toEqual([name, []]);
  }
});

test("a browser gets the code in a file that only its person can read, and the file is gone when it has signed in", async () => {
  const skein = new SkeinHome();
  const seen = join(skein.root, "seen");
  writeFileSync(join(skein.root, "xdg-open"), `#!/bin/sh\necho "$@" > '${seen}'\n`, { mode: 0o755 });
  skein.env.PATH = `${skein.root}:${skein.env.PATH}`;
  skein.env.DISPLAY = ":0";
  const { out, code } = await skein.run(["web"]);
  expect(code).toBe(0);
  const [url = "", told] = out.split("\n");
  expect(told).toMatch(/^opened in your browser; if nothing appears/);
  const file = readFileSync(seen, "utf8").trim();
  expect(file).not.toContain(codeIn(url));
  expect(readFileSync(file, "utf8")).toContain(url);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await tokenFor({ url });
  expect(() => statSync(file)).toThrow("ENOENT");
});

test.skipIf(unlessLinux("agents at the page's address"))(
  "an agent with the token of a device is an agent still: it answers nothing, and its prompts count as its own",
  async () => {
    const skein = new SkeinHome();
    const opened = await skein.json<Opened>(["web", "--no-open"]);
    const token = await tokenFor(opened);
    const { session: victim } = await skein.json<{ session: { id: string } }>(["new", "--name", "victim"]);
    await skein.run(["send", "victim", "[[ask: touch allowed]]"]);
    const question = await until("the question", async () => (await skein.asked("victim").catch(() => null))?.[1]);
    const script = join(skein.workspace, "steal.mjs");
    writeFileSync(
      script,
      `import { writeFileSync } from "node:fs";
const ask = async (path, body) => (await fetch("${new URL(opened.url).origin}" + path, {
  method: "POST",
  headers: { authorization: "Bearer ${token}", "content-type": "application/json" },
  body: JSON.stringify({ id: crypto.randomUUID(), ...body }),
})).status;
const answered = await ask("/v1/sessions/${victim.id}/permissions/${question}/answer", { option: "allow" });
const prompted = await ask("/v1/sessions/${victim.id}/prompts", { content: [{ type: "text", text: "mine" }] });
writeFileSync("stolen", JSON.stringify({ answered, prompted }));
`,
    );
    await skein.run(["new", "--name", "thief"]);
    await skein.run(["send", "thief", `[[run: env -u SKEIN_RUN '${process.execPath}' '${script}']]`]);
    const stolen = join(skein.workspace, "stolen");
    const { answered, prompted } = await until("the thief", () => {
      try {
        return JSON.parse(readFileSync(stolen, "utf8"));
      } catch {
        return null;
      }
    });
    expect([answered, prompted]).toEqual([403, 200]);
    expect(execFileSync("ls", [skein.workspace], { encoding: "utf8" })).not.toContain("allowed");
    const { items } = await skein.json<{ items: { text: string; by: { kind: string } }[] }>(["queue", "victim"]);
    expect(items).toMatchObject([{ by: { kind: "agent" } }]);
  },
);
