// What every part of the page works with: the connection to the daemon, the live list, the route, and the open session.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Skein } from "../../client-entry/lazy.ts";
import { type LiveList, openList } from "../sync/live-list.ts";
import { type Location, openLocation } from "./location.ts";

export interface Page {
  readonly skein: Skein;
  readonly location: Location;
  readonly list: LiveList;
}

export function openPage(skein: Skein): Page {
  return { skein, location: openLocation(), list: openList(skein) };
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage needs a PageContext around it.");
  return page;
}
