// A server of one session's log, without sockets, behind a network that misbehaves on request: what a view asks, and nothing else.
import { ConnectionError } from "../../src/client/connection-error.ts";
import type { Transport, TransportRequest } from "../../src/client/transport.ts";
import { type Event, FOLD_VERSION, initialState, reduce, statusOf } from "../../src/core/index.ts";
import type { Frame } from "../../src/protocol/index.ts";

/** What happens to one stream. */
export interface Fate {
  /** Lines after which the connection breaks; null = it stays. */
  readonly cutAfter: number | null;
  /** Events before the cursor that come once more. */
  readonly overlap: number;
  /** The nth event of what is caught up with is lost on the way. (Of a live one nobody could tell before the next.) */
  readonly lost: number | null;
  /** Each event comes twice. */
  readonly isDoubled: boolean;
}

const calm: Fate = { cutAfter: null, overlap: 0, lost: null, isDoubled: false };

const problem = (status: number, code: string): { status: number; text: string } => ({
  status,
  text: JSON.stringify({ code, detail: code, status, retryable: false }),
});

export class ViewServer {
  readonly requests: string[] = [];
  epoch = "e1";
  log: Event[];
  /** Nobody listens. */
  isAway = false;
  isGone = false;
  /** Of the state that it folds; another one than the client's has another shape. */
  foldVersion = FOLD_VERSION;
  /** For the streams to come, in order; then all is calm. */
  fates: Fate[] = [];
  readonly #streams = new Set<{ wake: () => void; breakOff: () => void; tell: (frame: Frame) => void }>();

  constructor(log: readonly Event[]) {
    this.log = [...log];
  }

  get streams(): number {
    return this.#streams.size;
  }

  append(...events: Event[]): void {
    this.log.push(...events);
    for (const { wake } of this.#streams) wake();
  }

  /** A frame on all streams that there are. */
  tell(frame: Frame): void {
    for (const { tell } of this.#streams) tell(frame);
  }

  cutAll(): void {
    for (const { breakOff } of [...this.#streams]) breakOff();
  }

  readonly transport: Transport = async (request) => {
    this.requests.push(`${request.method} ${request.path}`);
    // As over any socket, the answer does not come in the same breath.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isAway) throw new ConnectionError("absent", "connect ENOENT");
    const url = new URL(request.path, "http://skein");
    if (this.isGone) return answer(problem(404, "session_not_found"));
    if (url.searchParams.get("follow") === "1") return { status: 200, body: this.#stream(url, request) };
    if (url.pathname.endsWith("/events")) return answer({ status: 200, text: JSON.stringify(this.#page(url)) });
    const state = this.log.reduce(reduce, initialState);
    const { word, reason } = statusOf(state);
    const folded =
      this.foldVersion === FOLD_VERSION ? state : { version: this.foldVersion, head: state.head, other: 1 };
    const detail = { session: { status: word, reason }, state: folded, epoch: this.epoch, limits: {} };
    return answer({ status: 200, text: JSON.stringify(detail) });
  };

  #page({ searchParams }: URL): object {
    const [before, after] = [searchParams.get("before"), searchParams.get("after")];
    const limit = Number(searchParams.get("limit"));
    const rest = this.log.filter(({ seq }) => (before === null ? seq > Number(after) : seq < Number(before)));
    const events = before === null ? rest.slice(0, limit) : rest.slice(-limit);
    return { events, firstSeq: 1, head: this.log.length, epoch: this.epoch, more: events.length < rest.length };
  }

  async *#stream(url: URL, { signal }: TransportRequest): AsyncGenerator<Uint8Array> {
    const fate = this.fates.shift() ?? calm;
    const { log } = this;
    let wake = (): void => {};
    let isBroken = false;
    const untold: Frame[] = [];
    const stream = {
      tell: (frame: Frame) => {
        untold.push(frame);
        wake();
      },
      wake: () => wake(),
      breakOff: () => {
        isBroken = true;
        wake();
      },
    };
    this.#streams.add(stream);
    signal?.addEventListener("abort", stream.breakOff);
    try {
      let left = fate.cutAfter ?? Number.POSITIVE_INFINITY;
      let nth = 0;
      const asked = Number(url.searchParams.get("after"));
      const epoch = url.searchParams.get("epoch");
      const isForeign = epoch !== null && epoch !== this.epoch;
      const isVoid = isForeign || asked > this.log.length;
      let at = isVoid ? 0 : Math.max(0, asked - fate.overlap);
      const greeting = [
        ...(isVoid
          ? [{ frame: "reset", epoch: this.epoch, head: log.length, reason: isForeign ? "epoch" : "ahead" }]
          : []),
        { frame: "hello", epoch: this.epoch, firstSeq: 1, head: log.length, after: asked },
      ];
      let waiting: object[] = greeting;
      let isCaughtUp = false;
      for (;;) {
        for (const line of waiting) {
          if (left-- <= 0 || isBroken) throw new ConnectionError("lost", "socket hang up");
          yield new TextEncoder().encode(`${JSON.stringify(line)}\n`);
        }
        waiting = [];
        const next = log[at];
        if (next) {
          at++;
          if (isCaughtUp || nth++ !== fate.lost) waiting = fate.isDoubled ? [next, next] : [next];
        } else if (!isCaughtUp) {
          isCaughtUp = true;
          waiting = [{ frame: "caught_up", head: at }];
        } else if (untold.length > 0) waiting = untold.splice(0);
        else if (isBroken) throw new ConnectionError("lost", "socket hang up");
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      this.#streams.delete(stream);
    }
  }
}

function answer({ status, text }: { status: number; text: string }): Awaited<ReturnType<Transport>> {
  return {
    status,
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
  };
}
