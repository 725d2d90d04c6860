// Flags whose names say that they run, load or write something, whatever program they belong to. It is what stands behind the lists of
// single programs: nobody has read all manuals.

const telling: readonly string[] = [
  "exec execute eval script scripts shell command cmd preload require loader hook hooks setup pager editor program",
  "plugin plugins provider runner runtool renderer wrapper interpreter sequencer serializers checker",
  "config configuration conf kubeconfig userconfig",
  "output outputdir outdir write keylog",
  "dir directory cwd chdir rootdir location",
].flatMap((line) => line.split(" "));

/** The beginning of a telling name, and a word of its own. */
const otherWords = /^(?:check|edit|load|page|provide|render|root|sequence|serial|user|wrap)$/;

/** With one of these in front the others say what is left out, or looked at. */
const harmless = /^(?:no|not|without|exclude|include|ignore|skip|follow|show|group|frozen)$/;

const usualReporter =
  /=(?:verbose|default|dot|basic|spec|min|list|line|progress|tap|tap-flat|compact|symbols|text|text-summary|append-only)$/;

/** `--configFile` has config and file. */
export function namePartsOf(word: string): string[] {
  const name = /^--?([A-Za-z][\w.-]{2,})/.exec(word)?.[1] ?? "";
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-._]/)
    .filter((part) => part !== "");
}

export const saysWhatIsLeftOut = (parts: readonly string[]): boolean => parts.some((part) => harmless.test(part));

/** `--configFile`, `--out-dir`, `--poolOptions.forks.execArgv`, `-test.outputdir`, `--gemfile`, `--plug`. */
export function tellsOfHarm(word: string): boolean {
  const all = namePartsOf(word);
  if (saysWhatIsLeftOut(all)) return false;
  // A reporter is a program, unless it is one of those that come with the runner.
  if (all.some((part) => /^reporters?$/.test(part))) return !usualReporter.test(word);
  if (all.some((part) => telling.includes(part) || /.file$/.test(part.replace(/profile$/, "")))) return true;
  return /^out(?:-file)?$/.test(all.join("-")) || (word.startsWith("--") && isBeginning(all.at(-1) ?? ""));
}

/** Most programs take the beginning of a long flag for all of it. */
const isBeginning = (part: string): boolean =>
  part.length > 3 && !otherWords.test(part) && telling.some((one) => one.startsWith(part));
