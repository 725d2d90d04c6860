// Each command of the table gets the verdict that stands there.
import { describe, expect, test } from "vitest";
import { judge } from "../../../src/core/index.ts";
import { attacks } from "./attacks.ts";
import { allow, deny, human, run, source } from "./kit.ts";

test("there are many", () => {
  const commands = attacks.flatMap(({ cases }) => Object.values(cases).flat());
  expect(commands.length).toBeGreaterThan(260);
});

describe.for(attacks)("$about", ({ allow: allowed = [], deny: denied = [], cases }) => {
  const rules = source(...allowed.map(allow), ...denied.map(deny));
  test.for(Object.entries(cases))("%s", ([verdict, commands]) => {
    const others = commands
      .map((command) => ({ command: command.slice(0, 200), ...judge([rules], run(command), human) }))
      .filter((one) => one.verdict !== verdict)
      .map(({ command, verdict: found, why }) => `${found}: ${JSON.stringify(command)} (${why.slice(0, 200)})`);
    expect(others).toEqual([]);
  });
});
