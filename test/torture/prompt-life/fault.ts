// Two things may stop a schedule: the daemon dies, which is part of the game, or a promise is broken, which ends it.

/** The daemon is killed in the midst of what it does. */
export class Killed extends Error {}

export function promise(isKept: boolean, broken: () => string): void {
  if (!isKept) throw new Error(broken());
}
