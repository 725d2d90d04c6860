// What people want to know about an agent before using it.
export { type Asked, createInspector, type Inspection, type Inspector } from "./inspector.ts";
