// Communication between the tabs of this browser: messages, and locks.

export interface Tabs<Message> {
  tell(message: Message): void;
  listen(listener: (message: Message) => void): void;
  /** Waits until no other tab runs an action with this name. Without locks (an old browser) it does not wait, so the action must tolerate that. */
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
