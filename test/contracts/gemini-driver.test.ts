// The driver of Gemini CLI's processes per prompt, held to what the real program printed under it.
import { globSync } from "node:fs";
import { createRegistry } from "../../src/agents/index.ts";
import { describeOneshotContract } from "./oneshot-contract.ts";

const directory = "test/recordings/gemini-0.61.0";
const others = globSync(`${directory}/oneshot-*.jsonl`).filter((path) => !/facts|tools/.test(path));

describeOneshotContract("Gemini CLI 0.61.0", {
  driver: createRegistry({ programs: "/opt/skein" }).get("gemini", "oneshot")!,
  recordings: [`${directory}/oneshot-tools.jsonl`, ...others.sort()],
});
