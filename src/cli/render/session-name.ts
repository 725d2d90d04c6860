// How a session is called in a sentence; in a command that a person may copy: session/reference.ts.
import { safeLine } from "../text/safe-text.ts";

export interface Named {
  readonly id: string;
  readonly name: string | null;
}

const SHORT = 8;

/** Ids of sessions and prompts may come from elsewhere. */
export const shortId = (id: string): string => safeLine(id.slice(0, SHORT));

export const displayName = ({ id, name }: Named): string => (name === null ? shortId(id) : safeLine(name));

/** The same with its id, which is another name for it. */
export const nameAndId = (session: Named): string =>
  session.name === null ? shortId(session.id) : `${displayName(session)} (${shortId(session.id)})`;

/** Its name where that is a word that a shell passes on as it is. Which session it means depends on the directory. */
export const plainName = ({ name }: Named): string | null => (name !== null && /^\w[\w.-]*$/.test(name) ? name : null);
