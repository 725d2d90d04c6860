// What a session changed: a diff of 5,000 lines in a repository of 2,000 files, next to `git diff` by itself, from the daemon and in the page; and one
// that is cut.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../kit/browser.ts";
import { Daemon } from "../kit/daemon.ts";
import { paintedAfterClick } from "../kit/in-page.ts";
import { openDoor } from "../kit/page-door.ts";
import { RequestTimes } from "../kit/request-times.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement } from "../measurement.ts";

const FILES = 2000;
const ROUNDS = 7;
const CHANGED = 5;
const linesOf = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join("");

export const changes: Measurement = {
  name: "changes",
  about: "what a session changed: 5,000 lines in a repository of 2,000 files, and 50,000 of which most are cut",
  async run(scene) {
    const daemon = new Daemon(scene);
    const root = scene.directory();
    const git = (...args: string[]): string =>
      execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
    git("init", "--quiet");
    for (let at = 0; at < FILES; at++) {
      mkdirSync(join(root, `d${at % 50}`), { recursive: true });
      writeFileSync(join(root, `d${at % 50}`, `f${at}.txt`), linesOf(50, `file ${at}`));
    }
    git("add", "--all");
    git("commit", "--quiet", "--message=all");
    await daemon.start();
    const work = async (lines: number): Promise<string> => {
      const { session } = await daemon.client.create({ agent: "demo", cwd: root });
      const each = lines / CHANGED;
      const text = `[[run: for n in $(seq 1 ${CHANGED}); do seq 1 ${each} > d0/new$n.txt; done]]`;
      await daemon.client.prompt(session.id, { content: [{ type: "text", text }] });
      for (;;) {
        const answer = await daemon.client.diff(session.id, { stat: true });
        if (answer.turns.length > 0 && !answer.isLive) return session.id;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const usual = new RequestTimes(daemon);
    const session = await work(4990);
    for (let round = 0; round < ROUNDS; round++) await usual.take(() => daemon.client.diff(session));
    const browser = await openBrowser(scene);
    const url = await openDoor(scene, daemon);
    const opening = async (of: string): Promise<number[]> => {
      const tab = await browser.newPage();
      await tab.goto(`${url}/s/${of}`);
      await tab.locator(".show-changes").waitFor();
      const found: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        found.push(await tab.evaluate<number>(paintedAfterClick(".show-changes", ".changes .row.added")));
        await tab.locator(".show-changes").click();
        await tab.locator(".changes").waitFor({ state: "detached" });
      }
      await tab.close();
      // The first one also loads the program for it.
      return found.slice(1);
    };
    const painted = await opening(session);
    git("add", "--all", "--intent-to-add");
    const bare = await repeatedly(async () => void git("diff"));
    git("add", "--all");
    git("commit", "--quiet", "--message=more");
    const cut = new RequestTimes(daemon);
    const long = await work(50_000);
    for (let round = 0; round < ROUNDS; round++) await cut.take(() => daemon.client.diff(long));
    const paintedCut = await opening(long);
    await daemon.stop();
    const lower = { unit: "ms", better: "lower" } as const;
    const baseline = { what: "git diff by itself", value: bare };
    return [
      {
        name: "changes, 5,000 lines",
        measured: usual.median,
        ...lower,
        target: { of: "measured", value: 200 },
        baseline,
        note: usual.note,
      },
      {
        name: "changes, 5,000 lines, opened in the page",
        measured: median(painted),
        ...lower,
        target: { of: "measured", value: 200 },
        baseline,
        note: painted.map((ms) => ms.toFixed(0)).join(", "),
      },
      {
        name: "changes, 50,000 lines, cut",
        measured: cut.median,
        ...lower,
        target: { of: "measured", value: 400 },
        baseline,
        note: cut.note,
      },
      {
        name: "changes, 50,000 lines, cut, opened in the page",
        measured: median(paintedCut),
        ...lower,
        target: { of: "measured", value: 400 },
        baseline,
        note: paintedCut.map((ms) => ms.toFixed(0)).join(", "),
      },
    ];
  },
};

async function repeatedly(task: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(task));
  return median(times);
}
