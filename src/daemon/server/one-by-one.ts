// Answers one request at a time per connection. Otherwise a client that pipelines requests without reading would make the daemon prepare all
// answers.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** More waiting requests than any real client has. */
export const MAX_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** Calls the listener when everything before the request on its connection has been answered. */
export function oneByOne(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const take = (socket: Socket, [request, response]: Exchange): void => {
    response.once("close", () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next) take(socket, next);
      else waiting.delete(socket);
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const others = waiting.get(socket);
    if (!others) {
      waiting.set(socket, []);
      take(socket, [request, response]);
    } else if (others.length < MAX_WAITING) others.push([request, response]);
    else socket.destroy();
  };
}
