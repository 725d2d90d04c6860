// Typed stores in the browser's IndexedDB: the outbox, and files of drafts. If the browser can't save (a private window, a full disk), that is
// reported once, and everything stays in memory while the page is open.

const DATABASE = "skein";
const VERSION = 1;
const storeNames = ["outbox", "files"] as const;

type StoreName = (typeof storeNames)[number];

/** Values of one kind, by key. */
export interface BrowserStore<Value> {
  all(): Promise<Value[]>;
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
  remove(key: string): Promise<void>;
}

/** `onFailure` gets the reason if nothing can be saved. */
export function openBrowserStore(onFailure: (why: string) => void): <Value>(name: StoreName) => BrowserStore<Value> {
  const opened = open();
  /** Values that could not be saved: they override the saved ones. */
  const unwritten = new Map<string, unknown>();
  let isTold = false;
  const tell = (error: unknown): void => {
    if (isTold) return;
    isTold = true;
    onFailure(String(error));
  };
  opened.catch(tell);

  return <Value>(name: StoreName): BrowserStore<Value> => {
    const inMemory = (key: string): string => `${name} ${key}`;
    const read = async <Result>(
      question: (store: IDBObjectStore) => IDBRequest<Result>,
    ): Promise<Result | undefined> => {
      try {
        return await answerOf(question((await opened).transaction(name).objectStore(name)));
      } catch (error) {
        tell(error);
        return undefined;
      }
    };
    const write = async (change: (store: IDBObjectStore) => void): Promise<boolean> => {
      try {
        // "strict": a saved prompt must also survive a crash of the machine.
        const transaction = (await opened).transaction(name, "readwrite", { durability: "strict" });
        change(transaction.objectStore(name));
        await endOf(transaction);
        return true;
      } catch (error) {
        tell(error);
        return false;
      }
    };
    return {
      async all() {
        const [keys = [], values = []] = await Promise.all([
          read((store) => store.getAllKeys()),
          read<Value[]>((store) => store.getAll()),
        ]);
        const written = values.filter((_, at) => !unwritten.has(inMemory(String(keys[at]))));
        const others = [...unwritten].filter(([key]) => key.startsWith(`${name} `)).map(([, value]) => value as Value);
        return [...written, ...others];
      },
      async get(key) {
        return (unwritten.get(inMemory(key)) as Value | undefined) ?? (await read<Value>((store) => store.get(key)));
      },
      async put(key, value) {
        const isWritten = await write((store) => store.put(value, key));
        if (isWritten) unwritten.delete(inMemory(key));
        else unwritten.set(inMemory(key), value);
      },
      async remove(key) {
        unwritten.delete(inMemory(key));
        await write((store) => store.delete(key));
      },
    };
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      for (const name of storeNames) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      const database = request.result;
      // A newer page in another tab wants to upgrade the database.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("An older page in another tab holds the storage."));
  });
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
