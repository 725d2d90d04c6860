// `src/protocol/routes.ts`: of each operation what a client needs to send a request. Written out, so that a client does not load the schemas.

import type { Operation } from "../../src/protocol/operations/operation.ts";
import { operations } from "../../src/protocol/operations/table.ts";
import type { Route } from "../../src/protocol/routes.ts";

export const routeOf = ({ method, path, takes, repeat, revives, isLong }: Operation): Route => ({
  method,
  path,
  ...(takes === undefined ? {} : { takes }),
  ...(repeat === "once" ? { isOnce: true } : {}),
  ...(revives ? { revives } : {}),
  ...(isLong ? { isLong } : {}),
});

export function routeTable(all: Readonly<Record<string, Operation>> = operations): string {
  const rows = Object.entries(all).map(([name, operation]) => {
    const fields = Object.entries(routeOf(operation)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `  ${name}: { ${fields.join(", ")} },`;
  });
  return `// Written by \`npm run schemas\` from the operations: what a client needs to send a request, without their schemas.
import type { OperationName } from "./operations/table.ts";

export interface Route {
  readonly method: string;
  readonly path: string;
  /** The body's media type where it is not JSON. */
  readonly takes?: string;
  /** It may not be done twice: a client sends it once. */
  readonly isOnce?: true;
  /** A person wants it now: it starts the daemon also after that was stopped. */
  readonly revives?: true;
  /** It takes as long as it takes: a client does not give up on it. */
  readonly isLong?: true;
}

export const routes: Readonly<Record<OperationName, Route>> = {
${rows.join("\n")}
};
`;
}
