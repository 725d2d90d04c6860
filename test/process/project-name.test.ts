// A bare name, typed to the built program: a directory below the project roots.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test("[C-06] a bare name is a project below ~/Projects, or below the roots that config.toml names; no process starts for it", async () => {
  const skein = new SkeinHome();
  const [site, shop] = [join(skein.root, "Projects", "site"), join(skein.root, "code", "shop")];
  for (const path of [site, shop]) mkdirSync(path, { recursive: true });
  const opened = async (name: string) => {
    const { session } = await skein.json<{ session: { workspace: { path: string }; status: string } }>([
      "attach",
      name,
    ]);
    return [session.workspace.path, session.status];
  };
  expect(await opened("site")).toEqual([site, "idle"]);
  const refused = await skein.run(["attach", "shop"]);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining(join(skein.root, "Projects", "shop"))]);
  writeFileSync(join(skein.home, "config.toml"), 'default_agent = "demo"\nproject_roots = ["~/code"]\n', {
    mode: 0o600,
  });
  expect(await opened("shop")).toEqual([shop, "idle"]);
  const { out } = await skein.run(["export", "--last"]);
  expect(out).not.toContain("agent_start");
});
