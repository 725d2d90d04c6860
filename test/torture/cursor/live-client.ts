// The real client, following and sending over a simulated network; what it is given goes to a consumer that checks it.
import { Client, ConnectionError } from "../../../src/client/index.ts";
import { Consumer } from "./consumer.ts";
import { type History, SESSION } from "./history.ts";
import { Network } from "./network.ts";
import type { Server } from "./server.ts";

export class LiveClient {
  readonly network: Network;
  readonly consumer: Consumer;
  readonly acknowledged: string[] = [];
  sending = 0;
  /** What went wrong in a way that no network may cause. */
  fault: unknown = null;
  readonly #client: Client;
  readonly #name: string;
  #made = 0;
  #life = new AbortController();

  constructor(name: string, { history, server }: { history: History; server: Server }) {
    this.#name = name;
    this.network = new Network(server);
    this.consumer = new Consumer(history);
    const { transport, wait } = this.network;
    this.#client = new Client({ transport, wait, name, revive: async () => server.start() });
    void this.#follow();
  }

  /** The process ends and another one goes on from what was saved. */
  restart(): void {
    this.end();
    this.#life = new AbortController();
    void this.#follow();
  }

  send(): void {
    const id = `${this.#name}-${++this.#made}`;
    this.sending++;
    const sent = this.#client.prompt(SESSION, { id, content: [{ type: "text", text: "x" }] });
    void sent
      .then(
        () => this.acknowledged.push(id),
        (error: unknown) => {
          this.fault ??= error;
        },
      )
      .finally(() => this.sending--);
  }

  end(): void {
    this.#life.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#life;
    while (!signal.aborted) {
      const { epoch, lastSeenSeq } = this.consumer;
      try {
        const options = { after: lastSeenSeq, epoch: epoch ?? undefined, signal };
        for await (const item of this.#client.follow(SESSION, options)) this.consumer.take(item);
      } catch (error) {
        // A daemon that was stopped, and stays away for long, is an end for `follow`: whoever wants more follows again.
        if (error instanceof ConnectionError && error.kind === "stopped") continue;
        this.fault ??= error;
        return;
      }
    }
  }
}
