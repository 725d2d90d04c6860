// The secrets in a text, in time proportional to its length.
import { type Found, united } from "./found.ts";
import { namedValues } from "./named-values.ts";
import { privateKeys } from "./private-keys.ts";
import { shapes } from "./shapes.ts";

/** `cuts`: where the text was shortened, in order. */
export function findSecrets(text: string, cuts: readonly number[] = []): Found[] {
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
  return united([...found, ...namedValues(text, cuts)]);
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

/** Signed ones have three parts; encrypted ones five, of which the second may be empty. */
const webToken =
  /eyJ[A-Za-z0-9_-]{8,}(?:(?:\.|%2E)[A-Za-z0-9_-]{8,}(?:\.|%2E)[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,})?|\.(?:\.[A-Za-z0-9_-]{8,}){3})/y;
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
