// Vitest's global setup for tests that start the built program: builds once per run, and other tiers wait for that.
import { build } from "./bundle.mjs";

const place = Symbol.for("skein: what is built in this run");
/** @type {Record<symbol, Promise<unknown> | undefined>} */
const run = /** @type {any} */ (globalThis);

export default async function setup() {
  run[place] ??= build();
  await run[place];
}
