// Whether damage that a read met is there: another connection walks the raw rows around the place, by code that shares nothing with the read that
// raised the alarm, and asks the same again. Either is enough: the walk sees only what is near, and not the order of commits.
import { type Connection, openConnection } from "./connection.ts";
import { isDamage, placeOf } from "./storage-failed.ts";

export interface Alarm {
  path: string;
  fault: unknown;
  /** What was asked when it was met. */
  ask: (connection: Connection) => unknown;
  /** The log was rebuilt for the same alarm: what is read is right now, and if the walk finds so, too, the question's own check is wrong. */
  isRebuiltFor: boolean;
}

export function isConfirmed({ path, fault, ask, isRebuiltFor }: Alarm): boolean {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, () => 0, { isThere: true });
    const place = placeOf(fault);
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
