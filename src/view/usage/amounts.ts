// Amounts as people read them.

/** "980", "12.3k", "1.20M". */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  return count < 999_500 ? `${(count / 1000).toPrecision(3)}k` : `${(count / 1e6).toPrecision(3)}M`;
}

/** "-": no cost was reported, which is not the same as free. */
export const costText = (cost: number): string => (cost > 0 ? dollars(cost) : "-");

/** "$0.42", "$0.004", "$1,234". */
export function dollars(cost: number): string {
  if (cost === 0) return "$0";
  if (cost < 0.01) return `$${cost.toPrecision(1)}`;
  return cost < 100 ? `$${cost.toFixed(2)}` : `$${Math.round(cost).toLocaleString("en-US")}`;
}
