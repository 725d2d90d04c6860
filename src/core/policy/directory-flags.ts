// Flags behind which a directory follows in which a program works: what it runs there is found there, as at the root.
import { namePartsOf } from "./telling-flags.ts";

const parts: ReadonlySet<string> = new Set("dir directory cwd cd chdir root rootdir basedir workdir prefix".split(" "));
/** A directory that is only written, or left out. */
const otherParts: ReadonlySet<string> = new Set(
  "out output dist target cache coverage log logs report reports temp tmp data snapshot exclude ignore skip no show workspace".split(
    " ",
  ),
);
const others: ReadonlySet<string> = new Set(
  "--work-tree --manifest-path --project-dir --project --package-path --gemfile --rakefile --justfile".split(" "),
);

/** Flags that have another meaning in other programs. */
const ofPrograms: Readonly<Record<string, string>> = {
  gradle: "-p",
  gradlew: "-p",
  just: "-d -f",
  task: "-d",
  "go-task": "-d",
  composer: "-d",
  hg: "-R --repository",
  cmake: "--build --install -S -B",
  mvn: "-f --file",
  mvnw: "-f --file",
};

/** These take the name of a project, of which settings at the root say where it is. */
const named: ReadonlySet<string> = new Set("playwright vitest jest nx turbo".split(" "));

/** `programs` are the names of those that may get it. */
export function namesDirectory(flag: string, programs: readonly string[]): boolean {
  if (flag === "-C") return true;
  if (programs.some((one) => Object.hasOwn(ofPrograms, one) && ofPrograms[one]?.split(" ").includes(flag))) return true;
  if (flag === "--project" && programs.some((one) => named.has(one))) return false;
  const all = namePartsOf(flag);
  return others.has(flag) || (all.some((one) => parts.has(one)) && !all.some((one) => otherParts.has(one)));
}
