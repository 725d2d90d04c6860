// An agent that tries to do what is for people, from inside its tree, in every way that we know.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hookMarkerOf } from "../../src/daemon/attention/start-command.ts";
import { pathsOf } from "../../src/home/index.ts";
import { noteLeftOut, unlessLinux, withoutPrograms } from "../kit/left-out.ts";
import { admittedWays, type Place, refusedWays, type Way } from "../kit/self-approval/ways.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const works = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const what = "agents that try to answer themselves";
const programs = ["ss", "python3", "unshare", "prlimit", "setsid", "script"];
const canTell = !unlessLinux(what) && !withoutPrograms(what, programs, "npm run test:process");

const offered: Readonly<Record<NonNullable<Way["needs"]>, boolean>> = {
  namespaces: canTell && works("unshare", "-rn", "true"),
  root: process.getuid?.() === 0,
};
if (canTell && !offered.namespaces)
  noteLeftOut({ what: `${what} through namespaces`, why: "this system gives users none", how: "npm test as root" });

const REFUSED = /self_approval|confirmation_required|[Aa]n agent can't|[Oo]nly a person (may|can)/;

interface Question {
  session: string;
  id: string;
  detail: string;
  rule: { text: string; file: string } | null;
}

class Stage {
  readonly skein = new SkeinHome();
  readonly #dir = this.skein.workspace;

  async questions(): Promise<Question[]> {
    return (await this.skein.json<{ items: Question[] }>(["inbox"])).items;
  }

  async asking(name: string): Promise<Question> {
    const { session } = await this.skein.json<{ session: { id: string } }>(["new", "--name", name]);
    await this.skein.run(["send", name, `[[ask: touch ${name}.allowed]]`]);
    const question = await until(`the question of ${name}`, async () =>
      (await this.questions()).find((one) => one.session === session.id),
    );
    this.tell(name, question);
    return question;
  }

  /** Whoever is to answer knows what is asked. */
  tell(name: string, { id }: Question): void {
    writeFileSync(join(this.#dir, `${name}.question`), `${id}\n`);
  }

  program(name: string, script: string): string {
    const path = join(this.#dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\ncd '${this.#dir}'\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  has(name: string): boolean {
    return existsSync(join(this.#dir, name));
  }

  read(name: string): string {
    return this.has(name) ? readFileSync(join(this.#dir, name), "utf8") : "";
  }

  /** Everything that an attacker needs to know; agents are not told where the daemon is, these know. */
  async place(victim: Question, inputs: ReadonlyMap<string, { file: string; question: string }>): Promise<Place> {
    const { skein } = this;
    const { socket, home } = pathsOf(skein.env);
    const node = `'${process.execPath}' '${skein.program}'`;
    const daemonPid = (await skein.daemonPid()) ?? 0;
    const attacker = resolve("test/kit/self-approval/attacker.py");
    const [otherHome, hookedHome] = [join(skein.root, "h2"), join(skein.root, "h3")];
    const named = `case "$1 $2" in "answer --all") ;; answer*) read -r id <"$2.question"; set -- "$@" --question "$id" ;; esac`;
    const cli = this.program("skein", `${named}; SKEIN_HOME='${home}' exec ${node} "$@"`);
    const hook = this.program(
      "hook",
      `${cli} answer victim --once >${hookedHome}/hook.part 2>&1; mv ${hookedHome}/hook.part ${hookedHome}/hook.out`,
    );
    mkdirSync(hookedHome, { mode: 0o700 });
    writeFileSync(join(hookedHome, "config.toml"), `[hooks]\nturn_end = ["${hook}"]\n`, { mode: 0o600 });
    await skein.run(["send", "busy", "[[hang]]"]);
    const { promptId } = await skein.json<{ promptId: string }>(["send", "busy", "a person's words"]);
    const { id: busy } = (await skein.json<{ sessions: { id: string; name: string }[] }>(["sessions"])).sessions.find(
      ({ name }) => name === "busy",
    ) as { id: string };
    return {
      cli,
      cliIn: this.program("skein-in", `home=$1; shift; SKEIN_HOME=$home exec ${node} "$@"`),
      program: (name, script) => this.program(name, script),
      ask: (method, path, body, trick, argument = "") => {
        const document = JSON.stringify({ id: crypto.randomUUID(), ...body });
        const words = [socket, method, path, document, `${daemonPid}`, `${process.pid}`, trick, argument];
        return ["python3", attacker, ...words.map((word) => `'${word}'`)].join(" ");
      },
      victim: {
        session: victim.session,
        answerPath: `/v1/sessions/${victim.session}/permissions/${victim.id}/answer`,
        rule: victim.rule?.text ?? "",
      },
      waiting: { session: busy, prompt: promptId },
      daemonPid,
      inputOf: (session) => inputs.get(session) ?? { file: "", question: "" },
      hookMarker: hookMarkerOf(home),
      ...{ otherHome, hookedHome },
    };
  }

  async stopOtherHomes(): Promise<void> {
    const { env, root, home } = this.skein;
    for (const name of readdirSync(root).filter((one) => /^h\d/.test(one))) {
      env.SKEIN_HOME = join(root, name);
      await this.skein.run(["daemon", "stop", "--agents"]);
    }
    env.SKEIN_HOME = home;
  }

  /** Where the agent of a session that asks reads. */
  async inputOf({ session, id }: Question): Promise<{ file: string; question: string }> {
    const { out } = await this.skein.run(["export", session]);
    const start = out.split("\n").find((line) => line.includes('"type":"agent_start"')) ?? "{}";
    const { run } = (JSON.parse(start) as { data: { run: string } }).data;
    return { file: join(this.skein.home, "runs", run, "in"), question: id.slice(run.length + 1).replace(/-\d+$/, "") };
  }
}

test.skipIf(!canTell)(
  "[T-21] no process of an agent's tree does what is for people, in any of the ways that we know",
  async () => {
    const stage = new Stage();
    const { skein } = stage;
    const victim = await stage.asking("victim");
    for (const name of ["helper", "busy", "gone"]) await skein.json(["new", "--name", name]);
    await skein.run(["delete", "gone", "-y"]);
    writeFileSync(join(skein.workspace, "exported.jsonl"), (await skein.run(["export", "helper"])).out);
    const place = await stage.place(victim, new Map());
    onTestFinished(() => stage.stopOtherHomes());
    const config = readFileSync(join(skein.home, "config.toml"), "utf8");

    const ways = refusedWays.filter(({ needs }) => needs === undefined || offered[needs]);
    const names = ways.map((way, index) => {
      const name = `way-${index}`;
      stage.program(name, `( ${way.run(place)} ) >${name}.out 2>&1`);
      return { name, isAlone: way.isAlone === true };
    });
    const listed = (isAlone: boolean): string =>
      names.flatMap((one) => (one.isAlone === isAlone ? [`./${one.name}`] : [])).join(" ");
    const all = `printf '%s\\n' ${listed(false)} | xargs -P 4 -I{} setsid -w timeout 30 {}; for way in ${listed(true)}; do timeout 30 $way; done`;
    stage.program("all", all);
    await skein.run(["send", "helper", "[[run: ./all]]", "--wait", "--timeout", "300s"]);

    const outcomes = ways.map(({ name, comes = "refused" }, index) => {
      const said = stage.read(`way-${index}.out`);
      return [name, comes === "silent" || REFUSED.test(said) ? "refused" : said];
    });
    expect(outcomes).toEqual(ways.map(({ name }) => [name, "refused"]));
    expect(refusedWays.length).toBeGreaterThanOrEqual(39);

    expect((await stage.questions()).map(({ id }) => id)).toEqual([victim.id]);
    expect(stage.has("victim.allowed")).toBe(false);
    expect(existsSync(victim.rule?.file ?? "")).toBe(false);
    expect(readFileSync(join(skein.home, "config.toml"), "utf8")).toBe(config);
    const { items } = await skein.json<{ items: { text: string }[] }>(["queue", "busy"]);
    expect(items.map(({ text }) => text)).toEqual(["a person's words"]);
    expect((await skein.run(["undo", "--list"])).out).toContain("gone");
    expect((await skein.json<{ sessions: unknown[] }>(["sessions"])).sessions).toHaveLength(3);

    expect((await skein.run(["answer", "victim", "--once", "--question", victim.id])).code).toBe(0);
    await until("what was allowed", () => stage.has("victim.allowed"));
  },
  360_000,
);

test.skipIf(!canTell)(
  "what docs/security.md says that an agent can still do, it can",
  async () => {
    const stage = new Stage();
    const { skein } = stage;
    const victim = await stage.asking("victim");
    for (const name of ["helper", "busy"]) await skein.json(["new", "--name", name]);
    const inputs = new Map<string, { file: string; question: string }>();
    for (const { session } of admittedWays) inputs.set(session, await stage.inputOf(await stage.asking(session)));
    const place = await stage.place(victim, inputs);
    for (const way of admittedWays) {
      await skein.run(["send", "helper", `[[run: ${way.run(place)}]]`, "--wait"]);
      await until(way.name, () => stage.has(`${way.session}.allowed`));
    }
    expect((await stage.questions()).map(({ id }) => id)).toEqual([victim.id]);
    await until("a word on it", async () => (await skein.run(["export", "input"])).out.includes('"ran_unanswered"'));
    const things: [string, RegExp][] = [
      ["send busy 'something else'", /queued/],
      ["rename busy idle", /idle/],
      ["abort idle", /abort|stopp/],
      ["ack idle", /./],
      ["export victim", /"type":"permission"/],
      ["delete victim -y --force", /deleted/],
      ["undo", /victim/],
    ];
    for (const [words, said] of things) {
      await skein.run(["send", "helper", `[[run: ${place.cli} ${words} >thing.out 2>&1]]`, "--wait"]);
      expect([words, stage.read("thing.out")]).toEqual([words, expect.stringMatching(said)]);
    }
  },
  120_000,
);

test.skipIf(!canTell)("an agent's own leftovers in the background can't answer what it asks next", async () => {
  const stage = new Stage();
  const { skein } = stage;
  const home = `SKEIN_HOME='${skein.home}' '${process.execPath}' '${skein.program}'`;
  for (const name of ["plain", "apart"])
    stage.program(
      name,
      `until [ -e go ]; do sleep 0.02; done; read -r id <self.question; ${home} answer self --question "$id" --once >${name}.part 2>&1; mv ${name}.part ${name}.out`,
    );
  await skein.json(["new", "--name", "self"]);
  const leave = "(./plain &) >/dev/null 2>&1; (setsid ./apart &) >/dev/null 2>&1";
  await skein.run(["send", "self", `[[run: ${leave}]] [[ask: touch allowed]]`]);
  const [question] = await until("the question", async () => {
    const open = await stage.questions();
    return open.length > 0 ? open : null;
  });
  if (question) stage.tell("self", question);
  writeFileSync(join(skein.workspace, "go"), "");
  for (const name of ["plain.out", "apart.out"]) {
    await until(name, () => stage.has(name));
    expect(stage.read(name)).toContain("An agent can't answer");
  }
  expect((await stage.questions()).map(({ id }) => id)).toEqual([question?.id]);
  expect(stage.has("allowed")).toBe(false);
  expect((await skein.run(["answer", "self", "--deny"])).code).toBe(0);
});
