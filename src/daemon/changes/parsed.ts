import type { Event } from "../../core/index.ts";
import type { SkimmedEvent } from "../../log/index.ts";

/** An event that can't be parsed has no data here; readers of the log are told that it is damaged. */
export function parsed({ seq, at, type, data }: SkimmedEvent): Pick<Event, "seq" | "at" | "type" | "data"> {
  try {
    return { seq, at, type, data: data === null ? null : JSON.parse(data) };
  } catch {
    return { seq, at, type, data: null };
  }
}
