// Which texts of a block are only a beginning. A block whose texts are whole has no word on it.
import type { KnownEvent } from "../event.ts";
import type { Cut } from "./block.ts";

interface MaybeCut {
  cuts?: readonly Cut[];
}

export const cutsOf = ({ blobs }: KnownEvent): MaybeCut =>
  blobs ? { cuts: blobs.map(({ at, hash, bytes }) => ({ at, hash, bytes })) } : {};

/** A text that goes on is cut where either part was. */
export const joinCuts = (before: MaybeCut, more: MaybeCut): MaybeCut =>
  more.cuts ? { cuts: [...(before.cuts ?? []), ...more.cuts] } : {};
