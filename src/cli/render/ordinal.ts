// 1st, 2nd, 3rd, 4th, 11th, 21st.

const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

export const ordinal = (number: number): string => `${number}${endings[rules.select(number)] ?? "th"}`;
