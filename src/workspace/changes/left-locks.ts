// Locks in a store that a killed Git has left: with them no later one can write.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** `isFirst`: nothing has run in the store since the daemon began, so nothing can be reading either. */
export async function removeLocks(store: string, { isFirst }: { isFirst: boolean }): Promise<void> {
  const atTop = await readdir(store);
  const refs = await readdir(join(store, "refs"), { recursive: true }).catch(() => []);
  const left = [
    ...atTop.filter((name) => /^(?:index|HEAD|config|packed-refs|shallow)\.lock$/.test(name)),
    // Indexes of comparisons, which are removed when these end.
    ...atTop.filter((name) => isFirst && /^index\.|^gc\.pid/.test(name)),
    ...refs.filter((name) => name.endsWith(".lock")).map((name) => join("refs", name)),
  ];
  for (const name of left) await rm(join(store, name), { force: true });
}
