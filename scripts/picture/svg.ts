// What a terminal shows, with its colours, as an SVG of windows below each other.

export interface Window {
  readonly title: string;
  /** Rows as `tmux capture-pane -e` gives them. */
  readonly rows: readonly string[];
}

interface Look {
  readonly color: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const CELL = 8.4;
const LINE = 19;
const EDGE = 16;
const BAR = 30;
const PLAIN: Look = { color: "#d5d9e0", isBold: false, isDim: false };
const COLORS: Readonly<Record<number, string>> = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  36: "#76d9e6",
  39: PLAIN.color,
};

export function svgOf(title: string, windows: readonly Window[], columns: number): string {
  const width = Math.ceil(columns * CELL) + 2 * EDGE;
  let top = 0;
  const drawn = windows.map((window) => {
    const height = BAR + window.rows.length * LINE + EDGE;
    const text = windowAt(window, { top, width, height });
    top += height + EDGE;
    return text;
  });
  const height = top - EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>${escaped(title)}</title>
${drawn.join("\n")}
</svg>
`;
}

function windowAt(
  { title, rows }: Window,
  { top, width, height }: { top: number; width: number; height: number },
): string {
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (color, place) => `<circle cx="${EDGE + 4 + place * 16}" cy="${top + 15}" r="5" fill="${color}"/>`,
  );
  let look = PLAIN;
  const lines = rows.map((row, place) => {
    const drawn = rowAt(row, top + BAR + (place + 0.75) * LINE, look);
    look = drawn.look;
    return drawn.text;
  });
  return [
    `<rect y="${top}" width="${width}" height="${height}" rx="8" fill="#12161d"/>`,
    ...dots,
    `<text x="${width / 2}" y="${top + 19}" fill="#7d8590" text-anchor="middle" font-size="12">${escaped(title)}</text>`,
    ...lines.filter((line) => line !== ""),
  ].join("\n");
}

/** Each stretch of one look has its own place: no font decides where the next one begins. A look goes on in the next row. */
function rowAt(row: string, y: number, before: Look): { text: string; look: Look } {
  let look = before;
  let column = 0;
  const spans: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals begin with one
  for (const part of row.split(/(\x1b\[[0-9;]*m)/)) {
    if (part.startsWith("\x1b")) {
      look = changed(look, part);
      continue;
    }
    for (const { 0: words, index } of part.matchAll(/\S+(?: \S+)*/g))
      spans.push(spanOf(words, EDGE + (column + index) * CELL, look));
    column += part.length;
  }
  return { text: spans.length === 0 ? "" : `<text y="${y}">${spans.join("")}</text>`, look };
}

function spanOf(text: string, x: number, { color, isBold, isDim }: Look): string {
  const weight = isBold ? ' font-weight="bold"' : "";
  const faint = isDim ? ' fill-opacity="0.6"' : "";
  const length = (text.length * CELL).toFixed(1);
  return `<tspan x="${x.toFixed(1)}" textLength="${length}" fill="${color}"${weight}${faint}>${escaped(text)}</tspan>`;
}

function changed(look: Look, code: string): Look {
  let now = look;
  for (const number of code.slice(2, -1).split(";").map(Number)) {
    if (number === 0) now = PLAIN;
    if (number === 1) now = { ...now, isBold: true };
    if (number === 2) now = { ...now, isDim: true };
    if (number === 22) now = { ...now, isBold: false, isDim: false };
    now = { ...now, color: COLORS[number] ?? now.color };
  }
  return now;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
