// What only root can show: files and processes of several users. Everybody else is told in a line what was left out.

export const isRoot = process.getuid?.() === 0;

/** For `describe.skipIf` and `test.skipIf`. */
export function withoutRoot(what: string): boolean {
  if (!isRoot) console.info(`not run, it needs root: ${what}`);
  return !isRoot;
}
