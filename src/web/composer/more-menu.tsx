// What else can be done with the prompt: sent at a time, queued and held, set aside.
import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { Menu, type MenuItem } from "../parts/menu.tsx";
import type { ComposerModel } from "./composer-model.ts";

interface Props {
  readonly model: ComposerModel;
  readonly anchor: HTMLElement;
}

export function MoreMenu({ model, anchor }: Props) {
  return (
    <Menu
      label="More for the prompt"
      anchor={anchor}
      items={itemsOf(model)}
      onClose={() => model.page.overlay.close()}
    />
  );
}

function itemsOf(model: ComposerModel): MenuItem[] {
  const { page, isEmpty, isSetAside, actions } = model;
  const empty = isEmpty.peek() ? "Nothing is written yet." : null;
  const [usual] = actions.peek();
  const refusal = empty ?? usual?.refusal ?? null;
  const swap = isEmpty.peek() ? "Take back what was set aside" : "Swap with what was set aside";
  return [
    {
      ...{ id: "later", name: "Send later…", note: "It waits in the queue until then.", refusal },
      run: () => page.overlay.show(<SendLater model={model} />),
    },
    {
      ...{ id: "hold", name: "Queue, and hold", note: "It waits until you release it.", refusal },
      run: () => usual && model.send(usual, { held: true }),
    },
    {
      ...{ id: "aside", name: isSetAside.peek() ? swap : "Set aside", key: "Mod+S", run: model.swap },
      refusal: isSetAside.peek() ? null : empty,
    },
  ];
}

function SendLater({ model }: { model: ComposerModel }) {
  const { overlay } = model.page;
  const [at, setAt] = useState("");
  const [usual] = model.actions.value;
  const time = at === "" ? Number.NaN : new Date(at).getTime();
  return (
    <Dialog label="Send later" onClose={() => overlay.close()}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!usual || Number.isNaN(time)) return;
          model.send(usual, { notBefore: new Date(time).toISOString() });
          overlay.close();
        }}
      >
        <h2>Send later</h2>
        <label>
          Not before
          <input type="datetime-local" value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
        </label>
        <div class="buttons">
          <button type="button" onClick={() => overlay.close()}>
            Cancel
          </button>
          <button type="submit" class="main" disabled={Number.isNaN(time)}>
            Schedule
          </button>
        </div>
      </form>
    </Dialog>
  );
}
