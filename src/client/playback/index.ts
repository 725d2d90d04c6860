// A session at any moment, from wherever its events come.
export { EventPages, type EventSource } from "./event-pages.ts";
export { PastView } from "./past-view.ts";
export { sourceOver, turnAfter, turnBefore } from "./turns.ts";
