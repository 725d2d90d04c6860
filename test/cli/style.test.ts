import { expect, test } from "vitest";
import { styleFor } from "../../src/cli/render/style.ts";

test.for([["0"], ["1"]])("every sign means one thing (SKEIN_ASCII=%s)", ([ascii]) => {
  const signs = Object.values(styleFor({ SKEIN_ASCII: ascii }, false).glyphs);
  expect(new Set(signs).size).toBe(signs.length);
});
