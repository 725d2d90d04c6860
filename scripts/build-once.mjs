// Vitest's global setup for tests that start the built program.
import { build } from "./bundle.mjs";

export default async function setup() {
  await build();
}
