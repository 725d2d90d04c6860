// What Skein adds to a turn of a real agent: the same program with the same prompts, on a plain pipe and through Skein, alternately.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRegistry } from "../../src/agents/index.ts";
import { findProgram } from "../../test/kit/agents/cache.ts";
import { makeAgentHome } from "../../test/kit/agents/home.ts";
import type { AgentName } from "../../test/kit/agents/pins.ts";
import { prepareAgent } from "../../test/kit/agents/recipe.ts";
import { startModel } from "../../test/kit/model/model.ts";
import { AgentAlone, type TurnTimes } from "../kit/agent-alone.ts";
import { Daemon } from "../kit/daemon.ts";
import { syncTimes } from "../kit/raw-disk.ts";
import type { Scene } from "../kit/scene.ts";
import { median } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const PAIRS = 30;
const WARM_UP = 3;
const TARGET_MS = 20;
const TEXT = "[[text: Nothing of this is hard to say.]]";

interface Subject {
  readonly title: string;
  readonly program: AgentName;
  readonly transport: "stream" | "oneshot";
}

const subjects: readonly Subject[] = [
  { title: "claude", program: "claude", transport: "stream" },
  { title: "claude, a process per prompt", program: "claude", transport: "oneshot" },
  { title: "gemini", program: "gemini", transport: "stream" },
  { title: "copilot", program: "copilot", transport: "stream" },
];

export const agents: Measurement = {
  name: "agents",
  about: "a turn of real agents through Skein, beside the same program alone",
  async run(scene) {
    const rows: Row[] = [];
    for (const subject of subjects) {
      if (findProgram(subject.program) !== null) rows.push(...(await measure(scene, subject)));
      else console.error(` ${subject.title} is not installed, and so not measured (npm run agents:install)`);
    }
    return rows;
  },
};

async function measure(scene: Scene, subject: Subject): Promise<Row[]> {
  const model = await startModel();
  scene.defer(() => model.close());
  const daemon = new Daemon(scene);
  const config = `[agents.claude]\ntransport = "${subject.transport}"\n`;
  writeFileSync(daemon.paths.config, config);
  await daemon.start();
  // Separate homes, so that neither run profits from the other's files.
  const environment = (): Record<string, string> => {
    const home = makeAgentHome();
    scene.defer(() => home.remove());
    return { ...prepareAgent(subject.program, { model, home: home.path }).env };
  };

  const alone = scene.directory();
  mkdirSync(`${alone}/project`);
  const claude = { transport: subject.transport };
  const driver = createRegistry({ programs: "", agents: () => ({ claude }) }).get(subject.program);
  if (!driver) throw new Error(`no driver for ${subject.program}`);
  const bare = new AgentAlone(scene, { driver, cwd: `${alone}/project`, env: environment() });
  const skein = await throughSkein(scene, { daemon, subject, env: environment() });

  const pairs: { bare: TurnTimes; skein: TurnTimes }[] = [];
  for (let round = -WARM_UP; round < PAIRS; round++) {
    // The second run finds warm caches, so the order alternates.
    const pair = round % 2 === 0 ? await inOrder() : await inReverse();
    if (round >= 0) pairs.push(pair);
  }
  const syncMs = median(await syncTimes({ dir: scene.directory(), bytes: 4096, count: 100, everyMs: 8 }));

  return [rowOf("first words", "firstMs"), rowOf("end of the turn", "endMs")];

  async function inOrder() {
    return { bare: await bare.turn(TEXT), skein: await skein(TEXT) };
  }
  async function inReverse() {
    const times = await skein(TEXT);
    return { bare: await bare.turn(TEXT), skein: times };
  }
  function rowOf(name: string, key: keyof TurnTimes): Row {
    const [was, is] = [median(pairs.map((pair) => pair.bare[key])), median(pairs.map((pair) => pair.skein[key]))];
    return {
      name: `agents, ${subject.title}: added to the ${name}`,
      measured: median(pairs.map((pair) => pair.skein[key] - pair.bare[key])),
      unit: "ms",
      better: "lower",
      target: { of: "measured", value: TARGET_MS },
      // The sequential commits: the prompt, its delivery, and the answer.
      baseline: { what: "3 × fdatasync", value: 3 * syncMs },
      note: `alone ${was.toFixed(1)} ms, through Skein ${is.toFixed(1)} ms (medians of ${PAIRS} pairs)`,
    };
  }
}

interface Through {
  readonly daemon: Daemon;
  readonly subject: Subject;
  readonly env: Record<string, string>;
}

/** A turn as a following client sees it. */
async function throughSkein(
  scene: Scene,
  { daemon, subject, env }: Through,
): Promise<(text: string) => Promise<TurnTimes>> {
  const created = await daemon.client.create({ cwd: daemon.workspace, agent: subject.program, env });
  const session = created.session.id;
  await daemon.client.setMode(session, "auto");
  const stop = new AbortController();
  scene.defer(() => stop.abort());
  let hear: (type: string, data: unknown) => void = () => {};
  void (async () => {
    for await (const item of daemon.newClient().follow(session, { after: 0, signal: stop.signal }))
      if (item.kind === "event") hear(item.event.type, item.event.data);
  })();
  return async (text) => {
    const startMs = performance.now();
    const isGone = Promise.withResolvers<void>();
    const times = new Promise<TurnTimes>((resolve, reject) => {
      let firstMs = 0;
      hear = (type, data) => {
        if (type === "error") reject(new Error(JSON.stringify(data)));
        if (type === "agent_message") firstMs ||= performance.now() - startMs;
        if (type === "turn_end") resolve({ firstMs, endMs: performance.now() - startMs });
        if (type === "agent_exit") isGone.resolve();
      };
    });
    await daemon.prompt(session, text);
    const measured = await times;
    // The next prompt would wait for this process to end, which is not measured without Skein either.
    if (subject.transport === "oneshot") await isGone.promise;
    return measured;
  };
}
