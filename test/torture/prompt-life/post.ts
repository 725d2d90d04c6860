// Clients and the way to the daemon: requests that arrive late, twice, or never, and answers that get lost. Who has no answer asks again.
import type { By, Command } from "../../../src/core/index.ts";
import { promise } from "./fault.ts";

export interface Request {
  id: string;
  session: number;
  by: By;
  command: Command;
}

export type Reply =
  | { kind: "done"; answer: string }
  | { kind: "rejected"; code: string }
  | { kind: "id_reused" }
  /** The daemon died over it. */
  | null;

interface Sent {
  request: Request;
  /** The recorded one, once a client was told. */
  answer: string | null;
  isSettled: boolean;
}

export class Post {
  readonly #give: (request: Request, told: (reply: Reply) => void) => void;
  readonly #sent: Sent[] = [];
  /** On the way: arrives when the network likes. */
  readonly #travelling: Request[] = [];

  constructor(give: (request: Request, told: (reply: Reply) => void) => void) {
    this.#give = give;
  }

  get count(): number {
    return this.#sent.length;
  }

  /** A new command; `isLate`: it stays in the network for now. */
  send(request: Request, isLate: boolean): void {
    this.#sent.push({ request, answer: null, isSettled: false });
    if (isLate) this.#travelling.push(request);
    else this.#arrive(request);
  }

  /** One that is on the way arrives; a copy of it may come later. */
  arrive(value: number): void {
    const [request] = this.#travelling.splice(value % Math.max(this.#travelling.length, 1), 1);
    if (!request) return;
    if (value % 5 === 0) this.#travelling.push(request);
    this.#arrive(request, value % 3 === 0);
  }

  /** Any earlier one is sent again, whether or not its answer came. */
  repeat(value: number): void {
    const sent = this.#sent[value % Math.max(this.#sent.length, 1)];
    if (sent) this.#arrive(sent.request, value % 3 === 0);
  }

  /** The id of an earlier command that was answered, with another wish. */
  reuse(value: number, command: Command): void {
    const sent = this.#sent[value % Math.max(this.#sent.length, 1)];
    if (sent?.answer === undefined || sent.answer === null) return;
    this.#give({ ...sent.request, command }, (reply) =>
      promise(reply?.kind === "id_reused", () => `${sent.request.id} meant two things: ${reply?.kind}`),
    );
  }

  lose(): void {
    this.#travelling.length = 0;
  }

  /** The network is well again: everyone asks until there is an answer. Yields where answers may take a moment. */
  *heal(): Generator<void, void> {
    for (const request of this.#travelling.splice(0)) this.#arrive(request);
    for (const sent of this.#sent) {
      // Who was refused has their answer.
      if (sent.isSettled && sent.answer === null) continue;
      this.#arrive(sent.request);
      yield;
      promise(sent.isSettled, () => `${sent.request.id} gets no answer`);
    }
  }

  /** Commands that were taken. */
  get taken(): Request[] {
    return this.#sent.flatMap(({ request, answer }) => (answer === null ? [] : [request]));
  }

  #arrive(request: Request, isAnswerLost = false): void {
    const sent = this.#sent.find((one) => one.request.id === request.id);
    this.#give(request, (reply) => {
      if (!sent || !reply || isAnswerLost) return;
      promise(reply.kind !== "id_reused", () => `${request.id} was taken for another command`);
      const { id } = request;
      if (reply.kind === "rejected") {
        promise(sent.answer === null, () => `${id} was taken, and is refused now: ${reply.code}`);
      } else if (reply.kind === "done") {
        promise(sent.answer === null || sent.answer === reply.answer, () => `${id} has two answers`);
        sent.answer = reply.answer;
      }
      sent.isSettled = true;
    });
  }
}
