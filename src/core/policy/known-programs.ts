// Programs whose flags the lists know: flags that load code or write are listed as risks, and the others may get a path. Tools that build and check
// have more long flags than any list, so these are judged by what they give.
import { behindFlags } from "./flags.ts";
import { isSubcommand } from "./ordinary-subcommands.ts";
import { mayOnlyRead, type Place, programsThatGet } from "./reading-programs.ts";
import { hasRisks, hasSystemRisks } from "./risky-words.ts";
import { writesFiles } from "./written-paths.ts";

/** Whether the lists know the flags of every program that may get the word at this position. */
export const isKnownToAll = (place: Place): boolean =>
  programsThatGet(place).every((from) => {
    const { names, at } = place;
    const isBehindPlugin = names[from - 1] === "buildx";
    const own = isBehindPlugin ? ["docker", ...names.slice(from)] : names.slice(from);
    // A task of that name, as in `mise run test`, not the shell's own command.
    if (from > 0 && names[from] === "test") return false;
    return areFlagsKnown(own, names[at] ?? "") && !isPassedToScript(own, at - from);
  });

const areFlagsKnown = (names: readonly string[], flag: string): boolean => {
  const [name = ""] = names;
  return (flag.startsWith("--") ? hasSystemRisks(names) : hasRisks(names)) || mayOnlyRead(name) || writesFiles(name);
};

/** As in `npm test -- -c x` and `yarn acme -c x`: a script of package.json, or a package, gets it. */
function isPassedToScript(names: readonly string[], at: number): boolean {
  const [name = ""] = names;
  if (name === "npm") return names.slice(0, at).includes("--");
  if (name !== "pnpm" && name !== "yarn") return false;
  return behindFlags(names, 1).some((one) => {
    const word = names[one] ?? "";
    return one < at && (/^(?:run|run-script|test|t|tst|start)$/.test(word) || !isSubcommand(name, word));
  });
}
