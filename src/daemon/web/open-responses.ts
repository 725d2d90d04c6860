// The answers that each device has open, streams above all: they are cut when it is signed out.
import type { ServerResponse } from "node:http";
import type { Exchange } from "../http/visitor.ts";

export class OpenResponses {
  readonly #open = new Map<string, Set<ServerResponse>>();

  hold(device: string, { response }: Exchange): void {
    const held = this.#open.get(device) ?? new Set();
    this.#open.set(device, held.add(response));
    response.once("close", () => {
      held.delete(response);
      if (held.size === 0 && this.#open.get(device) === held) this.#open.delete(device);
    });
  }

  /** All but one. */
  cut(device: string, spared?: ServerResponse): void {
    for (const response of this.#open.get(device) ?? []) if (response !== spared) response.destroy();
  }
}
