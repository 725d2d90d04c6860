// `npm run build`: bundles, and reports what was built or what failed.
import { build } from "./bundle.mjs";

const start = performance.now();
try {
  const lines = await build({ withTypes: true });
  console.log(`${lines.join("\n")}\nbuilt in ${Math.round(performance.now() - start)} ms`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
