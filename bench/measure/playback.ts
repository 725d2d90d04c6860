// Playing back a session of 1,000,000 events: the scrubber in the page, its marks, and going to any place, in the page and for a client.
import type { Page } from "playwright-core";
import { PastView, sourceOver } from "../../src/client/playback/index.ts";
import { type BareReader, startBareReader } from "../kit/bare-reader.ts";
import { openBrowser } from "../kit/browser.ts";
import { Daemon } from "../kit/daemon.ts";
import { makeEmptyPage } from "../kit/empty-page.ts";
import { eventually, painted, paintedAfterClick } from "../kit/in-page.ts";
import { lengthenSession } from "../kit/lengthen-session.ts";
import { openDoor } from "../kit/page-door.ts";
import { RequestTimes } from "../kit/request-times.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, quantile, timed } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const COLD_STARTS = 3;
const ROUNDS = 7;
const SEEKS = 60;
const session = "5e551011-0000-4000-8000-000000000001";

const opener = 'button[title="Play back (P)"]';
const leaver = ".past-note button.main";
const slider = ".scrubber input";
/** The transcript of a moment, and where it is. */
const moment = ".past-transcript .item";
const marks = '.scrubber .marks .prompts[d^="M"]';

interface Times {
  readonly opened: number[];
  readonly openedFirst: number[];
  readonly marked: number[];
  readonly markedFirst: number[];
  readonly sought: number[];
  readonly bareClick: number[];
}

export const playback: Measurement = {
  name: "playback",
  about: "playing back a session of 1,000,000 events: opening the scrubber, and seeking to any place",
  async run(scene) {
    const daemon = new Daemon(scene);
    await seedLongSession(daemon.paths.database, { session, events: 20_000 });
    const head = lengthenSession(daemon.paths.database, { times: 50 });
    await daemon.start();
    const browser = await openBrowser(scene);
    const url = await openDoor(scene, daemon, await makeEmptyPage());
    const times: Times = { opened: [], openedFirst: [], marked: [], markedFirst: [], sought: [], bareClick: [] };
    const bare = await browser.newPage();
    await bare.goto(`${url}/empty`);
    for (let start = 0; start < COLD_STARTS; start++) {
      if (start > 0) {
        await daemon.stop();
        await daemon.start();
      }
      const tab = await browser.newPage();
      await tab.goto(`${url}/s/${session}`);
      await tab.locator(opener).waitFor();
      await inPage(tab, bare, times);
      if (start === COLD_STARTS - 1) for (const place of places(head)) times.sought.push(await seekInPage(tab, place));
      await tab.close();
    }
    const reader = await startBareReader(scene, daemon.paths.database);
    return [...pageRows(times), ...(await ofClient(daemon, reader, head))];
  },
};

/** Opened and left some times; the first time loads the code, and the daemon reads the log for the marks. */
async function inPage(tab: Page, bare: Page, times: Times): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    const [opened, marked] = await tab.evaluate<[number, number]>(`(async () => {
      const start = performance.now();
      document.querySelector(${JSON.stringify(opener)}).click();
      const both = Promise.all([${painted(slider)}, ${painted(moment)}]);
      const marked = ${painted(marks)};
      return [Math.max(...(await both)) - start, (await marked) - start];
    })()`);
    (round > 0 ? times.opened : times.openedFirst).push(opened);
    (round > 0 ? times.marked : times.markedFirst).push(marked);
    await tab.evaluate(paintedAfterClick(leaver, opener));
    times.bareClick.push(await bare.evaluate<number>(paintedAfterClick("#switch", round % 2 === 0 ? ".two" : ".one")));
  }
  await tab.evaluate(paintedAfterClick(opener, slider));
  await tab.locator(moment).first().waitFor();
}

/** From the slider's change until the moment is painted. */
const seekInPage = (tab: Page, place: number): Promise<number> =>
  tab.evaluate<number>(`(async () => {
    const slider = document.querySelector(${JSON.stringify(slider)});
    const start = performance.now();
    slider.value = ${place};
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await ${eventually(`document.querySelector(".moment .quiet").textContent.startsWith("event ${place.toLocaleString("en")} of ")`)};
    return (await ${painted(moment)}) - start;
  })()`);

/** All over the log, each far from the one before. */
const places = (head: number): number[] =>
  Array.from({ length: SEEKS }, (_, n) => 1 + Math.floor(head * ((n * 0.618_033_988_7 + 0.1) % 1)));

function pageRows({ opened, openedFirst, marked, markedFirst, sought, bareClick }: Times): Row[] {
  const row = (name: string, measured: number, of: readonly number[], target?: number): Row => ({
    name: `playback, 1,000,000 events: ${name}`,
    measured,
    unit: "ms",
    better: "lower",
    ...(target === undefined ? {} : { target: { of: "measured", value: target } }),
    baseline: { what: "an empty page of the same stack", value: median(bareClick) },
    note: `of ${of.length}: 90 % ${quantile(of, 0.9).toFixed(0)} ms, the longest ${Math.max(...of).toFixed(0)} ms`,
  });
  return [
    row("the scrubber and the moment painted", median(opened), opened, 300),
    row("the same, the first time", median(openedFirst), openedFirst, 300),
    row("its marks painted", median(marked), marked, 300),
    row("its marks painted, the first time", median(markedFirst), markedFirst),
    row("a seek painted", median(sought), sought, 200),
    row("a seek painted, the longest", Math.max(...sought), sought, 200),
  ];
}

/** The same events. */
const bareSql = (place: number): string =>
  `SELECT '{"seq":' || seq || ',"at":"' || at || '","type":"' || type || '","by":' || "by" || ',"data":' || data || '}' AS line
  FROM events WHERE session = 1 AND seq > ${place - 200} AND seq <= ${place} ORDER BY seq`;

/** What a terminal needs: the events before a place, folded. */
async function ofClient(daemon: Daemon, reader: BareReader, head: number): Promise<Row[]> {
  const times = new RequestTimes(daemon);
  const bareMs: number[] = [];
  const view = new PastView(sourceOver(daemon.client, session), head);
  for (const place of places(head)) {
    await times.take(() => view.show(place));
    if (view.current?.seq !== place) throw new Error("it shows another event");
    bareMs.push(await timed(() => reader.ask(bareSql(place))));
  }
  return [
    {
      name: "playback, 1,000,000 events: a seek of a client",
      measured: times.median,
      unit: "ms",
      better: "lower",
      target: { of: "measured", value: 200 },
      baseline: { what: "SQLite query + socket", value: median(bareMs) },
      note: times.note,
    },
  ];
}
