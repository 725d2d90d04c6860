// What rules would have said to the past, and what the past says about rules.
import { expect, test } from "vitest";
import { type PastRequest, proposeFrom, replayPolicy } from "../../../src/core/index.ts";
import { allow, deny, human, run, source, touch, where } from "./kit.ts";

let seq = 0;
const past = (command: string, answer: PastRequest["answer"], session = "s1"): PastRequest => ({
  request: run(command),
  answer,
  session,
  seq: ++seq,
});

test("each past request is judged again and compared with what a person said", () => {
  const requests = [
    past("npm test", "allow"),
    past("npm test", "deny"),
    past("rm x", "allow"),
    past("rm x", "deny"),
    past("rm x", null),
    past("npm ci", "allow"),
  ];
  const replayed = replayPolicy(requests, [source(allow("npm test"), deny("rm **"))], human);
  expect(replayed.map(({ verdict, outcome }) => [verdict, outcome])).toEqual([
    ["allow", "agrees"],
    ["allow", "contradicts"],
    ["deny", "contradicts"],
    ["deny", "agrees"],
    ["deny", "decides"],
    ["ask", "asks"],
  ]);
  expect(replayed.map((one) => one.past)).toEqual(requests);
});

test("what was allowed three times and never denied is proposed, the most frequent first", () => {
  const requests = [
    ...["s1", "s1", "s2"].map((session) => past("npm test", "allow", session)),
    ...["s1", "s1", "s1", "s1"].map((session) => past("git status", "allow", session)),
    past("npm ci", "allow"),
    past("npm ci", "allow"),
    ...[1, 2, 3].map(() => past("npm run deploy", "allow")),
    past("npm run deploy", "deny"),
    ...[1, 2, 3].map(() => past("echo $HOME", "allow")),
    ...[1, 2, 3].map(() => past("ls", null)),
  ];
  expect(proposeFrom(requests, where)).toEqual([
    {
      effect: "allow",
      kinds: ["execute"],
      tool: "Bash",
      command: "git status",
      note: "allowed 4 times in 1 session, never denied",
    },
    {
      effect: "allow",
      kinds: ["execute"],
      tool: "Bash",
      command: "npm test",
      note: "allowed 3 times in 2 sessions, never denied",
    },
  ]);
});

test("the same request is counted once, however often it is listed", () => {
  const one = past("npm test", "allow");
  expect(proposeFrom([one, one, one], where)).toEqual([]);
});

test("a rule that would have allowed something that was denied is not proposed", () => {
  const file = (...paths: string[]): PastRequest => ({
    request: touch("edit", ...paths),
    answer: "allow",
    session: "s",
    seq: ++seq,
  });
  const both = [1, 2, 3].map(() => file("a", "b"));
  expect(proposeFrom(both, where)).toMatchObject([{ paths: ["a", "b"] }]);
  expect(proposeFrom([...both, { ...file("a"), answer: "deny" }], where)).toEqual([]);
});
