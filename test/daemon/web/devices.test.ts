// The devices that are signed in, and their file.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Devices } from "../../../src/daemon/web/devices.ts";
import { manualClock } from "../../kit/manual-clock.ts";
import { tempDir } from "../../kit/temp-dir.ts";

test("a file that can't be written keeps no device from its answers", () => {
  const home = join(tempDir(), "home");
  mkdirSync(home);
  const clock = manualClock();
  const failures: string[] = [];
  const journal = { error: (message: string) => failures.push(message) };
  const devices = new Devices({ path: join(home, "devices.json"), clock, journal });
  const { device, secret } = devices.add({ name: "Phone", kind: "phone", from: "192.0.2.1" });
  rmSync(home, { recursive: true });
  clock.advance(60_000);
  devices.see(device.id, "192.0.2.2");
  devices.see(device.id, "192.0.2.3");
  expect(devices.find(secret)?.from).toBe("192.0.2.3");
  expect(failures).toHaveLength(1);
});
