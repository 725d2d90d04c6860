// Vitest's global setup for tests that start the built program: builds for the first tier of a run that asks, and the others wait for it.
import { build } from "./bundle.mjs";

const place = Symbol.for("skein: what is built in this run");
/** @type {Record<symbol, Promise<unknown> | undefined>} */
const run = /** @type {any} */ (globalThis);

export default async function setup() {
  run[place] ??= build();
  await run[place];
}
