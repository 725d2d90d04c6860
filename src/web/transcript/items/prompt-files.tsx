// The files of a prompt: pictures as small images, everything else by name.
import { useEffect, useState } from "preact/hooks";
import type { BlockOf } from "../../../core/index.ts";
import { bytesText } from "../../../view/index.ts";
import { useTranscriptHost } from "../transcript-host.ts";

type File = NonNullable<BlockOf<"prompt">["files"]>[number];

/** Formats that are pictures and nothing else. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
const MAX_BYTES = 10_000_000;

export function PromptFiles({ files }: { files: readonly File[] }) {
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file.hash}>
          {pictures.has(file.mediaType) && file.bytes <= MAX_BYTES && <Picture file={file} />}
          <bdi>{file.name}</bdi>{" "}
          <span class="quiet">
            {file.mediaType}, {bytesText(file.bytes)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Its place has its size before it is loaded. */
function Picture({ file: { hash, mediaType, name } }: { file: File }) {
  const { blob } = useTranscriptHost();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    const load = async (): Promise<void> => {
      const chunks: BlobPart[] = [];
      for await (const chunk of blob(hash)) chunks.push(new Uint8Array(chunk));
      if (isOver) return;
      made = URL.createObjectURL(new Blob(chunks, { type: mediaType }));
      setAddress(made);
    };
    // Without the picture there is still its name.
    load().catch(() => {});
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [hash, mediaType]);
  return <span class="picture">{address !== null && <img src={address} alt={name} />}</span>;
}
