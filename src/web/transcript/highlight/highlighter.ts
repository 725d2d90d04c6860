// Colours for code: one text at a time goes to the worker. What it does not answer in time stays without colours.
import { ownScript } from "../../sync/own-script.ts";
import type { HighlightAnswer, HighlightRequest, Piece } from "./messages.ts";

const MAX_CHARACTERS = 50_000;
const MAX_MS = 3000;

interface Job {
  readonly request: HighlightRequest;
  readonly done: (pieces: readonly Piece[] | null) => void;
}

class Highlighter {
  #worker: Worker | null = null;
  #current: Job | null = null;
  #timer = 0;
  #lastId = 0;
  readonly #waiting: Job[] = [];

  /** Null for a text that gets no colours. */
  pieces(language: string, text: string): Promise<readonly Piece[] | null> {
    if (language === "" || text.length > MAX_CHARACTERS) return Promise.resolve(null);
    return new Promise((done) => {
      this.#waiting.push({ request: { id: ++this.#lastId, language, text }, done });
      this.#goOn();
    });
  }

  #goOn(): void {
    // What was asked last is on the screen.
    const job = this.#current ? undefined : this.#waiting.pop();
    if (!job) return;
    this.#current = job;
    this.#timer = window.setTimeout(() => this.#giveUp(), MAX_MS);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(job.request);
    } catch {
      this.#giveUp();
    }
  }

  #start(): Worker {
    const worker = new Worker(ownScript(HIGHLIGHT_WORKER), { type: HIGHLIGHT_WORKER_TYPE });
    worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
      if (data.id === this.#current?.request.id) this.#finish(data.pieces);
    };
    worker.onerror = () => this.#giveUp();
    return worker;
  }

  #giveUp(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(null);
  }

  #finish(pieces: readonly Piece[] | null): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = null;
    job?.done(pieces);
    this.#goOn();
  }
}

export const highlighter = new Highlighter();
