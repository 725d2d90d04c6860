// The power goes at a random moment while a writer commits and checkpoints. After the restart everything that it had acknowledged is there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { A } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { makeCuttableDisk } from "./cuttable-disk.ts";
import { type Acknowledged, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const needs = { root: true, programs: ["mkfs.ext4", "losetup", "fsfreeze", "mount"] };
/** A new writer and a new database after so many cuts: the disk is small. */
const CUTS_PER_LIFE = 5;

scenario("power-cut", "power cuts under a writer", needs, async ({ random, size, did, found }) => {
  const disk = makeCuttableDisk();
  let seen = 0;
  for (let life = 0; life < size(2, 12); life++) {
    const writer = startWriter(join(disk.dir, `life-${life}`));
    await until("the first acknowledgement", () => writer.acknowledged.length > 0);
    for (let cut = 0; cut < CUTS_PER_LIFE; cut++) {
      await delay(random.between(0, 300));
      const unsynced = join(`life-${life}`, `unsynced-${cut}`);
      writeFileSync(join(disk.dir, unsynced), "never synced");
      const acknowledged = [...writer.acknowledged];
      await disk.cut(async (dir) => {
        const where = `cut ${cut} of life ${life}, ${acknowledged.length} commits`;
        // The disk is as forgetful as a real one may be: otherwise a cut would show nothing.
        if (readOrEmpty(join(dir, unsynced)) !== "") found(["what was never synced has survived"], where);
        found(await storedFaults(join(dir, `life-${life}`, "skein.db"), acknowledged), where);
      });
      did();
    }
    seen += writer.acknowledged.length;
    await writer.end();
  }
  console.info(`power-cut: ${seen} acknowledged commits`);
});

interface Writer {
  acknowledged: Acknowledged[];
  end(): Promise<void>;
}

function startWriter(dir: string): Writer {
  mkdirSync(dir);
  const program = resolve("test/torture/programs/append.ts");
  const child = spawn(process.execPath, ["--no-warnings", program, join(dir, "skein.db"), "1000000", "leave"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const acknowledged: Acknowledged[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [seq = "", command = ""] = line.split(" ");
    acknowledged.push({ session: A, seq: Number(seq), command });
  });
  return {
    acknowledged,
    async end() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      rmSync(dir, { recursive: true });
    },
  };
}

const readOrEmpty = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8").replaceAll("\0", "") : "");
