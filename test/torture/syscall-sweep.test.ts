// kill -9 before every single call by which a first start, a commit, a checkpoint, a migration, a long text or a backup changes a file.
import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { generationsIn } from "../../src/log/sqlite/backup/generations.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { inLanes } from "./lanes.ts";
import { acknowledgedIn, databaseFiles, prepareLog } from "./log-program.ts";
import { type Acknowledged, storedFaults } from "./oracle.ts";
import { scenario, type Torture } from "./scenario.ts";
import { pointsOf, runAlone, runWith, storageCalls, type Traced } from "./strace.ts";
import { makeVersion1 } from "./version-1.ts";

const needs = { programs: ["strace"] };
const SHORT_POINTS = 8;

scenario("syscall-sweep", "kills at calls of a first start", needs, (torture) =>
  sweep(torture, { prepare: async () => [], program: "append.ts", args: ["2", "leave"] }),
);

scenario("syscall-sweep", "kills at calls of commits", needs, (torture) =>
  sweep(torture, { prepare: (path) => prepareLog(path, 3, "close"), program: "append.ts", args: ["4", "leave"] }),
);

scenario("syscall-sweep", "kills at calls of a recovery and a checkpoint", needs, (torture) =>
  sweep(torture, { prepare: (path) => prepareLog(path, 8, "leave"), program: "append.ts", args: ["1", "close"] }),
);

scenario("syscall-sweep", "kills at calls of a migration from version 1", needs, (torture) =>
  sweep(torture, { prepare: async (path) => makeVersion1(path), program: "append.ts", args: ["1", "leave"] }),
);

scenario("syscall-sweep", "kills at calls of long texts", needs, (torture) =>
  sweep(torture, { prepare: (path) => prepareLog(path, 1, "close"), program: "append-blobs.ts", args: ["1"] }),
);

scenario("syscall-sweep", "kills at calls of backups", needs, (torture) =>
  sweep(torture, {
    async prepare(path) {
      const acknowledged = await prepareLog(path, 3, "leave");
      // One more than are kept will be made: the oldest goes.
      await runAlone({ program: "back-up.ts", args: [path, "3"] });
      return acknowledged;
    },
    program: "back-up.ts",
    args: ["1"],
    isAnywhere: true,
    async look(path, before) {
      const faults: string[] = [];
      const generations = generationsIn(join(path, "..", "backups"));
      if (generations.length < 3) faults.push(`only ${generations.length} generations are left`);
      for (const generation of generations) {
        const dir = tempDir();
        cpSync(generation.path, join(dir, "skein.db"));
        const inside = await storedFaults(join(dir, "skein.db"), before);
        faults.push(...inside.map((fault) => `generation ${basename(generation.path)}: ${fault}`));
      }
      return faults;
    },
  }),
);

interface Sweep {
  /** Makes the database that each point starts from, and says what it holds. */
  prepare(path: string): Promise<Acknowledged[]>;
  /** What is killed; its first argument is the database. */
  program: string;
  args: readonly string[];
  /** It touches files whose names nobody knows beforehand: all calls count, but for those by which Node itself starts. */
  isAnywhere?: boolean;
  /** What else must hold after each. */
  look?(path: string, before: readonly Acknowledged[]): Promise<string[]>;
}

async function sweep(torture: Torture, { prepare, program, args, isAnywhere = false, look }: Sweep): Promise<void> {
  const { random, isLong, did, found } = torture;
  const template = tempDir();
  const before = await prepare(join(template, "skein.db"));
  const tracedIn = (dir: string): Traced => {
    const path = join(dir, "skein.db");
    const calls = isAnywhere ? storageCalls.filter((call) => !/^(openat|write|writev)$/.test(call)) : storageCalls;
    return { program, args: [path, ...args], paths: isAnywhere ? [] : databaseFiles(path), calls };
  };
  const rehearsal = join(tempDir(), "rehearsal");
  mkdirSync(rehearsal);
  cpSync(template, rehearsal, { recursive: true });
  const points = await pointsOf(tracedIn(rehearsal));

  await inLanes({
    template,
    cases: isLong ? points : random.sample(points, SHORT_POINTS),
    async run(dir, at) {
      const where = `killed at ${at.call} ${at.n}`;
      const path = join(dir, "skein.db");
      const { code, lines, errors } = await runWith({ harm: "signal=KILL", at }, tracedIn(dir));
      did();
      if (code !== null) found([`it was not killed, and ended with ${code}: ${errors}`], where);
      found(await storedFaults(path, [...before, ...acknowledgedIn(lines)]), where);
      if (look) found(await look(path, before), where);
    },
  });
}
