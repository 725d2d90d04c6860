// What the documents tell of an agent besides what was seen: from its driver, and the name of the protocol of each way.
import { createRegistry, type Driver } from "../../../src/agents/index.ts";
import type { Transport } from "../../../src/core/index.ts";
import type { Matrix, Seen } from "./matrix.ts";

/** As its vendor calls it. */
const protocols: Readonly<Record<string, Partial<Record<Transport, string>>>> = {
  claude: { stream: "stream-json", oneshot: "`-p`" },
  codex: { stream: "app-server", oneshot: "`exec --json`" },
  gemini: { stream: "ACP", oneshot: "`-p`, stream-json" },
  copilot: { stream: "ACP", oneshot: "`-p`, JSON lines" },
  opencode: { stream: "`serve`, HTTP", acp: "ACP", oneshot: "`run`" },
  pi: { stream: "RPC", oneshot: "`-p`, JSON lines" },
};

export interface KnownWay {
  readonly transport: Transport;
  /** How Skein talks to it. */
  readonly how: string;
  readonly driver: Driver;
  readonly seen: Seen;
}

export interface KnownAgent {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly install: string;
  readonly ways: readonly KnownWay[];
}

const order: readonly Transport[] = ["stream", "acp", "oneshot"];

/** Those of the matrix, in the order of the registry. */
export async function knownAgents(matrix: Matrix): Promise<KnownAgent[]> {
  const registry = createRegistry({ programs: "dist" });
  const drivers = registry.list().filter(({ id }) => Object.hasOwn(matrix, id));
  return Promise.all(
    drivers.map(async ({ id, title, find }) => {
      const { version, ways } = matrix[id]!;
      const nowhere = await find({ PATH: "" });
      return {
        id,
        title,
        version,
        install: nowhere.kind === "missing" ? nowhere.install : "",
        ways: order.flatMap((transport): KnownWay[] => {
          const [driver, seen] = [registry.get(id, transport), ways[transport]];
          return driver && seen ? [{ transport, how: howOf(id, transport), driver, seen }] : [];
        }),
      };
    }),
  );
}

function howOf(id: string, transport: Transport): string {
  const protocol = protocols[id]?.[transport] ?? transport;
  return transport === "oneshot" ? `${protocol}, a process per prompt` : protocol;
}
