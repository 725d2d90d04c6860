// The current place in the page and its address: "/" is the list, "/s/<session>" a session, "?at=<seq>" an event in it.
import { type ReadonlySignal, signal } from "@preact/signals";

export type Place =
  | { readonly kind: "list" }
  | { readonly kind: "session"; readonly session: string; readonly at: number | null };

export interface Location {
  readonly place: ReadonlySignal<Place>;
  go(place: Place): void;
  /** To the list: goes back in the history if the person came from there. */
  backToList(): void;
}

export function addressOf(place: Place): string {
  if (place.kind === "list") return "/";
  return `/s/${encodeURIComponent(place.session)}${place.at === null ? "" : `?at=${place.at}`}`;
}

function placeIn({ pathname, search }: { pathname: string; search: string }): Place {
  const session = /^\/s\/([^/]+)$/.exec(pathname)?.[1];
  if (session === undefined) return { kind: "list" };
  const at = Number(new URLSearchParams(search).get("at") ?? Number.NaN);
  return { kind: "session", session: decodeURIComponent(session), at: Number.isInteger(at) && at > 0 ? at : null };
}

export function openLocation(): Location {
  const place = signal(placeIn(window.location));
  window.addEventListener("popstate", () => {
    place.value = placeIn(window.location);
  });
  return {
    place,
    go(next) {
      history.pushState({ isFromList: place.value.kind === "list" }, "", addressOf(next));
      place.value = next;
    },
    backToList() {
      if (history.state?.isFromList === true) history.back();
      else this.go({ kind: "list" });
    },
  };
}
