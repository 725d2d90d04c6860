// Laws of the policy, for commands that an adversary would write.
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateRequest, type Rule } from "../../../src/core/index.ts";
import { readScript } from "../../../src/core/policy/shell/read-script.ts";
import { deny, human, run, source, touch, typicalRules, where } from "./kit.ts";

const piece = fc.constantFrom(
  ..."git status npm test ls cat rm -rf x a.txt / . .. ~ -- -c --x=1 A=1 if then fi do done { } ! [ ]".split(" "),
  ...[
    "'",
    '"',
    "\\",
    "`",
    "$",
    "$(",
    ")",
    "(",
    ";",
    "&",
    "&&",
    "|",
    "||",
    ">",
    "<",
    "<<",
    "2>&1",
    ">/dev/null",
    "#",
    "*",
  ],
  ...["?", "=", "\n", "\t", "\0", "\u202e", "\u00a0", "\\\n", "sh -c ", "sudo ", "xargs ", "find . -exec ", "é"],
);
const chaos = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", " ", "")), { maxLength: 14 })
  .map((parts) => parts.flat().join(""));

const allowed = ["git status", "npm test", "ls -la", "cat 'a b'", "echo x\\;y", 'grep -n "a|b" c', "head -5 2>&1"];
const others = ["rm x", "touch y", "npm install", "git -c x=y status", "ls $x", "A=1 ls", "ls > x", "sh -c ls", "ls *"];
const joint = fc.constantFrom(";", "; ", " && ", "&&", "||", " | ", " |& ", " & ", "\n", "\n\n", " &&\n  ");
const wrap = fc.constantFrom("@", "@", "( @ )", "{ @; }", "! @", "if @; then ls; fi", "while ls; do @; done");
/** Known commands in known company: who wrote it knows whether all of them are allowed. */
const composed = fc
  .array(
    fc.tuple(fc.oneof({ arbitrary: fc.constantFrom(...allowed), weight: 4 }, fc.constantFrom(...others)), wrap, joint),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => ({
    script: parts
      .map(([one, around, after], at) => around.replace("@", () => one) + (at < parts.length - 1 ? after : ""))
      .join(""),
    isAllowed: parts.every(([one]) => allowed.includes(one)),
  }));
const script = fc.oneof(
  chaos,
  composed.map((one) => one.script),
);
const anyText = fc.oneof(script, fc.string({ unit: "binary", maxLength: 40 }));
const word = fc.oneof(
  fc.constantFrom("git", "status", "npm", "test", "ls", "rm", "-rf", "x", "*", "**", "a*"),
  fc.string({ maxLength: 5 }),
);
const pattern = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    effect: fc.constantFrom("allow", "deny", "ask"),
    command: pattern,
    kinds: fc.subarray(["execute", "edit", "read", "think"]),
    tool: fc.constantFrom("Bash", "*", "Edit"),
    paths: fc.array(fc.constantFrom("**", "src/**", "~/x", "/", "a**", "x"), { maxLength: 2 }),
    agents: fc.boolean(),
  },
  { requiredKeys: ["effect"] },
);
const rules = fc.array(fc.oneof(rule, fc.constantFrom(...typicalRules)), { maxLength: 8 });
const order = { allow: 2, ask: 1, deny: 0 };

test("any text is read, and any rule is judged, without an exception", () => {
  fc.assert(
    fc.property(rules, anyText, fc.boolean(), (some, command, isHumanTurn) => {
      evaluateRequest([source(...some)], run(command), { ...where, isHumanTurn });
      evaluateRequest([source(...some)], touch("edit", command), { ...where, isHumanTurn });
    }),
    { numRuns: 2000 },
  );
});

test("one more deny or ask rule never makes anything more allowed; one allow rule less neither", () => {
  fc.assert(
    fc.property(rules, rule, script, (some, more, command) => {
      const before = order[evaluateRequest([source(...some)], run(command), human).verdict];
      if (more.effect === "allow") {
        const after = order[evaluateRequest([source(...some, more)], run(command), human).verdict];
        return after >= before;
      }
      return order[evaluateRequest([source(...some, more)], run(command), human).verdict] <= before;
    }),
    { numRuns: 2000 },
  );
});

test("the order of rules and sources changes nothing", () => {
  fc.assert(
    fc.property(rules, script, (some, command) => {
      const apart = some.toReversed().map((one, at) => ({ name: String(at), rules: [one] }));
      return (
        evaluateRequest([source(...some)], run(command), human).verdict ===
        evaluateRequest(apart, run(command), human).verdict
      );
    }),
    { numRuns: 500 },
  );
});

test("a compound command is allowed exactly when each of its simple commands is", () => {
  fc.assert(
    fc.property(composed, ({ script: command, isAllowed }) => {
      const { verdict, why } = evaluateRequest([source(...typicalRules)], run(command), human);
      expect([verdict, why]).toEqual([isAllowed ? "allow" : "ask", expect.anything()]);
    }),
    { numRuns: 2000 },
  );
});

test("a command with one more simple command that no rule allows is not allowed", () => {
  fc.assert(
    fc.property(script, joint, fc.boolean(), (command, between, isFirst) => {
      const evil = "touch /tmp/owned";
      const both = isFirst ? `${evil}${between}${command}` : `${command}${between}${evil}`;
      const { commands, obstacles } = readScript(both);
      const hasEvil = commands.some(({ words }) => words[0]?.text === "touch");
      // In quotes or a comment it is only text.
      if (!hasEvil && obstacles.length === 0) return true;
      return evaluateRequest([source(...typicalRules)], run(both), human).verdict !== "allow";
    }),
    { numRuns: 3000 },
  );
});

test("a deny rule catches its words wherever they stand", () => {
  const carrier = fc.constantFrom(
    "@",
    "ls; @",
    "ls | @",
    "(@)",
    "echo $(@)",
    "sudo @",
    "env A=1 @",
    "sh -c '@'",
    "if @; then ls; fi",
    "! @",
    "xargs @",
  );
  fc.assert(
    fc.property(fc.array(carrier, { minLength: 1, maxLength: 3 }), (wraps) => {
      // Quotes inside quotes would end them.
      const shells = wraps.filter((one) => one.includes("'")).length;
      if (shells > 1) return true;
      const command = wraps.reduce((inner, one) => one.replace("@", () => inner), "rm -rf x");
      return evaluateRequest([source(deny("rm **"))], run(command), human).verdict === "deny";
    }),
    { numRuns: 500 },
  );
});
