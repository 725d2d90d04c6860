// One POST to the webhook: to this machine or its local link only if the config names that address.
import { isIP } from "node:net";
import { postFault, sendPost } from "./send-post.ts";

/** Rejects if the POST fails. The reason names the host, and nothing secret of the address. */
export type Post = (url: string, body: string) => Promise<void>;

export const post: Post = async (address, body) => {
  const url = new URL(address);
  const headers = { "content-type": "application/json" };
  const status = await sendPost(url, { headers, body, reach: isPlain(url) ? "anywhere" : "elsewhere" });
  if (status < 200 || status > 299) throw postFault(url, `it answered ${status}`);
};

/** Whether the config names a local address itself. */
const isPlain = ({ hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || /(^|\.)localhost\.?$/.test(hostname);
