// What is new comes in parts, each of which becomes one commit.
import type { EarlierEvent } from "../system.ts";

/** A turn's end is preferred. */
const [EVENTS, MOST_EVENTS] = [1000, 3000];
const [CHARACTERS, MOST_CHARACTERS] = [1024 * 1024, 4 * 1024 * 1024];

export class Part {
  #events = 0;
  #characters = 0;

  add({ data }: EarlierEvent): void {
    this.#events++;
    this.#characters += JSON.stringify(data).length;
  }

  /** Whether it must end before something as long as this. */
  endsBefore(characters: number, { isTurnsEnd }: { isTurnsEnd: boolean }): boolean {
    if (this.#events === 0) return false;
    if (this.#events >= MOST_EVENTS || this.#characters + characters > MOST_CHARACTERS) return true;
    return isTurnsEnd && (this.#events >= EVENTS || this.#characters >= CHARACTERS);
  }
}
