// A connection whose other side may answer and go before it has read everything: what can't be sent any more is dropped, and what it has said is
// still read. A plain socket is destroyed by the first write that fails, with the answer unread in it.
import { Socket } from "node:net";

type Done = (error?: Error | null) => void;

const broken = new Set(["EPIPE", "ECONNRESET"]);
const isBroken = (error: NodeJS.ErrnoException | null | undefined): boolean => broken.has(error?.code ?? "");

/** Whether there is an answer or none shows at the end of what is read. */
const unlessBroken =
  (done: Done): Done =>
  (error) =>
    done(isBroken(error) ? null : error);

export class RefusableSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: Done): void {
    super._write(chunk, encoding, unlessBroken(done));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void {
    super._writev?.(chunks, unlessBroken(done));
  }
}
