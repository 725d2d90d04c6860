// `skein sessions --watch --json`: the whole list as a line whenever it is another one.
import { type Io, writeAll } from "../io.ts";
import type { LiveList } from "./live-list.ts";
import type { Listed } from "./read-listed.ts";

interface Printing {
  readonly io: Io;
  readonly list: LiveList;
  readonly signal: AbortSignal;
  readonly toLine: (listed: Listed) => string;
}

export async function printChanges({ io, list, signal, toLine }: Printing): Promise<void> {
  let last = "";
  await list.onEachChange(async () => {
    const line = toLine(await list.read());
    if (line === last) return;
    last = line;
    await writeAll(io.stdout, `${line}\n`);
  }, signal);
}
