// `npm run icons`: the page's icons for home screens, from src/web/icon.svg, drawn by the machine's Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const web = join(import.meta.dirname, "../../src/web");
const svg = readFileSync(join(web, "icon.svg"), "utf8");
/** `share`: how much of the width the picture takes; systems cut the edges of a maskable icon. */
const icons = [
  { name: "icon-180", size: 180, share: 1, corners: false },
  { name: "icon-192", size: 192, share: 1, corners: true },
  { name: "icon-512", size: 512, share: 1, corners: true },
  { name: "icon-maskable-512", size: 512, share: 0.8, corners: false },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const { name, size, share, corners } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const style = `margin:0;display:grid;place-items:center;height:100vh;${corners ? "" : "background:#1f5f5b"}`;
    const picture = svg.replace("<svg ", `<svg style="width:${share * 100}vw" `);
    await page.setContent(`<body style="${style}">${picture}</body>`);
    await page.screenshot({ path: join(web, "icons", `${name}.png`), omitBackground: corners });
    await page.close();
  }
} finally {
  await browser.close();
}
