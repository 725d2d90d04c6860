// Long lines of agents: their long texts are stored in the log as blobs before a driver reads the rest.

export { createLineOffload, type LineOffload, type TextWriter } from "./offload-in-thread.ts";
export type { LineRange, OffloadedLine } from "./offload-range.ts";
export { persistPlaceholders, placeholders, revivePlaceholders } from "./placeholders.ts";
