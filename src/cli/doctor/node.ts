// The Node version. A Node that is too old never gets here: the program refuses it at its start.
import type { Check } from "./check.ts";

export const node: Check = {
  id: "node",
  run: async () => [{ state: "ok", title: "Node", text: `${process.versions.node} (${process.execPath})` }],
};
