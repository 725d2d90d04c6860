// Whatever a script makes a shell run, a deny rule about the program finds it, also where shells read the script differently.
import { evaluateRequest } from "../../src/core/index.ts";
import { scenario } from "./scenario.ts";
import { isJudged, runEverywhere } from "./shells/run-everywhere.ts";
import { programs } from "./shells/shells.ts";
import { names } from "./shells/vocabulary.ts";

scenario("shell-denying", "runs of scripts with a program that is denied", { programs }, async (torture) => {
  const { size, found } = torture;
  const wanted = {
    count: size(300, 6_000),
    isWanted: (script: string) => !isJudged(script) && !makesPrograms(script) && !writesElsewhere(script),
  };
  await runEverywhere(torture, wanted, ({ shell, script, calls }) => {
    const ran = new Set(calls.flatMap(([program = ""]) => (names.includes(program) ? [program] : [])));
    const missed = [...ran].filter((program) => !isDenied(script, program));
    found(missed.map((program) => `${shell} ran ${program}, and no rule found it in ${JSON.stringify(script)}`));
  });
});

/** A function may call itself for ever; and what the shell puts together is in no rule. */
const makesPrograms = (script: string): boolean => /[($`]|function|[^>]&[^&>\s]|eval|exec/.test(script);

/** These scripts run as they are: none may write anywhere but into its own directory. To zsh `=x` is the path of the program x. */
const writesElsewhere = (script: string): boolean =>
  /[<>][^\w]*=/.test(script) ||
  script.replace(/\/dev\/null(?=[\s;&|<>)]|$)/g, "").includes("/") ||
  /dev|null/.test(script.replaceAll("/dev/null", ""));

const where = { workspace: "/work/site", home: "/home/ada", isHumanTurn: true };

const isDenied = (script: string, program: string): boolean =>
  evaluateRequest(
    [{ name: "global", rules: [{ effect: "deny", command: `${program} **` }] }],
    { kind: "execute", tool: null, command: script, paths: [] },
    where,
  ).verdict === "deny";
