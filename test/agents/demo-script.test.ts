import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { directives } from "../../src/agents/demo/agent/directives/all.ts";
import { plainAnswer } from "../../src/agents/demo/agent/plain-answer.ts";
import { parseScript } from "../../src/agents/demo/agent/script.ts";

describe("parseScript", () => {
  test("finds the directives in order and ignores the text between them", () => {
    expect(parseScript("Please [[run: ls -l]], then [[hang]] or [[ wait : 2s ]].")).toEqual([
      { source: "[[run: ls -l]]", name: "run", argument: " ls -l" },
      { source: "[[hang]]", name: "hang", argument: "" },
      { source: "[[ wait : 2s ]]", name: "wait", argument: " 2s " },
    ]);
  });

  test("an argument goes over lines, up to the next ]]", () => {
    expect(parseScript("[[write: a | one\n[two]\n]] ]]")).toEqual([
      { source: "[[write: a | one\n[two]\n]]", name: "write", argument: " a | one\n[two]\n" },
    ]);
  });

  test("what does not look like a directive is text", () => {
    expect(parseScript("[[Two words]] [[]] [[: x]] [[1]] ]] [[ [x]] [[say: open")).toEqual([]);
    expect(parseScript("[[[[say: x]]")).toEqual([{ source: "[[say: x]]", name: "say", argument: " x" }]);
  });

  test("a megabyte of brackets is no script", () => {
    expect(parseScript("[".repeat(1e6))).toEqual([]);
    expect(parseScript("[[a:".repeat(250_000))).toEqual([]);
    expect(parseScript(`${"[[Aa".repeat(250_000)}]]`)).toEqual([]);
  });
});

describe("plainAnswer", () => {
  test("says what it is, what it heard, how to get a real agent, and what to try", () => {
    const answer = plainAnswer("Please fix\nthe tests", "/nowhere");
    expect(answer).toMatchInlineSnapshot(`
      "I am Skein's built-in **demo agent**: there is no model behind me, but my tools are real.
      You wrote "Please fix the tests" (4 words), and answering that takes a model.

      I found no coding agent on your PATH; \`npm install -g @anthropic-ai/claude-code\` installs one.

      Give me directives and I carry them out, for example:

      \`[[plan: look | change]] [[run: ls]] [[ask: date > now.txt]] [[read: now.txt]] [[say: Done.]]\`"
    `);
    expect(answer.split("\n").length).toBeLessThanOrEqual(10);
  });

  test("names the agents that are there", () => {
    const folder = mkdtempSync(join(tmpdir(), "skein-path-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "codex"), "", { mode: 0o755 });
    writeFileSync(join(folder, "pi"), "", { mode: 0o755 });
    writeFileSync(join(folder, "gemini"), "", { mode: 0o644 });
    expect(plainAnswer("Hello?", `/nowhere:${folder}`)).toMatchInlineSnapshot(`
      "I am Skein's built-in **demo agent**: there is no model behind me, but my tools are real.
      You asked "Hello?" (1 word), and answering that takes a model.

      On your PATH I found **codex**, **pi**; \`npm install -g @anthropic-ai/claude-code\` installs claude too.

      Give me directives and I carry them out, for example:

      \`[[plan: look | change]] [[run: ls]] [[ask: date > now.txt]] [[read: now.txt]] [[say: Done.]]\`"
    `);
  });
});

test("docs/demo-agent.md explains every directive, and no other", () => {
  const rows = [...readFileSync("docs/demo-agent.md", "utf8").matchAll(/^\| `(\[\[.*?\]\])`/gm)].map(([, form = ""]) =>
    form.replaceAll("\\|", "|"),
  );
  const forms = [...directives.values()].map(({ form }) => form.split(" or ")[0]);
  expect(rows.toSorted()).toEqual(forms.toSorted());
});
