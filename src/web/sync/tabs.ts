// Communication between the tabs of this browser: messages, and locks. A browser that has or allows neither is one whose tabs do not know of each other.

export interface Tabs<Message> {
  tell(message: Message): void;
  listen(listener: (message: Message) => void): void;
  /** Waits until no other tab runs an action with this name. Without locks it does not wait, so the action must tolerate that. */
  exclusively<T>(name: string, action: () => Promise<T>): Promise<T>;
}

export function openTabs<Message>(name: string): Tabs<Message> {
  const channel = openChannel(name);
  return {
    tell: (message) => channel?.postMessage(message),
    listen(listener) {
      if (channel) channel.onmessage = ({ data }) => listener(data as Message);
    },
    exclusively,
  };
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

async function exclusively<T>(name: string, action: () => Promise<T>): Promise<T> {
  let result: Promise<T> | null = null;
  const run = (): Promise<T> => {
    result ??= action();
    return result;
  };
  try {
    return await (navigator.locks ? navigator.locks.request(name, run) : run());
  } catch {
    // Either the action has failed, or the browser allows no locks.
    return run();
  }
}
