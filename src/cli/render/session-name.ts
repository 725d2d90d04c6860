// A session's name in a sentence; for commands that a person may copy see session/reference.ts.
import { safeLine } from "../text/safe-text.ts";

export interface Named {
  readonly id: string;
  readonly name: string | null;
}

const SHORT = 8;

/** Ids of sessions and prompts may come from elsewhere. */
export const shortId = (id: string): string => safeLine(id.slice(0, SHORT));

export const displayName = ({ id, name }: Named): string => (name === null ? shortId(id) : safeLine(name));

/** The name with the id. */
export const nameAndId = (session: Named): string =>
  session.name === null ? shortId(session.id) : `${displayName(session)} (${shortId(session.id)})`;

/** The name, if a shell passes it on unchanged. Which session it means depends on the directory. */
export const plainName = ({ name }: Named): string | null => (name !== null && /^\w[\w.-]*$/.test(name) ? name : null);
