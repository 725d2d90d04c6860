// The secrets in a text, in time proportional to its length.
import { type Found, united } from "./found.ts";
import { namedValues } from "./named-values.ts";
import { shapes } from "./shapes.ts";

export function findSecrets(text: string): Found[] {
  if (text.length < 6) return [];
  const found: Found[] = [...privateKeys(text), ...webTokens(text)];
  for (const { kind, hints, pattern, isAnywhere } of shapes) {
    if (!hints.some((hint) => text.includes(hint))) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const secret = match.groups?.secret ?? match[0];
      const from = match.index + match[0].lastIndexOf(secret);
      if (!isAnywhere && !isBeginning(text, match.index)) {
        pattern.lastIndex = match.index + 1;
        continue;
      }
      if (!isPlaceholder(secret)) found.push({ from, to: from + secret.length, kind });
    }
  }
  found.push(...namedValues(text));
  return united(found);
}

/** `xxxxxxxx`, `********`, `${TOKEN}`: nothing to hide. */
function isPlaceholder(secret: string): boolean {
  const end = secret.slice(-12);
  return /^[xX*.…]+$/.test(end) || /^(?:\$\{|\$[A-Z_]+$|\{\{|<|%[A-Z(])/.test(secret) || secret.startsWith("[masked");
}

/** Whether a word may begin there: after an escaped line end, a coded character or a colour of a terminal, too. */
function isBeginning(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text.charAt(at - 1))) return true;
  return /(?:\\[nrtfbv]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9A-Fa-f]{2}|\[[0-9;]{0,10}m)$/.test(
    text.slice(Math.max(0, at - 14), at),
  );
}

const webToken = /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/y;
const wordEnd = /[^A-Za-z0-9_-]/g;

/** As long as they are. What does not become one is left out whole, so that nothing is read twice. */
function webTokens(text: string): Found[] {
  const found: Found[] = [];
  for (let from = text.indexOf("eyJ"); from >= 0; ) {
    webToken.lastIndex = from;
    const token = isBeginning(text, from) ? webToken.exec(text)?.[0] : undefined;
    if (token !== undefined) found.push({ from, to: from + token.length, kind: "JSON web token" });
    wordEnd.lastIndex = from + (token?.length ?? 0);
    const end = wordEnd.exec(text)?.index ?? text.length;
    from = text.indexOf("eyJ", end);
  }
  return found;
}

const BEGIN = "-----BEGIN ";
const KEY = /^[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** From the first line to the last one; without a last one, what looks like the content. */
function privateKeys(text: string): Found[] {
  const found: Found[] = [];
  for (let from = text.indexOf(BEGIN); from >= 0; from = text.indexOf(BEGIN, from + BEGIN.length)) {
    const head = KEY.exec(text.slice(from + BEGIN.length, from + BEGIN.length + 80));
    if (!head) continue;
    const content = from + BEGIN.length + head[0].length;
    const next = text.indexOf("-----", content);
    const isEnd = next >= 0 && text.startsWith("-----END ", next);
    const close = isEnd ? text.indexOf("-----", next + 9) : -1;
    const to = close >= 0 && close - next < 80 ? close + 5 : next >= 0 ? next : contentEnd(text, content);
    found.push({ from, to, kind: "private key" });
    from = to - BEGIN.length;
  }
  return found;
}

function contentEnd(text: string, from: number): number {
  const rest = /[^A-Za-z0-9+/=\s\\:,.-]/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}
