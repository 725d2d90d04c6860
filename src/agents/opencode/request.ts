// Our requests. Their ids say what was asked: no list of open requests is needed.
import type { OpencodeState } from "./state.ts";

type About = "new" | "resume" | "place" | "fork" | "prompt" | "abort" | "drop" | "answer";

interface RequestOptions {
  about: About;
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: object;
  /** Only this field of each item of a list is to come back. */
  pluck?: string;
  /** For the id, where that is to say more. */
  name?: string;
}

/** A request with an id of its own, and the state that knows it was made. */
export function asking(
  state: OpencodeState,
  { about, name, method, path, body, pluck }: RequestOptions,
): { state: OpencodeState; line: string } {
  const requests = state.requests + 1;
  const id = `${about}:${name ?? requests}`;
  return { state: { ...state, requests }, line: JSON.stringify({ id, method, path, body, pluck }) };
}

export function aboutOf(id: string): { about: string; name: string } {
  const [about = "", ...name] = id.split(":");
  return { about, name: name.join(":") };
}

export const sessionPath = ({ session }: OpencodeState, more = ""): string =>
  `/session/${encodeURIComponent(session ?? "")}${more}`;

/** A segment of a path, whatever is in it. */
export const segment = (id: string): string => encodeURIComponent(id);
