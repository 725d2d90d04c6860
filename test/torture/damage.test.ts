// Files that were ruined while the daemon was away. It starts all the same, tells what happened, and loses nothing that a generation or a readable
// page holds; what it has to give up it names.
import { cpSync, existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { prepareDatabase, readReports } from "../../src/log/index.ts";
import { makeBackup } from "../../src/log/sqlite/backup/make-backup.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { type Damage, damages } from "./damage-kinds.ts";
import { pageFaults, readStored, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

scenario("damage", "ruined databases that a daemon starts on", {}, async ({ random, size, did, found }) => {
  const homes = { ended: await makeHome("end"), killed: await makeHome("kill") };
  for (let round = 0; round < size(1, 12); round++) {
    for (const damage of damages) {
      const { isKilled = false } = damage;
      const home = isKilled ? homes.killed : homes.ended;
      found(await startOn(home, damage, (path) => damage.ruin(path, random)), `a database ${damage.name}`);
      did();
    }
  }
});

interface Home {
  dir: string;
  /** Lines by session, all of them and those that a generation has. */
  all: ReadonlyMap<string, readonly string[]>;
  backedUp: ReadonlyMap<string, readonly string[]>;
}

/** Some talk, a backup, more talk; and then the daemon ends, or is killed with its last commits in the WAL. */
async function makeHome(end: "end" | "kill"): Promise<Home> {
  const daemon = new DaemonProcess();
  const { database, home } = daemon.paths;
  await daemon.start();
  const crowd = await gatherCrowd(daemon, 2);
  await crowd.talk(() => crowd.turns() >= 4);
  const backups = join(home, "backups");
  const { path } = makeBackup({ path: database, backups }, { now: new Date().toISOString(), reason: "request" });
  const copy = join(tempDir(), "skein.db");
  cpSync(path, copy);
  await crowd.talk(() => crowd.turns() >= 8);
  await crowd.leave();
  // Agents rest: what is killed below is the daemon alone.
  for (const session of crowd.sessions) await daemon.client.stop(session);
  await until("the agents to end", async () => {
    const states = await Promise.all(crowd.sessions.map((session) => daemon.client.session(session)));
    return states.every(({ state }) => state.binding.run === null);
  });
  await (end === "end" ? daemon.end() : daemon.kill());
  const dir = tempDir();
  cpSync(home, dir, { recursive: true, filter: isPlain });
  const read = join(tempDir(), "read");
  mkdirSync(read);
  cpSync(dir, read, { recursive: true });
  return { dir, all: await readStored(join(read, "skein.db")), backedUp: await readStored(copy) };
}

/** No sockets, no pipes: those go with the processes. */
function isPlain(file: string): boolean {
  const stat = lstatSync(file);
  return stat.isFile() || stat.isDirectory();
}

async function startOn(home: Home, { isTotal = false }: Damage, ruin: (home: string) => void): Promise<string[]> {
  const daemon = new DaemonProcess();
  const { database, home: dir } = daemon.paths;
  mkdirSync(dir, { mode: 0o700 });
  cpSync(home.dir, dir, { recursive: true });
  ruin(dir);
  await daemon.start();
  // Damage may show only when somebody reads; then it is repaired, and whoever asked asks again.
  await until("every log to be read", async () => {
    try {
      for (const { id } of await daemon.client.sessions()) await daemon.events(id);
      return true;
    } catch {
      return false;
    }
  });
  await daemon.end();
  // Damage where nobody has read yet is met by the next backup, which has it repaired.
  const places = { path: database, backups: join(dir, "backups"), damaged: join(dir, "damaged") };
  if (pageFaults(database).length > 0) prepareDatabase(places, { now: new Date().toISOString(), isDamaged: true });

  const faults = await storedFaults(database, [], { mayBeRepaired: true });
  const now = await readStored(database);
  const missing = (lines: Home["all"]): string[] =>
    [...lines].flatMap(([session, events]) =>
      events
        .map((line, index) => ({ line, seq: index + 1 }))
        .filter(({ line, seq }) => now.get(session)?.[seq - 1] !== line)
        .map(({ seq }) => `event ${seq} of session ${session}`),
    );
  const lost = missing(home.all);
  const reports = readReports(places);
  const told = reports.reduce((sum, { events }) => sum + events.lost, 0);
  if (lost.length > told)
    faults.push(`${lost.length} events are lost, and ${told} were said to be: ${lost.slice(0, 3).join(", ")}`);
  if (!isTotal) faults.push(...missing(home.backedUp).map((event) => `${event} is lost, and a generation has it`));
  const kept = reports.filter(({ kept }) => !existsSync(kept));
  faults.push(...kept.map(({ kept }) => `what was found was not kept: ${kept}`));
  return faults;
}
