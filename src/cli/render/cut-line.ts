// What is said where only the beginning of a text is shown: how long it is, and how to get all of it.
import type { Cut } from "../../core/index.ts";
import type { Style } from "./style.ts";

export const cutLine = ({ hash, bytes }: Cut, { glyphs, dim }: Style): string =>
  dim(`  ${glyphs.ellipsis} the beginning of ${sizeOf(bytes)}; all of it: skein show --blob ${hash}`);

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes.toFixed(1).replace(/\.0$/, "")} MB`;
}
