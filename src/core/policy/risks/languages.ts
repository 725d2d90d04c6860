// Flags of interpreters, compilers and package managers that load code, or lead elsewhere.
import { anyOf, flagRisks, type Risk } from "./risk.ts";

const node: Risk = {
  short: "epr",
  long: "--eval --print --require --import --loader --experimental-loader --env-file --env-file-if-exists --inspect --inspect-brk --diagnostic-dir --openssl-config --test-reporter --test-reporter-destination --test-global-setup --experimental-config-file --run --cpu-prof-dir --heap-prof-dir --redirect-warnings --trace-event-file-pattern --snapshot-blob --build-snapshot-config --localstorage-file --entry-url",
};

const typescript: Risk = {
  ...node,
  short: "eprPCO",
  long: `${node.long} --project --compiler --compiler-options --cwd`,
};

const elixir: Risk = {
  short: "erSpz",
  long: "--eval --require --rpc-eval --erl --erl-config --remsh --dot-iex --boot --vm-args --pipe-to",
};

/** What the linker, assembler and preprocessor get: `-Wl,-plugin,x`, `-Wl,@x`, `-Xlinker x`. */
const passedOn = /^-X(?:linker|assembler|preprocessor)|^-W[lap],(?:.*,)?(?:@|-+(?:plugin|load|dlopen|dll-load))/;

const gcc: Risk = { shape: anyOf(/^-(wrapper|fplugin|specs|B)|^--?specs|^@/, passedOn) };

/** It may be gcc or clang. */
const cc: Risk = {
  shape: anyOf(/^-(wrapper|fplugin|fpass-plugin|specs|B|Xclang|load)|^--?(?:specs|config)|^@/, passedOn),
};

const clang: Risk = { shape: anyOf(/^-(fplugin|fpass-plugin|Xclang|load|B)|^--config|^@/, passedOn) };

/** A word may be a program in TeX, and flags may be abbreviated: only these few neither run nor place anything. */
const tex: Risk = {
  shape:
    /[\\&|]|^-(?!-?(?:interaction|halt-on-error|file-line-error|draftmode|recorder|synctex|version|help|no-shell-escape|pdf|pdfxe|pdflua|silent|quiet|c|C|f|g)(?:=[\w-]+)?$)/,
};

const clojure: Risk = { words: "-e --eval -i --init -Sdeps" };

/** By the program's name, or by the program and its first word. */
export const languageRisks: Readonly<Record<string, Risk>> = {
  // In a list of paths, an address splits into two.
  java: { shape: /^-(javaagent|agentlib|agentpath|XX:On|XX:Flags|Xbootclasspath)|^@|:\/\// },
  cc,
  gcc,
  "g++": gcc,
  "c++": cc,
  gfortran: gcc,
  clang,
  "clang++": clang,
  // Code that it runs while it compiles is found in all directories and modules that it gets.
  javac: {
    shape:
      /^(?!-|\d+$|UTF-8$)(?!.*\.java$)|^@|^-(?!(?:Xlint(?::[\w,-]+)?|Xdiags:\w+|Werror|g|verbose|nowarn|deprecation|version|parameters|encoding|source|target|-release|-enable-preview|proc:none)$)/,
  },
  ...Object.fromEntries(
    "tex latex pdftex pdflatex xetex xelatex luatex lualatex latexmk".split(" ").map((name) => [name, tex]),
  ),
  rustc: { short: "C", long: "--codegen --emit --out-dir --sysroot", shape: /^[+@]/ },
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
  bun: { short: "eprcg", long: "--global --eval --print --preload --cwd --config", takesOneDash: true },
  npm: {
    short: "Cg",
    long: "--browser --editor --viewer --logs-dir --cache --prefix --script-shell --node-options --userconfig --globalconfig --git --shell --location --global --init-module --registry --call --python --node-gyp --nodedir --local-prefix",
    takesOneDash: true,
  },
  pnpm: {
    short: "Cg",
    long: "--global --use-node-version --node-mirror --npm-path --dir --prefix --script-shell --shell-mode --config --registry --node-options --userconfig --globalconfig",
    shape: /^--config\./,
    takesOneDash: true,
  },
  yarn: { long: "--cwd --use-yarnrc --registry --script-shell", takesOneDash: true },
  // The module after -m is judged as a program; here it is a part of the word, or follows a bundle of flags.
  python: { short: "c", shape: /^-[bBdEhiIOPqsSuvVx]*m.|^-[bBdEhiIOPqsSuvVx]+m$/ },
  cargo: {
    pathed: "--target",
    short: "CZ",
    long: "--config --manifest-path --target-dir --root --artifact-dir",
    shape: /^\+/,
  },
  "cargo clippy": { short: "L", long: "--codegen --extern --emit --sysroot --out-dir", shape: /^@/ },
  go: {
    // As the compiled test accepts them.
    shape: /^--?test\.(?:\w*profile|trace|\w*dir|testlogfile)/,
    words:
      "-compiler --compiler -gccgoflags --gccgoflags -exec --exec -toolexec --toolexec -C --C -overlay --overlay -modfile --modfile -vettool --vettool -ldflags --ldflags -gcflags --gcflags -asmflags --asmflags -o --o -pkgdir --pkgdir -outputdir --outputdir -coverprofile --coverprofile -cpuprofile --cpuprofile -memprofile --memprofile -blockprofile --blockprofile -mutexprofile --mutexprofile -trace --trace",
  },
  uv: { pathed: "-p --python", long: "--project --index --index-url --default-index --extra-index-url --find-links" },
  "go env": { words: "-w -u" },
  // Of a version that it fetches.
  "go install": { shape: /@/ },
  elixir,
  iex: elixir,
  erl: { words: "-eval -run -s -config -args_file -boot -pa -pz -remsh" },
  scala: { words: "-e -i", shape: /^--?(?:cp|class-?path|toolcp|Xplugin)/ },
  kotlin: { words: "-e -cp -classpath -script" },
  kotlinc: { words: "-e -cp -classpath -script", shape: /^-X(?:plugin|compiler-plugin)|^@/ },
  clojure,
  clj: clojure,
  bb: clojure,
  ocaml: { words: "-e -init -I -pp -ppx -open" },
  R: { short: "ef", words: "CMD", long: "--file --gui" },
  ...flagRisks([
    "rails new -m --template",
    "Rscript -e",
    "julia -eELp --eval --print --load --project --sysimage",
    "deno -Ac --allow-all --allow-run --config --preload --import-map",
    "perl -eEIMmdx",
    "ruby -erI",
    "pip -tif --find-links --target --prefix --root --log --python --index-url --extra-index-url --config-settings",
    "composer -d --working-dir",
    "groovy -eipnl",
    "erb -rI",
    "racket -eftlprkiS --eval --load --require --lib --script --collects --search",
    "guile -celLCx --listen --language",
    "luajit -elbij",
    "runghc -ef --ghc-arg",
    "ghci -e --ghci-script",
    "dvips -oR",
    "dvipdfmx -Di",
    "rustdoc -oCZ --runtool --runtool-arg --test-runtool --test-runtool-arg --test-builder --test-builder-wrapper --output",
    "celery -AbP --app --broker --loader --pool",
    "flask -Ae --app --env-file",
    "gunicorn -c --pythonpath --paste",
  ]),
};
