// The size of the write-ahead log while another program's reader holds an old snapshot of the database: SQLite can't reuse what it still
// reads, so the file grows until that reader ends. Skein's own reads never last longer than a page.
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteLog } from "../../src/log/index.ts";
import type { Scene } from "../kit/scene.ts";
import { Writer } from "../kit/writer.ts";
import type { Measurement, Row } from "../measurement.ts";

const SESSIONS = 20;
const CHANGES = 500;

export const wal: Measurement = {
  name: "wal",
  about: "the write-ahead log's size while a foreign reader holds on",
  async run(scene) {
    const alone = await write(scene, { isHeld: false });
    const held = await write(scene, { isHeld: true });
    const row = (name: string, measured: number, baseline: number, note?: string): Row => ({
      name: `wal, ${name}`,
      measured,
      unit: "MB",
      better: "lower",
      baseline: { what: "without a foreign reader", value: baseline },
      ...(note === undefined ? {} : { note }),
    });
    return [
      row(
        "while a foreign reader holds on",
        held.during,
        alone.during,
        `${SESSIONS * CHANGES} changes; all reads are answered meanwhile`,
      ),
      row("when it has gone", held.after, alone.after),
    ];
  },
};

async function write(scene: Scene, { isHeld }: { isHeld: boolean }): Promise<{ during: number; after: number }> {
  const path = join(scene.directory(), "log.db");
  const log = openSqliteLog({ path });
  const writers = Array.from({ length: SESSIONS }, (_, index) => new Writer({ session: `session-${index}` }));
  const speak = (changes: number) =>
    Promise.all(
      writers.map(async (writer) => {
        for (let change = 0; change < changes; change++) await log.append(writer.next());
      }),
    );
  await speak(1);
  const reader = new DatabaseSync(path, { readOnly: true });
  scene.defer(() => reader.isOpen && reader.close());
  if (isHeld) reader.exec("BEGIN; SELECT count(*) FROM events");
  await speak(CHANGES);
  const during = walMegabytes(path);
  reader.close();
  await speak(10);
  const after = walMegabytes(path);
  await log.close();
  return { during, after };
}

const walMegabytes = (path: string): number => statSync(`${path}-wal`).size / 1024 / 1024;
