// The actions for all selected sessions.
import { offersFor } from "../../view/index.ts";
import { usePage } from "../page/page.ts";
import { performAction } from "./lazy-actions.ts";
import type { ListModel } from "./list-model.ts";

export function SelectionBar({ model }: { model: ListModel }) {
  const page = usePage();
  const { selected, byId } = model;
  const rows = [...selected.value].flatMap((id) => byId.value.get(id) ?? []);
  const clear = (): void => {
    selected.value = new Set();
  };
  if (rows.length === 0) return null;
  return (
    <section class="selection" role="toolbar" aria-label="Selected sessions">
      <p>
        {rows.length} selected
        <button type="button" class="quiet" onClick={clear}>
          Clear
        </button>
      </p>
      <div>
        {offersFor(rows).map(({ action, refusal }) => (
          <button
            key={action.id}
            type="button"
            class={action.isGrave ? "grave" : undefined}
            aria-disabled={refusal ? "true" : undefined}
            title={refusal ?? action.about ?? undefined}
            onClick={() => {
              if (refusal) return page.messages.complain(refusal);
              void performAction(page, action.id, rows).then(clear);
            }}
          >
            {action.name}
          </button>
        ))}
      </div>
    </section>
  );
}
