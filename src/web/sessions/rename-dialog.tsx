// Gives a session another name.
import { useState } from "preact/hooks";
import { type Row, sessionLabel } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";
import { Dialog } from "../parts/dialog.tsx";

export function RenameDialog({ row }: { row: Row }) {
  const { skein, overlay } = usePage();
  const [name, setName] = useState(row.name ?? "");
  const [failure, setFailure] = useState<string | null>(null);
  const rename = async (): Promise<void> => {
    try {
      await skein.rename(row.id, name.trim() === "" ? null : name.trim());
      overlay.close();
    } catch (error) {
      setFailure(explain(error));
    }
  };
  return (
    <Dialog label="Rename session" onClose={() => overlay.close()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <h2>Rename “{sessionLabel(row)}”</h2>
        <label>
          Name
          <input
            type="text"
            dir="auto"
            value={name}
            placeholder={row.title ?? ""}
            aria-describedby="rename-note"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <p id="rename-note" class="note">
          {failure ?? "Without a name it is called by its first prompt."}
        </p>
        <div class="buttons">
          <button type="button" onClick={() => overlay.close()}>
            Cancel
          </button>
          <button type="submit" class="main">
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
