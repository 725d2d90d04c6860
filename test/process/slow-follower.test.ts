// Somebody follows through a pager and leaves it: what they did not read yet must not bring a stopped daemon back.
import { once } from "node:events";
import { expect, test } from "vitest";
import { Client, unixTransport } from "../../src/client/index.ts";
import { pathsOf } from "../../src/home/index.ts";
import { SkeinHome } from "../kit/skein-home.ts";

const PROMPTS = 40;

test("a follower that was not read while the daemon was stopped does not start it again", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "talk"]);
  const client = new Client({ transport: unixTransport(pathsOf(skein.env).socket), name: "test" });
  const [session] = await client.sessions();
  const id = session?.id ?? "";
  // More than the system and the two processes keep for a reader.
  const text = "x".repeat(30_000);
  for (let n = 0; n < PROMPTS; n++) {
    const { id: prompt } = await client.prompt(id, { content: [{ type: "text", text }], held: true });
    await client.withdrawPrompt(id, prompt);
  }
  const follower = skein.start(["follow", "talk", "--json", "--after-event", "0"]);
  const ended = once(follower, "close");
  await once(follower.stdout, "readable");
  expect(await skein.run(["daemon", "stop"])).toMatchObject({ code: 0 });
  let said = "";
  follower.stderr.on("data", (chunk) => {
    said += chunk;
  });
  follower.stdout.resume();
  const [code] = await ended;
  expect(said).toContain("daemon_stopped");
  expect(code).toBe(5);
  expect(await skein.daemonPid()).toBe(null);
});
