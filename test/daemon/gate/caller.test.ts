// Who calls, as the system really tells it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callersIn, type Look } from "../../../src/daemon/gate/caller.ts";
import { LookInterrupted } from "../../../src/daemon/gate/peers.ts";
import { unlessLinux, withoutPrograms } from "../../kit/left-out.ts";
import { testDaemon } from "../../kit/test-daemon.ts";

const what = "who calls, as the system tells it";
// Where the daemon looks for it, whatever the PATH.
const directories = ["/usr/sbin", "/usr/bin", "/sbin", "/bin", "/run/current-system/sw/bin"];
const program = directories.map((directory) => join(directory, "ss")).find(existsSync) ?? "/usr/bin/ss";
const tells = !unlessLinux(what) && !withoutPrograms(what, [program], "npm run test:fast");

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

/** A process of that name, which holds a socket of its own. The system cuts names at 15 bytes. */
async function namedProcess(name: string, socket: string): Promise<void> {
  const script = `
    process.title = ${JSON.stringify(name)};
    require("node:net").createServer().listen(${JSON.stringify(socket)}, () => console.log("listens"));`;
  const child = spawn(process.execPath, ["-e", script, "x".repeat(64)], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
}

const hostileNames = ["x\ny", "\n", "a\n\nb", "\nu_a b 0 0 ", " 12 * 11\n", '",pid=1,fd=3))\n', 'users:((\n"'];

test.skipIf(!tells)("names of processes, whatever they hold, change nothing of it", async () => {
  const daemon = await testDaemon();
  daemon.caller = null;
  for (const [index, name] of hostileNames.entries()) await namedProcess(name, join(daemon.workspace, `${index}.sock`));
  expect(await daemon.client.caller()).toMatchObject({ kind: "person", needsCode: false });
});

const notTold: Look = { processes: [], connections: null, failure: new Error("ss fails") };
const closed = new Socket();

test("a look that fails on a system that told before is a lapse, and so is one that was cut off", async () => {
  const looks: Look[] = [
    notTold,
    { ...notTold, failure: new LookInterrupted("ss fails: spawn ss EAGAIN") },
    { processes: [], connections: { rows: [], holders: new Map() } },
    notTold,
  ];
  const findCaller = callersIn("/home", async () => looks.shift() ?? notTold);
  const found = [];
  while (looks.length > 0) found.push(await findCaller(closed));
  expect(found).toMatchObject([
    { kind: "unknown", isLapse: false },
    { kind: "unknown", isLapse: true },
    { kind: "hidden" },
    { kind: "unknown", isLapse: true },
  ]);
});
