// The changes that the programs of torture make: two events and the receipt of a command, told by their seqs.
import type { Change } from "../../../src/log/index.ts";
import { A, changeFor } from "../../contracts/log/samples.ts";

export function changeAfter(head: number): { change: Change; head: number; command: string } {
  const command = `command-${head + 1}`;
  const receipt = { command, session: A, bodyHash: "", answer: "{}" };
  return { change: changeFor(A, [head + 1, head + 2], { receipt }), head: head + 2, command };
}
