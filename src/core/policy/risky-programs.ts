// Programs and flags that run other programs, or change what later words mean. No list of these is complete: it is the second line
// of defence behind "a rule allows the words that it names", for words that a rule leaves open with `*` or `**`.

/** Their arguments are programs, or change the shell. A rule covers them only when it names every word. */
export const runners: ReadonlySet<string> = new Set(
  [
    // shells, and what a shell runs in its own process
    "sh bash dash zsh ksh mksh ash fish csh tcsh pwsh busybox toybox eval exec source . command builtin trap coproc",
    // what changes the meaning of later words
    "alias unalias set shopt enable hash export readonly declare typeset local unset read mapfile readarray let getopts bind",
    "complete compgen setopt unsetopt emulate autoload zmodload noglob nocorrect - repeat time",
    // programs that run the program named behind them
    "env sudo doas su runuser pkexec xargs parallel nohup nice ionice chrt taskset timeout stdbuf setsid unshare nsenter chroot",
    "fakeroot strace ltrace gdb lldb watch flock script expect entr ssh at batch crontab systemd-run launchctl osascript unbuffer",
    // programs whose arguments are programs of their own
    "awk gawk mawk nawk ed ex vi vim nvim view emacs less more man sqlite3 psql mysql socat nc ncat tclsh php lua",
  ].flatMap((line) => line.split(" ")),
);

/** What is never covered by `*` or `**`, though the program is. */
interface Risk {
  /** Long flags; also their abbreviations, which most programs take. */
  readonly long?: string;
  /** Short flags; also inside a bundle such as -ave. */
  readonly short?: string;
  /** Whole words, also with =value. */
  readonly words?: string;
  readonly shape?: RegExp;
}

const gitTransport = "--upload-pack --receive-pack --exec --remote --server-option";

/** By the program's name, or by it and its first word. */
const risks: Readonly<Record<string, Risk>> = {
  find: { words: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from" },
  fd: { short: "xX", long: "--exec --exec-batch" },
  fdfind: { short: "xX", long: "--exec --exec-batch" },
  git: {
    short: "cCOx",
    long: `${gitTransport} --config-env --exec-path --git-dir --work-tree --ext-diff --textconv --open-files-in-pager --output --output-directory --extcmd --template --config --separate-git-dir --no-index`,
    words:
      "archive bisect config daemon difftool mergetool fast-import filter-branch hook instaweb send-email submodule shell upload-pack receive-pack svn p4",
    shape: /^(ext|fd)::|^alias\./,
  },
  "git clone": { short: "u" },
  "git ls-remote": { short: "u" },
  "git archive": { short: "o" },
  "git format-patch": { short: "o" },
  tar: {
    short: "IFP",
    long: "--to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rmt-command --rsh-command --absolute-names",
    // The old way to write flags.
    shape: /^[a-zA-Z]*[IFP][a-zA-Z]*$/,
  },
  rsync: { short: "e", long: "--rsh --rsync-path --log-file --write-batch --only-write-batch" },
  scp: { short: "oSFD" },
  sftp: { short: "oSFDb" },
  zip: { short: "T", long: "--test --unzip-command" },
  sort: { short: "oT", long: "--output --compress-program --temporary-directory" },
  split: { long: "--filter" },
  rg: { long: "--pre --hostname-bin" },
  ack: { long: "--pager --ackrc" },
  bat: { long: "--pager --map-syntax" },
  curl: {
    short: "oOKcDT",
    long: "--output --output-dir --remote-name --remote-name-all --remote-header-name --config --cookie-jar --dump-header --trace --trace-ascii --upload-file --stderr --libcurl --etag-save --hsts --alt-svc --engine",
  },
  wget: {
    short: "OPeiao",
    long: "--output-document --output-file --append-output --directory-prefix --execute --config --use-askpass --input-file --post-file --body-file",
  },
  make: { short: "fCIE", long: "--file --makefile --directory --eval --include-dir", shape: /^[^-=/]+=/ },
  cmake: { short: "PEC", words: "-P -E -C" },
  ninja: { short: "Cf" },
  node: {
    short: "epr",
    long: "--eval --print --require --import --loader --experimental-loader --env-file --inspect --inspect-brk --diagnostic-dir --openssl-config",
  },
  bun: { short: "epr", long: "--eval --print --preload --cwd --config" },
  deno: { words: "eval", long: "--allow-all --allow-run --config --preload" },
  npm: {
    short: "Cg",
    long: "--prefix --script-shell --node-options --userconfig --globalconfig --git --shell --location --global --init-module --registry --call",
  },
  npx: { short: "cp", long: "--call --package --shell --prefix --registry --node-options --script-shell" },
  pnpm: { short: "C", long: "--dir --script-shell --shell-mode --config --registry", shape: /^--config\./ },
  yarn: { long: "--cwd --use-yarnrc --registry --script-shell" },
  python: { short: "c" },
  python3: { short: "c" },
  perl: { short: "eEIMmdx" },
  ruby: { short: "erI" },
  pytest: { short: "pco", long: "--override-ini --rootdir --confcutdir --basetemp --config-file" },
  cargo: { short: "CZ", long: "--config --manifest-path --target-dir" },
  go: {
    words:
      "-exec --exec -toolexec --toolexec -C --C -overlay --overlay -modfile --modfile -vettool --vettool -ldflags --ldflags -gcflags --gcflags -o --o",
  },
  eslint: {
    short: "cof",
    long: "--config --rulesdir --plugin --resolve-plugins-relative-to --format --parser --output-file",
  },
  vitest: { short: "c", long: "--config --root --dir --globalSetup --environment --reporter --outputFile" },
  jest: {
    short: "c",
    long: "--config --rootDir --globalSetup --setupFiles --resolver --transform --runner --reporters",
  },
  prettier: { long: "--plugin --config --plugin-search-dir" },
  // zsh takes numbers for arithmetic, and arithmetic may hold a substitution, also in quotes: printf %d 'path[$(id)]'
  printf: { short: "v", shape: /[$`]/ },
  print: { shape: /[$`]/ },
  test: { words: "-v", shape: /[$`]/ },
  "[": { words: "-v", shape: /[$`]/ },
  exit: { shape: /[$`]/ },
  return: { shape: /[$`]/ },
  break: { shape: /[$`]/ },
  continue: { shape: /[$`]/ },
  shift: { shape: /[$`]/ },
};

const split = (words: string | undefined): string[] => (words === undefined ? [] : words.split(" "));

/** Whether `word`, which no rule names, may make a program do something else than what it is for. */
export function isRiskyWord(word: string, begin: readonly string[]): boolean {
  // A program may stand behind another one: npx vitest, python -m pytest.
  return [...begin, begin.slice(0, 2).join(" ")].some((name) => {
    const risk = Object.hasOwn(risks, name) ? risks[name] : undefined;
    if (!risk) return false;
    const flag = word.split("=", 1)[0] ?? "";
    if (split(risk.words).includes(flag) || risk.shape?.test(word)) return true;
    if (word.startsWith("--")) return flag.length > 2 && split(risk.long).some((one) => one.startsWith(flag));
    return word.startsWith("-") && [...(risk.short ?? "")].some((letter) => word.includes(letter));
  });
}

/** As in sed -n '12,40p' file: a script of line numbers only. Every other one may write files and run commands. */
export const isPlainSed = (words: readonly string[]): boolean => {
  const [, ...rest] = words;
  const flags = rest.findIndex((word) => !/^-[nEruzs]+$/.test(word));
  const [script = "", ...files] = flags === -1 ? [] : rest.slice(flags);
  return (
    /^[\d$]+(,[\d$]+)?[pdq]?(;[\d$]+(,[\d$]+)?[pdq])*$/.test(script) && files.every((file) => !file.startsWith("-"))
  );
};
