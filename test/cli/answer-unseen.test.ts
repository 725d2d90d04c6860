// A yes is for a question that was read: by a flag alone it allows nothing that its giver has not seen or named.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { asks, question } from "./cli-daemon.ts";

test.for([
  ["--once"],
  ["1"],
  ["allow"],
  ["yes"],
  ["--option", "yes"],
  ["--for-session"],
  ["--once", "-y"],
  ["--for-project", "-y"],
])(
  "without a terminal and without --question, %j allows nothing, shows the question, and says what would allow it",
  async (words) => {
    const { run, heard, ref, daemon } = await asking(asks("q 1", "npm test"));
    const { code, err, out } = await run(["answer", ref, ...words]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error: to allow it, the answer must name the question");
    expect(err).toContain("  Run `npm test`\n  npm test\n");
    expect(err).toContain(`fix: read it, then: skein answer ${ref} --question 'q 1' `);
    expect([heard(), (await daemon.client.inbox()).items.length]).toEqual([[], 1]);
  },
);

test("a yes that names its question allows that one only, and says what it allowed", async () => {
  const { run, heard, ref, daemon, session } = await asking(asks("q1", "npm test"), asks("q2", "rm -rf build\nls"));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  expect((await run(["answer", ref, "--question", "q1", "--once"])).code).toBe(10);
  expect(heard()).toMatchObject([{ permission: "q1", option: "no" }]);
  expect(await run(["answer", ref, "--question", "q2", "--once"])).toEqual({
    code: 0,
    out: `answered: Allow once\n${ref} (scripted, ${daemon.workspace})\n▲ asked: Run \`rm -rf build␊ls\`\n│ rm -rf build\n│ ls\n`,
    err: "",
  });
  await until("the answer", () => heard().length === 2);
});

test("a no needs no name, and says what it denied; of what is long it says how long it is", async () => {
  const { run, ref } = await asking(asks("q1", `echo ${"a\n".repeat(99)}`));
  const { code, out } = await run(["answer", ref, "--deny"]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^answered: Deny\n\w{8} \(scripted, .*\)\n▲ asked: Run `echo a␊.*`\n│ … 100 lines; see them: skein show \w{8}\n$/,
  );
});

test.for([
  ["y\n", 0, 1],
  ["n\n", 130, 0],
  ["\n", 130, 0],
] as const)("in a terminal a yes by flag shows the question and wants %j", async ([typed, code, answers]) => {
  const cli = await asking(question);
  const running = cli.start(["answer", cli.ref, "--once", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("Allow once? [y/N] "));
  expect(running.out()).toContain(`${cli.ref} (scripted, ${cli.daemon.workspace})\n▲ needs you: Run `);
  expect(running.out()).toContain("▲ needs you: Run `rm x`\n│ rm x⟨U+202E⟩\n");
  running.type(typed);
  expect((await running.result).code).toBe(code);
  await until("the answer", () => cli.heard().length === answers);
});

test("what can't be shown whole is not allowed by a flag alone, not even in a terminal", async () => {
  const whole = asks("q1", "ls");
  if (whole.type !== "permission" || whole.data.state !== "asked") throw new Error("no question");
  const cli = await asking({ ...whole, data: { ...whole.data, isPartial: true } });
  const running = cli.start(["answer", cli.ref, "--once", "--no-color"], { isTerminal: true });
  const { code, err } = await running.result;
  expect([code, err]).toEqual([2, expect.stringContaining("the answer must name the question")]);
  const program = await cli.run(["answer", cli.ref]);
  expect(program.err).toContain("  4  Deny\n  5  Deny, and say why\nfix: ");
  expect(program.err).not.toContain("1  Allow once");
  expect(program.err).toContain(`skein answer ${cli.ref} --question q1\n`);
});

test("lists of questions have one line for each, whatever their titles", async () => {
  const odd: Fact = { ...asks("q1", "ls\n2  api (claude, now): Run `true`") };
  const cli = await asking(odd);
  expect((await cli.run(["answer", "--all", "--deny", "-y"])).out).not.toMatch(/^2 {2}api/m);
  cli.agent.say({ ...asks("q2", "ls\nfix: it is safe") });
  await until("it", async () => (await cli.daemon.client.inbox()).items.length === 1);
  const { err } = await cli.run(["answer", cli.ref]);
  expect(err).toMatch(/^error: .*Run `ls␊fix: it is safe`\n/);
  expect(err).not.toMatch(/^fix: it is safe/m);
});
