// Signing in with a real browser: from the address that `skein web` prints to the page, and out again when the device is signed out.
import { describe, expect, test } from "vitest";
import { isChromiumThere } from "../../kit/chromium.ts";
import { DaemonProcess } from "../../kit/daemon-process.ts";
import { chromiumOfFile } from "../../kit/tab.ts";

describe.skipIf(!isChromiumThere())("signing in", () => {
  const open = chromiumOfFile();

  test("a code in the address signs the browser in, is gone from the address, and a device that is signed out sees so", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    await daemon.client.create({ agent: "demo", cwd: daemon.workspace, name: "first" });
    const { url } = await daemon.client.openWeb();
    const context = await open();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(url);
    await page.getByRole("navigation", { name: "Sessions" }).getByText("first").waitFor();
    expect(page.url()).toBe(new URL("/", url).href);
    expect(asked.filter((one) => new URL(one).origin !== new URL(url).origin)).toEqual([]);

    const [device] = (await daemon.client.devices()).items;
    expect(device).toMatchObject({ name: "Chrome on Linux", kind: "computer" });
    await daemon.client.revokeDevices([device?.id ?? ""]);
    await page.getByText("This browser was signed out.").waitFor();
    await page.reload();
    await page.getByText("This browser is not signed in.").waitFor();
    expect(await page.getByRole("navigation", { name: "Sessions" }).count()).toBe(0);

    const second = await context.newPage();
    const later: string[] = [];
    second.on("request", (request) => later.push(new URL(request.url()).pathname));
    await second.goto(url);
    await second.getByRole("alert").getByText("This code was used already").waitFor();
    // Before somebody is signed in, the page asks for nothing but that.
    expect(later.filter((path) => path.startsWith("/v1"))).toEqual(["/v1/sign-in", "/v1"]);

    await daemon.client.openWeb({ proxy: { origin: "https://skein.example.net" } });
    const { code } = await daemon.client.pair();
    const field = second.getByRole("textbox", { name: "Code" });
    await field.fill("aaaa-aaaa");
    await second.getByRole("button", { name: "Sign in" }).click();
    await second.getByText("This is not a code of this daemon.").waitFor();
    expect(await second.getByRole("alert").locator("code").allTextContents()).toEqual(["skein web"]);
    await field.fill(code.toUpperCase());
    await field.press("Enter");
    await second.getByRole("navigation", { name: "Sessions" }).waitFor();
  });

  test("an address with a code also signs in a tab in which the page is open already", async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { url } = await daemon.client.openWeb();
    const page = await (await open()).newPage();
    await page.goto(new URL("/", url).href);
    await page.getByText("This browser is not signed in.").waitFor();
    await page.goto(url);
    await page.getByRole("navigation", { name: "Sessions" }).waitFor();
    expect(page.url()).toBe(new URL("/", url).href);
  });
});
