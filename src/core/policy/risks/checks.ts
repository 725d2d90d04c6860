// Flags of build tools, test runners and linters that load settings or code, or write files.
import { anyOf, flagRisks, type Risk } from "./risk.ts";

/** All flags that neither load anything nor change the directory. */
const makeFlag =
  /^-(?:-|[bBdehikLnpqrRsStvw]*(?:[jlOoW][\w.]*)?|-(?:jobs|keep-going|dry-run|just-print|recon|silent|quiet|always-make|touch|question|print-data-base|no-builtin-rules|no-builtin-variables|load-average|max-load|output-sync|trace|version|help|debug|warn-undefined-variables|no-print-directory|print-directory|ignore-errors|shuffle|no-keep-going|stop)(?:=[\w.-]*)?)$/;
/** Any other word with a sign may be a variable, whose value may run commands at once. A built-in rule passes a target to a shell as it stands. */
const makeTarget = /^[\w./:@%+~,][\w./:@%+~,-]*$/;
const make: Risk = { shape: new RegExp(`^(?!${makeFlag.source.slice(1)}|${makeTarget.source.slice(1)})`, "s") };

const gradle: Risk = {
  // Properties of the Java machine, and of plugins.
  shape: /^-(?:D|P(?!\w+(?:=\w*)?$))/,
  short: "Ibpcg",
  long: "--init-script --build-file --project-dir --settings-file --include-build --gradle-user-home --system-prop --project-prop --gradle-distribution-url --debug-jvm",
};

/** Any other may name a program, or flags of the Java machine. */
const mavenProperty = /^-D(?!(?:test|it\.test|groups|(?=[^=]*skip)[\w.-]+)(?:=[\w.,#*!-]*)?$)/;
/** A goal of any other plugin, which Maven would fetch. */
const mavenGoal =
  /^(?!-|:|(?:dependency:(?:tree|analyze|list|resolve|go-offline)|(?:spotless|fmt|formatter|checkstyle|pmd|spotbugs|surefire|failsafe|compiler|jacoco):[\w-]+|spring-boot:run|quarkus:dev|versions:display-[\w-]+|help:effective-pom)$).*:/;
const maven: Risk = {
  short: "fsgt",
  long: "--file --settings --global-settings --toolchains --define",
  shape: anyOf(mavenProperty, mavenGoal),
};

const tsValue =
  "es(?:3|5|6|20\\d\\d|next)|dom(?:\\.\\w+)*|commonjs|node(?:\\d\\d|next)?|react(?:-\\w+)?|preserve|bundler|true|false|null|\\d+";
/** Settings say where it writes, whatever the name of their file: it gets those at the root, and values that are no file. */
const tsWord = new RegExp(`^(?!-|(?:\\.|tsconfig[\\w.-]*\\.json|(?:${tsValue})(?:,(?:${tsValue}))*)$)`, "i");
const tsc: Risk = { long: "--generateTrace --tsBuildInfoFile", shape: tsWord, takesOneDash: true };

const pytest: Risk = {
  short: "pcoW",
  long: "--override-ini --rootdir --confcutdir --basetemp --config-file --pdbcls --px --driver-path --junitxml --junit-xml --log-file --debug --pastebin --pythonwarnings --html --report-log --tx --rsyncdir --ds --dc --alluredir --benchmark-json --benchmark-storage --json-report-file --memray-bin-path --inifile --trace --pdb",
  shape: /^@|^--cov-report=\w+:|^(?:xml|html|json|lcov|annotate|markdown):/,
};

/** By the program's name, or by the program and its first word. */
export const checkRisks: Readonly<Record<string, Risk>> = {
  make,
  bmake: make,
  remake: make,
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
  tsc,
  sbt: {
    // Each word is a command, with its arguments behind spaces.
    shape:
      /[^\w/:.-]|^-|^(?:eval|set|new|apply|alias|onFailure|session|startServer|reload|plugins|consoleQuick|consoleProject)$/,
  },
  dotnet: { shape: /^[-/]{1,2}(?:p|property):/i },
  ...flagRisks([
    "just -fdcE --shell --shell-arg --justfile --working-directory --command --set --chooser --dotenv-path",
    "rake -frIRepE --rakefile --require --libdir --rakelibdir --execute",
    "ninja -Cf",
    "pylint --load-plugins --init-hook --rcfile --output",
    "flake8 --config --append-config --output-file --tee",
    "tox -cx --conf --workdir --override --root",
    "pre-commit -c --config",
    "mocha -rRuc --require --config --package --reporter --ui --file --node-option --import --loader --reporter-option",
    "webpack -co --open-app-name --config --output-path --plugin --require",
    "rollup -copd --config --plugin --configPlugin --dir --file",
    "eslint -cof --config --rulesdir --plugin --resolve-plugins-relative-to --format --parser --output-file --cache-file --cache-location --init --mcp",
    "vitest -cr --config --root --dir --pool --diff --globalSetup --environment --outputFile --workspace",
    "jest -c --config --rootDir --globalSetup --globalTeardown --haste --setupFiles --resolver --transform --runner --reporters --env --testEnvironment --filter --preset --testResultsProcessor --prettierPath --roots --snapshotResolver --testRunner --testSequencer --dependencyExtractor --moduleNameMapper --globals --modulePaths --moduleDirectories --projects",
    "stylelint -co --custom-formatter --custom-syntax --config --config-basedir --output-file",
    "rspec -rIOf --require --options --default-path --format",
    "ctest -SD --script --script-new-process --build-and-test",
    "phpunit -cd --bootstrap --configuration --extension --include-path",
    "nox -f --noxfile",
    "rubocop -rc --require --plugin --config",
    "ava --node-arguments",
    "esbuild --servedir --outbase --inject",
    "knip -c --preprocessor",
    "prettier -w --parser --plugin --config --plugin-search-dir",
  ]),
};
