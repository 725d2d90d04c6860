// Scripts as an adversary would write them: plain commands in company, and then a piece where none belongs.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell, not TypeScript
import type { Random } from "../random.ts";

/** `b` fails, the others succeed. */
export const names = ["a", "b", "c", "git", "rm", "x1"];

const words = [
  ...[
    "a",
    "b",
    "c",
    "git",
    "rm",
    "x1",
    "-x",
    "--f=v",
    "'q q'",
    '"d d"',
    "\\-x",
    "x\\\ny",
    "12",
    "1",
    "0",
    "@{1}",
    "HEAD@{2}",
  ],
  ...[
    "~",
    "~/x",
    "''~/x",
    '""~',
    "x~",
    "x=1",
    "%1",
    "%",
    "%%",
    "^x",
    "^",
    "!x",
    "!",
    "!!",
    '"$"',
    '"$ x"',
    "a#b",
    "'\n'",
    "-",
  ],
  ...[
    "--",
    "+",
    "=",
    "x=",
    "x=~",
    "é",
    "if",
    "then",
    "fi",
    "do",
    "done",
    "{",
    "}",
    "while",
    "[",
    "]",
    "[[",
    "]]",
    "..",
    "./a",
  ],
  ...[
    ",",
    "x*",
    "[x]",
    "?",
    "*",
    "\\x2dd",
    "\\n",
    "\\c",
    "\\101",
    "'\\x2d'",
    "'a\\\\b'",
    '"a\\\\b"',
    '"a\\nb"',
    "'a\\nb'",
  ],
  ...[
    "x[1]",
    "x[1]=2",
    "x+=1",
    "1=2",
    "x=$",
    "a:b",
    "a,b",
    "a@b",
    "+x",
    ":",
    "./x",
    "~+",
    "~-",
    "<",
    "a=b=c",
    "--x='y z'",
  ],
  ...[
    "time",
    "case",
    "esac",
    "for",
    "in",
    "function",
    "select",
    "coproc",
    "always",
    "repeat",
    "foreach",
    "end",
    "begin",
  ],
  ...[
    "and",
    "or",
    "not",
    "nocorrect",
    "noglob",
    "switch",
    "namespace",
    "typeset",
    "let",
    "true",
    "false",
    "test",
    "echo",
  ],
];

const redirections = [
  ...[">/dev/null", "2>&1", ">&2", "1>&2", "10>&1", "12>/dev/null", "2>/dev/null", "</dev/null", "<&0", "0</dev/null"],
  ...["&>/dev/null", "&>>/dev/null", ">|/dev/null", ">>/dev/null", "> /dev/null", ">\\\n/dev/null", "2>\\\n&1", "3<&0"],
  ...[
    ">&1",
    "123>&2",
    "x>/dev/null",
    "x2>&1",
    "1\\\n>/dev/null",
    "2\\\n>&1",
    ">&\\\n2",
    "1>/dev/null",
    "2>&1x",
    "2>>/dev/null",
  ],
  ...[
    "&\\\n>/dev/null",
    ">& 2",
    "2>& 1",
    ">&'2'",
    "<>/dev/null",
    "3>&-",
    "\\2>&1",
    "'2'>&1",
    "2''>&1",
    "9>&1",
    "4>&1",
    "<&3",
  ],
];

const joints = [
  "; ",
  " ; ",
  " && ",
  " || ",
  " | ",
  " & ",
  "\n",
  "\n\n",
  " |& ",
  " &\n",
  ";\n",
  "|",
  "&",
  "&&",
  ";",
  "&\t",
  "|\n",
  "\\\n;",
];

const blanks = [" ", " ", " ", "  ", "\t", " \\\n", "\\\n "];

const pieces = [
  ...[
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\\\n",
    "\\",
    "'",
    '"',
    "''",
    '""',
    "'a b'",
    '"a b"',
    '"a\'b"',
    "'a\"b'",
    "\\ ",
    "\\;",
    "\\&",
    "\\|",
  ],
  ...[
    "\\'",
    '\\"',
    "\\\\",
    "\\$",
    "\\`",
    "\\n",
    "$",
    "$ ",
    '"$"',
    "#",
    "#x",
    "# c",
    ";",
    "&",
    "|",
    "&&",
    "||",
    "|&",
    "&|",
    ";;",
    ";&",
  ],
  ...[
    "(",
    ")",
    "{",
    "}",
    "{ ",
    " }",
    "!",
    " ! ",
    "if ",
    "then ",
    "else ",
    "elif ",
    "fi",
    "do ",
    "done",
    "while ",
    "until ",
    "time ",
  ],
  ...[
    "case ",
    "esac",
    "for ",
    "function ",
    "[",
    "]",
    "[[",
    "]]",
    "&>",
    "&>>",
    ">&",
    "<&",
    ">",
    "<",
    ">|",
    ">>",
    "2>",
    "12>",
    "/dev/null",
  ],
  ...[
    "-x",
    "=",
    "==",
    "=x",
    "x=",
    "x=1 ",
    "+=",
    "~",
    "~/x",
    "x:~",
    "~a",
    "@{1}",
    "{1}",
    "{a,b}",
    "{a..c}",
    "*",
    "?",
    "^",
    "%",
    ",",
    ":",
  ],
  ...[
    "-",
    "--",
    "+",
    "@",
    "/",
    "..",
    "\\a",
    "\\x2d",
    "\\c",
    "\\u0041",
    "\\0",
    "'a'",
    '"a"',
    "a",
    "b",
    "1",
    "12",
    "0x1",
    "é",
    '"x\\\ny"',
  ],
  ...[
    "'\\'",
    "'\\x'",
    "'\\\\'",
    "\\-x",
    "!x",
    "!!",
    "!$",
    "exit",
    "return",
    "coproc ",
    "always",
    "repeat ",
    "foreach ",
    "end",
  ],
  ...[
    "and ",
    "or ",
    "not ",
    "begin ",
    "nocorrect ",
    "noglob ",
    "- ",
    "command ",
    "builtin ",
    "exec ",
    "eval ",
    "let ",
    "test ",
  ],
];

/** Behind one of these a # begins a comment in some shell, or a quote ends elsewhere than in the others. */
const edges = [
  "\\ ",
  "\\;",
  "\\|",
  "\\>",
  "\\<",
  "\\(",
  "\\&",
  "\\\t",
  "\\#",
  "\\'",
  "x\\\n",
  "'a'",
  '"a"',
  "''",
  '"\\""',
  "a",
  "x=",
];

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

const keywords = ["if", "then", "else", "elif", "fi", "while", "until", "do", "done", "{", "}", "!"];

/** `b` fails, so that a loop ends; with anything else in its condition it might not. */
export const mayNotEnd = (script: string): boolean => /while|until|repeat/.test(script.replaceAll("while b; do ", ""));

/** Every one of them is a program to the shells under test, whatever else it may be to one of them. */
export const programNames: readonly string[] = [
  ...new Set(
    [...names, ...words, ...pieces]
      .map((word) => word.replace(/\\\n|['"\\]/g, "").trim())
      .filter((word) => word !== "" && !/[/\n\t]|^\.*$/.test(word) && !keywords.includes(word)),
  ),
];
