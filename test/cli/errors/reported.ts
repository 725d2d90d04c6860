// An error as a person and as a program are told it.
import type { Io } from "../../../src/cli/io.ts";
import { reportFailure } from "../../../src/cli/report-failure.ts";

export interface Reported {
  readonly code: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export function reported(error: unknown): Reported {
  const write = (json: boolean): { code: number; text: string } => {
    let text = "";
    const stderr = {
      isTTY: false,
      write(piece: string): void {
        text += piece;
      },
    };
    const io = { env: {}, stderr } as unknown as Io;
    return { code: reportFailure(error, io, { json, verbose: false, noColor: true }), text };
  };
  return { ...write(false), json: JSON.parse(write(true).text).error };
}

/** A text as a pattern that is that text. */
export const escaped = (text = ""): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
