// A file goes with a prompt through the built program, and outlives a daemon that is killed meanwhile.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test("[M-28] a file that waits with its prompt survives kill -9, and the agent reads exactly its bytes", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api"]);
  const content = Buffer.alloc(1_500_000, "0123456789abcdef");
  writeFileSync(join(skein.workspace, "numbers.bin"), content);
  await skein.json(["send", "api", "first [[wait-for: go]]"]);
  const { promptId } = await skein.json<{ promptId: string }>(["send", "api", "read it", "--file", "numbers.bin"]);
  await skein.killDaemon();
  writeFileSync(join(skein.workspace, "go"), "");
  const words = ["send", "api", "read it", "--file", "numbers.bin", "--prompt-id", promptId, "--wait"];
  expect(await skein.json(words)).toMatchObject({ state: "done", replayed: true });
  const { out } = await skein.run(["show", "api"]);
  const hash = createHash("sha256").update(content).digest("hex");
  expect(out).toContain("+ numbers.bin (text/plain, 1.4 MB)");
  expect(out.replaceAll("\n", " ")).toContain(`Got numbers.bin: text/plain, 1500000 bytes, sha256 ${hash}`);
});
