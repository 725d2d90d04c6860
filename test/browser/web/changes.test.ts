// What a session changed, in a real browser: files, turns, lines by mouse, keyboard and touch, and comments that become one prompt.
import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../../kit/axe.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { openRepository, type TestRepository } from "../../kit/repository.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { until } from "../../kit/until.ts";
import { openWebPage } from "../../kit/web-page.ts";

const before = Array.from({ length: 30 }, (_, at) => `export const value${at} = ${at};`).join("\n");
const after = before.replace("value3 = 3", "value3 = 33").replace("value20 = 20", "value20 = 2020 /* changed */");

interface Scene {
  readonly daemon: DaemonProcess;
  readonly session: string;
  readonly repository: TestRepository;
  turn(text: string): Promise<void>;
}

/** A session that has changed files in two turns. */
async function changedSession(): Promise<Scene> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const repository = openRepository(daemon.workspace);
  repository.git("init", "--quiet");
  repository.write(".gitignore", "home/\n.cache/\n");
  repository.write("src/values.ts", `${before}\n`);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
  const made = await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "review" });
  const session = made.session.id;
  let turns = 0;
  const turn = async (text: string): Promise<void> => {
    turns++;
    await daemon.client.prompt(session, { content: [{ type: "text", text }] });
    await until(`the end of turn ${turns}`, async () => {
      const { turns: known } = await daemon.client.diff(session);
      return known.length === turns && known.at(-1)?.endedAt !== null;
    });
  };
  await turn(`[[write: src/values.ts | ${after}\n]]`);
  await turn("[[write: notes.md | # Notes\n\nA new file.\n]]");
  return { daemon, session, repository, turn };
}

async function openChanges(
  context: BrowserContext,
  { daemon, session }: Scene,
): Promise<{ page: Page; panel: Locator }> {
  const { page } = await openWebPage(context, daemon, { path: `/s/${session}` });
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  const panel = page.getByRole("region", { name: "Changes", exact: true });
  await panel.getByText("2 files changed").waitFor();
  return { page, panel };
}

const prompts = async ({ daemon, session }: Scene): Promise<string[]> =>
  (await daemon.client.events(session, { after: 0, limit: 1000 })).events
    .filter(({ type }) => type === "user_prompt")
    .map(({ data }) => (data as { text: string }).text);

describe.skipIf(!isChromiumThere())("what a session changed", () => {
  const open = chromiumOfFile();

  test("files with their lines, since the start and by turn; what was viewed is remembered until it changes", async () => {
    const scene = await changedSession();
    const context = await open({ viewport: { width: 1280, height: 800 } });
    const { page, panel } = await openChanges(context, scene);
    const values = panel.getByRole("article", { name: "src/values.ts" });
    await values.getByText("value3 = 33").waitFor();
    await panel.getByText("# Notes", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?view=changes");
    await panel.getByLabel("Which changes").selectOption("t2");
    await panel.getByText("1 file changed").waitFor();
    expect(await panel.getByRole("article").count()).toBe(1);
    await panel.getByLabel("Which changes").selectOption("");
    await values.getByLabel("Viewed").check();
    await values.getByText("value3 = 33").waitFor({ state: "hidden" });
    await page.reload();
    await panel.getByText("1 of 2 viewed").waitFor();
    expect(await values.getByLabel("Viewed").isChecked()).toBe(true);
    await scene.turn(`[[write: src/values.ts | ${after.replace("value5 = 5", "value5 = 55")}\n]]`);
    await values.getByText("value5 = 55").waitFor();
    expect(await values.getByLabel("Viewed").isChecked()).toBe(false);
    await page.goBack();
    await panel.waitFor({ state: "detached" });
  });

  test("names and lines show what would reorder or hide a part of them", async () => {
    const scene = await changedSession();
    const { page, panel } = await openChanges(await open({ viewport: { width: 1280, height: 800 } }), scene);
    await scene.turn(
      "[[write: a\u202egnp.js | /* admins only \u202e } \u2066if (isAdmin)\u2069 */\nlet a\u3164 = 1;\ncat \u05d0 > \u05d1\n]]",
    );
    const odd = panel.getByRole("article", { name: "a⟨U+202E⟩gnp.js" });
    await odd.getByText("/* admins only ⟨U+202E⟩ } ⟨U+2066⟩if (isAdmin)⟨U+2069⟩ */").waitFor();
    await odd.getByText("let a⟨U+3164⟩ = 1;").waitFor();
    expect(await panel.getByRole("list").getByText("a⟨U+202E⟩gnp.js").count()).toBe(1);
    const places = await page.evaluate(
      `[...document.querySelectorAll(".changes .text bdi")].map((one) => one.getBoundingClientRect().left)`,
    );
    expect(places).toHaveLength(2);
    expect(places).toEqual((places as number[]).toSorted((one, other) => one - other));
    const send = odd.getByRole("button", { name: "Comment on line 1", exact: true });
    await send.click();
    await panel.getByText("a⟨U+202E⟩gnp.js, line 1").waitFor();
  });

  test("comments survive a reload and become one prompt, which the agent gets", async () => {
    const scene = await changedSession();
    const context = await open({ viewport: { width: 1280, height: 800 } });
    const { page, panel } = await openChanges(context, scene);
    await panel.getByRole("button", { name: "Comment on line 4", exact: true }).click();
    await panel.getByRole("textbox").fill("Why 33?");
    await panel.getByRole("button", { name: "Keep comment" }).click();
    const notes = panel.getByRole("article", { name: "notes.md" });
    await notes.getByRole("button", { name: "Comment on line 1", exact: true }).click();
    await notes.getByRole("button", { name: "Comment on line 3", exact: true }).click({ modifiers: ["Shift"] });
    await notes.getByRole("textbox").fill("Not needed.");
    await page.reload();
    await panel.getByText("Why 33?").waitFor();
    await panel.getByText("Not needed.").waitFor();
    await panel.getByRole("button", { name: "Send 2 comments…" }).click();
    const dialog = page.getByRole("dialog", { name: "Send comments" });
    const text = await dialog.getByLabel("What the agent gets").inputValue();
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    const sent = await until("the prompt", async () => (await prompts(scene))[2]);
    expect(sent).toBe(text);
    expect(sent).toContain("1. notes.md, lines 1–3\n\n```diff\n+# Notes\n+\n+A new file.\n```\n\nNot needed.");
    expect(sent).toContain("2. src/values.ts, line 4\n\n```diff\n+export const value3 = 33;\n```\n\nWhy 33?");
    await panel.getByRole("button", { name: /Send .* comment/ }).waitFor({ state: "detached" });
  });

  test("with the keyboard alone: to the changes, along the lines, a comment on several, and back", async () => {
    const scene = await changedSession();
    const context = await open({ viewport: { width: 1280, height: 800 } });
    const { page } = await openWebPage(context, scene.daemon, { path: `/s/${scene.session}` });
    await page.getByRole("button", { name: "Changes", exact: true }).waitFor();
    await page.locator("main").focus();
    await page.keyboard.press("d");
    const panel = page.getByRole("region", { name: "Changes", exact: true });
    await panel.getByText("value3 = 33").waitFor();
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
    const focus = (): Promise<string> => page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''");
    expect(await focus()).toBe("Comment on removed line 21");
    await page.keyboard.press("k");
    expect(await focus()).toBe("Comment on removed line 4");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await focus()).toBe("Comment on line 4");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Both versions, j and v included.");
    await page.keyboard.press("Control+Enter");
    await panel.getByRole("button", { name: "Send 1 comment…" }).click();
    const text = await page.getByLabel("What the agent gets").inputValue();
    expect(text).toContain(
      "-export const value3 = 3;\n+export const value3 = 33;\n```\n\nBoth versions, j and v included.",
    );
    await page.keyboard.press("Escape");
    await panel.focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });

  test("what the agent changes now appears, and the reader stays where they are", async () => {
    const scene = await changedSession();
    const context = await open({ viewport: { width: 1280, height: 500 } });
    const { page, panel } = await openChanges(context, scene);
    const line = panel.getByText("value20 = 2020");
    await line.scrollIntoViewIfNeeded();
    const top = async (): Promise<number> => Math.round((await line.boundingBox())?.y ?? -1);
    const stood = await top();
    await scene.turn("[[write: a-first.txt | 1\n2\n3\n]]");
    await panel.getByText("3 files changed").waitFor();
    await until("the same place", async () => Math.abs((await top()) - stood) <= 2);
    expect(await page.title()).toContain("review");
  });

  test.each([
    ["light", 1280, 800],
    ["dark", 1280, 800],
    ["light", 390, 844],
    ["dark", 320, 640],
  ] as const)(
    "axe finds nothing, and nothing is wider than the window: %s, %d × %d",
    async (colorScheme, width, height) => {
      const scene = await changedSession();
      const context = await open({
        colorScheme,
        viewport: { width, height },
        hasTouch: width < 700,
        reducedMotion: "reduce",
      });
      const { page, panel } = await openChanges(context, scene);
      expect(await violations(page)).toEqual([]);
      const number = panel.getByRole("button", { name: "Comment on line 4", exact: true });
      await (width < 700 ? number.tap() : number.click());
      await panel.getByRole("textbox").fill("Why?");
      expect(await violations(page)).toEqual([]);
      await panel.getByRole("button", { name: "Keep comment" }).click();
      if (width > 700) {
        await panel.getByLabel("Side by side").check();
        await panel.locator(".pair").first().waitFor();
        expect(await violations(page)).toEqual([]);
      }
      await panel.getByRole("button", { name: "Send 1 comment…" }).click();
      await page.getByRole("dialog", { name: "Send comments" }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    },
  );
});
