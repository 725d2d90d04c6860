// The page's memory while a session streams for an hour at the speed of a model. `SKEIN_MINUTES` sets another duration.
import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf, openBrowser, type PageMemory, renderersMegabytes } from "../kit/browser.ts";
import { Daemon } from "../kit/daemon.ts";
import { openDoor } from "../kit/page-door.ts";
import { median } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const MINUTES = Number(process.env.SKEIN_MINUTES ?? 60);
/** Until then the window fills, and code is compiled. */
const WARM_MINUTES = MINUTES / 12;
/** This many minutes at each end are compared. */
const COMPARED = Math.max(1, Math.round(MINUTES / 6));

/** About 50 words per second, for half a minute: what agents print. */
const paragraph = "The **failing** test expects `the cursor` to stay where it was after a reset, and it does not. ";
const code = "```ts\nexport function cursorAfter(reset: Reset): Cursor {\n  return reset.cursor ?? { seq: 0 };\n}\n```";
const list = "1. read the log\n2. find the *reset*\n3. compare [the cursors](https://example.com/cursors)";
const message = `${paragraph.repeat(12)}\n\n${code}\n\n${list}\n\n${paragraph.repeat(12)}`;
const TURN = `[[pace: 20ms]] [[think: ${paragraph.repeat(6)}]] [[run: seq 40]] [[say: ${message}]] [[run: ls -l /]] [[say: ${message}]]`;

interface Sample extends PageMemory {
  readonly minute: number;
  readonly renderers: number;
}

export const pageHour: Measurement = {
  name: "page-hour",
  about: "the page's memory over an hour of streaming (only if it is named)",
  isLong: true,
  async run(scene) {
    const daemon = new Daemon(scene);
    await daemon.start();
    const session = await daemon.newSession();
    const url = await openDoor(scene, daemon);
    const browser = await openBrowser(scene);
    const tab = await browser.newPage();
    await tab.goto(`${url}/s/${session}`);
    await tab.locator(".transcript").waitFor();

    const over = new AbortController();
    scene.defer(() => over.abort());
    void stream(daemon, session, over.signal);
    const samples: Sample[] = [];
    for (let minute = 1; minute <= MINUTES; minute++) {
      await sleep(60_000);
      const sample = { minute, ...(await memoryOf(tab)), renderers: renderersMegabytes() };
      samples.push(sample);
      process.stderr.write(`\n  ${wordsOf(sample)}`);
    }
    const { head } = (await daemon.client.session(session)).state;
    return rowsOf(samples, head);
  },
};

/** Turn after turn, until it is aborted. A daemon that does not answer, on a machine that is too busy, is asked again. */
async function stream(daemon: Daemon, session: string, signal: AbortSignal): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const { state } = await daemon.client.session(session);
    return state.turn.open === null && state.prompt.queue.length === 0;
  };
  while (!signal.aborted) {
    try {
      if (await isIdle()) await daemon.prompt(session, TURN);
    } catch (error) {
      process.stderr.write(`\n  ${error}`);
    }
    await sleep(500);
  }
}

const wordsOf = ({ minute, heapMegabytes, nodes, listeners, renderers }: Sample): string =>
  `minute ${minute}: heap ${heapMegabytes.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, renderers ${renderers.toFixed(0)} MB`;

function rowsOf(samples: readonly Sample[], events: number): Row[] {
  const warm = samples.filter(({ minute }) => minute > WARM_MINUTES);
  const row = (name: string, unit: Row["unit"], of: (sample: Sample) => number): Row => ({
    name: `page-hour, ${name}`,
    measured: median(warm.slice(-COMPARED).map(of)),
    unit,
    better: "lower",
    target: { of: "ratio", value: 1.1 },
    baseline: {
      what: `minutes ${warm[0]?.minute} to ${warm[COMPARED - 1]?.minute}`,
      value: median(warm.slice(0, COMPARED).map(of)),
    },
    note: `${events} events; each minute: ${samples.map((sample) => of(sample).toFixed(unit === "MB" ? 1 : 0)).join(", ")}`,
  });
  return [
    row("heap", "MB", ({ heapMegabytes }) => heapMegabytes),
    row("nodes of the document", "nodes", ({ nodes }) => nodes),
    row("listeners", "listeners", ({ listeners }) => listeners),
    row("resident memory of the renderers", "MB", ({ renderers }) => renderers),
  ];
}
