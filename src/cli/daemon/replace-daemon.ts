// Replaces the daemon of an older Skein silently: the old one drains, its agents keep running, and the new one takes them over.
import type { Transport } from "../../client/index.ts";
import { type Paths, VERSION } from "../../home/index.ts";
import type { Io } from "../io.ts";

interface Home {
  readonly io: Io;
  readonly paths: Paths;
}

/** Checks the daemon's version before the first call. A call to an older one is repeated: its command id makes that harmless. */
export function replacingOlder(transport: Transport, home: Home): Transport {
  let isKnown = false;
  return async (request) => {
    const response = await transport(request);
    if (isKnown) return response;
    isKnown = true;
    if (response.version === undefined || !isOlder(response.version, VERSION)) return response;
    await response.body[Symbol.asyncIterator]().return?.();
    await replace(home);
    return transport(request);
  };
}

async function replace({ io, paths }: Home): Promise<void> {
  const [{ stopDaemon }, { ensureDaemon }] = await Promise.all([
    import("./stop-daemon.ts"),
    import("./ensure-daemon.ts"),
  ]);
  // Another command may have replaced it meanwhile.
  await stopDaemon({ io, paths, agents: "keep", unless: ({ daemon }) => !isOlder(daemon.version, VERSION) });
  await ensureDaemon({ io, paths });
}

/** Whether a version precedes another one by semver; an invalid version precedes none. */
export function isOlder(version: string, than: string): boolean {
  const a = parseVersion(version);
  const b = parseVersion(than);
  if (!a || !b) return false;
  const [at] = a.numbers.flatMap((number, index) => (number === b.numbers[index] ? [] : [index]));
  if (at !== undefined) return (a.numbers[at] ?? 0) < (b.numbers[at] ?? 0);
  // A pre-release (1.0.0-beta) precedes its release.
  if (a.announced === null || b.announced === null) return a.announced !== null && b.announced === null;
  return a.announced.localeCompare(b.announced, "en", { numeric: true }) < 0;
}

function parseVersion(version: string): { numbers: number[]; announced: string | null } | null {
  const [, numbers, announced = null] = /^(\d+\.\d+\.\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version) ?? [];
  return numbers === undefined ? null : { numbers: numbers.split(".").map(Number), announced };
}
