// Checkpoints in a home of their own, and what changed between two of them.
import { Checkpoints } from "../../../src/workspace/index.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const caps = { files: 1000, lines: 5000, lineCharacters: 2000, bytes: 2_000_000 };
const faults: string[] = [];

export function testCheckpoints(nowMs: () => number = () => 0) {
  const home = tempDir();
  const checkpoints = new Checkpoints({
    directory: home,
    home,
    nowMs,
    report: (message, cause) => void faults.push(`${message}: ${cause}`),
  });
  let turns = 0;
  return {
    home,
    checkpoints,
    async tree(directory: string): Promise<string> {
      turns++;
      const taken = await checkpoints.take(directory, { session: "s", turn: `t${turns}`, moment: "start" });
      if (!taken || taken.tree === null) throw new Error(`no tree: ${JSON.stringify(taken)} ${faults.join()}`);
      return taken.tree;
    },
    async between(
      directory: string,
      start: string,
      end: string,
      more: { path?: string; lines?: number; bytes?: number } = {},
    ) {
      const turn = { turn: "t1", start, end };
      const { path, ...other } = more;
      const found = await checkpoints.changes(directory, { turns: [turn], path, caps: { ...caps, ...other } });
      if (found.kind !== "found") throw new Error(found.kind);
      return found;
    },
  };
}
