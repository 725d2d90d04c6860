import { expect, test } from "vitest";
import { Life } from "./life.ts";

const dialog = (id: string, rest: object) => ({ type: "extension_ui_request", id, method: "select", ...rest });
const approval = dialog("q1", { title: "skein-approval", options: ["c1", "bash", "", "rm -rf build"] });
const given = (option: string, message: string | null = null) => ({ permission: "r1-q1-1", option, message });

test("[T-21] an approval says the whole command, and is answered in the agent's words", () => {
  const life = Life.atWork();
  const [, asked] = life.print(approval).facts;
  expect(asked).toMatchObject({
    type: "permission",
    data: {
      ...{ id: "r1-q1-1", title: "Run `rm -rf build`", detail: "rm -rf build", toolCallId: "r1-c1" },
      request: { kind: "execute", tool: "bash", command: "rm -rf build", paths: [] },
    },
  });
  expect(life.answer(given("allow-session")).writes).toEqual([
    { type: "extension_ui_response", id: "q1", value: "allow-session" },
  ]);
  expect(life.answer(given("allow")).writes).toEqual([]);
});

test("an approval with more parts than Skein knows is allowed by no rule", () => {
  const options = ["c1", "bash", "", "ls", "ls"];
  const asked = (...more: string[]) =>
    Life.atWork().print(dialog("q1", { title: "skein-approval", options: [...options, ...more] })).facts[1];
  expect(asked()).not.toMatchObject({ data: { request: { hasMore: true } } });
  for (const more of ["more", "strange"]) expect(asked(more)).toMatchObject({ data: { request: { hasMore: true } } });
});

test("a no is a no, whatever words come with it; an option that nobody offered is one, too", () => {
  for (const [option, message, value] of [
    ["deny", null, "The user said no."],
    ["deny", "not today", "not today"],
    ["deny", "allow", "No: allow"],
    ["toString", null, "The user said no."],
  ] as const) {
    const life = Life.atWork();
    life.print(approval);
    expect(life.answer(given(option, message)).writes, option).toEqual([
      { type: "extension_ui_response", id: "q1", value },
    ]);
  }
});

test("words with a yes can't be passed on, and that is said", () => {
  const life = Life.atWork();
  life.print(approval);
  expect(life.answer(given("allow", "be quick")).facts).toContainEqual(
    expect.objectContaining({ type: "notice", data: expect.objectContaining({ kind: "answer_message" }) }),
  );
});

test("a question that says too little, or comes when nobody answers any more, is cancelled at once", () => {
  const cancelled = (id: string) => [{ type: "extension_ui_response", id, cancelled: true }];
  const life = Life.atWork();
  expect(life.print(dialog("q2", { title: "skein-approval", options: ["c1"] })).writes).toEqual(cancelled("q2"));
  life.interrupt();
  expect(life.print(approval)).toEqual({ facts: [], writes: cancelled("q1") });
});

test("[T-21] no rule allows a change that is given more than its file and texts", () => {
  const options = ["c1", "write", "/workspace/a", "a", ""];
  const asked = (more: string[]) =>
    Life.atWork()
      .print(dialog("q1", { title: "skein-approval", options: [...options, ...more] }))
      .facts.at(-1);
  expect(asked(["more"])).toMatchObject({ data: { request: { kind: "edit", hasMore: true } } });
  expect(asked([])).not.toHaveProperty("data.request.hasMore");
});

test("[M-27] a yes for the session says that it holds for any input of a tool", () => {
  const options = ["c1", "deploy", "", "{}", ""];
  const asked = Life.atWork()
    .print(dialog("q1", { title: "skein-approval", options }))
    .facts.at(-1);
  expect(asked).toMatchObject({
    data: { options: [{}, { label: "Allow this tool, with any input, for this session" }, {}] },
  });
});

test("what was not answered when the agent rests is cancelled", () => {
  const life = Life.atWork();
  life.print(dialog("q3", { method: "input", title: "Why?" }));
  expect(life.print({ type: "agent_settled" }).writes).toEqual([
    { type: "extension_ui_response", id: "q3", cancelled: true },
  ]);
});

test("a form that is declined is cancelled; lines for screens alone are nothing", () => {
  const life = Life.atWork();
  life.print(dialog("q1", { method: "confirm", title: "Sure?", message: "Really?" }));
  expect(life.answer(given("decline")).writes).toEqual([{ type: "extension_ui_response", id: "q1", cancelled: true }]);
  for (const method of ["setStatus", "setWidget", "setTitle", "set_editor_text"])
    expect(life.print(dialog("q9", { method }))).toEqual({ facts: [], writes: [] });
});

test("[T-21] of a tool that is not Pi's own every path and every command counts", () => {
  const requestFor = (detail: string) => {
    const question = dialog("q1", { title: "skein-approval", options: ["c1", "move", "", detail, ""] });
    const asked = Life.atWork().print(question).facts.at(-1);
    return asked?.type === "permission" && asked.data.state === "asked" ? asked.data.request : null;
  };
  const moved = requestFor(JSON.stringify({ from: "/workspace/a", to: "/root/.bashrc" }, null, 2));
  expect(moved).toEqual({ kind: "other", tool: "move", command: null, paths: ["/workspace/a", "/root/.bashrc"] });
  expect(requestFor('{"command": "rm -rf ~/x"}')).toMatchObject({ kind: "other", command: "rm -rf ~/x" });
  for (const unread of ['{"to": "/root/.ba', '"/root/.bashrc"']) expect(requestFor(unread)?.hasMore, unread).toBe(true);
});
