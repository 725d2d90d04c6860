// How much JSON a line holds, counted before it is parsed: a few megabytes can hold millions of values, which take seconds and gigabytes.

/** Everything that an agent can make Skein write in one event has fewer, and is less deep. */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 2_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What is too much in it; null if it can be parsed in a moment. */
export function tooMuchJson(line: Uint8Array, maxValues = MAX_VALUES, maxDepth = MAX_DEPTH): string | null {
  let [values, depth, isInString] = [1, 0, false];
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (isInString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++;
      depth++;
      if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (values > maxValues) return `it has more than ${maxValues} values`;
  }
  return null;
}
