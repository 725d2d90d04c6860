// What people want to know of an agent before they use it.
export { type Asked, createInspector, type Inspection, type Inspector } from "./inspector.ts";
