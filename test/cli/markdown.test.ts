// Sessions as Markdown: what is in them can't become structure of the document.
import { expect, test } from "vitest";
import { toMarkdown } from "../../src/cli/render/markdown.ts";
import { type EventBody, emptyTranscript, extendTranscript } from "../../src/core/index.ts";
import { ada, agent, answered, applied, asked, body, place } from "../kit/events.ts";

const markdown = (...bodies: EventBody[]): string =>
  toMarkdown({ title: "fix", facts: ["agent demo"] }, extendTranscript(emptyTranscript, place(bodies)));

test("a turn reads from the prompt to its end", () => {
  const text = markdown(
    body(
      "user_prompt",
      {
        promptId: "p1",
        text: "tidy up",
        turn: "t1",
        files: [{ name: "a.png", mediaType: "image/png", hash: "0".repeat(64), bytes: 3 }],
      },
      ada,
    ),
    body("agent_thought", { messageId: "h1", text: "Let me see." }, agent),
    body("tool_call", { toolCallId: "c1", title: "Run `ls`", kind: "execute", status: "running" }, agent),
    body("file_write", { path: "/work/a.txt", toolCallId: "c1" }, agent),
    body("tool_call_update", { toolCallId: "c1", output: "a.txt\nb.txt\n", status: "completed" }, agent),
    body(
      "plan",
      {
        entries: [
          { content: "first", status: "completed" },
          { content: "second", status: "pending" },
        ],
      },
      agent,
    ),
    body("agent_message", { messageId: "m1", text: "All " }, agent),
    body("agent_message", { messageId: "m1", text: "**tidy**.\n" }, agent),
    body("turn_end", { turn: "t1", promptId: "p1", reason: "completed" }, agent),
    body("error", { code: "x", message: "gone", hint: "try again" }, agent),
    body("turn_end", { turn: "t2", promptId: "p1", reason: "failed", error: "gone" }, agent),
  );
  expect(`\n${text}`).toMatchInlineSnapshot(`
    "
    # fix

    - agent demo

    ## You, 2026-01-01T00:00:01.000Z

    tidy up

    - attached: a.png (image/png)

    > *thinks:* Let me see.

    **Run \`ls\`** (completed): wrote \`/work/a.txt\`

    \`\`\`
    a.txt
    b.txt
    \`\`\`

    - [x] first
    - [ ] second

    All **tidy**.

    ---

    > **error** gone
    > try again

    ---

    *t2 failed: gone*
    "
  `);
});

test("[M-27] a question is there with its answer and who gave it", () => {
  expect(markdown(asked("q1"), answered("q1", "yes"), applied("q1"))).toContain("**asked:**");
});

test("a tool's output can't end its fence, and control characters don't get out", () => {
  const text = markdown(
    body("tool_call", { toolCallId: "c1", title: "cat", kind: "execute", status: "running" }, agent),
    body("tool_call_update", { toolCallId: "c1", output: "```\n# not a heading\n````\n\u001b[2Jx\u202ey" }, agent),
  );
  expect(text).toContain("`````\n```\n# not a heading\n````\nxy\n`````");
});

test("nothing that a file or an agent names reaches a terminal as it is: types of files, turns, times", () => {
  const hostile = "x\u001b]52;c;aGk=\u0007\u009b2J\u202ey";
  const bodies: EventBody[] = [
    body("user_prompt", {
      ...{ promptId: "p1", text: "look", turn: hostile },
      files: [{ name: hostile, mediaType: hostile, hash: hostile, bytes: 3 }],
    }),
    body("turn_end", { turn: hostile, promptId: "p1", reason: "failed", error: hostile }),
  ];
  const events = place(bodies).map((event) => ({ ...event, at: hostile }));
  const text = toMarkdown({ title: hostile, facts: [hostile] }, extendTranscript(emptyTranscript, events));
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});
