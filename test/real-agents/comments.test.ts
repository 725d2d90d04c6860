// Comments on changed lines, as the page makes them, reach a real agent as one prompt; what it changed is found by its files.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LineComment, reviewPrompt, rowsOf } from "../../src/view/changes/index.ts";
import { findProgram } from "../kit/agents/cache.ts";
import { openRepository } from "../kit/repository.ts";
import { until } from "../kit/until.ts";
import { claude } from "./agents/claude.ts";
import { Stage } from "./kit.ts";

describe.skipIf(findProgram("claude") === null)("the changes of a real agent", () => {
  test("an edit and a command's file are changes, and comments on them are one prompt", async () => {
    const stage = await Stage.set(claude);
    const repository = openRepository(stage.cwd);
    repository.git("init", "--quiet");
    writeFileSync(join(stage.cwd, "mine.txt"), "not committed\n");
    const talk = await stage.open("auto");
    await talk.ask("p-1 [[run: printf 'one\\ntwo\\n' > made.txt]] [[text: Done.]]");
    const { client } = stage.daemon;
    const changes = await until("the changes", async () => {
      const answer = await client.diff(talk.id);
      return answer.isLive ? null : answer;
    });
    expect(changes).toMatchObject({ source: "git", files: [{ path: "made.txt", status: "added", added: 2 }] });
    const [file] = changes.files;
    const rows = file ? rowsOf(file).filter(({ kind }) => kind === "added") : [];
    const comments = rows.map(
      ({ now, text }): LineComment => ({
        ...{ id: text, path: "made.txt", side: "new", from: now, to: now, lines: [`+${text}`] },
        text: `Not "${text}".`,
      }),
    );
    const prompt = `p-2 [[text: I will.]]\n\n${reviewPrompt(comments) ?? ""}`;
    await talk.ask(prompt);
    const heard = stage.model.exchanges.filter((one) => !one.isAside && one.prompt?.startsWith("p-2"));
    expect(new Set(heard.map((one) => one.prompt))).toEqual(new Set([prompt]));
    expect(prompt).toContain('1. made.txt, line 1\n\n```diff\n+one\n```\n\nNot "one".');
    expect(prompt).toContain('2. made.txt, line 2\n\n```diff\n+two\n```\n\nNot "two".');
  });
});
