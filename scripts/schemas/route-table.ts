// `src/protocol/routes.ts`: of each operation what a client needs to send a request. Written out, so that a client does not load the schemas.

import type { Operation } from "../../src/protocol/operations/operation.ts";
import { operations } from "../../src/protocol/operations/table.ts";

export function routeTable(all: Readonly<Record<string, Operation>> = operations): string {
  const rows = Object.entries(all).map(([name, { method, path, isLong }]) => {
    const long = isLong ? ", isLong: true" : "";
    return `  ${name}: { method: "${method}", path: "${path}"${long} },`;
  });
  return `// Written by \`npm run schemas\` from the operations: what a client needs to send a request, without their schemas.
import type { OperationName } from "./operations/table.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  /** It takes as long as it takes: a client does not give up on it. */
  readonly isLong?: true;
}

export const routes: Readonly<Record<OperationName, Route>> = {
${rows.join("\n")}
};
`;
}
