// One POST to a browser's push service.
import { isIP } from "node:net";
import { sendPost } from "../send-post.ts";

export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Resolves to the status of the answer. */
export type SendPush = (request: PushRequest) => Promise<number>;

export const sendPush: SendPush = ({ endpoint, headers, body }) =>
  sendPost(new URL(endpoint), { headers, body, reach: "outside" });

const MAX_LENGTH = 2048;

/** Whether a browser's push service could be there: a device must not make the daemon call addresses of its own choice inside this network. */
export function isPushEndpoint(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const isNamed =
    isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && hostname.includes(".") && !hostname.endsWith(".localhost");
  return protocol === "https:" && port === "" && isNamed && username === "" && password === "";
}
