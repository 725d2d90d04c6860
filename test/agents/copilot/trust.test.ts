// Hooks that a directory brings for Copilot CLI: over ACP it would run them, so it is not started, unless a person has trusted the directory.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copilotDrivers } from "../../../src/agents/copilot/driver.ts";
import { contextFor } from "../../contracts/recording.ts";
import { tempDir } from "../../kit/temp-dir.ts";

interface Place {
  readonly hooks: string;
  readonly cwd?: string;
  readonly isTrusted?: boolean;
}

/** For each way in which Copilot CLI is run, whether it is refused. */
function refusedIn({ hooks, cwd = "work/site", isTrusted = false }: Place): Record<string, boolean> {
  const home = tempDir();
  for (const directory of [cwd, hooks]) mkdirSync(join(home, directory), { recursive: true });
  const context = { ...contextFor("r1"), cwd: join(home, cwd), env: { HOME: home }, isTrusted };
  return Object.fromEntries(
    Object.entries(copilotDrivers()).map(([transport, driver]) => {
      const { refused } = driver!.launch(context);
      if (refused) expect(refused.hint).toContain("trusted_directories");
      return [transport, refused !== undefined];
    }),
  );
}

test.for<[string, boolean, Place]>([
  ["of the directory", true, { hooks: "work/site/.github/hooks" }],
  ["of one above", true, { hooks: "work/.github/hooks" }],
  ["beside hooks", false, { hooks: "work/site/.github/workflows" }],
  ["of the home", false, { hooks: ".github/hooks" }],
  ["of a trusted directory", false, { hooks: "work/site/.github/hooks", isTrusted: true }],
])("hooks %s: refused when it streams: %s", ([, isRefused, place]) =>
  expect(refusedIn(place)).toEqual({ stream: isRefused, oneshot: false }),
);
