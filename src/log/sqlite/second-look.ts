// Whether damage that a read met is there: another connection looks at the same place. A chain is not read again but walked over the raw rows, by
// code that shares nothing with the read that raised the alarm.
import { type Connection, openConnection } from "./connection.ts";
import { isDamage, placeOf } from "./storage-failed.ts";

export interface Alarm {
  path: string;
  fault: unknown;
  /** What was asked when it was met. */
  ask: (connection: Connection) => unknown;
}

export function isConfirmed({ path, fault, ask }: Alarm): boolean {
  let connection: Connection | undefined;
  try {
    connection = openConnection(path, () => 0);
    const place = placeOf(fault);
    if (place) return connection.isBrokenNear(place);
    ask(connection);
    return false;
  } catch (again) {
    return isDamage(again);
  } finally {
    connection?.close();
  }
}
