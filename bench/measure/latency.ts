// The time from an agent's write to the parsed event in a client, through keeper, log (with its sync) and socket. Tool output and first chunks
// of text are sent at once; later chunks are joined for up to 20 ms, by design.
import { Daemon } from "../kit/daemon.ts";
import { cpuMilliseconds, hasProc } from "../kit/process-facts.ts";
import { syncTimes } from "../kit/raw-disk.ts";
import { agesByFollowing, agesByPipe, type Speech, stampingAgent } from "../kit/stamps.ts";
import { quantile } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const tool: Speech = { kind: "tool", count: 400, everyMs: 8 };
const text: Speech = { kind: "text", count: 80, restMs: 70, pieces: 4, everyMs: 5 };
/** No chunk comes within the 20 ms in which it would be joined. */
const slowText: Speech = { ...text, count: 40, everyMs: 25 };

type Quantile = readonly [word: string, share: number];
/** The time for which text is joined, and the limit for a commit. */
const joined = { of: "measured", value: 25 } as const;
const p50: Quantile = ["p50", 0.5];
const p99: Quantile = ["p99", 0.99];

export const latency: Measurement = {
  name: "latency",
  about: "agent's stdout to client, with 1 and with 20 followers",
  async run(scene) {
    const daemon = new Daemon(scene, { agent: stampingAgent });
    await daemon.start();
    const session = await daemon.newSession();
    // Starts the agent, and lets the code be compiled.
    await agesByFollowing(scene, { daemon, session, speech: { ...tool, count: 100 }, followers: 20 });

    const pipe = await agesByPipe(scene, tool);
    const syncs = await syncTimes({ dir: scene.directory(), bytes: 4096, count: 200, everyMs: tool.everyMs });
    // Added one by one: the sum of two quantiles would exceed the quantile of the sum.
    const limit = pipe.first.map((age, index) => age + syncs[index % syncs.length]!);
    const row = (name: string, ages: readonly number[], [word, share]: Quantile): Row => ({
      name: `latency, ${name} ${word}`,
      measured: quantile(ages, share),
      unit: "ms",
      better: "lower",
      baseline: { what: "pipe + fdatasync", value: quantile(limit, share) },
    });
    const held = (name: string, ages: readonly number[], note: string): Row[] => [
      { ...row(name, ages, p50), target: { of: "measured", value: 5 }, note },
      { ...row(name, ages, p99), target: { of: "measured", value: 25 } },
    ];

    const parts = [p50, p99].map(
      ([word, share]) => `${word} ${quantile(pipe.first, share).toFixed(2)} + ${quantile(syncs, share).toFixed(2)} ms`,
    );
    const rows: Row[] = [];
    for (const followers of [1, 20]) {
      const name = followers === 1 ? "1 follower" : `${followers} followers`;
      const cpuMs = daemonCpu(daemon);
      const printed = await agesByFollowing(scene, { daemon, session, speech: tool, followers });
      const cpu = ((daemonCpu(daemon) - cpuMs) / tool.count).toFixed(2);
      const spoken = await agesByFollowing(scene, { daemon, session, speech: text, followers });
      const slow = await agesByFollowing(scene, { daemon, session, speech: slowText, followers });
      rows.push(
        ...held(
          `tool output, ${name}`,
          printed.first,
          `${cpu} ms of CPU in the daemon per event; pipe + fdatasync: ${parts.join(", ")}`,
        ),
        ...held(`first piece of text, ${name}`, spoken.first, `of ${text.count} messages`),
        ...held(`later pieces, 25 ms apart, ${name}`, slow.later, `of ${slowText.count} messages`),
        { ...row(`later pieces, 5 ms apart (joined ≤ 20 ms), ${name}`, spoken.later, p50), target: joined },
        row(`later pieces, 5 ms apart (joined ≤ 20 ms), ${name}`, spoken.later, p99),
      );
    }
    return rows;
  },
};

const daemonCpu = ({ pid }: Daemon): number => (hasProc() ? cpuMilliseconds(pid) : 0);
