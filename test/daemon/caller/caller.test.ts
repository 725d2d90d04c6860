// Who calls, as the system really tells it.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { testDaemon } from "../../kit/test-daemon.ts";

const tells = process.platform === "linux" && spawnSync("ss", ["-V"]).status === 0;

test("a client of this process is found where the system tells, and else it is said why not", async () => {
  const daemon = await testDaemon();
  daemon.caller = null;
  expect(await daemon.client.caller()).toMatchObject(
    tells ? { kind: "person", needsCode: false } : { kind: "unknown", text: expect.stringContaining("does not tell") },
  );
});

test.skipIf(!tells)("many who ask at once are each found", async () => {
  const daemon = await testDaemon();
  daemon.caller = null;
  const clients = Array.from({ length: 20 }, (_, index) => daemon.newClient(`client ${index}`));
  const kinds = await Promise.all(clients.map(async (client) => (await client.caller()).kind));
  expect(new Set(kinds)).toEqual(new Set(["person"]));
});
