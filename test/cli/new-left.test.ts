// `skein new` that is left before anything was sent leaves no session behind that nobody wanted.
import { expect, test } from "vitest";
import { openHoldingDoor } from "../kit/holding-door.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon } from "./cli-daemon.ts";

type Door = (cli: CliDaemon) => Promise<{ home: string }>;

async function opened(words: readonly string[], door?: Door) {
  const cli = await cliDaemon();
  const running = cli.start([...words, "--no-color"], { isTerminal: true, ...(await door?.(cli)) });
  await until("the line to type in", () => running.out().includes("› "));
  const [session] = await cli.daemon.client.sessions();
  const ids = async () => (await cli.daemon.client.sessions()).map(({ id }) => id);
  return { cli, running, ids, session };
}

test.for([
  { words: ["new"], typed: "" },
  { words: ["new", "--agent", "scripted"], typed: "half a prom" },
])("$words that is left with $typed in its line leaves none, says so, and undo has it", async ({ words, typed }) => {
  const { cli, running, ids, session } = await opened(words);
  running.type(`${typed}\x03`);
  const { code, out } = await running.result;
  expect(code).toBe(0);
  expect(out).toMatch(/nothing was sent, so the session is deleted; restore it: skein undo\n$/);
  expect(out).not.toContain("Come back");
  expect(await ids()).toEqual([]);
  expect((await cli.run(["undo"])).code).toBe(0);
  expect(await ids()).toEqual([session?.id]);
});

test("one that has a name stays", async () => {
  const { running, ids, session } = await opened(["new", "--name", "docs"]);
  running.type("\x03");
  expect((await running.result).out).toContain("Reopen with: skein attach docs");
  expect(await ids()).toEqual([session?.id]);
});

test("one to which somebody else has sent something stays", async () => {
  const { cli, running, ids, session } = await opened(["new"]);
  await cli.run(["send", session?.id ?? "", "go"]);
  running.type("\x03");
  expect((await running.result).out).toContain("Reopen with: skein attach");
  expect(await ids()).toEqual([session?.id]);
});

test("one to which somebody else sends something while it is being deleted stays", async () => {
  const { running, ids, session } = await opened(["new"], ({ daemon }) => {
    const meanwhile = async (): Promise<void> => {
      const [created] = await daemon.client.sessions();
      await daemon.send(created?.id ?? "", "go");
    };
    return openHoldingDoor(daemon.paths.socket, { operation: "trash", meanwhile });
  });
  running.type("\x03");
  expect((await running.result).out).toContain("Reopen with: skein attach");
  expect(await ids()).toEqual([session?.id]);
});

test("one that is opened again stays", async () => {
  const cli = await cliDaemon();
  const { out } = await cli.run(["new", "--json"]);
  const { id } = JSON.parse(out).session;
  const running = cli.start(["attach", id, "--no-color"], { isTerminal: true });
  await until("the line to type in", () => running.out().includes("› "));
  running.type("\x03");
  await running.result;
  expect((await cli.daemon.client.sessions()).map((one) => one.id)).toEqual([id]);
});
