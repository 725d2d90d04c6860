// The version in what a program prints when it is asked for it: "2.1.325 (Claude Code)", "codex-cli 0.166.0".

const LONGEST = 60;

/** What looks like a version, else its first line; null when it said nothing. */
export function versionIn(stdout: string): string | null {
  const [version] = /(?<![\d.])\d+\.\d+(?:\.\d+)*(?:[-+][0-9A-Za-z.-]*[0-9A-Za-z])?/.exec(stdout) ?? [];
  return version ?? (stdout.trim().split("\n")[0]?.trim().slice(0, LONGEST) || null);
}
