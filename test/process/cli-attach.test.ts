// `skein` in a real terminal.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

/** Makes a file that the agent waits for. */
const touch = ({ workspace }: SkeinHome, name: string): void => writeFileSync(join(workspace, name), "");

test.skipIf(!hasTmux)("a person talks, answers, types ahead, interrupts, and detaches with Ctrl+C", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/list the others: skein agents\n.*Ctrl\+C detaches, the agent keeps working\n›$/);
  tmux.type("hello", "Enter");
  await tmux.sees(/› hello\nI am Skein's built-in/);
  await tmux.sees(/✓ done.*\n›$/);

  // What is typed in the second after a question would be kept.
  tmux.type("[[ask: echo it-ran]] [[wait: 1500ms]] [[say: finished]]", "Enter");
  await tmux.sees(/│ 1 {2}Allow once\n(.*\n)*▲ Run `echo it-ran` › answer 1\|2\|3\|4\|5\|6 ›$/);
  tmux.type("1", "Enter");
  await tmux.sees(
    /answered: Allow once · by cli(?: pts\/\d+)?\n▸ Run `echo it-ran`\n {2}it-ran\n(.*\n)*finished\n✓ done.*\n›$/,
  );

  tmux.type("[[hang]]", "Enter");
  await tmux.sees(/queue ›$/);
  tmux.type("typed ahead", "Enter");
  await tmux.sees(
    / {2}1 typed ahead\nbusy: Enter queues · Alt\+Enter stops the turn and sends · Esc stops it\nqueue ›$/,
  );
  tmux.type("Escape");
  await tmux.sees(/■ stopped/);
  await tmux.sees(/ {2}1 typed ahead\n‖ held: a prompt that you send goes alone · release with: .*\n›$/);

  tmux.type("half a thought", "C-c");
  await tmux.sees(/detached\. Reopen with: skein attach \w{8}\nexit code 0/);
  const { sessions } = await skein.json<{ sessions: { status: string }[] }>(["sessions"]);
  expect(sessions).toMatchObject([{ status: "idle", queued: 1, turns: 3 }]);
});

test.skipIf(!hasTmux)(
  "an open session offers rules with its question, asks twice for a project's, and answers once",
  async () => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.skein();
    await tmux.sees(/›$/);
    tmux.type("[[ask: echo first]] [[ask: echo first]] [[ask: echo other]] [[say: finished]]", "Enter");
    await tmux.sees(
      /│ 2 and 3 make this rule:\n│ {3}\[\[allow\]\]\n(.*\n)*│ {3}command = "echo first"\n(.*\n)*▲ Run `echo first` › answer .* ›$/,
    );
    tmux.type("do something else", "Enter");
    await tmux.sees(/not an answer: type 1\|2\|3\|4\|5\|6, y, n, or "n: why"/);
    await tmux.sees(/answer .* › do something else$/);
    tmux.type("C-u");
    await tmux.sees(/answer .* ›$/);
    tmux.type("3", "Enter");
    await tmux.sees(/keep this rule for the directory\? \[y\/N\]$/);
    tmux.type("no", "Enter");
    await tmux.sees(/not answered; it stays open\n▲ .* › answer .* ›$/);
    tmux.type("2", "Enter");
    // The second one is the same and needs no answer any more; the third one is another.
    await tmux.sees(
      /allowed from now on in this session(.*\n)+.*needs you: Run `echo other`\n(.*\n)*▲ Run `echo other` › answer .* ›$/,
    );
    tmux.type("n because it is not needed", "Enter");
    await tmux.sees(
      /answered: Deny \("because it is not needed"\) · by cli(?: pts\/\d+)?\n(.*\n)*finished\n✓ done.*\n›$/,
    );
    const events = (await skein.run(["export"])).out;
    expect(
      events.match(/"type":"permission","by":\{"kind":"client".*"message":"because it is not needed"/),
    ).not.toBeNull();
    expect(events.match(/"remember"|"type":"rule_added"/g)).toHaveLength(1);
    tmux.type("C-c");
  },
);

test.skipIf(!hasTmux)(
  "a question that is open when a session is opened is asked there, and one that is answered elsewhere is taken away",
  async () => {
    const skein = new SkeinHome();
    await skein.run(["new", "--name", "api", "--agent", "demo", "--detach", "[[ask: echo one]] [[say: finished]]"]);
    await until("the question", async () => (await skein.json<{ items: unknown[] }>(["inbox"])).items.length === 1);
    const tmux = new Tmux(skein);
    tmux.skein("attach", "api");
    await tmux.sees(
      /needs you: Run `echo one`\n(.*\n)*│ 3 keeps it in (.*\n)+▲ Run `echo one` › answer 1\|2\|3\|4\|5\|6 ›$/,
    );
    tmux.type("3", "Enter");
    await tmux.sees(/keep this rule for the directory\? \[y\/N\]$/);
    await skein.run(["answer", "api", "--once", ...(await skein.asked("api"))]);
    await tmux.sees(/answered: Allow once · by cli(?: pts\/\d+)?\n(.*\n)*finished\n✓ done.*\n›$/);
    tmux.type("C-c");
  },
);

test.skipIf(!hasTmux).for([
  [80, 24],
  [40, 8],
] as const)(
  "at %i×%i: what is typed while the agent works never answers a question that comes meanwhile",
  async ([columns, rows]) => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.resize(columns, rows);
    tmux.skein("new", "--name", "api");
    await tmux.sees(/›$/);
    tmux.type("[[wait-for: go]] [[ask: touch danger.txt]] [[say: went on]]", "Enter");
    await tmux.sees(/queue ›$/);
    tmux.type("1. then run the linter");
    await tmux.sees(/queue › 1\. then run the linter$/);
    touch(skein, "go");
    await tmux.sees(/Tab puts it aside to answer: answer .*\ndraft › 1\. then run the linter$/);
    tmux.type("Enter");
    await tmux.sees(/Enter again sends it as a prompt\ndraft › 1\. then run the linter$/);
    expect(existsSync(join(skein.workspace, "danger.txt"))).toBe(false);
    tmux.type("Tab");
    await tmux.sees(/draft, back with Tab: 1\. then run the/);
    await tmux.sees(/answer .* ›$/);
    tmux.type("n: not needed", "Enter");
    await tmux.sees(/went on\n✓ done.*\n› 1\. then run the linter$/);
    expect((await skein.run(["export", "api"])).out).toContain('"message":"not needed"');
    tmux.type("C-c");
    await tmux.sees("not sent: 1. then run the linter");
    expect(existsSync(join(skein.workspace, "danger.txt"))).toBe(false);
  },
);

test.skipIf(!hasTmux)(
  "[R-26] [T-13] the agent goes on after the detach, and coming back shows what it did",
  async () => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.skein("new", "--name", "long");
    await tmux.sees(/›$/);
    tmux.type("[[count: 5]] [[wait-for: go]] [[pace: 5ms]] [[count: 300]] [[say: all done]]", "Enter");
    await tmux.sees(/1 2 3 4 5/);
    tmux.type("C-c");
    await tmux.sees("detached; long keeps working");
    touch(skein, "go");
    await until("the turn to end", async () => {
      const { sessions } = await skein.json<{ sessions: { status: string; reason: { code: string } }[] }>(["sessions"]);
      return sessions[0]?.reason.code === "finished";
    });
    tmux.type("clear", "Enter");
    tmux.skein(".");
    await tmux.sees(/298 299 300\n(.*\n)*all done\n✓ done.*\n›$/);
    await until("it to count as read", async () => {
      const { sessions } = await skein.json<{ sessions: { status: string }[] }>(["sessions"]);
      return sessions[0]?.status === "idle";
    });
  },
);

test.skipIf(!hasTmux)("streaming text and a long line being typed don't disturb each other", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/›$/);
  tmux.type("[[pace: 3ms]] [[count: 250]]", "Enter");
  await tmux.sees(/1 2 3/);
  const typed = `a long line ${"with many words ".repeat(8)}in it`;
  tmux.type(typed);
  await tmux.sees(/✓ done.*\n› .*in it$/);
  const screen = tmux.screen();
  const numbers = screen.slice(screen.indexOf("]]\n") + 3, screen.indexOf("✓ done"));
  expect(numbers.replaceAll("\n", " ").split(/\s+/).join("")).toBe(
    Array.from({ length: 250 }, (_, n) => n + 1).join(""),
  );
});

test.skipIf(!hasTmux)("what waits is shown above the line being typed, and Alt+Enter goes before it", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein("new", "--name", "api");
  await tmux.sees(/›$/);
  tmux.type("[[hang]]", "Enter");
  await tmux.sees(/queue ›$/);
  for (const text of ["one", "two", "three", "four"]) tmux.type(text, "Enter");
  await tmux.sees(/ {2}1 one\n {2}2 two\n {2}3 three\n {2}… 1 more: skein queue api\nbusy: .*\nqueue ›$/);
  await skein.run(["queue", "api", "hold", "2"]);
  await skein.run(["queue", "api", "edit", "1", "1 [[hang]]"]);
  await skein.run(["queue", "api", "remove", "4"]);
  await tmux.sees(/ {2}1 1 \[\[hang\]\]\n {2}2 two · held\n {2}3 three\nbusy: .*\nqueue ›$/);
  tmux.type("[[say: at once]]", "M-Enter");
  await tmux.sees(
    /■ stopped.*\n› \[\[say: at once\]\]\nat once\n✓ done.*\n› 1 \[\[hang\]\]\n {2}1 two · held\n {2}2 three\n/,
  );
});

test.skipIf(!hasTmux)(
  "what works in the background is shown above the line being typed, until it has ended",
  async () => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.skein("new", "--name", "api");
    await tmux.sees(/›$/);
    tmux.type("[[background: never | look around]] [[background: never | watch]]", "Enter");
    await tmux.sees(/✓ done.*\n● 2 tasks in the background: look around, watch\n›$/);
    await skein.run(["abort", "api"]);
    await tmux.sees(/■ background task stopped · look around\n■ background task stopped · watch\n›$/);
  },
);

test.skipIf(!hasTmux)("a paste of several lines is one message", async () => {
  const skein = new SkeinHome();
  const tmux = new Tmux(skein);
  tmux.skein();
  await tmux.sees(/›$/);
  tmux.paste("first line\nsecond line\n[[recall]]");
  await tmux.sees("first line⏎second line⏎[[recall]]");
  tmux.type("Enter");
  await tmux.sees(/✓ done/);
  const { out } = await skein.run(["export"]);
  const prompts = out.split("\n").filter((line) => line.includes('"user_prompt"'));
  expect(prompts.map((line) => JSON.parse(line).data.text)).toEqual(["first line\nsecond line\n[[recall]]"]);
});

test.skipIf(!hasTmux)(
  "a daemon that is killed comes back under the person's eyes; one that is stopped stays stopped",
  async () => {
    const skein = new SkeinHome();
    const tmux = new Tmux(skein);
    tmux.skein();
    await tmux.sees(/›$/);
    tmux.type("[[pace: 10ms]] [[count: 50]] [[wait-for: go]] [[say: survived]]", "Enter");
    await tmux.sees(/1 2 3/);
    await skein.killDaemon();
    touch(skein, "go");
    await tmux.sees(/survived\n✓ done.*\n›$/);
    expect(tmux.screen().match(/› \[\[pace/g)).toHaveLength(1);

    await skein.run(["daemon", "stop"]);
    await tmux.sees(/error: the daemon was stopped\n.*\n?exit code 5/);
    expect(await skein.daemonPid()).toBeNull();
  },
);
