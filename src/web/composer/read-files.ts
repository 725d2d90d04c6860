// Makes attachments of files: with names and types that the daemon takes, and huge images made smaller.
import { newId } from "../../client/index.ts";
import {
  attachmentRefusal,
  canShrink,
  fileName,
  fileType,
  isStillHuge,
  shrunkSize,
  unreadableImage,
} from "../../view/index.ts";
import type { Attachment } from "../sync/outbox/outbox-entry.ts";

interface Read {
  readonly attachments: Attachment[];
  /** Why some were left out; null if none was. */
  readonly refusal: string | null;
}

export async function readFiles(files: readonly File[], attached: readonly Attachment[]): Promise<Read> {
  const attachments: Attachment[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const attachment = await attachmentOf(file);
    if (attachment === null) {
      refusals.push(unreadableImage(fileName(file.name, fileType(file.type))));
      continue;
    }
    const sizes = [...attached, ...attachments].map(({ name, content }) => ({ name, size: content.size }));
    const refusal = attachmentRefusal(sizes, [{ name: attachment.name, size: attachment.content.size }]);
    if (refusal === null) attachments.push(attachment);
    else refusals.push(refusal);
  }
  return { attachments, refusal: refusals.length === 0 ? null : [...new Set(refusals)].join(" ") };
}

/** Null for an image that can't be drawn. */
async function attachmentOf(file: File): Promise<Attachment | null> {
  const type = fileType(file.type);
  const content = canShrink(type) ? await shrunk(file).catch(() => null) : file;
  if (content === null) return null;
  const mediaType = fileType(content.type);
  // The contents are read now: a file that changes or goes later is attached as it was.
  const kept = content instanceof File ? new Blob([await content.arrayBuffer()], { type }) : content;
  const ending = content === file ? "" : mediaType === "image/png" ? ".png" : ".jpg";
  const name = ending === "" ? file.name : file.name.replace(/\.[^.]*$/, "") + ending;
  return { id: newId(), name: fileName(name, mediaType), mediaType, content: kept };
}

async function shrunk(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  try {
    const size = shrunkSize({ width: bitmap.width, height: bitmap.height, bytes: file.size });
    if (!size) return file;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, size);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The image can't be drawn.");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    const png = file.type === "image/png" ? await drawn(canvas, "image/png") : null;
    if (png && !isStillHuge(png.size)) return png;
    return await drawn(canvas, "image/jpeg");
  } finally {
    bitmap.close();
  }
}

const drawn = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image can't be drawn."))), type, 0.88);
  });
