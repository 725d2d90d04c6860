// What a device is called, made from what its browser says of itself.
import type { Device } from "./devices.ts";

/** In the order in which they are looked for: most browsers also name others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|EdgiOS\//, "Edge"],
  [/\bOPR\/|OPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string, Device["kind"]])[] = [
  [/\biPad\b/, "iPad", "tablet"],
  [/\biPhone\b/, "iPhone", "phone"],
  [/\bAndroid\b.*\bMobile\b/, "Android", "phone"],
  [/\bAndroid\b/, "Android", "tablet"],
  [/\bWindows\b/, "Windows", "computer"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac", "computer"],
  [/\bCrOS\b/, "ChromeOS", "computer"],
  [/\bLinux\b/, "Linux", "computer"],
];

export function describeDevice(userAgent: string): Pick<Device, "name" | "kind"> {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "A browser";
  const [, system, kind] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { name: system === undefined ? browser : `${browser} on ${system}`, kind: kind ?? "computer" };
}
