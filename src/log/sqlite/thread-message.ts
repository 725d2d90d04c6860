// The messages between the store and the writer's thread. Errors lose fields when they cross threads, so they are packed.
import { SkeinError } from "../../core/index.ts";
import type { Job, Outcome } from "./job.ts";
import type { RecoveryReport } from "./repair/index.ts";

export type Request = { kind: "write"; jobs: readonly Job[] } | { kind: "close" } | { kind: "abandon" };

export type Reply =
  | { kind: "ready"; lastCommit: number; report: RecoveryReport | null }
  | { kind: "written"; outcomes: Outcome[] }
  | { kind: "closed" }
  | { kind: "failed"; fault: PackedFault };

/** `errcode` is SQLite's, `systemCode` the system's; `code` is the fault's own where it has one. */
interface PackedFault {
  message: string;
  code?: string;
  errcode?: number;
  systemCode?: string;
  /** Details of our own faults. */
  cause?: PackedFault;
}

export function packFault(fault: unknown): PackedFault {
  if (!(fault instanceof Error)) return { message: String(fault) };
  const { code, errcode } = fault as { code?: string; errcode?: number };
  const isSkein = fault instanceof SkeinError;
  return {
    message: fault.message,
    ...(isSkein ? { code: fault.code } : {}),
    ...(!isSkein && typeof code === "string" ? { systemCode: code } : {}),
    ...(typeof errcode === "number" ? { errcode } : {}),
    ...(isSkein && fault.cause instanceof Error ? { cause: packFault(fault.cause) } : {}),
  };
}

export function unpackFault({ message, code, errcode, systemCode, cause }: PackedFault): Error {
  if (code !== undefined) return new SkeinError(code, message, cause ? { cause: unpackFault(cause) } : {});
  return Object.assign(
    new Error(message),
    errcode === undefined ? {} : { errcode },
    systemCode === undefined ? {} : { code: systemCode },
  );
}
