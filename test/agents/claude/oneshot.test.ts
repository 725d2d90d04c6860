// A process of Claude Code for each prompt.
import { expect, test } from "vitest";
import { contextFor } from "../../contracts/recording.ts";
import { block, init, Life, oneshot, result, stream } from "./life.ts";

const { newNativeId } = contextFor("r1");

test("[C-10] [C-11] its first line tells the conversation's name and the model", () => {
  expect(new Life(oneshot).say(init)).toEqual([
    { type: "bound", nativeId: newNativeId, provenance: "assigned", model: "m-1" },
  ]);
  expect(new Life(oneshot).say({ ...init, session_id: "00000000-0000-4000-8000-000000000004" })).toMatchObject([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000004", provenance: "reported" },
  ]);
});

test("[C-03] it is told nothing beyond its stdin, and its lines become facts one by one", () => {
  const life = new Life(oneshot);
  const facts = life.say(init, block({ type: "text", text: "Hello" }), result({ user_message_uuids: ["its own"] }));
  expect(facts.map(({ type }) => type)).toEqual(["bound", "agent_message", "turn_end"]);
  expect(life.writes).toEqual([]);
});

test("[C-04] a new process begins anew, and its messages have names of their own", () => {
  const said = (run: string) => {
    const life = new Life(oneshot, { run });
    return life.say(init, block({ type: "text", text: "Hello" }), block({ type: "text", text: "again" }));
  };
  const ids = [...said("r1"), ...said("r2")].flatMap((fact) =>
    fact.type === "agent_message" ? [fact.data.messageId] : [],
  );
  expect(ids).toEqual(["r1-m1", "r1-m2", "r2-m1", "r2-m2"]);
});

test("[C-12] its turn ends once, and nothing is said of it afterwards", () => {
  const life = new Life(oneshot);
  life.say(init, result(), result());
  expect(life.facts.filter(({ type }) => type === "turn_end")).toHaveLength(1);
  expect(life.facts.at(-1)).toMatchObject({ type: "notice", data: { kind: "stray_result" } });
});

const ending = (stderr: string, more = {}) => ({ code: 1, stderr, isStopped: false, ...more });

test.for([
  [
    "error: unknown option '--replay-user-messages'\n",
    "This version of Claude Code is too old: it does not support --replay-user-messages.",
    "run: claude update",
  ],
  [
    "Error: Session ID 2 is already in use.\n",
    "This conversation is already open in another Claude Code.",
    "close it there, then send the prompt again",
  ],
  [
    "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons\n",
    "Claude Code does not work in mode auto as root.",
    "choose another mode, or set IS_SANDBOX=1 on a machine where it can do no harm and start a new session",
  ],
  ["Invalid API key · Please run /login\n", "Claude Code is not logged in.", "run: claude, then /login"],
] as const)("[C-13] a process that can't start says why in one sentence: %j", ([stderr, message, hint]) => {
  for (const driver of [stream, oneshot]) {
    const { state } = new Life(driver);
    expect(driver.ended(state, ending(stderr))).toEqual([
      { type: "error", data: { code: "start_failed", message, hint } },
    ]);
    expect(driver.ended(state, ending(stderr, { isStopped: true }))).toEqual([]);
  }
});

test("[C-13] after its start only its lines tell how it ended, whatever its exit code", () => {
  const life = new Life(oneshot);
  life.say(init);
  expect(oneshot.ended(life.state, ending("already in use"))).toEqual([]);
  expect(oneshot.ended(new Life(oneshot).state, ending("something else"))).toEqual([]);
});

const unknown = result({
  subtype: "error_during_execution",
  is_error: true,
  errors: ["No conversation found with session ID: 00000000-0000-4000-8000-000000000001"],
});
const message = "Claude Code no longer has the conversation 00000000-0000-4000-8000-000000000001.";
const failed = { type: "resume_failed", message, hint: "start a new session: skein new" };

test("a conversation that is gone is a failed resume, said once", () => {
  const life = new Life(stream, { nativeId: "00000000-0000-4000-8000-000000000001" });
  expect(life.say(unknown)).toEqual([failed]);
  expect(
    stream.ended(life.state, ending("No conversation found with session ID: 00000000-0000-4000-8000-000000000001")),
  ).toEqual([]);
  const silent = new Life(stream, { nativeId: "00000000-0000-4000-8000-000000000001" });
  expect(
    stream.ended(silent.state, ending("No conversation found with session ID: 00000000-0000-4000-8000-000000000001")),
  ).toEqual([failed]);
});

test("with a prompt in hand it fails that too", () => {
  const life = new Life(oneshot, { nativeId: "00000000-0000-4000-8000-000000000001" });
  expect(life.say(unknown)).toEqual([failed, { type: "turn_end", reason: "failed", error: message }]);
});

test("anything else that keeps it from starting is an error that stops further tries", () => {
  const life = new Life(stream);
  const line = result({ subtype: "error_during_execution", is_error: true, errors: ["The proxy is invalid"] });
  expect(life.say(line)).toEqual([{ type: "error", data: { code: "start_failed", message: "The proxy is invalid" } }]);
});
