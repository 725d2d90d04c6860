// Programs and flags that run other programs, or change what later words mean. No list of these is complete: it is the second line
// of defence behind "a rule allows the words that it names", for words that a rule leaves open with `*` or `**`.
import { behindFlags } from "./flags.ts";
import { programsIn } from "./launchers.ts";
import { unversioned } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

/** Their arguments are programs, or change the shell. A rule covers them only when it names every word. */
export const runners: ReadonlySet<string> = new Set(
  [
    // shells, and what a shell runs in its own process
    "sh bash dash zsh ksh ksh93 mksh yash ash fish csh tcsh nu elvish xonsh pwsh powershell cmd busybox toybox",
    "eval exec source . command builtin trap coproc",
    // what changes the meaning of later words
    "alias unalias set shopt enable hash export readonly declare typeset local unset read mapfile readarray let getopts bind",
    "integer float nameref compound vared",
    "complete compgen setopt unsetopt emulate autoload zmodload noglob nocorrect - repeat time",
    // programs that run the program named behind them
    "env sudo doas su runuser pkexec xargs parallel nohup nice ionice chrt taskset timeout stdbuf setsid unshare nsenter chroot",
    "fakeroot strace ltrace gdb lldb watch flock script expect entr ssh at batch crontab systemd-run launchctl osascript unbuffer",
    "sshpass setarch linux32 linux64 prlimit cpulimit numactl choom torsocks proxychains proxychains4 firejail bwrap caffeinate",
    "systemd-inhibit dbus-run-session xvfb-run gosu su-exec tini dumb-init valgrind perf rr heaptrack hyperfine ccache distcc sccache",
    "runcon sg newgrp start-stop-daemon daemonize screen tmux zellij dtach abduco chpst softlimit envdir setlock chronic ifne mispipe",
    "faketime rlwrap wine mono ldd ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 direnv fzf ansible ansible-playbook",
    "cross-env cross-env-shell dotenv dotenvx env-cmd nyc c8 nodemon concurrently npm-run-all npm-run-all2 run-s run-p",
    "start-server-and-test chokidar onchange tsc-watch pm2 forever supervisor",
    // programs whose arguments are programs of their own
    "awk gawk mawk nawk ed ex vi vim nvim view emacs nano pico micro kak hx less more most man info sqlite3 psql mysql mongosh redis-cli",
    "socat nc ncat telnet ftp lftp tclsh wish php lua gnuplot bc dc m4 gs",
  ].flatMap((line) => line.split(" ")),
);

/** More files than this are not only read: the last one is written. */
const readsAtMost: Readonly<Record<string, number>> = { uniq: 1, xxd: 1, ptx: 1 };

/** As in `uniq from to`. */
export function writesLastWord([program, ...words]: readonly Pick<Word, "text" | "wild">[]): boolean {
  const name = program?.text ?? "";
  const most = Object.hasOwn(readsAtMost, name) ? readsAtMost[name] : undefined;
  if (most === undefined) return false;
  // A pattern may become any number of words.
  const files = words.filter(({ text }) => text === "-" || !text.startsWith("-"));
  return files.length > most || words.some(({ wild }) => wild.length > 0);
}

/** What is never covered by `*` or `**`, though the program is. */
interface Risk {
  /** Long flags; also their abbreviations, which most programs take. */
  readonly long?: string;
  /** Short flags; also inside a bundle such as -ave. */
  readonly short?: string;
  /** Whole words, also with =value. */
  readonly words?: string;
  readonly shape?: RegExp;
  /** Whole words that mean nothing bad here, though they do elsewhere. In front of a subcommand they are asked about all the same. */
  readonly harmless?: string;
  /** Long flags may also begin with one dash. */
  readonly takesOneDash?: boolean;
}

const gitTransport = "--upload-pack --receive-pack --exec --remote --server-option";

const node: Risk = {
  short: "epr",
  long: "--eval --print --require --import --loader --experimental-loader --env-file --env-file-if-exists --inspect --inspect-brk --diagnostic-dir --openssl-config --test-reporter --test-reporter-destination --test-global-setup --experimental-config-file --run --cpu-prof-dir --heap-prof-dir --redirect-warnings --trace-event-file-pattern --snapshot-blob --build-snapshot-config --localstorage-file --entry-url",
};

const typescript: Risk = {
  ...node,
  short: "eprPCO",
  long: `${node.long} --project --compiler --compiler-options --cwd`,
};

const gradle: Risk = {
  short: "Ibpcg",
  long: "--init-script --build-file --project-dir --settings-file --include-build --gradle-user-home",
};

const maven: Risk = { short: "fsgt", long: "--file --settings --global-settings --toolchains", shape: /exec:|^-Dexec/ };

const pytest: Risk = {
  short: "pcoW",
  long: "--override-ini --rootdir --confcutdir --basetemp --config-file --pdbcls --junitxml --junit-xml --log-file --debug --pastebin --pythonwarnings --html --report-log --tx --rsyncdir --ds --dc --alluredir --benchmark-json --benchmark-storage --json-report-file --memray-bin-path --inifile",
  shape: /^@|^--cov-report=\w+:|^(?:xml|html|json|lcov|annotate|markdown):/,
};

/** By the program's name, or by it and its first word. */
const risks: Readonly<Record<string, Risk>> = {
  find: { words: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from" },
  fd: { short: "xX", long: "--exec --exec-batch" },
  fdfind: { short: "xX", long: "--exec --exec-batch" },
  git: {
    short: "cCOx",
    long: `${gitTransport} --config-env --exec-path --git-dir --work-tree --ext-diff --textconv --filters --open-files-in-pager --output --output-directory --extcmd --template --config --separate-git-dir --no-index --unsafe-paths --strategy`,
    shape: /^(ext|fd)::|^alias\./,
  },
  "git remote": { words: "set-url add rename" },
  "git switch": { harmless: "-c -C" },
  "git clone": { short: "u" },
  "git push": { long: "--repo" },
  "git fetch": { long: "--multiple --refmap --shallow-since --shallow-exclude --negotiation-tip" },
  "git ls-remote": { short: "u" },
  "git archive": { short: "o" },
  "git format-patch": { short: "o" },
  "git apply": { long: "--directory" },
  "git merge": { short: "s" },
  "git pull": { short: "s" },
  "git rebase": { short: "s" },
  tar: {
    short: "IFPT",
    // A list of files may have flags in it.
    long: "--files-from --to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rmt-command --rsh-command --absolute-names",
    // The old way to write flags.
    shape: /^(?=[^IFPT]*[IFPT])[a-zA-Z]+$/,
  },
  rsync: {
    short: "eM",
    long: "--rsh --rsync-path --remote-option --log-file --write-batch --only-write-batch --daemon --config --backup-dir --temp-dir --partial-dir",
  },
  cpio: { short: "OFI", long: "--rsh-command --to-stdout" },
  "ssh-keygen": { words: "-D -w" },
  scp: { short: "oSFD" },
  sftp: { short: "oSFDb" },
  zip: { short: "T", long: "--test --unzip-command" },
  iconv: { short: "o", long: "--output" },
  shuf: { short: "o", long: "--output" },
  base64: { short: "o", long: "--output" },
  tree: { short: "oR" },
  file: { short: "C", long: "--compile" },
  date: { shape: /^-[uR]*s/, long: "--set" },
  yq: { short: "is", long: "--inplace --split-exp" },
  ugrep: { long: "--filter --pager --view --save-config" },
  tcpdump: { short: "wzC" },
  nmap: { short: "oi", long: "--script --datadir --iL --oN --oX --oG --oA" },
  gpg: { short: "o", long: "--output --exec-path --photo-viewer --options --homedir --load-extension" },
  openssl: { words: "engine", shape: /^--?(engine|out|provider|config|writerand|pass)/ },
  pandoc: {
    short: "oFLd",
    long: "--output --filter --lua-filter --defaults --pdf-engine --extract-media --template --data-dir --log",
  },
  sort: { short: "oT", long: "--output --compress-program --temporary-directory" },
  split: { long: "--filter" },
  rg: { long: "--pre --hostname-bin" },
  ack: { long: "--pager --ackrc" },
  bat: { long: "--pager --map-syntax" },
  curl: {
    short: "oOKcDTw",
    // Behind @ and < stands a file that is sent.
    shape: /^[@<]|=[@<]|^-\w*@|^file:|^--expand-/i,
    long: "--url-query --data-urlencode --variable --netrc-file --proto-default --ssl-sessions --write-out --unix-socket --abstract-unix-socket --output --output-dir --remote-name --remote-name-all --remote-header-name --config --cookie-jar --dump-header --trace --trace-ascii --upload-file --stderr --libcurl --etag-save --hsts --alt-svc --engine",
  },
  wget: {
    short: "OPeiao",
    long: "--output-document --output-file --append-output --directory-prefix --execute --config --use-askpass --input-file --post-file --body-file",
  },
  make: { short: "fCIE", long: "--file --makefile --directory --eval --include-dir", shape: /^[^-=/]+=/ },
  cmake: { short: "PEC", words: "-P -E -C", long: "--toolchain --build --install --open", shape: /^-D/ },
  just: {
    short: "fdc",
    long: "--shell --shell-arg --justfile --working-directory --command --set --chooser --dotenv-path",
  },
  bazel: { words: "run", long: "--run_under --override_repository --workspace_status_command --bazelrc --output_base" },
  gradle,
  gradlew: gradle,
  mvn: maven,
  mvnw: maven,
  java: { shape: /^-(javaagent|agentlib|agentpath|XX:On|XX:Flags|Xbootclasspath)|^@/ },
  cc: { shape: /^-(wrapper|fplugin|specs|B|Xclang|load)|^--?specs|^@/ },
  gcc: { shape: /^-(wrapper|fplugin|specs|B)|^--?specs|^@/ },
  "g++": { shape: /^-(wrapper|fplugin|specs|B)|^--?specs|^@/ },
  clang: { shape: /^-(fplugin|fpass-plugin|Xclang|load|B)|^--config|^@/ },
  "clang++": { shape: /^-(fplugin|fpass-plugin|Xclang|load|B)|^--config|^@/ },
  rustc: { short: "C", long: "--codegen --emit --out-dir --sysroot", shape: /^[+@]/ },
  Rscript: { short: "e" },
  julia: { short: "eELp", long: "--eval --print --load --project --sysimage" },
  terraform: { words: "console", shape: /^--?(chdir|plugin-dir|backend-config)/ },
  ninja: { short: "Cf" },
  node,
  nodejs: node,
  tsx: node,
  "ts-node": typescript,
  "ts-node-esm": typescript,
  "ts-node-dev": typescript,
  "babel-node": node,
  "vite-node": { ...node, short: "epcr" },
  jiti: node,
  zx: node,
  bun: { short: "epr", long: "--eval --print --preload --cwd --config", takesOneDash: true },
  deno: { short: "Ac", long: "--allow-all --allow-run --config --preload --import-map" },
  npm: {
    short: "Cg",
    long: "--browser --editor --viewer --logs-dir --cache --prefix --script-shell --node-options --userconfig --globalconfig --git --shell --location --global --init-module --registry --call --python --node-gyp --nodedir --local-prefix",
    takesOneDash: true,
  },
  pnpm: {
    short: "C",
    long: "--dir --prefix --script-shell --shell-mode --config --registry --node-options --userconfig --globalconfig",
    shape: /^--config\./,
    takesOneDash: true,
  },
  yarn: { long: "--cwd --use-yarnrc --registry --script-shell", takesOneDash: true },
  python: { short: "c" },
  perl: { short: "eEIMmdx" },
  ruby: { short: "erI" },
  pytest,
  "py.test": pytest,
  cargo: { short: "CZ", long: "--config --manifest-path --target-dir --root --artifact-dir", shape: /^\+/ },
  pip: {
    short: "tif",
    long: "--find-links --target --prefix --root --log --python --index-url --extra-index-url --config-settings",
  },
  mypy: {
    long: "--config-file --python-executable --custom-typing-module --shadow-file --junit-xml --cache-dir --install-types",
    shape: /^@|-report\b/,
  },
  tsc: { long: "--generateTrace --tsBuildInfoFile", shape: /^@/ },
  kubectl: {
    short: "s",
    long: "--server --token --as --as-group --as-uid --raw --user --client-key --client-certificate --certificate-authority --tls-server-name --profile-output",
  },
  pylint: { long: "--load-plugins --init-hook --rcfile --output" },
  flake8: { long: "--config --append-config --output-file --tee" },
  tox: { short: "cx", long: "--conf --workdir --override --root" },
  "pre-commit": { short: "c", long: "--config" },
  mocha: {
    short: "rRuc",
    long: "--require --config --package --reporter --ui --file --node-option --import --loader --reporter-option",
  },
  webpack: { short: "co", long: "--config --output-path --plugin --require" },
  rollup: { short: "copd", long: "--config --plugin --configPlugin --dir --file" },
  vite: { short: "c", long: "--config --outDir --configLoader" },
  go: {
    // As the test's program takes them.
    shape: /^--?test\.(?:\w*profile|trace|\w*dir|testlogfile)/,
    words:
      "-compiler --compiler -gccgoflags --gccgoflags -exec --exec -toolexec --toolexec -C --C -overlay --overlay -modfile --modfile -vettool --vettool -ldflags --ldflags -gcflags --gcflags -asmflags --asmflags -o --o -pkgdir --pkgdir -outputdir --outputdir -coverprofile --coverprofile -cpuprofile --cpuprofile -memprofile --memprofile -blockprofile --blockprofile -mutexprofile --mutexprofile -trace --trace",
  },
  "go env": { words: "-w -u" },
  eslint: {
    short: "cof",
    long: "--config --rulesdir --plugin --resolve-plugins-relative-to --format --parser --output-file --cache-file --cache-location",
  },
  vitest: {
    short: "cr",
    long: "--config --root --dir --pool --diff --globalSetup --environment --outputFile --workspace",
  },
  jest: {
    short: "c",
    long: "--config --rootDir --globalSetup --setupFiles --resolver --transform --runner --reporters --env --testEnvironment --filter --preset --testResultsProcessor --prettierPath --roots --snapshotResolver --testRunner --testSequencer --dependencyExtractor --moduleNameMapper --globals --modulePaths --moduleDirectories --projects",
  },
  stylelint: { short: "o", long: "--custom-formatter --custom-syntax --config --config-basedir --output-file" },
  rspec: { short: "rIOf", long: "--require --options --default-path --format" },
  ctest: { short: "SD", long: "--script --script-new-process --build-and-test" },
  dotnet: { shape: /^[-/]{1,2}(?:p|property):/i },
  "lint-staged": { short: "c" },
  phpunit: { short: "cd", long: "--bootstrap --configuration --extension --include-path" },
  nox: { short: "f", long: "--noxfile" },
  rake: { short: "frIRe", long: "--rakefile --require --libdir --rakelibdir --execute" },
  rubocop: { short: "rc", long: "--require --plugin --config" },
  ava: { long: "--node-arguments" },
  esbuild: { long: "--servedir --outbase --inject" },
  knip: { long: "--preprocessor" },
  nx: { words: "exec" },
  lerna: { words: "exec" },
  prettier: { long: "--parser --plugin --config --plugin-search-dir" },
};

/** It may hold a substitution, and it may set a variable: PATH=0, PATH++. */
const arithmetic = /[$`]|\+\+|--\s*[A-Za-z_]|[\w\]]\s*--|^(?![!<>=]?=$).*=/s;

/** What a shell does itself. Behind another program these names mean something else: go test -v. */
const builtins: Readonly<Record<string, Risk>> = {
  // Some shells take numbers, and a name's index, for arithmetic, also in quotes: printf %d 'path[$(id)]'
  printf: { short: "v", shape: arithmetic },
  print: { short: "v", shape: arithmetic },
  test: { words: "-v", shape: arithmetic },
  "[": { words: "-v", shape: arithmetic },
  wait: { short: "p", shape: arithmetic },
  kill: { shape: arithmetic },
  ulimit: { shape: arithmetic },
  umask: { shape: arithmetic },
  fg: { shape: arithmetic },
  bg: { shape: arithmetic },
  disown: { shape: arithmetic },
  exit: { shape: arithmetic },
  return: { shape: arithmetic },
  break: { shape: arithmetic },
  continue: { shape: arithmetic },
  shift: { shape: arithmetic },
};

const split = (words: string | undefined): string[] => (words === undefined ? [] : words.split(" "));

/** Whose risks count for a command: the program's, and those of programs that stand behind it, as in npx vitest and uv run python -m pytest. */
export function riskyNames(names: readonly string[]): string[] {
  const [program = ""] = names;
  const behind = programsIn(names).flatMap((at) => {
    const name = names[at] ?? "";
    const subcommands = behindFlags(names, at + 1).flatMap((one) => names[one] ?? []);
    return [name, unversioned(name), ...subcommands, ...subcommands.map((one) => `${name} ${one}`)];
  });
  return [...new Set([unversioned(program), ...names.slice(0, 3), ...behind])];
}

const riskOf = (name: string, isProgram: boolean): Risk | undefined => {
  if (Object.hasOwn(risks, name)) return risks[name];
  return isProgram && Object.hasOwn(builtins, name) ? builtins[name] : undefined;
};

/** Whether `word`, which no rule names, may make a program do something else than what it is for. */
export function isRiskyWord(word: string, names: readonly string[]): boolean {
  const found = names.flatMap((name, at) => riskOf(name, at === 0) ?? []);
  if (found.some(({ harmless }) => split(harmless).includes(word))) return false;
  return found.some((risk) => {
    const flag = word.split("=", 1)[0] ?? "";
    if (split(risk.words).includes(flag) || risk.shape?.test(word)) return true;
    const isLong = (given: string): boolean =>
      given.length > 2 && split(risk.long).some((one) => one.startsWith(given));
    if (word.startsWith("--")) return isLong(flag);
    if (risk.takesOneDash && /^-[^-]{2}/.test(flag) && isLong(`-${flag}`)) return true;
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
