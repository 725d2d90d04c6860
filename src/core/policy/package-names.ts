// A package's name without the requested version: `left-pad@1.0.0`, `requests>=2`, `celery[redis]`.

const managers: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun pip uv pipx poetry cargo gem go brew composer".split(" "),
);

/** Null if no version is requested, or the program takes no packages. */
export function packageIn(word: string, program: string): string | null {
  if (!managers.has(program)) return null;
  const [, name] = /^(@?[^@=<>!~[\]:]+)(?:@|[=<>!~]=|[<>[:]).+$/.exec(word) ?? [];
  return name ?? null;
}
