// The title of a session, which can be edited in place.
import { useState } from "preact/hooks";
import { type Row, sessionLabel } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";

export function SessionTitle({ row }: { row: Row }) {
  const { skein, messages } = usePage();
  const [typed, setTyped] = useState<string | null>(null);
  const label = sessionLabel(row);
  const save = async (): Promise<void> => {
    const name = typed?.trim() ?? "";
    if (typed === null || name === (row.name ?? "")) return setTyped(null);
    try {
      await skein.rename(row.id, name === "" ? null : name);
      setTyped(null);
    } catch (error) {
      messages.complain(explain(error));
    }
  };
  if (typed === null)
    return (
      <h1 class="title">
        <button
          type="button"
          dir="auto"
          title={`${row.title ?? label}\nClick to rename`}
          aria-description="Click to rename"
          onClick={() => setTyped(row.name ?? "")}
        >
          {label}
        </button>
      </h1>
    );
  return (
    <form
      class="title"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        type="text"
        dir="auto"
        aria-label="Name of the session"
        placeholder={row.title ?? label}
        ref={(field) => field?.focus()}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setTyped(null);
          event.preventDefault();
        }}
      />
    </form>
  );
}
