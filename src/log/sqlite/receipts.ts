// The recorded answers to commands. They are kept forever and never replaced.
import type { DatabaseSync } from "node:sqlite";
import type { Receipt } from "../log.ts";
import { prepare } from "./statement.ts";

export type Receipts = ReturnType<typeof openReceipts>;

export function openReceipts(db: DatabaseSync) {
  const select = prepare<Receipt>(
    db,
    "SELECT command, session, body_hash AS bodyHash, answer FROM receipts WHERE command = ?",
  );
  const insert = prepare(db, "INSERT INTO receipts (command, session, body_hash, answer) VALUES (?, ?, ?, ?)");
  return {
    receipt(command: string): Receipt | null {
      const row = select.get(command);
      return row ? { ...row } : null;
    },
    add({ command, session, bodyHash, answer }: Receipt): void {
      insert.run(command, session, bodyHash, answer);
    },
  };
}
