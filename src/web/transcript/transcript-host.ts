// What a transcript needs of what is around it: long texts, addresses of its events, and finding words. In the page the daemon and the address have them;
// a file that somebody has exported has its own.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { addressOf } from "../page/location.ts";
import { type Page, PageContext } from "../page/page.ts";

export type Find = Page["skein"]["find"];

export interface TranscriptHost {
  blob(hash: string): AsyncIterable<Uint8Array>;
  /** The whole address of an event; null if it has none. */
  linkTo(seq: number): string | null;
  find: Find;
}

export const TranscriptHostContext = createContext<TranscriptHost | null>(null);

export function useTranscriptHost(): TranscriptHost {
  const given = useContext(TranscriptHostContext);
  const page = useContext(PageContext);
  if (given) return given;
  if (!page) throw new Error("A transcript needs a PageContext or a TranscriptHostContext around it.");
  return {
    blob: (hash) => page.skein.blob(hash),
    find: (session, query) => page.skein.find(session, query),
    linkTo(seq) {
      const route = page.location.route.peek();
      return route.kind === "session" ? window.location.origin + addressOf({ ...route, at: seq }) : null;
    },
  };
}
