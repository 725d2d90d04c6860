// `skein sessions --watch --json`: the whole list as a line whenever it is another one.
import { type Io, writeAll } from "../io.ts";
import { type Following, readIfThere } from "./following.ts";
import { lookOnChange } from "./pace.ts";
import type { Listed } from "./read-listed.ts";

interface Printing extends Following {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly toLine: (listed: Listed) => string;
}

export async function printChanges({ io, read, changes, signal, toLine }: Printing): Promise<void> {
  let last = "";
  await lookOnChange({
    changes: changes(signal, () => {}),
    look: async () => {
      const listed = await readIfThere(read);
      const line = listed && toLine(listed);
      if (line === null || line === last) return;
      last = line;
      await writeAll(io.stdout, `${line}\n`);
    },
    signal,
  });
}
