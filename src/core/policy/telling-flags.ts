// Flags whose names say that they run, load or write something, whatever program they belong to. It is what stands behind the lists of
// single programs: nobody has read all manuals.

const parts: ReadonlySet<string> = new Set(
  [
    "exec execute eval script scripts shell command cmd preload require loader hook hooks setup pager editor",
    "plugin plugins provider runner runtool renderer wrapper interpreter sequencer serializers checker",
    "config configfile configuration conf kubeconfig userconfig rcfile lockfile",
    "output outputfile outputdir outfile outdir write logfile keylog",
    "dir directory cwd chdir rootdir location",
  ].flatMap((line) => line.split(" ")),
);

/** With one of these in front the others say what is left out, or looked at. */
const harmless = /^(?:no|not|without|exclude|include|ignore|skip|follow|show|group)$/;

const usualReporter =
  /=(?:verbose|default|dot|basic|spec|min|list|line|progress|tap|tap-flat|compact|symbols|text|text-summary|append-only)$/;

/** `--configFile`, `--out-dir`, `--poolOptions.forks.execArgv`, `-test.outputdir`. */
export function tellsOfHarm(word: string): boolean {
  const name = /^--?([A-Za-z][\w.-]{2,})/.exec(word)?.[1];
  if (name === undefined) return false;
  const all = name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-._]/);
  if (all.some((part) => harmless.test(part))) return false;
  // A reporter is a program, unless it is one of those that come with the runner.
  if (all.some((part) => /^reporters?$/.test(part))) return !usualReporter.test(word);
  return all.some((part) => parts.has(part)) || /^out(?:-file)?$/.test(all.join("-"));
}
