// The model and the mode of a session, each with a menu of the available values.
import type { Row } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { type Page, usePage } from "../page/page.ts";
import { Menu } from "../parts/lazy-menu.ts";
import type { MenuItem } from "../parts/menu.tsx";

interface Setting {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

function change({ messages }: Page, made: Promise<unknown>): void {
  made.catch((error: unknown) => messages.complain(explain(error)));
}

async function modes(page: Page, row: Row): Promise<Setting> {
  const { skein } = page;
  const { capabilities } = await skein.agent(row.agent, { quick: true });
  const choice = (mode: string | null, note: string): MenuItem => ({
    id: mode ?? "default",
    name: mode ?? "The agent's own",
    note,
    isChecked: (row.mode ?? null) === mode,
    run: () => change(page, skein.setMode(row.id, mode)),
  });
  const named = Object.entries(capabilities.modes).map(([mode, { edits, commands, note }]) =>
    choice(mode, `edits ${edits}, commands ${commands}${note ? `; ${note}` : ""}`),
  );
  return { label: "Mode", items: [choice(null, "as the agent itself has it"), ...named] };
}

async function models(page: Page, row: Row): Promise<Setting> {
  const { skein } = page;
  const { capabilities, models: known, title } = await skein.agent(row.agent);
  const refusal = capabilities.models ? null : `${title} has no models that can be set.`;
  const names = [...new Set([...(row.model ? [row.model] : []), ...(known ?? [])])];
  const items = names.map(
    (model): MenuItem => ({
      id: model,
      name: model,
      refusal,
      isChecked: model === row.model,
      run: () => change(page, skein.setModel(row.id, model)),
    }),
  );
  const none = {
    id: "none",
    name: "No model is known",
    refusal: refusal ?? "The agent does not list its models.",
    run: () => {},
  };
  return { label: "Model", items: items.length > 0 ? items : [none] };
}

export function AgentSettings({ row }: { row: Row }) {
  const page = usePage();
  const open = async (anchor: HTMLElement, load: (page: Page, row: Row) => Promise<Setting>): Promise<void> => {
    try {
      const { label, items } = await load(page, row);
      page.overlay.show(<Menu label={label} anchor={anchor} items={items} onClose={() => page.overlay.close()} />);
    } catch (error) {
      page.messages.complain(explain(error));
    }
  };
  return (
    <>
      <span class="agent">{row.agent}</span>
      <button
        type="button"
        class="model"
        aria-haspopup="menu"
        aria-label={`model: ${row.model ?? "default"}`}
        onClick={({ currentTarget }) => void open(currentTarget, models)}
      >
        {row.model ?? "model: default"}
      </button>
      <button
        type="button"
        class="mode"
        aria-haspopup="menu"
        aria-label={`mode: ${row.mode ?? "default"}`}
        onClick={({ currentTarget }) => void open(currentTarget, modes)}
      >
        {row.mode ?? "mode: default"}
      </button>
    </>
  );
}
