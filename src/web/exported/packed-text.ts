// Texts that the file holds compressed: gzip, as base64, each in an element of its own.

/** A multiple of four characters: three bytes each. */
const STEP = 256 * 1024;

async function* bytesOf(base64: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < base64.length; from += STEP)
    yield Uint8Array.from(atob(base64.slice(from, from + STEP)), (character) => character.charCodeAt(0));
}

function streamOf(base64: string): ReadableStream<BufferSource> {
  const chunks = bytesOf(base64);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

export async function packedText(id: string): Promise<string> {
  const packed = document.getElementById(id)?.textContent?.trim() ?? "";
  if (packed === "") throw new Error("a part of it is missing.");
  if (!("DecompressionStream" in globalThis)) throw new Error("it needs a newer browser.");
  // A browser tells of a stream that breaks as if it had been loaded from somewhere.
  return new Response(streamOf(packed).pipeThrough(new DecompressionStream("gzip"))).text().catch((cause: unknown) => {
    throw new Error("it is damaged.", { cause });
  });
}
