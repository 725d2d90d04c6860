// The line below a text that is cut: its full size, and how to get all of it.
import type { Cut } from "../../core/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";
import type { Style } from "../text/style.ts";

export const cutLine = ({ hash, bytes }: Cut, { glyphs, dim }: Style): string =>
  dim(`  ${glyphs.ellipsis} the beginning of ${byteSize(bytes)}; all of it: skein show --blob ${hash}`);
