// Verifies damage that a read found: another connection walks the raw rows around the place, with code independent of the read that
// raised the alarm, and repeats the query. Either finding is enough: the walk sees only nearby rows, and not the order of commits.
import { type Connection, openConnection } from "./connection.ts";
import { damagedEventOf, isDamage } from "./storage-failed.ts";

export interface Alarm {
  path: string;
  fault: unknown;
  /** The query that found it. */
  ask: (connection: Connection) => unknown;
  /** The log was rebuilt for the same alarm: its data is correct now, and if the walk finds no damage, the query's own check is wrong. */
  isRebuiltFor: boolean;
}

export function isConfirmed({ path, fault, ask, isRebuiltFor }: Alarm): boolean {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, () => 0, { isThere: true });
    const place = damagedEventOf(fault);
    if (place && connection.isBrokenNear(place)) return true;
    if (place && isRebuiltFor) return false;
    ask(connection);
    return false;
  } catch (again) {
    return isDamage(again);
  } finally {
    connection?.close();
  }
}
