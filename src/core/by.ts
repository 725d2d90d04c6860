// Who did something: a person, as far as known, or not. Apart from the schemas of events, which a page loads later.
import type { By } from "./event.ts";

/** The address of a client that could not be identified although the system tells who calls. */
export const HIDDEN = "hidden";

/** Whether a person did it, as far as known. */
export const isPerson = ({ kind, address }: By): boolean => kind === "client" && address !== HIDDEN;
