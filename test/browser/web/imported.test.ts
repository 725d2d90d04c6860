// A session of another program, in the page: listed with its name, read like any other.
import { expect, test } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { everything, idOf, metadataOf, writeMitto } from "../../kit/mitto-store.ts";
import { chromiumOfFile } from "../../kit/tab.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { openWebPage } from "../../kit/web-page.ts";

const open = chromiumOfFile();

test.skipIf(!isChromiumThere())(
  "an imported session is in the list with its name, and its conversation is shown",
  async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const metadata = metadataOf(idOf(1), { name: "Fix the login" });
    const store = writeMitto(tempDir(), [{ id: idOf(1), records: everything(), metadata }]);
    const told = await runCli(["import", "--from", "mitto", store, "-y"], { home: daemon.paths.home });
    expect([told.code, told.err]).toEqual([0, ""]);
    const { page, complaints } = await openWebPage(await open(), daemon);
    await page
      .getByRole("navigation", { name: "Sessions" })
      .getByRole("link", { name: /Fix the login/ })
      .click();
    await page.getByText("Done & dusted").waitFor();
    await page.getByText("and now?").waitFor();
    await page.locator("strong", { hasText: "look" }).waitFor();
    expect(complaints).toEqual([]);
  },
);
