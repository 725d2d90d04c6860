// The log: whether it can be written now, and whether anything was ever lost from it.
import { keptFiles } from "../render/kept-files.ts";
import { safeLine } from "../render/safe-text.ts";
import type { Check, Finding } from "./check.ts";

export const database: Check = {
  id: "database",
  async run({ server }) {
    const title = "log";
    if (!server)
      return [
        {
          state: "note",
          title,
          text: "not looked at without a daemon",
          fix: "check it: skein daemon recover --dry-run",
        },
      ];
    const { storage, recovery } = server;
    const findings: Finding[] = [];
    if (storage.kind === "writable") findings.push({ state: "ok", title, text: "everything is saved" });
    else if (storage.kind === "slow") findings.push({ state: "warning", title, text: safeLine(storage.text) });
    else
      findings.push({
        state: "failed",
        title,
        text: safeLine(storage.text),
        fix: "see what happened: skein daemon logs",
      });
    if (recovery)
      findings.push({
        state: recovery.lost > 0 ? "warning" : "note",
        title: "recovery",
        text: safeLine(recovery.text),
        fix: `${keptFiles(recovery)}; delete it when you no longer need it`,
      });
    return findings;
  },
};
