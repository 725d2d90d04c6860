// The devices that are signed in to the page, as a table, and the one that a person names.
import type { DeviceList } from "../../client/index.ts";
import { Failure } from "../failure.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";

type Device = DeviceList["items"][number];

const ID_LENGTH = 8;
const header = ["ID", "NAME", "KIND", "SIGNED IN", "LAST SEEN", "FROM"];

export function deviceTable(
  devices: readonly Device[],
  { style, nowMs }: { readonly style: Style; readonly nowMs: number },
): Promise<string[]> {
  return renderTable([
    header.map((text) => ({ text, paint: style.dim })),
    ...devices.map(({ id, name, kind, createdAt, lastSeenAt, from }) => [
      { text: id.slice(0, ID_LENGTH), paint: style.bold },
      { text: safeLine(name) },
      { text: kind },
      { text: relativeTime(createdAt, nowMs) },
      { text: relativeTime(lastSeenAt, nowMs) },
      { text: safeLine(from) },
    ]),
  ]);
}

/** By the beginning of its id, or by its name in any case. A program chooses its name: it may look like the id of another one. */
export function findDevice(devices: readonly Device[], typed: string): Device {
  const word = typed.toLowerCase();
  const found = devices.filter(({ id, name }) => name.toLowerCase() === word || id.startsWith(word));
  const [device, ...others] = word === "" ? [] : found;
  if (device && others.length === 0) return device;
  throw new Failure(device ? `several devices match "${safeLine(typed)}"` : `no device "${safeLine(typed)}"`, {
    exit: "notFound",
    code: device ? "ambiguous" : "device_not_found",
    fix: device ? "use a longer id" : "list them: skein devices",
    lines: (device ? found : []).map(({ id, name }) => `${id.slice(0, ID_LENGTH)}  ${safeLine(name)}`),
  });
}
