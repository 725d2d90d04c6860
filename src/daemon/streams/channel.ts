// Many streams over one answer: each is a lane with a number, and each line says its lane. One page is on its way at a time, whoever's it is; lanes
// with more to send take turns, and make their page when it is their turn. So a channel whose client does not read costs one page, as a stream does,
// and no lane holds up the others.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Clock } from "../../session/index.ts";
import type { InFlight } from "./in-flight.ts";
import { type OpenOutput, type Output, type OutputDependencies, streamHeaders } from "./output.ts";
import { openPageWriter, type Page, type PageWriter, pageOf } from "./page-writer.ts";

const BEAT_MS = 10_000;
/** A client that has heard nothing for so long may take the connection for dead. */
const SILENCE_MS = 25_000;
/** Frames do not wait for the client: who opens lanes and does not read is cut. */
const MAX_UNREAD = 256 * 1024;

const BEAT = pageOf([`${JSON.stringify({ channel: "beat" })}\n`]);

export const MAX_LANES = 64;

export class Channel {
  /** Only who was told may name it. */
  readonly id = randomUUID();
  readonly #response: ServerResponse;
  readonly #writer: PageWriter;
  readonly #lanes = new Map<number, Lane>();
  /** Those that have something to send, in turn. */
  readonly #waiting = new Set<Lane>();
  /** Whose turn it is. */
  #served: Lane | null = null;

  constructor(response: ServerResponse, { clock, inFlight }: { clock: Clock; inFlight: InFlight }) {
    this.#response = response;
    this.#writer = openPageWriter(response, { clock, inFlight, next: () => this.#serve() });
    const beat = setInterval(() => this.#writer.isWaiting || this.#writer.write(BEAT), BEAT_MS).unref();
    response.once("close", () => {
      clearInterval(beat);
      for (const lane of [...this.#lanes.values()]) this.#leave(lane);
    });
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, streamHeaders("ndjson"));
    response.write(`${JSON.stringify({ channel: "open", id: this.id, silenceMs: SILENCE_MS })}\n`);
  }

  get isFull(): boolean {
    return this.#lanes.size >= MAX_LANES;
  }

  has(lane: number): boolean {
    return this.#lanes.has(lane);
  }

  /** Where a stream goes that becomes this lane. */
  lane(number: number): OpenOutput {
    return (deps) => new Lane(number, this.#port(), deps);
  }

  /** The client wants no more of it. */
  closeLane(number: number): void {
    const lane = this.#lanes.get(number);
    if (lane) this.#leave(lane);
  }

  end(): void {
    this.#response.end();
  }

  #port(): LanePort {
    return {
      enter: (lane) => {
        this.#lanes.set(lane.number, lane);
      },
      leave: (lane) => this.#leave(lane),
      mayWrite: (lane) => this.#mayWrite(lane),
      page: (page) => this.#writer.write(page),
      write: (text) => this.#write(text),
      isOver: () => this.#response.writableEnded || this.#response.destroyed,
    };
  }

  #mayWrite(lane: Lane): boolean {
    const isItsTurn = this.#served === lane || this.#waiting.size === 0;
    if (!this.#writer.isWaiting && isItsTurn) return true;
    this.#waiting.add(lane);
    return false;
  }

  #serve(): void {
    for (const lane of this.#waiting) {
      if (this.#writer.isWaiting || this.#response.destroyed) return;
      this.#waiting.delete(lane);
      this.#served = lane;
      try {
        lane.serve();
      } finally {
        this.#served = null;
      }
    }
  }

  #write(text: string): void {
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNREAD) this.#response.destroy();
  }

  #leave(lane: Lane): void {
    if (this.#lanes.get(lane.number) !== lane) return;
    this.#lanes.delete(lane.number);
    this.#waiting.delete(lane);
    lane.closed();
  }
}

/** What a lane may do with its channel. */
interface LanePort {
  enter(lane: Lane): void;
  leave(lane: Lane): void;
  mayWrite(lane: Lane): boolean;
  page(page: Page): void;
  write(text: string): void;
  isOver(): boolean;
}

class Lane implements Output {
  readonly number: number;
  readonly #port: LanePort;
  readonly #next: () => void;
  readonly #prefix: string;
  readonly #listeners: (() => void)[] = [];
  #isClosed = false;

  constructor(number: number, port: LanePort, { next }: OutputDependencies) {
    this.number = number;
    this.#port = port;
    this.#next = next;
    this.#prefix = `{"lane":${number},"line":`;
  }

  begin(): void {
    this.#port.enter(this);
  }

  mayWrite(): boolean {
    return this.#port.mayWrite(this);
  }

  page({ text, encoding }: Page): void {
    this.#port.page({ text: this.#named(String(text)), encoding });
  }

  write(text: string): void {
    this.#port.write(this.#named(text));
  }

  get isOver(): boolean {
    return this.#isClosed || this.#port.isOver();
  }

  end(text = ""): void {
    if (this.isOver) return;
    this.#port.write(`${this.#named(text)}{"lane":${this.number},"end":true}\n`);
    this.#port.leave(this);
  }

  destroy(): void {
    this.end();
  }

  onClose(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** It is its turn. */
  serve(): void {
    this.#next();
  }

  closed(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
  }

  /** Each line says whose it is. */
  #named(lines: string): string {
    return lines.replaceAll(/[^\n]+/g, (line) => `${this.#prefix}${line}}`);
  }
}
