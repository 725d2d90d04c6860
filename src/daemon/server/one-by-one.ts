// One answer at a time for each connection. Who asks ahead of the answers, and does not read them, would have the daemon prepare all of them.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Nobody who waits for answers has so many on their way. */
export const MAX_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The listener hears of a request when everything that came before it on its connection is answered. */
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
