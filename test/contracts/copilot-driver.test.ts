// The driver of Copilot CLI's processes per prompt, held to what the real program printed under it.
import { globSync } from "node:fs";
import { createRegistry } from "../../src/agents/index.ts";
import { describeOneshotContract } from "./oneshot-contract.ts";

const directory = "test/recordings/copilot-1.0.102";
const others = globSync(`${directory}/oneshot-*.jsonl`).filter((path) => !/facts|tools/.test(path));

describeOneshotContract("Copilot CLI 1.0.102", {
  driver: createRegistry({ programs: "/opt/skein" }).get("copilot", "oneshot")!,
  recordings: [`${directory}/oneshot-tools.jsonl`, ...others.sort()],
});
