// Number formats for lists and sentences.

/** "2,280". */
export const grouped = (count: number): string => count.toLocaleString("en-US");

/** "1 event", "2 events". */
export const pluralize = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;

/** "$1.42". */
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** The cell of a table: "-" if no cost was reported. */
export const costCell = (usd: number): string => (usd > 0 ? dollars(usd) : "-");

const ordinalEndings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** "1st", "2nd", "3rd", "4th", "11th", "21st". */
export const ordinal = (number: number): string =>
  `${number}${ordinalEndings[new Intl.PluralRules("en", { type: "ordinal" }).select(number)] ?? "th"}`;
