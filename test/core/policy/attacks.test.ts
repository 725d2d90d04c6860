// Each command of the tables gets the verdict that stands there.
import { describe, expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { arithmetic } from "./attacks/arithmetic.ts";
import { rulesOf } from "./attacks/attack.ts";
import { behindLaunchers } from "./attacks/behind-launchers.ts";
import { builders } from "./attacks/builders.ts";
import { certainFlags } from "./attacks/certain-flags.ts";
import { codePaths } from "./attacks/code-paths.ts";
import { codeSpellings } from "./attacks/code-spellings.ts";
import { compoundCommands } from "./attacks/compound-commands.ts";
import { dashes } from "./attacks/dashes.ts";
import { denied } from "./attacks/denied.ts";
import { deniedAgain } from "./attacks/denied-again.ts";
import { deniedBelow } from "./attacks/denied-below.ts";
import { deniedDetours } from "./attacks/denied-detours.ts";
import { deniedEnds } from "./attacks/denied-ends.ts";
import { deniedFlags } from "./attacks/denied-flags.ts";
import { deniedPaths } from "./attacks/denied-paths.ts";
import { deniedTasks } from "./attacks/denied-tasks.ts";
import { dispatchers } from "./attacks/dispatchers.ts";
import { expansions } from "./attacks/expansions.ts";
import { flags } from "./attacks/flags.ts";
import { gitPlaces } from "./attacks/git-places.ts";
import { globs } from "./attacks/globs.ts";
import { interpreters } from "./attacks/interpreters.ts";
import { launchers } from "./attacks/launchers.ts";
import { listGaps } from "./attacks/list-gaps.ts";
import { namedLaunchers } from "./attacks/named-launchers.ts";
import { namesOfOneProgram } from "./attacks/names-of-one-program.ts";
import { openSubcommands } from "./attacks/open-subcommands.ts";
import { operators } from "./attacks/operators.ts";
import { outsidePaths } from "./attacks/outside-paths.ts";
import { ownCommands } from "./attacks/own-commands.ts";
import { pathFlags } from "./attacks/path-flags.ts";
import { programNames } from "./attacks/program-names.ts";
import { quoting } from "./attacks/quoting.ts";
import { rarerLaunchers } from "./attacks/rarer-launchers.ts";
import { readers } from "./attacks/readers.ts";
import { secondMeanings } from "./attacks/second-meanings.ts";
import { shellsApart } from "./attacks/shells-apart.ts";
import { subcommandNames } from "./attacks/subcommand-names.ts";
import { tellingFlags } from "./attacks/telling-flags.ts";
import { writtenPaths } from "./attacks/written-paths.ts";
import { human, run, source } from "./kit.ts";

const attacks = [
  ...[operators, quoting, expansions, compoundCommands, shellsApart],
  ...[programNames, flags, launchers, namedLaunchers, behindLaunchers, openSubcommands, subcommandNames],
  ...[tellingFlags, dashes, writtenPaths, denied, deniedFlags, deniedPaths],
  ...[
    deniedAgain,
    codeSpellings,
    deniedBelow,
    deniedTasks,
    deniedDetours,
    deniedEnds,
    readers,
    globs,
    arithmetic,
    interpreters,
    codePaths,
    gitPlaces,
    listGaps,
    namesOfOneProgram,
    builders,
    outsidePaths,
    rarerLaunchers,
    pathFlags,
    dispatchers,
    certainFlags,
    secondMeanings,
    ownCommands,
  ],
].flat();

test("there are many, and none stands twice under the same rules", () => {
  const commands = attacks.flatMap(({ about, cases }) =>
    Object.values(cases).flatMap((some) => some.map((command) => `${about}: ${command}`)),
  );
  expect(commands.length).toBeGreaterThan(1300);
  expect(commands.filter((one, at) => commands.indexOf(one) !== at)).toEqual([]);
});

describe.for(attacks)("$about", (attack) => {
  const rules = source(...rulesOf(attack));
  test.for(Object.entries(attack.cases))("%s", ([verdict, commands]) => {
    const others = commands
      .map((command) => ({ command: command.slice(0, 200), ...evaluateRequest([rules], run(command), human) }))
      .filter((one) => one.verdict !== verdict)
      .map(({ command, verdict: found, why }) => `${found}: ${JSON.stringify(command)} (${why.slice(0, 200)})`);
    expect(others).toEqual([]);
  });
});
