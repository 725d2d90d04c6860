// The files of the prompt: a small picture, name and size of each; why the agent does not take them, before they are sent.
import { useComputed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { bytesText } from "../../view/index.ts";
import type { Attachment } from "../sync/outbox/outbox-entry.ts";
import type { ComposerModel } from "./composer-model.ts";

export function Attachments({ model }: { model: ComposerModel }) {
  const refusal = useComputed(() => model.actions.value[0]?.refusal ?? null);
  const attached = model.draft.attachments.value;
  const reading = model.reading.value;
  return (
    <>
      {(attached.length > 0 || reading > 0) && (
        <ul class="attachments" aria-label="Files of the prompt">
          {attached.map((attachment) => (
            <AttachedFile key={attachment.id} attachment={attachment} onRemove={() => model.detach(attachment.id)} />
          ))}
          {reading > 0 && <li class="note">Reading {reading === 1 ? "a file" : `${reading} files`} …</li>}
        </ul>
      )}
      <p class="failure" role="status">
        {refusal.value}
      </p>
    </>
  );
}

function AttachedFile({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { name, mediaType, content } = attachment;
  return (
    <li>
      {mediaType.startsWith("image/") && <Thumbnail content={content} />}
      <bdi class="name">{name}</bdi>
      <span class="note">{bytesText(content.size)}</span>
      <button type="button" class="plain" aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

function Thumbnail({ content }: { content: Blob }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address === null ? null : <img src={address} alt="" />;
}
