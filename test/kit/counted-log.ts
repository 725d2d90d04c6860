// A log that counts its calls by name, with the numbers of events or rows that were read or written.
import type { Log } from "../../src/log/index.ts";

export function countedLog(log: Log): { log: Log; calls: string[] } {
  const calls: string[] = [];
  const wrapped = new Proxy(log, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        calls.push(`${String(key)} ${eventsIn(args[0]) ?? eventsIn(result) ?? rowsIn(result) ?? "-"}`);
        return result;
      };
    },
  });
  return { log: wrapped, calls };
}

function eventsIn(value: unknown): number | null {
  return typeof value === "object" && value !== null && "events" in value ? rowsIn(value.events) : null;
}

function rowsIn(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}
