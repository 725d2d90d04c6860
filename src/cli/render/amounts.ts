// Numbers as every list and sentence shows them.

/** "2,280". */
export const grouped = (count: number): string => count.toLocaleString("en-US");

/** "$1.42". */
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** The cell of a table: "-" where no cost was reported. */
export const costCell = (usd: number): string => (usd > 0 ? dollars(usd) : "-");
