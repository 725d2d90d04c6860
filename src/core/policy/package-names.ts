// What a package is called without the version that is asked for: `left-pad@1.0.0`, `requests>=2`, `celery[redis]`.

const managers: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun pip uv pipx poetry cargo gem go brew composer".split(" "),
);

/** Null where no version is asked for, or the program is given no packages. */
export function packageIn(word: string, program: string): string | null {
  if (!managers.has(program)) return null;
  const [, name] = /^(@?[^@=<>!~[\]:]+)(?:@|[=<>!~]=|[<>[:]).+$/.exec(word) ?? [];
  return name ?? null;
}
