// However a command is written, judging it takes little memory: one question of an agent never ends the daemon.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { everyCommand } from "../../../src/core/policy/every-command.ts";
import { deny, human, run, source } from "./kit.ts";

/** In MB. Node and the modules take a third of it. */
const HEAP = 64;
const policyModule = new URL("../../../src/core/policy/evaluate-request.ts", import.meta.url).href;

const many = (count: number, words: string): string => `${words} `.repeat(count);

const large = [
  ["pushes of many branches with many flags", `git ${many(31, "-a push")}${many(5000, "-q")}o ${many(7500, "a")}`],
  [
    "many such pushes, each short",
    Array.from(
      { length: 100 },
      (_, at) => `git ${many(31, "-a push")}${many(200, "-q")}o ${many(200, "a")}z${at}`,
    ).join("\n"),
  ],
  ["modules behind modules", `python ${many(10_900, "-m")}`],
  ["modules that run modules", `python ${many(3600, "-mpython")}`],
  ["workspaces behind workspaces", `yarn ${many(2200, "-a workspace")}`],
  ["many names of one command", `docker ${many(31, "-a container")}${many(4500, "-a rm")}`],
  ["programs that run programs", many(200, `xargs ${many(500, "a")}\n`)],
  ["a long word behind many names", `python ${many(480, "-m")}${"x".repeat(400_000)}`],
] as const;

test.for(large)("%s: the command is judged within a small heap, and asked about", async ([, script]) => {
  const worker = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     import(workerData.module).then(({ evaluateRequest }) => parentPort.postMessage(evaluateRequest(...workerData.question).verdict));`,
    {
      eval: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      workerData: { module: policyModule, question: [[source(deny("rm -rf **"))], run(script), human] },
    },
  );
  const [verdict] = await once(worker, "message");
  expect(verdict).toBe("ask");
  await worker.terminate();
});

test.for(large)("%s: few words are made of it", ([, script]) => {
  const { wordsMade, isWhole } = everyCommand(script);
  expect(wordsMade).toBeLessThanOrEqual(20_000);
  expect(isWhole).toBe(false);
});
