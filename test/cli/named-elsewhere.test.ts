// A name that only another directory's session has: what acts says where it is, and does nothing unasked where this directory's own of that name is in the trash.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon } from "./cli-daemon.ts";

interface Place {
  readonly cli: CliDaemon;
  /** The session api of another directory. */
  readonly other: string;
  readonly otherPath: string;
}

/** The session api belongs to another directory than the one where commands are typed. */
async function onlyElsewhere(): Promise<Place> {
  const cli = await cliDaemon();
  const otherPath = join(cli.daemon.workspace, "other");
  mkdirSync(otherPath);
  const { session } = await cli.daemon.client.create({ cwd: otherPath, name: "api" });
  return { cli, other: session.id, otherPath };
}

/** The same, and this directory's own api is in the trash. */
async function ownInTrash(): Promise<Place & { readonly own: string }> {
  const place = await onlyElsewhere();
  const own = await place.cli.daemon.newSession("api");
  expect(await place.cli.run(["delete", "api", "-y"])).toMatchObject({ code: 0, err: "" });
  return { ...place, own };
}

describe("[R-37] a name that only another directory's session has", () => {
  test.for([
    { words: ["send", "api", "hi"] },
    { words: ["kill", "API"] },
    { words: ["rename", "-s", "api", "web"] },
    { words: ["delete", "api", "-y"] },
    { words: ["use", "api"] },
    { words: ["attach", "api"] },
  ])("$words acts there, and says where", async ({ words }) => {
    const { cli, otherPath } = await onlyElsewhere();
    const { code, err } = await cli.run(words);
    expect([code, err]).toEqual([0, `this is api in ${otherPath}\n`]);
  });

  test("says nothing of it with -q, where it only reads, by its id, and in its own directory", async () => {
    const { cli, other, otherPath } = await onlyElsewhere();
    for (const words of [
      ["abort", "api", "-q"],
      ["show", "api"],
      ["abort", other],
      ["abort", other.slice(0, 8)],
      ["abort", "api", "-C", otherPath],
    ])
      expect([words, await cli.run(words)]).toMatchObject([words, { code: 0, err: "" }]);
  });

  test("every client is told that it is another directory's", async () => {
    const { cli, other, otherPath } = await onlyElsewhere();
    const { client, workspace } = cli.daemon;
    const found = { by: "name", session: { id: other } };
    expect(await client.resolve({ ref: "api", cwd: workspace })).toMatchObject({
      ...found,
      isElsewhere: true,
      trashedHere: null,
    });
    expect(await client.resolve({ ref: "api", cwd: otherPath })).toMatchObject({ ...found, isElsewhere: false });
  });
});

describe("[R-37] a name that this directory's own session had, which is in the trash, and another directory's has", () => {
  const commands: readonly (readonly [string[], (short: string) => string])[] = [
    [["delete", "api", "-y"], (short) => `skein delete ${short} -y`],
    [["kill", "API"], (short) => `skein kill ${short}`],
    [["send", "api", "api"], (short) => `skein send ${short} api`],
    [["send", "api", "-s", "api"], (short) => `skein send api -s ${short}`],
    [["send", "--session=api", "api"], (short) => `use ${short} instead`],
    [["send", "--hold", "api", "hi there"], (short) => `skein send --hold ${short} 'hi there'`],
    [["send", "--hold", "api", "api"], (short) => `use ${short} instead`],
    [["attach", "api"], (short) => `skein attach ${short}`],
    [["api"], (short) => `skein attach ${short}`],
  ];

  test.for(commands)("%j refuses without a terminal, with the command that would do it", async ([words, command]) => {
    const { cli, other, otherPath } = await ownInTrash();
    const before = cli.daemon.types(other);
    const typed = words.find((word) => word.toLowerCase() === "api");
    expect(await cli.run(words)).toEqual({
      code: 3,
      out: "",
      err:
        `error: "${typed}" is in the trash\n` +
        `why: another directory has a session with that name: api in ${otherPath}\n` +
        `fix: restore it: skein undo api; if you mean the other one: ${command(other.slice(0, 8))}\n`,
    });
    expect(cli.daemon.types(other)).toEqual(before);
  });

  test("the command that it names does it", async () => {
    const { cli } = await ownInTrash();
    const { err } = await cli.run(["delete", "api", "-y", "--json"]);
    const { command } = JSON.parse(err).error;
    expect(await cli.run(command.split(" ").slice(1))).toMatchObject({ code: 0, err: "" });
    expect(await cli.daemon.client.sessions()).toEqual([]);
  });

  test("programs are told both sessions", async () => {
    const { cli, own, other } = await ownInTrash();
    const { err } = await cli.run(["kill", "api", "--json"]);
    expect(JSON.parse(err).error).toMatchObject({ code: "in_trash", session: own, other });
    expect(await cli.daemon.client.resolve({ ref: "api", cwd: cli.daemon.workspace })).toMatchObject({
      by: "name",
      session: { id: other },
      isElsewhere: true,
      trashedHere: own,
    });
  });

  test.for<[string, number]>([
    ["n\n", 130],
    ["y\n", 0],
  ])("in a terminal it asks first: %j", async ([keys, code]) => {
    const { cli, otherPath } = await ownInTrash();
    const asked = cli.start(["delete", "api", "-y", "--no-color"], { isTerminal: true });
    await until("the question", () => asked.out().includes("[y/N]"));
    expect(asked.out().replaceAll("\n  ", "")).toContain(`"api" is in the trash: delete api in ${otherPath}?`);
    asked.type(keys);
    expect((await asked.result).code).toBe(code);
    expect(await cli.daemon.client.sessions()).toHaveLength(code === 0 ? 0 : 1);
  });

  test("in a terminal it asks about one after the other where several are named", async () => {
    const { cli, otherPath } = await ownInTrash();
    await cli.daemon.client.create({ cwd: otherPath, name: "web" });
    await cli.daemon.newSession("web");
    await cli.run(["delete", "web", "-y"]);
    const asked = cli.start(["delete", "api", "web", "-y", "--no-color"], { isTerminal: true });
    const isAskedAbout = (name: string) =>
      asked.out().split(`"${name}" is in the trash`)[1]?.includes("[y/N]") ?? false;
    await until("the first question", () => isAskedAbout("api"));
    expect(asked.out()).not.toContain("web");
    asked.type("y\n");
    await until("the second question", () => isAskedAbout("web"));
    asked.type("n\n");
    expect((await asked.result).code).toBe(130);
    expect(await cli.daemon.client.sessions()).toHaveLength(2);
  });

  test("what reads takes the other one, and says where it is", async () => {
    const { cli, otherPath } = await ownInTrash();
    const said = `"api" is in the trash; this is api in ${otherPath}\n`;
    for (const words of [
      ["show", "api"],
      ["queue", "api"],
      ["set-mode", "api"],
    ])
      expect([words, await cli.run(words)]).toMatchObject([words, { code: 0, err: said }]);
    expect((await cli.run(["show", "api", "-q"])).err).toBe("");
  });

  test("a new session of that name here is meant at once", async () => {
    const { cli } = await ownInTrash();
    const own = await cli.daemon.newSession("api");
    expect(await cli.run(["delete", "api", "-y"])).toMatchObject({ code: 0, err: "" });
    expect((await cli.daemon.client.trashed()).items.map(({ id }) => id)).toContain(own);
  });

  test("a third directory names the other one as before", async () => {
    const { cli, otherPath } = await ownInTrash();
    const third = join(cli.daemon.workspace, "third");
    mkdirSync(third);
    expect(await cli.run(["abort", "api"], { cwd: third })).toMatchObject({
      code: 0,
      err: `this is api in ${otherPath}\n`,
    });
  });
});
