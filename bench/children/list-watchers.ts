// Many clients that watch the list, in one process: each renders it after every change. Reports how many bytes and lines have arrived.
import { Skein, type Transport, unixTransport } from "../../src/client/index.ts";

const [socketPath, watchers] = process.argv.slice(2);
const LINE_FEED = 10;
const TELL_EVERY_MS = 20;
const direct = unixTransport(socketPath!);
const come = { bytes: 0, lines: 0 };
let looks = 0;
let isTelling = false;

function tell(): void {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    console.log(JSON.stringify({ ...come, looks, isLive: lists.every(({ connection }) => connection === "live") }));
  }, TELL_EVERY_MS);
}

const transport: Transport = async (request) => {
  const response = await direct(request);
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body) {
      come.bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) come.lines++;
      yield chunk;
    }
  }
  return { ...response, body: counted() };
};

console.log(JSON.stringify({ ...come, looks, isLive: false }));
const skein = new Skein({ transport, name: "bench" });
const lists = await Promise.all(Array.from({ length: Number(watchers) }, () => skein.list()));
for (const list of lists)
  list.subscribe(() => {
    looks += Math.sign(list.sessions.length);
    tell();
  });
