// Work that nobody waits for. The caller names who is told of a failure.

/** `failed` must not throw: an unhandled rejection ends the process. */
export function background(work: Promise<unknown>, failed: (error: unknown) => void): void {
  work.catch(failed);
}
