// A session at any moment, from wherever its events come.
export type { EventSource } from "./event-pages.ts";
export { PastView } from "./past-view.ts";
export { sourceOver } from "./turns.ts";
