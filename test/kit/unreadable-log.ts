// A log that fails to read the events of some sessions.
import type { Log } from "../../src/log/index.ts";

const READS: readonly PropertyKey[] = ["read", "skim", "snapshot"];

export function unreadableLog(log: Log, isUnreadable: (session: unknown) => boolean): Log {
  return new Proxy(log, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]) => {
        const [about] = args;
        const session = typeof about === "object" && about !== null && "session" in about ? about.session : about;
        if (READS.includes(key) && isUnreadable(session)) throw new Error("a damaged page");
        return Reflect.apply(value, target, args);
      };
    },
  });
}
