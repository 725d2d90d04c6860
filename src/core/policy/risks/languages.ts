// Flags of interpreters, compilers and package managers that load code, or lead elsewhere.
import type { Risk } from "./risk.ts";

const node: Risk = {
  short: "epr",
  long: "--eval --print --require --import --loader --experimental-loader --env-file --env-file-if-exists --inspect --inspect-brk --diagnostic-dir --openssl-config --test-reporter --test-reporter-destination --test-global-setup --experimental-config-file --run --cpu-prof-dir --heap-prof-dir --redirect-warnings --trace-event-file-pattern --snapshot-blob --build-snapshot-config --localstorage-file --entry-url",
};

const typescript: Risk = {
  ...node,
  short: "eprPCO",
  long: `${node.long} --project --compiler --compiler-options --cwd`,
};

/** By the program's name, or by it and its first word. */
export const languageRisks: Readonly<Record<string, Risk>> = {
  java: { shape: /^-(javaagent|agentlib|agentpath|XX:On|XX:Flags|Xbootclasspath)|^@/ },
  cc: { shape: /^-(wrapper|fplugin|specs|B|Xclang|load)|^--?specs|^@/ },
  gcc: { shape: /^-(wrapper|fplugin|specs|B)|^--?specs|^@/ },
  "g++": { shape: /^-(wrapper|fplugin|specs|B)|^--?specs|^@/ },
  clang: { shape: /^-(fplugin|fpass-plugin|Xclang|load|B)|^--config|^@/ },
  "clang++": { shape: /^-(fplugin|fpass-plugin|Xclang|load|B)|^--config|^@/ },
  rustc: { short: "C", long: "--codegen --emit --out-dir --sysroot", shape: /^[+@]/ },
  Rscript: { short: "e" },
  julia: { short: "eELp", long: "--eval --print --load --project --sysimage" },
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
  cargo: { short: "CZ", long: "--config --manifest-path --target-dir --root --artifact-dir", shape: /^\+/ },
  pip: {
    short: "tif",
    long: "--find-links --target --prefix --root --log --python --index-url --extra-index-url --config-settings",
  },
  go: {
    // As the test's program takes them.
    shape: /^--?test\.(?:\w*profile|trace|\w*dir|testlogfile)/,
    words:
      "-compiler --compiler -gccgoflags --gccgoflags -exec --exec -toolexec --toolexec -C --C -overlay --overlay -modfile --modfile -vettool --vettool -ldflags --ldflags -gcflags --gcflags -asmflags --asmflags -o --o -pkgdir --pkgdir -outputdir --outputdir -coverprofile --coverprofile -cpuprofile --cpuprofile -memprofile --memprofile -blockprofile --blockprofile -mutexprofile --mutexprofile -trace --trace",
  },
  "go env": { words: "-w -u" },
};
