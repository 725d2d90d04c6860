// Which texts of a block are only a beginning. Blocks with whole texts have no entry.
import type { KnownEvent } from "../event.ts";
import type { Cut } from "./block.ts";

interface MaybeCut {
  cuts?: readonly Cut[];
}

export const cutsOf = ({ blobs }: KnownEvent): MaybeCut =>
  blobs ? { cuts: blobs.map(({ at, hash, bytes }) => ({ at, hash, bytes })) } : {};

/** A joined text is cut if either part was. */
export const joinCuts = (before: MaybeCut, more: MaybeCut): MaybeCut =>
  more.cuts ? { cuts: [...(before.cuts ?? []), ...more.cuts] } : {};
