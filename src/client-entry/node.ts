// `import { connect } from "skein/client"` in Node.
import { fetchTransport, type LastSeenStorage, Skein, unixTransport } from "../client/index.ts";
import { pathsOf, runMarkersIn } from "../home/index.ts";

export { ConnectionError, ProblemError, type Skein } from "../client/index.ts";
export { understand } from "../core/index.ts";

export interface ConnectOptions {
  /** The daemon's Unix socket; without it, and without `url`, the one in `$SKEIN_HOME` or `~/.skein`. */
  readonly socket?: string;
  /** In the place of a socket: where the API is, such as `http://127.0.0.1:4477`. */
  readonly url?: string;
  /** Sent with each request to `url`. */
  readonly token?: string;
  /** What this program calls itself: people see it as who did something. */
  readonly name?: string;
  /** Keeps how far each session was seen; without it nothing is kept. */
  readonly storage?: LastSeenStorage;
}

/** Nothing is asked yet: that the daemon is not there shows with the first call. */
export function connect({ socket, url, token, name = "skein/client", storage }: ConnectOptions = {}): Skein {
  if (socket !== undefined && url !== undefined)
    throw new TypeError("connect: give either `socket` or `url`, not both.");
  const transport =
    url === undefined ? unixTransport(socket ?? pathsOf(process.env).socket) : fetchTransport({ url, token });
  return new Skein({ transport, name, storage: storage ?? null, within: runMarkersIn(process.env) });
}
