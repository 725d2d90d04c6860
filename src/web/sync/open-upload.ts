// Uploads a file, and says how much of it was sent: `fetch` can't tell. It may take any time, as long as it moves.
import { ConnectionError, problemFrom } from "../../client/index.ts";
import { BYTES, JSON_TYPE, KEY_HEADER, routes } from "../../protocol/index.ts";
import type { Upload } from "./upload.ts";
import { type AnswerNews, newsOf } from "./watched-transport.ts";

/** A line on which nothing moves for so long is dead. */
const STILL_MS = 30_000;

interface Door {
  /** The page's name, and its key. */
  readonly name: string;
  readonly key: () => string | null;
  readonly tell: (news: AnswerNews) => void;
}

export const openUpload =
  ({ name, key, tell }: Door): Upload =>
  (content, { signal, onSent }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      let still: ReturnType<typeof setTimeout> | undefined;
      const moves = (): void => {
        clearTimeout(still);
        still = setTimeout(() => request.abort(), STILL_MS);
      };
      const stop = (): void => request.abort();
      const over = (): void => {
        clearTimeout(still);
        signal.removeEventListener("abort", stop);
      };
      const lost = (): void => {
        over();
        if (!signal.aborted) tell({ kind: "failed" });
        reject(signal.aborted ? signal.reason : new ConnectionError("lost", "the upload was cut off"));
      };
      request.upload.onprogress = ({ loaded }) => {
        moves();
        onSent(Math.min(loaded, content.size));
      };
      request.onload = () => {
        over();
        const { status, responseText } = request;
        tell(newsOf(status, request.getResponseHeader("skein-version")));
        try {
          if (status >= 400) throw problemFrom(status, responseText);
          resolve(JSON.parse(responseText));
        } catch (error) {
          reject(error);
        }
      };
      request.onerror = lost;
      request.onabort = lost;
      signal.addEventListener("abort", stop, { once: true });
      const { method, path } = routes.upload;
      request.open(method, path);
      const known = key();
      const headers = { accept: JSON_TYPE, "content-type": BYTES, "skein-client": name };
      for (const [header, value] of Object.entries(known === null ? headers : { ...headers, [KEY_HEADER]: known }))
        request.setRequestHeader(header, value);
      moves();
      request.send(content);
    });
