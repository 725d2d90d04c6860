// Flags whose names reveal that they run, load or write something, in any program. This backs up the lists for single programs, which can't be
// complete.

const telling: readonly string[] = [
  "exec execute eval script scripts shell command cmd preload require loader hook hooks setup pager editor program",
  "commands doctor success callback toolexec vettool write18 pythonpath dotenv interactive repl pdb ipdb pudb usepdb bpython debugger inspect fixtool",
  "plugin plugins provider runner runtool renderer wrapper interpreter sequencer serializers checker",
  "config configuration conf kubeconfig userconfig",
  "output outputdir outdir write keylog",
  "dir directory cwd chdir rootdir location",
].flatMap((line) => line.split(" "));

/** The beginning of a revealing name, and a whole word of one. */
const otherWords = /^(?:check|edit|load|page|provide|python|render|root|sequence|serial|user|wrap)$/;

/** After one of these, the other words say what is excluded or shown. */
const harmless = /^(?:no|not|without|exclude|include|ignore|skip|follow|show|group|frozen)$/;

/** `--onSuccess`, `--on-exit`, `--watch.onStart`: a command that runs then. */
const onEvent = /^--?(?:[\w-]+\.)*on(?:[A-Z]|[-_]\w)/;

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
  if (onEvent.test(word)) return true;
  const all = namePartsOf(word);
  if (saysWhatIsLeftOut(all)) return false;
  // A reporter is a program, unless it is one of the runner's own.
  if (all.some((part) => /^reporters?$/.test(part))) return !usualReporter.test(word);
  if (all.some((part) => telling.includes(part) || /.file$/.test(part.replace(/profile$/, "")))) return true;
  return /^out(?:-file)?$/.test(all.join("-")) || (word.startsWith("--") && isBeginning(all.at(-1) ?? ""));
}

/** Most programs accept a prefix of a long flag. */
const isBeginning = (part: string): boolean =>
  part.length > 3 && !otherWords.test(part) && telling.some((one) => one.startsWith(part));
