// `skein sessions --watch` in a real terminal.
import { expect, test } from "vitest";
import { Client, unixTransport } from "../../src/client/index.ts";
import { pathsOf } from "../../src/home/index.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

test.skipIf(!hasTmux)(
  "the list follows what happens and the terminal's size, though the daemon is killed under it",
  async () => {
    const skein = new SkeinHome();
    for (const name of ["one", "two", "three", "four"]) await skein.json(["new", "--name", name]);
    const tmux = new Tmux(skein);
    await tmux.sees(/^\$/);
    tmux.type("echo before", "Enter");
    await tmux.sees(/^before$/m);
    tmux.skein("sessions", "--watch");
    await tmux.sees(
      /^4 sessions\nSESSION +NAME .*\n.* four .*\n.* three .*\n.* two .*\n.* one .*\nq or Ctrl\+C quits$/,
    );
    tmux.resize(60, 6);
    await tmux.sees(
      /^4 sessions\nSESSION +NAME .*\n.* four .*\n.* three .*\n… 2 more\nj\/k and PgUp\/PgDn scroll · q or Ctrl\+C quits$/,
    );
    tmux.resize(80, 20);
    await tmux.sees(/ one .*\nq or Ctrl\+C quits$/);
    await skein.killDaemon();
    await skein.json(["new", "--name", "five"]);
    await tmux.sees(/^5 sessions\nSESSION +NAME .*\n.* five .*\n.* four /);
    await skein.run(["send", "one", "[[ask: touch x]]"]);
    await tmux.sees(/^5 sessions {2}▲ 1 needs you\n.*\n.* one +▲ needs you +now /);
    tmux.type("C-c");
    await tmux.sees(/^before\n(.*\n)*exit code 0\n/m);
    expect(tmux.screen()).not.toContain("needs you");
  },
);

const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";
/** What is written for each frame. */
const framesOf = (written: string): string[] => written.split(BEGIN).slice(1);
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes apart
const [toRow, escapes] = [/\x1b\[\d+;1H/, /\x1b\[[?\d;]*[a-zA-Z]/g];
const rowsOf = (frame: string): string[] =>
  frame
    .split(toRow)
    .slice(1)
    .map((row) => row.replace(escapes, ""));
/** What is in it whatever time it is: times go on, too. */
const timeless = (row: string): string => row.replace(/ (now|\d+[smh] ago) /, " ");

test.skipIf(!hasTmux)(
  "of 200 sessions only rows that look different are written, each frame at once, however much agents say",
  async () => {
    const skein = new SkeinHome();
    await skein.run(["daemon", "start"]);
    const client = new Client({ transport: unixTransport(pathsOf(skein.env).socket), name: "test" });
    const names = Array.from({ length: 200 }, (_, n) => `s${String(n * 2).padStart(3, "0")}`);
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, (await client.create({ cwd: skein.workspace, name })).session.id);
    const rename = (from: string, to: string) => client.rename(ids.get(from) ?? "", to);

    const tmux = new Tmux(skein);
    tmux.resize(100, 30);
    const written = tmux.record();
    tmux.skein("sessions", "--watch", "--sort", "name");
    await tmux.sees(/^200 sessions\n.*\n.* s000 (.*\n)*… 174 more\n/);
    await until("the whole first frame", () => written().includes(END));

    // One is out of sight: only the other is written, and nothing else.
    let before = written().length;
    const known = new Set(framesOf(written()).flatMap(rowsOf).map(timeless));
    await rename("s300", "s301");
    await rename("s006", "s007");
    await tmux.sees(/ s007 /);
    await until("the whole of its frame", () => written().includes(END, before));
    const fresh = framesOf(written().slice(before))
      .flatMap(rowsOf)
      .filter((row) => !known.has(timeless(row)));
    expect(fresh).toEqual([expect.stringContaining("s007")]);

    // Twenty agents say 500 words each. Each begins, and each ends: there is no more to show.
    before = written().length;
    const busy = names.slice(30, 40).concat(names.slice(5, 15));
    for (const name of busy)
      await client.prompt(ids.get(name) ?? "", { content: [{ type: "text", text: "[[pace: 0]] [[count: 500]]" }] });
    await until(
      "every agent to be done",
      async () => (await client.sessions()).filter(({ reason }) => reason.code === "finished").length === busy.length,
    );
    await tmux.sees(/(.* s\d\d\d +✓ done .*\n){10}/);
    const drawn = written().slice(before);
    const events = (await client.sessions()).reduce((sum, { head }) => sum + head, 0);
    expect(events).toBeGreaterThan(busy.length * 25);
    expect(framesOf(drawn).length).toBeLessThanOrEqual(busy.length * 4);
    expect(drawn).not.toContain("\x1b[J");
    expect(drawn).not.toContain("\x1b[2J");

    tmux.type("G");
    await tmux.sees(/ s398 .*\n… 174 above\n/);
    tmux.type("C-z");
    await tmux.sees(/Stopped/);
    tmux.type("fg; echo back $?", "Enter");
    await tmux.sees(/ s398 .*\n… 174 above\n/);
    tmux.type("q");
    await tmux.sees(/^back 0$/m);
    expect(tmux.screen()).not.toContain("s398");
  },
);

test.skipIf(!hasTmux)("a daemon that is told to stop stays away, whoever watches the list", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "one"]);
  const tmux = new Tmux(skein);
  tmux.skein("sessions", "--watch");
  await tmux.sees(/^1 session\n/);
  await skein.run(["daemon", "stop"]);
  await tmux.sees(/^no connection to the daemon; retrying$/m);
  await tmux.sees(/error: the daemon was stopped\n.*\nexit code 5$/m);
  expect(await skein.daemonPid()).toBe(null);
});

test.skipIf(!hasTmux)("what is less than a minute old is counted on while nothing happens", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "one"]);
  const tmux = new Tmux(skein);
  tmux.skein("sessions", "--watch");
  await tmux.sees(/^1 session\n.*\n.* one +◌ idle +now /);
  await tmux.sees(/^1 session\n.*\n.* one +◌ idle +\d0s ago /);
});
