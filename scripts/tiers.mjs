// Which tiers `npm test` runs. CI runs every one; at a desk those that take long are left out, and told.

/** By the name that vitest.config.ts gives them. */
export const longTiers = {
  process: { what: "real processes", why: "six minutes, on a busy machine more", how: "npm run test:process" },
  agents: { what: "real agents", why: "about eleven minutes", how: "npm run agents:install && npm run test:agents" },
  torture: { what: "torture", why: "it takes minutes", how: "npm run torture" },
  browser: {
    what: "the page and the client library in a browser",
    why: "it takes Chromium",
    how: "npm run test:browser",
  },
};

/**
 * @param {{ isCI: boolean, given: readonly string[] }} asked `given` is what stands behind `npm test --`
 * @returns {{ options: string[], leftOut: string[] }} for vitest, and for people
 */
export function planOf({ isCI, given }) {
  if (isCI || given.some(namesTests)) return { options: [...given], leftOut: [] };
  const options = Object.keys(longTiers).map((tier) => `--project=!${tier}`);
  const leftOut = Object.values(longTiers).map(({ what, why, how }) => `left out: ${what} (${why}): ${how}`);
  return { options: [...options, ...given], leftOut };
}

/** Whoever names a file, a test or a tier has it looked for in every tier. @param {string} word */
function namesTests(word) {
  return !word.startsWith("-") || /^--(project|testNamePattern)\b/.test(word);
}
