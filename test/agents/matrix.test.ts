// The matrix of agents: what is checked in, what the documents say of it, and what drivers declare are one thing.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { agentNames, pins } from "../kit/agents/pins.ts";
import { documents } from "../real-agents/matrix/documents.ts";
import { readMatrix } from "../real-agents/matrix/files.ts";
import { knownAgents } from "../real-agents/matrix/known-agents.ts";
import { differences, type Matrix, type Report, seenIn, withReport } from "../real-agents/matrix/matrix.ts";

test("the documents show the matrix that is checked in (npm run matrix)", async () => {
  for (const [path, text] of Object.entries(await documents(readMatrix())))
    expect(readFileSync(path, "utf8"), path).toBe(text);
});

test("every pinned agent is in it, in its pinned version, and survives the daemon's death", () => {
  const matrix = readMatrix();
  for (const agent of agentNames) {
    expect(matrix[agent]?.version, agent).toBe(pins[agent].version);
    expect(matrix[agent]?.ways.stream, agent).toMatchObject({ resume: ["yes"], survives: ["yes"] });
  }
});

test("what drivers declare is what was seen, in each of their ways", async () => {
  for (const { id, ways } of await knownAgents(readMatrix())) {
    for (const { transport, driver, seen } of ways) {
      const { modes, fork, approvals, models, steer, commands } = driver.capabilities;
      const forks = { none: undefined, whole: ["whole"], turn: ["turn", "whole"] };
      expect({ ...seen, modes: seen.modes ?? [] }, `${id} (${transport})`).toMatchObject({
        modes: Object.keys(modes).sort(),
        ...(fork === "none" ? {} : { fork: forks[fork] }),
        ...(approvals ? { approve: ["yes"] } : {}),
        ...(steer ? { steer: ["yes"] } : {}),
        ...(commands ? { commands: ["yes"] } : {}),
        ...(models ? { model: ["yes"] } : {}),
      });
      if (fork === "none") expect(seen.fork, `${id} (${transport})`).toBeUndefined();
      if (!approvals) expect(seen.approve, `${id} (${transport})`).toBeUndefined();
    }
  }
});

const way = { agent: "acme", transport: "stream" };
const matrix: Matrix = {
  acme: { version: "1.0.0", ways: { stream: { resume: ["yes"], modes: ["ask", "code"], survives: ["yes"] } } },
};
const report = (facts: Partial<Report> = {}): Report => ({
  ...{ way, version: "1.0.0", isWhole: true, isApartWhole: false },
  seen: { resume: ["yes"], modes: ["ask", "code"] },
  ...facts,
});

test("a run that saw the same does not differ, nor does one that saw only some of it", () => {
  expect(differences(matrix, report())).toEqual([]);
  expect(differences(matrix, report({ seen: {}, isWhole: false }))).toEqual([]);
  expect(differences(matrix, report({ seen: { survives: ["yes"] }, isWhole: false, isApartWhole: true }))).toEqual([]);
});

test("of a way that was never run as a whole nothing is told, and a part of it does not differ", () => {
  const other = { way: { agent: "acme", transport: "acp" }, seen: { survives: ["yes"] } };
  expect(differences(matrix, report({ ...other, isWhole: false, isApartWhole: true }))).toEqual([]);
  expect(differences(matrix, report({ way: other.way, isWhole: true }))).not.toEqual([]);
});

test("what was seen and is not told, and what is told and was not seen, differs", () => {
  expect(differences(matrix, report({ seen: { fork: ["whole"], modes: ["ask", "plan"] } }))).toEqual([
    "acme (stream): resume yes is in the matrix, and was not seen",
    "acme (stream): fork whole was seen, and is not in the matrix",
    "acme (stream): modes plan was seen, and is not in the matrix",
    "acme (stream): modes code is in the matrix, and was not seen",
  ]);
  expect(differences(matrix, report({ isApartWhole: true }))).toEqual([
    "acme (stream): survives yes is in the matrix, and was not seen",
  ]);
  expect(differences(matrix, report({ version: "2.0.0" }))).toEqual([
    "acme: the matrix is of version 1.0.0, and 2.0.0 was run",
  ]);
  expect(differences({}, report({ seen: { resume: ["yes"] } }))).toHaveLength(1);
});

test("a run replaces what it has judged, and nothing else; another version begins anew", () => {
  expect(withReport(matrix, report({ seen: { steer: ["yes"] } })).acme?.ways).toEqual({
    stream: { steer: ["yes"], survives: ["yes"] },
  });
  const oneshot = { ...way, transport: "oneshot" };
  expect(Object.keys(withReport(matrix, report({ way: oneshot })).acme?.ways ?? {})).toEqual(["stream", "oneshot"]);
  expect(withReport(matrix, report({ way: oneshot, isWhole: false, isApartWhole: true }))).toEqual(matrix);
  expect(withReport(matrix, report({ way: oneshot, version: "2.0.0" })).acme).toMatchObject({
    version: "2.0.0",
    ways: { oneshot: { resume: ["yes"] } },
  });
});

test("sightings are gathered by feature", () => {
  const seen = [
    { feature: "modes", value: "plan" },
    { feature: "modes", value: "ask" },
    { feature: "resume", value: "yes" },
    { feature: "modes", value: "ask" },
  ] as const;
  expect(seenIn(seen)).toEqual({ resume: ["yes"], modes: ["ask", "plan"] });
});
