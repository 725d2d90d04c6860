import { expect, test } from "vitest";
import { agentPage } from "../../src/cli/render/agent-page.ts";
import { agentTable } from "../../src/cli/render/agent-table.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { agentDetail } from "./agent-detail.ts";

test.for([["0"], ["1"]])("every sign means one thing (SKEIN_ASCII=%s)", ([ascii]) => {
  const signs = Object.values(styleFor({ SKEIN_ASCII: ascii }, false).glyphs);
  expect(new Set(signs).size).toBe(signs.length);
});

test.for([
  ["0", "! "],
  ["1", "!! "],
])("a warning has a sign of its own, also among plain ones (SKEIN_ASCII=%s)", async ([ascii, sign]) => {
  const around = { style: styleFor({ SKEIN_ASCII: ascii }, false), home: undefined };
  const agent = agentDetail({ troubles: ["version: it failed"] });
  expect(await agentTable([agent], around)).toContain(`${sign}acme: version: it failed`);
  expect(await agentPage(agent, around)).toContain(`${sign}version: it failed`);
});
