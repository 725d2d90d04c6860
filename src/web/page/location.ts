// The current route in the page and its address: "/" is the list, "/usage" what agents have used, "/s/<session>" a session, "?at=<seq>" an event
// in it, "?at=<seq>&play" the session as it was then, "?view=changes" what it changed.
import { type ReadonlySignal, signal } from "@preact/signals";

export type Route =
  | { readonly kind: "list" }
  | { readonly kind: "usage" }
  | {
      readonly kind: "session";
      readonly session: string;
      readonly at: number | null;
      /** Instead of the session as it is now. */
      readonly plays?: true;
      readonly view?: "changes";
    };

export interface Location {
  readonly route: ReadonlySignal<Route>;
  go(route: Route): void;
  /** To an address of this page. */
  goTo(address: string): void;
  /** The same route, said more exactly: Back does not lead to what was said before. */
  specify(route: Route): void;
  /** To the list: goes back in the history if the person came from there. */
  backToList(): void;
}

export function addressOf(route: Route): string {
  if (route.kind === "list") return "/";
  if (route.kind === "usage") return "/usage";
  const { session, at, plays, view } = route;
  const query = [at === null ? [] : `at=${at}`, plays ? "play" : [], view === undefined ? [] : `view=${view}`].flat();
  return `/s/${encodeURIComponent(session)}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

export function routeIn({ pathname, search }: { pathname: string; search: string }): Route {
  if (pathname === "/usage") return { kind: "usage" };
  const session = /^\/s\/([^/]+)$/.exec(pathname)?.[1];
  if (session === undefined) return { kind: "list" };
  const query = new URLSearchParams(search);
  const at = Number(query.get("at") ?? Number.NaN);
  return {
    kind: "session",
    session: decoded(session),
    at: Number.isInteger(at) && at > 0 ? at : null,
    ...(query.has("play") ? { plays: true } : {}),
    ...(query.get("view") === "changes" ? { view: "changes" } : {}),
  };
}

/** A link may be mistyped: then no session has this id, which is said. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function openLocation(): Location {
  const route = signal(routeIn(window.location));
  window.addEventListener("popstate", () => {
    route.value = routeIn(window.location);
  });
  return {
    route,
    go(next) {
      history.pushState({ isFromList: route.value.kind === "list" }, "", addressOf(next));
      route.value = next;
    },
    goTo(address) {
      this.go(routeIn(new URL(address, window.location.origin)));
    },
    specify(next) {
      history.replaceState(history.state, "", addressOf(next));
      route.value = next;
    },
    backToList() {
      if (history.state?.isFromList === true) history.back();
      else this.go({ kind: "list" });
    },
  };
}
