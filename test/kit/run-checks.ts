// What `skein doctor` finds in a home.
import type { SkeinHome } from "./skein-home.ts";

export interface Check {
  id: string;
  state: string;
  title: string;
  text: string;
  /** What to do, also as `fix`. */
  hint: string | null;
  fix: string | null;
}

export async function runChecks(skein: SkeinHome) {
  const { code, out } = await skein.run(["doctor", "--json"]);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  const of = (title: string) => checks.find((check) => check.title === title);
  return { code, ok, checks, of };
}
