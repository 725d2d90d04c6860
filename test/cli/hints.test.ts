// Commands that Skein tells a person to type: each means the session that it was said of, wherever it is typed.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon } from "./cli-daemon.ts";
import type { Result } from "./run-cli.ts";

interface Namesakes {
  readonly cli: CliDaemon;
  /** Directories, each with a session called fix. */
  readonly web: string;
  readonly api: string;
  readonly neither: string;
  readonly ofWeb: string;
  readonly ofApi: string;
}

async function namesakes(): Promise<Namesakes> {
  const cli = await cliDaemon();
  const at = (name: string): string => {
    const path = join(cli.daemon.workspace, name);
    mkdirSync(path);
    return path;
  };
  const [web, api, neither] = [at("web"), at("api"), at("neither")];
  const made = async (cwd: string): Promise<string> => {
    cli.daemon.clock.advance(1000);
    return (await cli.daemon.client.create({ cwd, name: "fix" })).session.id;
  };
  return { cli, web, api, neither, ofWeb: await made(web), ofApi: await made(api) };
}

/** The sessions in the commands of a text, as they were written. */
const namedIn = ({ out, err }: Result): string[] =>
  [...`${out}${err}`.matchAll(/skein (?:policy test|[a-z-]+) ([\w.-]+)/g)].map(([, ref]) => ref ?? "");

const commands: readonly (readonly [what: string, words: (ref: string) => string[], options?: { isBusy?: boolean }])[] =
  [
    ["kill", (ref) => ["kill", ref]],
    ["kill with a queue", (ref) => ["kill", ref], { isBusy: true }],
    ["archive", (ref) => ["archive", ref]],
    ["archive with a queue", (ref) => ["archive", ref, "--force"], { isBusy: true }],
    ["restart", (ref) => ["restart", ref], { isBusy: true }],
    ["abort", (ref) => ["abort", ref, "--timeout", "1ms"], { isBusy: true }],
    ["clear", (ref) => ["clear", ref, "--detach"]],
    ["queue", (ref) => ["queue", ref], { isBusy: true }],
    ["queue hold", (ref) => ["queue", ref, "hold"], { isBusy: true }],
    ["queue move", (ref) => ["queue", ref, "move", "1"], { isBusy: true }],
    ["queue edit", (ref) => ["queue", ref, "edit", "7", "x"], { isBusy: true }],
    ["send --hold", (ref) => ["send", ref, "later", "--hold"]],
    ["send --after", (ref) => ["send", ref, "later", "--after", "9"], { isBusy: true }],
    ["send --wait", (ref) => ["send", ref, "later", "--wait", "--hold"]],
    ["answer", (ref) => ["answer", ref], { isBusy: true }],
    ["ls", () => ["ls"], { isBusy: true }],
  ];

describe("a hint that is typed where it was read means the session that it speaks of", () => {
  test.for(commands)("%s", async ([, words, { isBusy = false } = {}]) => {
    for (const where of ["web", "api", "neither"] as const) {
      const place = await namesakes();
      const { cli, ofApi } = place;
      if (isBusy) await busy(place);
      const refs = namedIn(await cli.run(words(ofApi.slice(0, 8)), { cwd: place[where] }));
      expect(refs).not.toEqual([]);
      for (const ref of refs) {
        const { session } = await cli.daemon.client.resolve({ ref, cwd: place[where] });
        expect([where, session.id]).toEqual([where, ofApi]);
      }
      // Where the name will do, it is the name.
      if (where === "api") expect(new Set(refs)).toEqual(new Set(["fix"]));
    }
  });

  /** An agent that asks, and something held behind it. */
  async function busy({ cli, ofApi }: Namesakes): Promise<void> {
    const { daemon } = cli;
    await daemon.send(ofApi, "go");
    const agent = await daemon.run();
    agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the prompt to arrive", () => agent.prompts.includes("go"));
    agent.say(asks("q1", "npm test"));
    await daemon.ofType(ofApi, "permission");
    await daemon.client.prompt(ofApi, { content: [{ type: "text", text: "then this" }], held: true });
  }

  test("the one that was selected before, in another directory", async () => {
    const { cli, web, ofApi, ofWeb } = await namesakes();
    await cli.daemon.client.select(ofApi);
    cli.daemon.clock.advance(1000);
    await cli.daemon.client.select(ofWeb);
    const refused = await cli.run(["archive", "-"], { cwd: web });
    expect(refused.err).toContain(`fix: if you mean it: skein archive ${ofApi.slice(0, 8)}\n`);
  });

  test("what was deleted, and what comes back", async () => {
    const { cli, web, api, ofApi, ofWeb } = await namesakes();
    expect((await cli.run(["delete", ofApi, ofWeb, "-y"], { cwd: web })).code).toBe(0);
    const gone = await cli.run(["show", ofApi], { cwd: web });
    expect(gone.err).toContain(`skein undo ${ofApi.slice(0, 8)}\n`);
    const back = await cli.run(["undo"], { cwd: web });
    expect(back.out).toContain(`restored fix (${ofApi.slice(0, 8)}): skein attach ${ofApi.slice(0, 8)}\n`);
    expect(back.out).toContain(`restored fix (${ofWeb.slice(0, 8)}): skein attach fix\n`);
    await cli.run(["delete", ofApi, "-y"], { cwd: web });
    expect((await cli.run(["show", ofApi], { cwd: web })).err).toContain("skein undo fix\n");
    expect((await cli.run(["undo"], { cwd: api })).out).toContain("skein attach fix\n");
  });

  test("-C is where a command works; the next one is typed elsewhere", async () => {
    const { cli, web, api, ofApi } = await namesakes();
    expect((await cli.run(["kill", "@", "-C", api], { cwd: web })).out).toContain(`skein show ${ofApi.slice(0, 8)}\n`);
    expect((await cli.run(["kill", "@", "-C", api], { cwd: api })).out).toContain("skein show fix\n");
  });

  test("no session can be called like another one's id", async () => {
    const { cli, web, neither, ofApi } = await namesakes();
    for (const name of [ofApi, ofApi.slice(0, 8), ofApi.slice(0, 9), ofApi.slice(0, 20)])
      await expect(cli.daemon.client.create({ cwd: neither, name })).rejects.toMatchObject({
        message: expect.stringContaining("must not look like a session's id"),
      });
    expect(await cli.run(["rename", ofApi, "deadbeef"], { cwd: web })).toMatchObject({
      code: 2,
      err: expect.stringContaining("error: a name can't look like a session's id\n"),
    });
    expect((await cli.run(["kill", ofApi], { cwd: web })).out).toContain(`skein show ${ofApi.slice(0, 8)}\n`);
  });

  test.for(["20261116-notes", "deadbeef-fix", "20261116-1-2", "20261116-12345"])(
    "%s is a name, though it begins with eight digits of an id",
    async (name) => {
      const { daemon } = await cliDaemon();
      const { session } = await daemon.client.create({ cwd: daemon.workspace, name });
      expect(session.name).toBe(name);
    },
  );
});

test("a question of another directory's session, answered as the hint says, is that question", async () => {
  const { cli, web, ofApi, ofWeb } = await namesakes();
  const { daemon } = cli;
  const ask = async (session: string, n: number, command: string): Promise<void> => {
    await daemon.send(session, "go");
    const agent = await daemon.run(n);
    agent.say({ type: "bound", nativeId: `native-${n}`, provenance: "reported" });
    await until("the prompt to arrive", () => agent.prompts.includes("go"));
    agent.say(asks(`q${n}`, command));
    await daemon.ofType(session, "permission");
  };
  await ask(ofWeb, 1, "rm -r src");
  await ask(ofApi, 2, "ls");
  const { code, err } = await cli.run(["send", ofApi.slice(0, 8), "then this", "--wait"], { cwd: web });
  expect(code).toBe(8);
  const [, ref = "", question = ""] = /skein answer (\S+) --question (\S+)$/m.exec(err) ?? [];
  expect((await cli.run(["answer", ref, "--question", question, "1"], { cwd: web })).code).toBe(0);
  expect((await daemon.client.inbox()).items.map(({ session }) => session)).toEqual([ofWeb]);
});

test("how to come back to a session whose name is a directory's, too, is its id", async () => {
  const { cli, api, ofApi } = await namesakes();
  const leave = async (): Promise<string> => {
    const open = cli.start(["attach", "-s", "fix", "--no-color"], { cwd: api, isTerminal: true });
    await until("the line", () => open.out().includes("› "));
    open.type("\x03");
    return (await open.result).out;
  };
  expect(await leave()).toContain("detached. Reopen with: skein attach fix\n");
  mkdirSync(join(api, "fix"));
  expect(await leave()).toContain(`Reopen with: skein attach ${ofApi.slice(0, 8)}\n`);
});
