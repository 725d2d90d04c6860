// Skein's requests. Their ids contain the purpose, so no list of pending requests is needed.
import type { OpencodeState } from "./state.ts";

type About = "new" | "resume" | "place" | "fork" | "prompt" | "abort" | "drop" | "answer";

interface RequestOptions {
  about: About;
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: object;
  /** Only this field of each item of a list is returned. */
  pluck?: string;
  /** Added to the id, if the purpose has a parameter. */
  name?: string;
}

/** A request with a new id, and the state that remembers it. */
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

/** A path segment with any content. */
export const segment = (id: string): string => encodeURIComponent(id);
