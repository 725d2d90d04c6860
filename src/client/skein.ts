// The library's main object: every call of the API, and live views.
import type { Rejection } from "../core/index.ts";
import { realWait, type Wait } from "./back-off.ts";
import { Client, type ClientOptions } from "./client.ts";
import { conditionsIn } from "./conditions.ts";
import { type HostEnvironment, plainProcess } from "./host-environment.ts";
import type { LastSeenStorage } from "./last-seen.ts";
import { loadPart } from "./load-part.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery } from "./send.ts";
import type { SessionFilter } from "./session-filter.ts";
import { SessionListView } from "./session-list.ts";
import type { SessionView, ViewOptions } from "./session-view.ts";
import type { Intent } from "./why.ts";
import type { CommandInput } from "./wire.ts";

export interface SkeinOptions extends ClientOptions {
  readonly environment?: HostEnvironment;
  /** Stores how far each session was seen; without it nothing is stored. */
  readonly storage?: LastSeenStorage | null;
}

export class Skein extends Client {
  readonly #environment: HostEnvironment;
  readonly #storage: LastSeenStorage | null;
  readonly #wait: Wait;

  constructor({ environment = plainProcess, storage = null, ...options }: SkeinOptions) {
    super(options);
    this.#environment = environment;
    this.#storage = storage;
    this.#wait = options.wait ?? realWait;
  }

  /** As every client sends; on a phone the timeout is longer. */
  override send(
    session: string,
    body: CommandInput<"prompt">,
    { withinMs }: { withinMs?: number } = {},
  ): Promise<Delivery> {
    const usualMs = ACKNOWLEDGE_WITHIN_MS[this.#environment.isMobile() ? "mobile" : "desktop"];
    return super.send(session, body, { withinMs: withinMs ?? usualMs });
  }

  /** Loads what the first `view` would load: what it opens with first. */
  async prepareView(): Promise<void> {
    await loadPart(() => import("./session-view.ts"));
    await loadPart(() => Promise.all([import("./fold.ts"), import("./why.ts")]));
  }

  /** A session by its id: live state and transcript, until it is closed. */
  async view(session: string, options: ViewOptions = {}): Promise<SessionView> {
    // The folds are most of the library: a page that begins with the list does without them.
    const { SessionView } = await loadPart(() => import("./session-view.ts"));
    const deps = { client: this, session, environment: this.#environment, storage: this.#storage, wait: this.#wait };
    return SessionView.open(deps, options);
  }

  /** Why the daemon would refuse each of these now; null where it would not, as far as this client knows. */
  async why(session: string, intents: readonly Intent[]): Promise<(Rejection | null)[]> {
    const [{ whyRefused }, detail, caller] = await Promise.all([
      loadPart(() => import("./why.ts")),
      this.session(session),
      this.caller(),
    ]);
    const known = { state: detail.state, conditions: conditionsIn(detail), caller };
    return intents.map((intent) => whyRefused(intent, known));
  }

  /** A live list of all sessions, or of those that match a filter, until it is closed. */
  list(filter: SessionFilter = {}): Promise<SessionListView> {
    return SessionListView.open({ client: this, environment: this.#environment, wait: this.#wait }, filter);
  }
}
