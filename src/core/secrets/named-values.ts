// Values that stand after a name like `password` or `api_key`, in any notation: an environment file, JSON, YAML, TOML, code, a flag of a command.
import type { Found } from "./found.ts";
import { looksSecret } from "./looks-secret.ts";

/** Words that name a secret. What follows directly is not a small letter: `tokens` and `secretary` are something else. */
const words =
  /(?:pass_?(?:word|wd|phrase)|passwd|PASS_?(?:WORD|WD|PHRASE)|PASSWD|PASS(?![A-Za-z])|_pass|pwd|PWD|Pass(?:word|wd|phrase|Phrase|Word)|secret|SECRET|Secret|token|TOKEN|Token|credential|CREDENTIAL|Credential|(?:api|access|private|secret|encryption|signing|account|auth|master|license|service|session|admin|deploy|webhook|Api|Access|Private|Secret|Encryption|Signing|Account|Auth|Master|API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING|ACCOUNT|AUTH|MASTER|SERVICE|SESSION|ADMIN|DEPLOY|WEBHOOK)[_. -]?(?:key|Key|KEY))(?![a-z])/g;

/** From the end of the word on: the rest of the name, quotes (escaped, too), a separator, and quotes. The value follows. */
const assigned =
  /[A-Za-z0-9_.-]{0,40}["'`\\\]]{0,20}[ \t]{0,8}(?<sign>=>|:=|\?=|==?|:|,(?=[ \t]{0,3}["'\\])|[ \t](?=\S))[ \t]{0,8}[\\]{0,15}(?<quote>["'`]?)/y;

/** Without quotes in a text, as a word of a command, and in quotes. */
const ends = { bare: /[\s"'`\\<>,;&|)\]}]/g, word: /[\s"'`\\;]/g, "'": /['\n\r]/g, '"': /[\\"\n\r]/g, "`": /[`\n\r]/g };
const MAX_VALUE = 16_000;
const JUDGED = 256;

const keyLike = new RegExp(words.source);

/** Whether a field or a flag of this name may hold a secret. */
export function isKeyLike(name: string): boolean {
  return name.length <= 120 && keyLike.test(name);
}

const MAX_BEFORE = 60;

export function namedValues(text: string): Found[] {
  const found: Found[] = [];
  words.lastIndex = 0;
  for (let match = words.exec(text); match; match = words.exec(text)) {
    assigned.lastIndex = words.lastIndex;
    const assignment = assigned.exec(text);
    const { sign = "", quote = "" } = assignment?.groups ?? {};
    if (sign === "") continue;
    const from = assigned.lastIndex;
    // In prose a space is no sign: only flags of commands and `password x` in a netrc file are read so.
    const before = text.slice(Math.max(0, match.index - MAX_BEFORE), match.index);
    if (sign.trim() === "" && !isFlag(before) && !isNetrc(before)) continue;
    const name = before + match[0];
    const isVariable = sign === "=" && (isEnvironmentLine(name) || isShellVariable(name, assignment?.[0] ?? ""));
    const isWord = isFlag(before) || isNetrc(before);
    const place = isVariable ? "variable" : isWord ? "flag" : quote === "" ? "bare" : "quoted";
    const end = ends[quote === "" ? (place === "bare" ? "bare" : "word") : (quote as keyof typeof ends)];
    // Only the beginning of what is none is looked at, however often it is named.
    if (!looksSecret(text.slice(from, endOf(text, from, { end, most: JUDGED })), place)) continue;
    const to = endOf(text, from, { end, most: MAX_VALUE });
    found.push({ from, to, kind: isVariable ? "value of a variable" : "value after a name" });
    words.lastIndex = to;
  }
  return found;
}

function endOf(text: string, from: number, { end, most }: { end: RegExp; most: number }): number {
  const last = Math.min(text.length, from + most);
  end.lastIndex = from;
  let to = end.exec(text.slice(0, last))?.index ?? last;
  // What belongs to the sentence around it.
  if (end === ends.bare) while (to > from && ".:!?".includes(text.charAt(to - 1))) to--;
  return to;
}

const flagBefore = /(?:^|[\s"'`([,])--?[A-Za-z0-9-]{0,30}$/;
const isFlag = (before: string): boolean => flagBefore.test(before);

const netrcBefore = /(?:login|machine)\s{1,3}\S{1,50}\s{1,3}$/;
const isNetrc = (before: string): boolean => netrcBefore.test(before);

/** `DB_PASSWORD`, `export API_TOKEN`, at the beginning of a line, also of one in a text within JSON. */
const environmentLine =
  /(?:^|[\r\n;"'`]|\\n|\\r|\[[0-9;]{0,10}m)[ \t]{0,8}(?:(?:export|set|ENV|ARG|-e|--env)[ \t]{1,3})?[A-Z][A-Z0-9_]{0,60}$/;
const isEnvironmentLine = (before: string): boolean => environmentLine.test(before.slice(-MAX_BEFORE));

/** `PORT=80 DB_PASSWORD=… npm start`: within a line without a space around the sign. */
const isShellVariable = (name: string, assignment: string): boolean =>
  /[ \t][A-Z][A-Z0-9_]{0,60}$/.test(name) && /^[A-Z0-9_]{0,40}=["'\\]{0,15}$/.test(assignment);
