import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edit } from "../../src/cli/queue/edit.ts";
import { QueueCommand } from "../../src/cli/queue/queue-command.ts";
import { queueOf } from "../../src/daemon/operations/prompt-queue.ts";
import { created, foldBodies, queued } from "../kit/events.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done } from "./cli-daemon.ts";

const noon = new Date(2026, 0, 30, 12).getTime();

/** A session named api whose agent works, with these prompts waiting; their ids in that order. */
async function waiting(...texts: string[]) {
  const { daemon, run, start } = await cliDaemon();
  const session = await daemon.newSession("api");
  await daemon.send(session, "work");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("work"));
  const ids: string[] = [];
  for (const text of texts) ids.push(await daemon.send(session, text));
  const queue = (...words: string[]) => run(["queue", "api", ...words], { nowMs: noon });
  /** Titles in their order. */
  const titles = async () => (await daemon.client.queue(session)).items.map(({ title }) => title);
  const short = (n: number): string => ids[n]?.slice(0, 8) ?? "";
  return { daemon, run, start, session, agent, ids, queue, titles, short };
}

test("[M-26] the list tells what waits, in order, for what, from whom and since when", async () => {
  const { daemon, session, ids, queue, short } = await waiting("two\nand more", "three", "four", "five");
  const at = new Date(noon + 3_600_000).toISOString();
  await daemon.client.editPrompt(session, ids[1] ?? "", { held: true });
  await daemon.client.editPrompt(session, ids[2] ?? "", { notBefore: at });
  await daemon.client.editPrompt(session, ids[3] ?? "", { after: ids[1] ?? "" });
  const { code, out } = await queue();
  expect(code).toBe(0);
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["#", "STATE", "FROM", "QUEUED", "ID", "PROMPT"],
    ["1", "waits", "test", expect.stringMatching(/ago$/), short(0), "two"],
    ["2", "held", "test", expect.stringMatching(/ago$/), short(1), "three"],
    ["3", "at 13:00", "test", expect.stringMatching(/ago$/), short(2), "four"],
    ["4", "after 2", "test", expect.stringMatching(/ago$/), short(3), "five"],
    [""],
  ]);
  const listed = JSON.parse((await queue("--json")).out);
  expect(listed).toMatchObject({
    v: 1,
    session: { id: session, name: "api" },
    paused: false,
    stats: { userPending: 4 },
  });
  expect(listed.items[1]).toMatchObject({ promptId: ids[1], title: "three", held: true, by: { name: "test" } });
});

test("in a queue that is held as a whole no prompt waits for its turn: each is held", async () => {
  const { daemon, session, ids, queue } = await waiting("one", "two");
  await daemon.client.editPrompt(session, ids[1] ?? "", { after: ids[0] ?? "" });
  await queue("hold");
  const states = (await queue()).out.split("\n").map((line) => line.split(/ {2,}/)[1]);
  expect(states.slice(0, 3)).toEqual(["STATE", "held", "held, after 1"]);
  expect(JSON.parse((await queue("--json")).out)).toMatchObject({ paused: true, items: [{ held: false }, {}] });
});

test("an empty queue is said, and a session that is not named first is explained", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  expect(await run(["queue"])).toEqual({ code: 0, out: "Nothing is queued for api.\n", err: "" });
  expect((await run(["queue", "-s", "api"])).out).toBe("Nothing is queued for api.\n");
  expect(await run(["queue", "hold"])).toEqual({
    code: 2,
    out: "",
    err: 'error: "hold" is not a session\nfix: the session comes first: skein queue @ hold …\n',
  });
});

test("[M-26] a prompt is changed by its number or its id, and the line says which it was", async () => {
  const { queue, titles, daemon, session, ids, short } = await waiting("two", "three");
  expect(await queue("edit", "2", "three, but better\nreally")).toEqual({
    code: 0,
    out: `changed ${short(1)} (three, but better); it was: three\n`,
    err: "",
  });
  expect((await queue("edit", short(0), "TWO")).out).toBe(`changed ${short(0)} (TWO); it was: two\n`);
  expect(await titles()).toEqual(["TWO", "three, but better"]);
  const told = JSON.parse((await queue("edit", "1", "2", "--json")).out);
  expect(told).toMatchObject({
    v: 1,
    session,
    did: "edit",
    promptId: ids[0],
    state: "queued",
    seq: expect.any(Number),
  });
  expect(daemon.events(session).at(-1)).toMatchObject({ type: "prompt_edited", by: { name: "cli" } });
});

test("who did something is told apart by the terminal, where there is one", async () => {
  const { daemon, session, run } = await waiting("two");
  await run(["queue", "api", "edit", "1", "from a terminal"], { terminal: "pts/3" });
  expect(daemon.events(session).at(-1)).toMatchObject({ type: "prompt_edited", by: { name: "cli pts/3" } });
});

test("the new text may come through a pipe", async () => {
  const { run, titles } = await waiting("two");
  expect((await run(["queue", "api", "edit", "1", "-"], { stdin: "from a file\n" })).code).toBe(0);
  expect(await titles()).toEqual(["from a file"]);
  expect((await run(["queue", "api", "edit", "1", ""])).err).toContain("the prompt is empty");
  expect(await titles()).toEqual(["from a file"]);
});

test("prompts are moved, and the line says where to", async () => {
  const { queue, titles, short } = await waiting("a", "b", "c");
  expect((await queue("move", "3", "--first")).out).toBe(`moved ${short(2)} (c): it is 1st now\n`);
  expect(await titles()).toEqual(["c", "a", "b"]);
  expect((await queue("move", "1", "--last")).out).toBe(`moved ${short(2)} (c): it is 3rd now\n`);
  expect((await queue("move", "zz", "--before", "2")).code).toBe(3);
  expect((await queue("move", short(2), "--before", "2")).out).toBe(`moved ${short(2)} (c): it is 2nd now\n`);
  expect(await titles()).toEqual(["a", "c", "b"]);
  expect((await queue("move", "2")).err).toBe(
    "error: no new position given\nfix: add --first, --end or --before <n> to: skein queue api move 2\n",
  );
});

test("what is no waiting prompt is refused, and nothing is done", async () => {
  const { queue, titles } = await waiting("a");
  for (const ref of ["2", "0", "999", "zz"]) {
    expect(await queue("remove", ref)).toEqual({
      code: 3,
      out: "",
      err: `error: there is no queued prompt ${ref}\nwhy: 1 waits; the agent may have got it meanwhile\nfix: see them: skein queue api\n`,
    });
  }
  expect(await titles()).toEqual(["a"]);
});

test("a prompt is withdrawn, held, released, and given a time or another one to wait for", async () => {
  const { queue, titles, short, daemon, session } = await waiting("a", "b", "c");
  const items = async () => (await daemon.client.queue(session)).items;
  expect((await queue("remove", "1")).out).toBe(`cancelled ${short(0)} (a)\n`);
  expect(await titles()).toEqual(["b", "c"]);
  expect((await queue("hold", "1")).out).toBe(`held ${short(1)} (b); the ones behind it pass\n`);
  expect((await queue("at", "1", "09:00")).out).toBe(`${short(1)} (b) goes tomorrow at 09:00\n`);
  expect((await queue("after", "1", "2")).out).toBe(`${short(1)} (b) goes after ${short(2)} (c)\n`);
  expect(await queue("after", "2", "1")).toMatchObject({
    code: 1,
    err: expect.stringContaining("neither would ever be sent"),
  });
  expect((await items())[0]).toMatchObject({ held: true, after: expect.any(String), notBefore: expect.any(String) });
  expect((await queue("release", "1")).out).toBe(`released ${short(1)} (b): only its position holds it back\n`);
  expect((await items())[0]).toMatchObject({ held: false, after: null, notBefore: null });
  expect((await queue("at", "1", "yesterday")).code).toBe(2);
});

test("where the system does not tell who calls, nothing is said to go alone past a held queue", async () => {
  const { queue, daemon } = await waiting("a");
  daemon.caller = { kind: "unknown", why: "it is blind", isAlone: true, isLapse: false };
  expect((await queue("hold")).out).toMatch(/; a prompt sent meanwhile waits, too, while an agent runs\n$/);
});

test("the whole queue is held and let go", async () => {
  const { queue, agent, daemon, session } = await waiting("a");
  expect((await queue("hold")).out).toBe(
    "held the queue of api; release with: skein queue api release; a prompt sent meanwhile goes alone\n",
  );
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  expect((await queue()).out).toContain("‖ the queue is held; release with: skein queue api release\n");
  expect(agent.prompts).toEqual(["work"]);
  expect((await queue("release")).out).toBe("released the queue of api\n");
  await until("a", () => agent.prompts.includes("a"));
});

test("letting go of a held queue leaves prompts that are held by themselves; a second release is for those", async () => {
  const { run, queue, agent, daemon, session } = await waiting();
  expect((await run(["send", "api", "later", "--hold"])).code).toBe(0);
  await queue("hold");
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  const [item] = (await daemon.client.queue(session)).items;
  expect((await queue("release")).out).toBe(
    "released the queue of api; 1 prompt is held on its own; release with: skein queue api release\n",
  );
  expect(await daemon.client.queue(session)).toMatchObject({ paused: false, items: [{ title: "later", held: true }] });
  expect(agent.prompts).toEqual(["work"]);
  const second = await queue("release", "--json");
  expect(JSON.parse(second.out)).toMatchObject({ did: "release", released: [item?.promptId] });
  await until("the prompt", () => agent.prompts.includes("later"));
});

test("where the queue is not held, release is for the prompts that are, and names them", async () => {
  const { queue, short, daemon, session } = await waiting("a", "b", "c");
  await queue("hold", "1");
  await queue("hold", "3");
  expect((await queue("release")).out).toBe("released the queue of api: 2 prompts\n  1  a\n  2  c\n");
  expect((await daemon.client.queue(session)).items.map(({ held }) => held)).toEqual([false, false, false]);
  expect((await queue("release")).out).toBe("released the queue of api\n");
  expect((await queue()).out).toContain(short(0));
});

test("clearing wants a yes: from a person, or beforehand", async () => {
  const { queue, start, titles } = await waiting("a", "b");
  expect(await queue("clear")).toEqual({
    code: 2,
    out: "",
    err: "error: needs confirmation: cancel all queued prompts of api (2)?\nfix: add -y\n",
  });
  const asking = (answer: string) => {
    const running = start(["queue", "api", "clear", "--no-color"], { isTerminal: true });
    return until("the question", () => running.out().includes("[y/N]")).then(() => {
      running.type(`${answer}\n`);
      return running.result;
    });
  };
  expect(await asking("")).toMatchObject({ code: 130, err: "nothing was done\n" });
  expect(await titles()).toEqual(["a", "b"]);
  expect((await asking("y")).out).toContain("cancelled 2 of api\n");
  expect(await titles()).toEqual([]);
  expect((await queue("clear", "-y")).out).toBe("nothing was queued for api\n");
});

test("a prompt of which only the beginning is at hand is not offered for editing", async () => {
  const blobs = [{ at: "/text", from: 0, to: 4, hash: "h", bytes: 90_000 }];
  const state = foldBodies(created, queued("p1"));
  const cut = { ...state, prompt: { ...state.prompt, queue: state.prompt.queue.map((one) => ({ ...one, blobs })) } };
  const { items } = queueOf(cut, { isFollowed: false });
  const terminal = new QueueCommand({
    items,
    session: { id: "s1", name: "api" },
    ref: "api",
    context: { isInteractive: true },
  } as unknown as QueueCommand);
  await expect(edit(terminal, ["1"])).rejects.toMatchObject({
    message: "the prompt is too long to be edited here",
    fix: "give its new text: skein queue api edit 1 - < file",
  });
});

test("clearing withdraws what was listed, and nothing that came after", async () => {
  const { daemon, start, session, titles } = await waiting("one", "two");
  const clearing = start(["queue", "api", "clear", "--no-color"], { isTerminal: true });
  await until("the question", () => clearing.out().includes("cancel all queued prompts of api (2)? [y/N]"));
  await daemon.send(session, "three");
  clearing.type("y\n");
  expect((await clearing.result).out).toContain("cancelled 2 of api");
  expect(await titles()).toEqual(["three"]);
});

test("clearing lists what was withdrawn, and not what went to the agent before the yes", async () => {
  const { daemon, start, session, agent, ids } = await waiting("deploy it", "the later one");
  const clearing = start(["queue", "api", "clear", "--no-color"], { isTerminal: true });
  await until("the question", () => clearing.out().includes("cancel all queued prompts of api (2)? [y/N]"));
  agent.say(done);
  await until("the next prompt to arrive", () => agent.prompts.includes("deploy it"));
  clearing.type("y\n");
  const told = (await clearing.result).out.split("cancelled 1 of api\n")[1];
  expect(told).toContain("the later one");
  expect(told).not.toContain("deploy it");
  const withdrawn = daemon.events(session).filter(({ type }) => type === "prompt_withdrawn");
  expect(withdrawn).toMatchObject([{ data: { promptId: ids[1] } }]);
});

test("a prompt that somebody else changed while an editor was open keeps their words, and yours are kept in a file", async () => {
  const { daemon, start, session, ids, titles } = await waiting("deploy to staging");
  const dir = tempDir();
  const [opened, go] = [join(dir, "opened"), join(dir, "go")];
  const editor = join(dir, "editor");
  writeFileSync(editor, `#!/bin/sh\ntouch ${opened}; while [ ! -e ${go} ]; do sleep 0.01; done; echo mine > "$1"\n`, {
    mode: 0o755,
  });
  const editing = start(["queue", "api", "edit", "1", "--no-color"], { isTerminal: true, env: { EDITOR: editor } });
  await until("the editor", () => existsSync(opened));
  await daemon.client.editPrompt(session, ids[0] ?? "", { content: [{ type: "text", text: "only run the tests" }] });
  writeFileSync(go, "");
  const { code, err } = await editing.result;
  expect(code).toBe(1);
  expect(err).toMatch(
    /someone else has changed the prompt meanwhile\nwhy: it is now: only run the tests\nfix: your text is in /,
  );
  expect(await titles()).toEqual(["only run the tests"]);
  expect(readFileSync(/your text is in (\S+);/.exec(err)?.[1] ?? "", "utf8")).toBe("mine\n");
});
