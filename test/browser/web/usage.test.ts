// What agents have used, in the page: charts and a table that say the same, months, time zones, quotas, nothing at all, and a failure.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../../kit/axe.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { openWebPage } from "../../kit/web-page.ts";

const item = (day: string, agent: string, costUsd: number) => ({
  ...{ day, agent, workspace: { id: "w1", path: "/home/ada/api" }, costUsd },
  ...{ turns: 2, inputTokens: 9000, outputTokens: 1000 },
});
const quota = { agent: "claude", window: "5 hours", usedPercent: 83.4, resetsAt: "2099-01-01T00:00:00.000Z" };

describe.skipIf(!isChromiumThere())("usage", () => {
  const open = chromiumOfFile();

  test.for(["light", "dark"] as const)(
    "is charts and a table that say the same, by day or by month: %s",
    async (colorScheme) => {
      const daemon = new DaemonProcess();
      await daemon.start();
      const { page } = await openWebPage(await open({ colorScheme, timezoneId: "Pacific/Auckland" }), daemon);
      const asked: URLSearchParams[] = [];
      await page.route("**/v1/usage?*", (route) => {
        const query = new URL(route.request().url()).searchParams;
        asked.push(query);
        const isYear = Date.now() - Date.parse(query.get("since") ?? "") > 300 * 86_400_000;
        const items = [
          item("2026-01-30", "claude", 1.25),
          item("2026-01-31", "codex", 0.5),
          item("2026-02-01", "claude", 2),
        ];
        const since = isYear ? "2025-03-02" : "2026-01-03";
        const at = "2026-02-01T00:00:00.000Z";
        const quotas = [
          { ...quota, at, isOver: false },
          { ...quota, window: "7 days", at, isOver: true },
        ];
        return route.fulfill({ json: { since, until: "2026-02-01", items, quotas } });
      });
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("menuitem", { name: /^Usage/ }).click();
      const tokens = page.getByRole("img", { name: /^Tokens per day, 2026-01-03 to 2026-02-01; most on/ });
      await tokens.waitFor();
      expect(await tokens.locator("g").count()).toBe(30);
      expect(asked[0]?.get("zone")).toBe("Pacific/Auckland");
      expect(await rows(page)).toEqual([
        ["2026-02-01", "2", "9,000", "1,000", "$2.00"],
        ["2026-01-31", "2", "9,000", "1,000", "$0.50"],
        ["2026-01-30", "2", "9,000", "1,000", "$1.25"],
      ]);
      await page.getByText("83 % used").waitFor();
      await page.getByText("reset since; not reported again").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "By agent" }).click();
      expect((await rows(page)).map(([name]) => name)).toEqual(["claude", "codex"]);

      await page.getByLabel("Period").selectOption("365");
      await page.getByRole("img", { name: /^Cost per month, 2025-03 to 2026-02; most on 2026-02: \$2.00/ }).waitFor();
      expect((await rows(page)).map(([name]) => name)).toEqual(["2026-02", "2026-01"]);
    },
  );

  test("is nothing where no agent has worked, and says why it can't be read", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { page } = await openWebPage(await open(), daemon, { path: "/usage" });
    await page.getByText("No agent has worked in this time.").waitFor();
    let isBroken = true;
    await page.route("**/v1/usage?*", (route) => (isBroken ? route.abort() : route.continue()));
    await page.getByLabel("Period").selectOption("7");
    await page.getByRole("alert").waitFor();
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});

const rows = (page: Page): Promise<string[][]> =>
  page.evaluate(
    '[...document.querySelectorAll(".usage-table tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerText))',
  );
