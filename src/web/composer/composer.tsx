// The composer: the next prompt of a session, with its files, and what can be done with it. Above it: prompts on their way, and the queue.
import { useComputed } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";
import { lazyComponent } from "../parts/lazy.tsx";
import type { LiveSession } from "../sync/live-session.ts";
import { Attachments } from "./attachments.tsx";
import { type ComposerModel, openComposer } from "./composer-model.ts";
import { useFileDrop } from "./file-drop.ts";
import { MoreButton } from "./more-button.tsx";
import { Outgoing } from "./outgoing.tsx";
import { PromptActionButtons } from "./prompt-action-buttons.tsx";
import { PromptField } from "./prompt-field.tsx";

const LoadedQueue = lazyComponent(async () => (await import("./queue.tsx")).Queue);

export function Composer({ live }: { live: LiveSession }) {
  const page = usePage();
  const model = useMemo(() => openComposer(page, live), [page, live]);
  const section = useRef<HTMLElement>(null);
  const isDropNear = useFileDrop(model);
  useEffect(() => {
    // A touch screen would open its keyboard.
    const field = section.current?.querySelector("textarea");
    if (document.activeElement === document.body && matchMedia("(hover: hover)").matches) field?.focus();
  }, []);
  return (
    <section ref={section} class="composer" aria-label="Next prompt">
      <Outgoing model={model} />
      <Queue model={model} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [usual] = model.actions.value;
          if (usual) model.send(usual);
        }}
      >
        {isDropNear && <p class="drop">Drop files anywhere on the page to attach them</p>}
        <Attachments model={model} />
        <PromptField model={model} />
        <Bar model={model} />
      </form>
    </section>
  );
}

function Queue({ model }: { model: ComposerModel }) {
  const { live } = model;
  const isEmpty = useComputed(() => {
    live.changes.value;
    return !live.view.value || live.view.value.state.prompt.queue.length === 0;
  });
  return isEmpty.value ? null : <LoadedQueue model={model} />;
}

function Bar({ model }: { model: ComposerModel }) {
  return (
    <div class="bar" data-empty={model.isEmpty.value}>
      <AttachButton model={model} />
      <MoreButton model={model} />
      <span class="room" />
      <InterruptButton model={model} />
      <PromptActionButtons model={model} />
    </div>
  );
}

function AttachButton({ model }: { model: ComposerModel }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m13 7-5.5 5.5a3 3 0 0 1-4.3-4.3L9 2.500a2 2 0 0 1 2.900 2.900L6.300 11a1 1 0 0 1-1.400-1.400L10 4.500" />
        </svg>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          model.attach(files);
        }}
      />
    </>
  );
}

function InterruptButton({ model: { page, live } }: { model: ComposerModel }) {
  const interrupt = useComputed(() => {
    live.changes.value;
    return live.view.value?.state.turn.open?.interrupt ?? null;
  });
  if (interrupt.value === null) return null;
  const isAsked = interrupt.value !== "none";
  return (
    <button
      type="button"
      class="grave"
      disabled={isAsked}
      title="Stops the running turn; what is queued is held"
      onClick={() => {
        page.skein.interrupt(live.id).catch((error: unknown) => page.messages.complain(explain(error)));
      }}
    >
      {isAsked ? "Stopping …" : "Interrupt"}
    </button>
  );
}
