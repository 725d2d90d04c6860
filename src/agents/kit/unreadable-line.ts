// The notice for a line that a driver can't read, with the beginning of the line. Shared by all drivers.
import { firstBytes } from "../../core/index.ts";
import type { Fact } from "../driver.ts";

const MAX_RAW_BYTES = 2048;

export function unreadableLine(line: string, text = "The agent printed a line that Skein could not read."): Fact {
  return { type: "notice", data: { kind: "unreadable_line", text, raw: firstBytes(line, MAX_RAW_BYTES) } };
}
