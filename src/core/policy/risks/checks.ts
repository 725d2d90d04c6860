// Flags of build tools, test runners and linters that load settings or code, or write files.
import { flagRisks, type Risk } from "./risk.ts";

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

/** By the program's name, or by the program and its first word. */
export const checkRisks: Readonly<Record<string, Risk>> = {
  make: { short: "fCIE", long: "--file --makefile --directory --eval --include-dir", shape: /^[^-=/]+=/ },
  cmake: { short: "PEC", pathed: "-S -B", long: "--toolchain --build --install --open", shape: /^-D|^[^-].*\// },
  bazel: { words: "run", long: "--run_under --override_repository --workspace_status_command --bazelrc --output_base" },
  gradle,
  gradlew: gradle,
  mvn: maven,
  mvnw: maven,
  pytest,
  "py.test": pytest,
  mypy: {
    long: "--config-file --python-executable --custom-typing-module --shadow-file --junit-xml --cache-dir --install-types",
    shape: /^@|-report\b/,
  },
  tsc: { long: "--generateTrace --tsBuildInfoFile", shape: /^@/ },
  dotnet: { shape: /^[-/]{1,2}(?:p|property):/i },
  ...flagRisks([
    "just -fdc --shell --shell-arg --justfile --working-directory --command --set --chooser --dotenv-path",
    "ninja -Cf",
    "pylint --load-plugins --init-hook --rcfile --output",
    "flake8 --config --append-config --output-file --tee",
    "tox -cx --conf --workdir --override --root",
    "pre-commit -c --config",
    "mocha -rRuc --require --config --package --reporter --ui --file --node-option --import --loader --reporter-option",
    "webpack -co --config --output-path --plugin --require",
    "rollup -copd --config --plugin --configPlugin --dir --file",
    "eslint -cof --config --rulesdir --plugin --resolve-plugins-relative-to --format --parser --output-file --cache-file --cache-location",
    "vitest -cr --config --root --dir --pool --diff --globalSetup --environment --outputFile --workspace",
    "jest -c --config --rootDir --globalSetup --setupFiles --resolver --transform --runner --reporters --env --testEnvironment --filter --preset --testResultsProcessor --prettierPath --roots --snapshotResolver --testRunner --testSequencer --dependencyExtractor --moduleNameMapper --globals --modulePaths --moduleDirectories --projects",
    "stylelint -co --custom-formatter --custom-syntax --config --config-basedir --output-file",
    "rspec -rIOf --require --options --default-path --format",
    "ctest -SD --script --script-new-process --build-and-test",
    "phpunit -cd --bootstrap --configuration --extension --include-path",
    "nox -f --noxfile",
    "rake -frIRe --rakefile --require --libdir --rakelibdir --execute",
    "rubocop -rc --require --plugin --config",
    "ava --node-arguments",
    "esbuild --servedir --outbase --inject",
    "knip -c --preprocessor",
    "prettier -w --parser --plugin --config --plugin-search-dir",
  ]),
};
