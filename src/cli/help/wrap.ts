// Wraps text to a width, between words, and indents the lines after the first.

/** Commands, options and names inside a line are not broken. */
export function wrap(text: string, { width, indent = "" }: { width: number; indent?: string }): string[] {
  const lines: string[] = [];
  const [first = "", ...words] = text.split(" ").flatMap((word) => pieces(word, width));
  let line = first;
  for (const word of words) {
    const isFull = line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    line = isFull ? indent + word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A text without spaces, such as a JSON shape, is broken after commas. */
const pieces = (word: string, width: number): string[] =>
  word.length <= width ? [word] : wrap(word.replaceAll(",", ", "), { width: width - 2 }).map((line) => line.trim());

/** A name and its description, as two columns. */
const PAIR = /^ {2}(\S.*?) {2,}(\S.*)$/;

/** Joins the lines of a paragraph first: a line that ends a sentence ends it, and an indented line stands alone. */
export function reflow(lines: readonly string[], width: number): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isOwn = line === "" || line.startsWith(" ");
    if (isOpen && !isOwn) paragraphs.push(`${paragraphs.pop()} ${line}`);
    else paragraphs.push(line);
    isOpen = !isOwn && !/[.:}]$/.test(line);
  }
  const pairs = paragraphs.flatMap((one) => [PAIR.exec(one)].flatMap((found) => (found ? [found] : [])));
  const rows = pairs.map(([, name = "", text = ""]) => [name, text] as const);
  const shown = columns(rows, { width });
  const firstPair = paragraphs.findIndex((one) => PAIR.test(one));
  return paragraphs.flatMap((one, index) => {
    if (PAIR.test(one)) return index === firstPair ? shown : [];
    return one.startsWith(" ") ? [one] : wrap(one, { width });
  });
}

/** Names on the left, descriptions on the right; a long name has its own line. */
export function columns(
  rows: readonly (readonly [name: string, text: string])[],
  { width, widest = 30 }: { width: number; widest?: number },
): string[] {
  const lengths = rows.map(([name]) => name.length).filter((length) => length <= widest);
  const left = Math.max(0, ...lengths);
  const indent = " ".repeat(left + 4);
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, { width: width - indent.length }).map((line) => indent + line);
    const [first = "", ...others] = lines;
    return name.length > left
      ? [...wrap(`  ${name}`, { width, indent: "    " }), ...lines]
      : [`  ${name.padEnd(left)}  ${first.trimStart()}`, ...others];
  });
}
