// Long lines of agents: their long texts go into the log on their own, before a driver reads what is left.

export { createLineOffload, type LineOffload, type TextWriter } from "./offload-in-thread.ts";
export type { LineRange, OffloadedLine } from "./offload-range.ts";
export { persistPlaceholders, placeholders, revivePlaceholders } from "./placeholders.ts";
