// What goes between the store and the writer's thread. Errors don't cross threads with all that they know, so they are packed.
import { SkeinError } from "../../core/index.ts";
import type { Job, Outcome } from "./job.ts";
import type { RecoveryReport } from "./recovery/report.ts";

export type Request = { kind: "write"; jobs: readonly Job[] } | { kind: "close" } | { kind: "abandon" };

export type Reply =
  | { kind: "ready"; lastCommit: number; report: RecoveryReport | null }
  | { kind: "written"; outcomes: Outcome[] }
  | { kind: "closed" }
  | { kind: "failed"; fault: PackedFault };

/** `errcode` is SQLite's; `code` is the fault's own where it has one. */
interface PackedFault {
  message: string;
  code?: string;
  errcode?: number;
}

export function packFault(fault: unknown): PackedFault {
  if (!(fault instanceof Error)) return { message: String(fault) };
  const { code, errcode } = fault as { code?: string; errcode?: number };
  const isSkein = fault instanceof SkeinError;
  return {
    message: fault.message,
    ...(isSkein && code !== undefined ? { code } : {}),
    ...(typeof errcode === "number" ? { errcode } : {}),
  };
}

export function unpackFault({ message, code, errcode }: PackedFault): Error {
  if (code !== undefined) return new SkeinError(code, message);
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
}
