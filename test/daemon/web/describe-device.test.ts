// What devices are called.
import { expect, test } from "vitest";
import { describeDevice } from "../../../src/daemon/web/describe-device.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";

test.for([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux", "computer"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome on Windows", "computer"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows", "computer"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS", "computer"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, "Chrome on Android", "phone"],
  [`Mozilla/5.0 (Linux; Android 14; SM-X910) ${CHROME} Safari/537.36`, "Chrome on Android", "tablet"],
  [
    `Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 ${CHROME} Mobile Safari/537.36`,
    "Samsung Internet on Android",
    "phone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on Mac",
    "computer",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
    "tablet",
  ],
  ["curl/8.5.0", "A browser", "computer"],
  ["", "A browser", "computer"],
] as const)("%s", ([userAgent, name, kind]) => {
  expect(describeDevice(userAgent)).toEqual({ name, kind });
});
