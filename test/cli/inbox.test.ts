import { basename } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyInbox, entryAt, type InboxList, keyOf, moveCursor, updateInbox } from "../../src/cli/inbox/inbox-list.ts";
import { inboxRows } from "../../src/cli/render/inbox-rows.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import type { PermissionDetail } from "../../src/client/index.ts";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

async function askingToRun(...commands: string[]) {
  const cli = await asking(...commands.map((command, index) => asks(`q${index + 1}`, command)));
  const heard = () => cli.heard().map(({ permission, option }) => [permission, option]);
  const open = (...words: string[]) => {
    const running = cli.start(["inbox", "--no-color", ...words], { isTerminal: true });
    let from = 0;
    /** Waits for text after what was seen last. */
    const sees = async (text: string | RegExp): Promise<void> => {
      from += await until(String(text), () => {
        const out = running.out().slice(from);
        if (typeof text === "string") return out.includes(text) ? out.indexOf(text) + text.length : undefined;
        const found = text.exec(out);
        return found ? found.index + found[0].length : undefined;
      });
    };
    return { ...running, sees };
  };
  return { ...cli, heard, open };
}

const CHOOSE = "1|2|3|4|5 › ";
const LIST = "number, or Enter › ";

test("through a pipe it is one plain line each, oldest first; with --json one document", async () => {
  const { run, ref, session, daemon } = await askingToRun("npm test", "npm run build");
  const twoMinutesLater = Date.parse("2026-01-01T00:02:30Z");
  const { code, out } = await run(["inbox"], { nowMs: twoMinutesLater });
  expect([code, out.split("\n").map((line) => line.split(/ {2,}/))]).toEqual([
    0,
    [
      [ref, "scripted", "2m ago", daemon.workspace, "Run `npm test`"],
      [ref, "scripted", "2m ago", daemon.workspace, "Run `npm run build`"],
      [""],
    ],
  ]);
  await daemon.client.rename(session, "fix");
  expect((await run(["inbox"])).out).toMatch(new RegExp(`^fix \\(${ref}\\) `));
  expect(JSON.parse((await run(["inbox", "--json"])).out)).toMatchObject({
    v: 1,
    items: [
      { session, id: "q1", detail: "npm test", rule: { text: expect.stringContaining("npm test") } },
      { id: "q2" },
    ],
  });
});

test("nothing that waits is said", async () => {
  const { run, start } = await cliDaemon();
  expect(await run(["inbox"])).toEqual({ code: 0, out: "Nothing waits for you.\n", err: "" });
  expect((await start(["inbox"], { isTerminal: true }).result).out).toBe("Nothing waits for you.\n");
});

test("a person opens a question by its number, reads all of it, answers in place, and is done when nothing waits", async () => {
  const { open, heard } = await askingToRun("npm test", "npm run build");
  const inbox = open();
  await inbox.sees(/› 1 .*Run `npm test`\n {2}2 .*Run `npm run build`\n[\s\S]*number, or Enter › /);
  inbox.type("2\r");
  await inbox.sees(
    /│ npm run build\n│\n│ 1 {2}Allow once\n[\s\S]*│ {3}command = "npm run build"\n[\s\S]*1\|2\|3\|4\|5 › /,
  );
  inbox.type("4\r");
  await inbox.sees("│ answered: Deny (Run `npm run build`)");
  await inbox.sees(LIST);
  inbox.type("\r");
  await inbox.sees(CHOOSE);
  inbox.type("1\r");
  expect((await inbox.result).code).toBe(0);
  await until("both", () => heard().length === 2);
  expect(heard()).toEqual([
    ["q2", "no"],
    ["q1", "yes"],
  ]);
});

test("the numbered list says where each session works; a long directory loses its beginning, not the question its words", async () => {
  const { open, daemon } = await askingToRun("npm test");
  const inbox = open();
  await inbox.sees(new RegExp(`› 1 .* \\S*${basename(daemon.workspace)} +Run \`npm test\``));
  inbox.type("\x03");
  await inbox.result;
  const question = { ...(await daemon.client.inbox()).items[0], workspace: `/srv/${"deep/".repeat(30)}api` };
  const rows = [{ number: 1, question: question as PermissionDetail }];
  const around = { style: styleFor({}, false), nowMs: 0, home: undefined, columns: 78 };
  expect(await inboxRows(rows, around)).toEqual([expect.stringMatching(/^1 .* ….*deep\/api {2}Run `npm test`$/)]);
});

test("arrows move the cursor, Escape goes back, and Ctrl+C leaves everything open", async () => {
  const { open, daemon, heard } = await askingToRun("npm test", "npm run build");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("\x1b[B");
  await inbox.sees(/ {2}1 .*\n› 2 /);
  inbox.type("\r");
  await inbox.sees(/│ npm run build\n[\s\S]*1\|2\|3\|4\|5 › /);
  inbox.type("\x1b");
  await inbox.sees("not answered; it stays open");
  await inbox.sees(LIST);
  inbox.type("\x03");
  expect((await inbox.result).code).toBe(0);
  expect((await daemon.client.inbox()).items).toHaveLength(2);
  expect(heard()).toEqual([]);
});

test("Escape goes back also when the next key follows at once: that key is for the list", async () => {
  const { open, heard } = await askingToRun("npm test", "npm run build");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("2\r");
  await inbox.sees(CHOOSE);
  for (const key of ["\x1b", "1", "\r"]) inbox.type(key);
  await inbox.sees("not answered; it stays open");
  await inbox.sees(/│ npm test\n[\s\S]*1\|2\|3\|4\|5 › /);
  expect(heard()).toEqual([]);
  inbox.type("\x03");
  expect((await inbox.result).code).toBe(0);
});

test("where Esc and what is typed after it come together, and could be a key with alt, nothing is answered", async () => {
  const { open, heard, daemon } = await askingToRun("npm test", "npm run build");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("2\r");
  await inbox.sees(CHOOSE);
  inbox.type("\x1b11\r");
  await inbox.sees('before the question was shown: "1"');
  await inbox.sees(CHOOSE);
  expect([heard(), (await daemon.client.inbox()).items.length]).toEqual([[], 2]);
  inbox.type("4\r");
  await inbox.sees("│ answered: Deny (Run `npm run build`)");
  inbox.type("\x03");
  await inbox.result;
});

test("keys that come before a question could be read answer nothing, and number none but the one that was opened", async () => {
  const { open, heard, daemon } = await askingToRun("a", "b", "c");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r1\r2\r1\r5\rtoo much\r");
  await inbox.sees(/│ a\n[\s\S]*1\|2\|3\|4\|5 › \r/);
  expect([heard(), (await daemon.client.inbox()).items.length]).toEqual([[], 3]);
  inbox.type("1. then this\r");
  await inbox.sees('"1. then this" is not one of the choices; nothing was answered');
  await inbox.sees(`${CHOOSE}1. then this\r`);
  inbox.type("\x154\r");
  await inbox.sees("│ answered: Deny (Run `a`)");
  inbox.type("\x03");
  await inbox.result;
  expect(heard()).toEqual([["q1", "no"]]);
});

test("a yes that begins before the rule could be read counts as a whole or not at all", async () => {
  const { open, heard, daemon } = await askingToRun("npm test");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  inbox.type("3\ry");
  const label = "keep this rule for the directory? [y/N] ";
  await inbox.sees(`${label}y\r`);
  inbox.type("\r");
  await inbox.sees('ignored, because you typed it before the question was shown: "y"');
  expect([heard(), (await daemon.client.inbox()).items.length]).toEqual([[], 1]);
  await inbox.sees(`${label}\r`);
  inbox.type("y\r");
  expect((await inbox.result).code).toBe(0);
  await until("the answer", () => heard().length === 1);
});

test("an answer that begins before the question could be read is never taken without its beginning", async () => {
  const { open, heard } = await askingToRun("a");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r1");
  await inbox.sees(`${CHOOSE}1\r`);
  inbox.type("\x7f4\r");
  expect((await inbox.result).code).toBe(0);
  await until("the answer", () => heard().length === 1);
  expect(heard()).toEqual([["q1", "no"]]);
});

test("a reason that follows the choice at once is heard from its first key", async () => {
  const { open, agent } = await askingToRun("a");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  inbox.type("5\rdon't touch ");
  await inbox.sees("why? › don't touch \r");
  inbox.type("production\r");
  await inbox.result;
  await until("the answer", () => agent.heard.some(({ said }) => said === "answer"));
  expect(agent.heard.at(-1)).toMatchObject({ option: "no", message: "don't touch production" });
});

test("typed once too often, a number never answers another question than was read", async () => {
  const { open, heard } = await askingToRun("a", "b");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  inbox.type("1\r1\r");
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees("there is no question 1");
  inbox.type("\x03");
  await inbox.result;
  expect(heard()).toEqual([["q1", "yes"]]);
});

test("an answer that is half typed when its question closes goes nowhere, and is shown", async () => {
  const { open, daemon, session, heard } = await askingToRun("a", "b");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  inbox.type("1");
  await inbox.sees(`${CHOOSE}1\r`);
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await inbox.sees("not answered: 1\n");
  await inbox.sees(`${LIST}\r`);
  inbox.type("2\r");
  await inbox.sees(/│ b\n[\s\S]*1\|2\|3\|4\|5 › \r/);
  inbox.type("\x03");
  await inbox.result;
  expect(heard()).toEqual([["q1", "no"]]);
});

test("a question that is answered elsewhere while it is read says so and closes", async () => {
  const { open, daemon, session } = await askingToRun("a", "b");
  const inbox = open();
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await inbox.sees("│ was answered already: Deny, by web (Run `a`)");
  await inbox.sees(LIST);
  inbox.type("\x03");
  expect((await inbox.result).code).toBe(0);
});

test("--watch stays when nothing waits, shows what comes, and survives a daemon that is replaced", async () => {
  const { open, agent, daemon, heard } = await askingToRun("a");
  const inbox = open("--watch");
  await inbox.sees(LIST);
  inbox.type("1\r");
  await inbox.sees(CHOOSE);
  inbox.type("1\r");
  await inbox.sees("Nothing waits for you. Ctrl+C quits.");
  await daemon.restart();
  agent.say(asks("q9", "later"));
  await inbox.sees(/› 2 .*Run `later`/);
  inbox.type("2\r");
  await inbox.sees(CHOOSE);
  inbox.type("4\r");
  await until("both", () => heard().length === 2);
  inbox.type("\x03");
  expect((await inbox.result).code).toBe(0);
});

test("--watch through a pipe prints a line for each that comes and each that goes", async () => {
  const { start, agent, daemon, session, ref } = await askingToRun("a");
  const plain = start(["inbox", "--watch"]);
  const json = start(["inbox", "--watch", "--json"]);
  await until("the first", () => plain.out().includes("Run `a`") && json.out().includes('"asked"'));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await until("its end", () => plain.out().includes("by web") && json.out().includes('"closed"'));
  agent.say(asks("q2", "b"));
  await daemon.inTime("the second", () => plain.out().includes("Run `b`") && json.out().split("\n").length === 4);
  plain.interrupt();
  json.interrupt();
  const { code, out } = await plain.result;
  expect(code).toBe(130);
  expect(out.split("\n").slice(1, 2)).toEqual([`${ref}: Run \`a\`: was answered already: Deny, by web`]);
  const lines = (await json.result).out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { v: 1, change: "asked", question: { id: "q1" } },
    { v: 1, change: "closed", session, permission: "q1", kind: "elsewhere", option: "no", by: { name: "web" } },
    { v: 1, change: "asked", question: { id: "q2" } },
  ]);
});

const item = (id: number): PermissionDetail => ({ session: "s", id: `q${id}` }) as PermissionDetail;

test("a number stays with its question whatever comes and goes, and the cursor is always at one of them", () => {
  const looks = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), { maxLength: 30 });
  const steps = fc.array(fc.constantFrom(1 as const, -1 as const), { maxLength: 30 });
  fc.assert(
    fc.property(looks, steps, (all, moves) => {
      const owners = new Map<number, string>();
      let list: InboxList = emptyInbox;
      for (const [index, ids] of all.entries()) {
        list = updateInbox(list, ids.map(item));
        const move = moves[index];
        if (move) list = moveCursor(list, move);
        expect(new Set(list.entries.map(({ question }) => question.id))).toEqual(new Set(ids.map((id) => `q${id}`)));
        for (const { number, question } of list.entries) {
          const owner = owners.get(number) ?? keyOf(question);
          owners.set(number, owner);
          expect(owner).toBe(keyOf(question));
        }
        expect(entryAt(list, list.cursor) === null).toBe(ids.length === 0);
      }
    }),
  );
});
