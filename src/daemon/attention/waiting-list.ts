// Everything that waits for a person, in all sessions.
import { type Attention, type Event, type StatusWord, type Waiting, waitingFor } from "../../core/index.ts";
import { type Log, walkSessions } from "../../log/index.ts";
import { loadState } from "../../session/index.ts";

/** Sessions with these statuses have nothing that waits. */
const quiet: readonly StatusWord[] = ["idle", "stopped", "archived"];

interface Known {
  head: number;
  items: Attention[];
}

export class WaitingList {
  readonly #log: Log;
  /** Results of the last call: an unchanged session is not folded again. */
  #known = new Map<string, Known>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Oldest first. */
  async list(): Promise<Attention[]> {
    const found = new Map<string, Known>();
    for await (const page of walkSessions(this.#log)) {
      for (const { id, head, status } of page) {
        if (quiet.includes(status)) continue;
        const known = this.#known.get(id);
        found.set(id, known?.head === head ? known : await this.#load(id));
      }
    }
    this.#known = found;
    const items = [...found.values()].flatMap((one) => one.items);
    return items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.seq - b.seq);
  }

  async #load(id: string): Promise<Known> {
    const state = await loadState(this.#log, id);
    return { head: state.head, items: waitingFor(id, state).map((one) => ({ ...one, at: this.#timeOf(one) })) };
  }

  #timeOf({ session, seq }: Waiting): string {
    const [event] = this.#log.read({ session, after: seq - 1, limit: 1 }).events;
    return event ? (JSON.parse(event.line) as Event).at : "";
  }
}
