// Flags of build tools, test runners and linters that load settings or code, or write files.
import type { Risk } from "./risk.ts";

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
export const checkRisks: Readonly<Record<string, Risk>> = {
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
  ninja: { short: "Cf" },
  pytest,
  "py.test": pytest,
  mypy: {
    long: "--config-file --python-executable --custom-typing-module --shadow-file --junit-xml --cache-dir --install-types",
    shape: /^@|-report\b/,
  },
  tsc: { long: "--generateTrace --tsBuildInfoFile", shape: /^@/ },
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
