// Scripts as an adversary would write them: plain commands in company, and then a piece where none belongs.
import type { Random } from "../random.ts";
import { edges, pieces } from "./odd-pieces.ts";
import { blanks, joints, names, redirections, words } from "./vocabulary.ts";

const redirected = (random: Random, share: number): string =>
  random.chance(share) ? ` ${random.pick(redirections)}` : "";

function simple(random: Random): string {
  const rest = Array.from({ length: random.below(5) }, () => {
    const word = random.chance(0.3) ? random.pick(redirections) : random.pick(words);
    return random.pick(blanks) + word + (random.chance(0.08) ? random.pick(redirections) : "");
  });
  const before = random.chance(0.15) ? `${random.pick(redirections)} ` : random.chance(0.05) ? "x=1 " : "";
  return before + random.pick(names) + rest.join("");
}

function compound(random: Random, depth: number): string {
  const inner = (): string => compound(random, depth - 1);
  const kind = depth <= 0 ? 0 : random.below(20);
  if (kind < 9) return simple(random);
  if (kind < 11) return `(${inner()})${redirected(random, 0.3)}`;
  if (kind < 13) return `{ ${inner()}; }${redirected(random, 0.3)}`;
  if (kind < 14) return `if ${inner()}; then ${inner()}; fi${redirected(random, 0.2)}`;
  if (kind < 15) return `if ${inner()}\nthen ${inner()}\nelse ${inner()}\nfi`;
  if (kind < 16) return `! ${inner()}`;
  if (kind < 17) return `while b; do ${inner()}; done`;
  return inner() + random.pick(joints) + inner();
}

/** A quote that spans lines, unless a shell takes what stands before it for something else. */
function spanning(random: Random): string {
  const quote = random.pick(["'", '"']);
  const edge = random.pick(edges) + random.pick(["#", "#", "##", "", "\\", "a#"]);
  const end = random.pick(["", " ", " #", "#", "\n#", " \\ #"]);
  return `${simple(random)} ${edge}${quote}${random.pick(["", "x", " x"])}\n${simple(random)}${end}${quote}`;
}

export function makeScript(random: Random): string {
  if (random.chance(0.1)) return spanning(random);
  if (random.chance(0.7)) {
    const script = compound(random, 2);
    if (random.chance(0.5)) return script;
    const at = random.below(script.length + 1);
    return script.slice(0, at) + random.pick(pieces) + script.slice(at + random.below(2));
  }
  const parts = Array.from({ length: 2 + random.below(9) }, () => {
    const next = random.chance(0.5) ? `${random.pick(names)} ` : "";
    return random.pick(pieces) + (random.chance(0.35) ? random.pick([" ", " ", "; ", " && ", "\n"]) + next : "");
  });
  return (random.chance(0.85) ? random.pick(names) + random.pick([" ", " ", "", "\t"]) : "") + parts.join("");
}

/** `b` fails, so that a loop ends; with anything else in its condition it might not. */
export const mayNotEnd = (script: string): boolean => /while|until|repeat/.test(script.replaceAll("while b; do ", ""));
