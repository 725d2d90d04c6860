// Whether this device is notified while the page is closed, and of what.
import { useEffect, useState } from "preact/hooks";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";
import {
  currentSubscription,
  defaultWanted,
  type NotificationKind,
  subscribe,
  unsubscribe,
  whyUnavailable,
} from "./subscription.ts";

type Wanted = typeof defaultWanted;

const kinds: Readonly<Record<NotificationKind, string>> = {
  needs_you: "A question waits for you",
  failed: "A turn or an agent failed",
  finished: "A turn of more than a minute is done",
};

const REMIND_MINUTES = [0, 2, 5, 10, 30, 60] as const;

export function NotificationSettings() {
  const { skein, messages } = usePage();
  const [failure, setFailure] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Wanted | null | "unknown">("unknown");
  const refusal = whyUnavailable();
  useEffect(() => {
    currentSubscription(skein).then(setWanted, () => setWanted(null));
  }, [skein]);
  const change = async (act: () => Promise<Wanted | null>): Promise<void> => {
    setFailure(null);
    try {
      setWanted(await act());
    } catch (error) {
      setFailure(`Notifications could not be changed: ${explain(error)}`);
    }
  };
  const keep = (next: Wanted): Promise<void> => change(() => subscribe(skein, next));
  if (refusal !== null) return <p class="hint">{refusal}</p>;
  if (wanted === "unknown") return <p class="hint">Looking …</p>;
  if (wanted === null)
    return (
      <>
        <p>
          <button type="button" onClick={() => void keep(defaultWanted)}>
            Notify this device
          </button>
        </p>
        <Failure text={failure} />
      </>
    );
  return (
    <fieldset class="notifications">
      <legend class="unseen">Notify this device</legend>
      <Failure text={failure} />
      {(Object.keys(kinds) as NotificationKind[]).map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={wanted.kinds.includes(kind)}
            onChange={({ currentTarget }) => {
              const others = wanted.kinds.filter((one) => one !== kind);
              void keep({ ...wanted, kinds: currentTarget.checked ? [...others, kind] : others });
            }}
          />
          {kinds[kind]}
        </label>
      ))}
      <label>
        Remind me of an unanswered question
        <select
          value={wanted.remindMinutes}
          onChange={({ currentTarget }) => void keep({ ...wanted, remindMinutes: Number(currentTarget.value) })}
        >
          {REMIND_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? "never" : `after ${minutes} min`}
            </option>
          ))}
        </select>
      </label>
      <p>
        <button
          type="button"
          onClick={() =>
            void change(async () => {
              await skein.testPush();
              messages.tell("A notification is on its way to this device.");
              return wanted;
            })
          }
        >
          Try it
        </button>
        <button
          type="button"
          onClick={() =>
            void change(async () => {
              await unsubscribe(skein);
              return null;
            })
          }
        >
          Stop notifying this device
        </button>
      </p>
    </fieldset>
  );
}

/** Beside the button: a message at the edge of the page would lie below the dialog. */
function Failure({ text }: { text: string | null }) {
  if (text === null) return null;
  const isRefused = "Notification" in globalThis && Notification.permission === "denied";
  return (
    <p class="failure" role="alert">
      {text}
      {isRefused && " Allow notifications of this address in the browser's settings, then try again."}
    </p>
  );
}
