import { expect, test } from "vitest";
import { statusLabel } from "../../src/cli/render/status-label.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import type { ListedSession } from "../../src/client/index.ts";

const style = styleFor({}, true);
const [dim, red, green, yellow, cyan, bold] = [2, 31, 32, 33, 36, 1].map((code) => `\u001b[${code}m`);

test.for([
  ["running", "running", `${green}running`],
  ["waiting", "finished", `${yellow}done`],
  ["waiting", "permission", `${bold}${yellow}needs you`],
  ["idle", "idle", `${dim}idle`],
  ["idle", "background", `${green}background`],
  ["error", "failed", `${red}failed`],
  ["starting", "starting", `${cyan}starting`],
] as const)("[A-02] %s (%s) has its colour", ([status, code, begins]) => {
  const told: Pick<ListedSession, "status" | "reason"> = { status, reason: { code, text: "", seq: 1 } };
  const { word, paint } = statusLabel(told, style);
  expect(paint(word).startsWith(begins)).toBe(true);
});
