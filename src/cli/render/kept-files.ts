// The files that recoveries have set aside: their directory and size.
import type { ServerInfo } from "../../client/index.ts";
import { byteSize } from "../../core/text/byte-size.ts";

export function keptFiles({ kept, copies }: NonNullable<ServerInfo["recovery"]>): string {
  const where = `what could not be read is kept in ${kept}`;
  if (!copies) return where;
  const { incidents, bytes } = copies;
  const before = incidents > 1 ? ` with those of ${incidents - 1} before` : "";
  return `${where} (${byteSize(bytes)}${before})`;
}
