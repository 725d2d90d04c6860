// A daemon of an older Skein is replaced by this one's, silently: it drains, its agents go on, and the new one takes them up.
import type { Transport } from "../../client/index.ts";
import { type Paths, VERSION } from "../../home/index.ts";
import type { Io } from "../io.ts";
import { isOlder } from "./is-older.ts";

interface Home {
  readonly io: Io;
  readonly paths: Paths;
}

/** Looks at who answers first. What was asked of an older one is asked again: a command's id makes that harmless. */
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
  // Somebody else may have replaced it meanwhile.
  await stopDaemon({ io, paths, agents: "keep", unless: ({ daemon }) => !isOlder(daemon.version, VERSION) });
  await ensureDaemon({ io, paths });
}
