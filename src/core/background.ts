// Work that nobody waits for. It has an owner all the same: whoever is told when it fails.

/** `failed` must not throw: a rejection that nobody takes ends the process. */
export function background(work: Promise<unknown>, failed: (error: unknown) => void): void {
  work.catch(failed);
}
