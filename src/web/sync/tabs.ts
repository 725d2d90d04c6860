// The tabs of this browser among each other: what one tells the others, and what only one of them does at a time.

export interface Tabs<Message> {
  tell(message: Message): void;
  listen(listener: (message: Message) => void): void;
  /** Waits until no other tab does what has this name. Without locks (an old browser) each tab goes ahead: it must be harmless. */
  exclusively<T>(name: string, action: () => Promise<T>): Promise<T>;
}

export function openTabs<Message>(name: string): Tabs<Message> {
  const channel = new BroadcastChannel(name);
  return {
    tell: (message) => channel.postMessage(message),
    listen(listener) {
      channel.onmessage = ({ data }) => listener(data as Message);
    },
    exclusively: (lock, action) => (navigator.locks ? navigator.locks.request(lock, action) : action()),
  };
}
