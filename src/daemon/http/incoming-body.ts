// The parts of an upload as they arrive. The whole may take any time; a long pause cancels it.
import { background } from "../../core/index.ts";
import type { Clock } from "../../session/index.ts";
import { Refusal } from "../refusal.ts";

const MINUTE_MS = 60_000;
const SILENCE_MINUTES = 10;

export async function* arriving(
  body: AsyncIterable<Uint8Array> | null,
  clock: Pick<Clock, "after">,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const parts = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await nextOf(parts, clock);
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: it would wait for the next part.
    background(Promise.resolve(parts.return?.()), () => {});
  }
}

function nextOf(parts: AsyncIterator<Uint8Array>, clock: Pick<Clock, "after">): Promise<IteratorResult<Uint8Array>> {
  let cancel = (): void => {};
  const silence = new Promise<never>((_, reject) => {
    cancel = clock.after(SILENCE_MINUTES * MINUTE_MS, () => reject(silent()));
  });
  return Promise.race([silence, parts.next()]).finally(() => cancel());
}

const silent = (): Refusal =>
  new Refusal(
    "invalid_body",
    `The upload stalled for ${SILENCE_MINUTES} minutes, so it was discarded. Send it again without such a pause.`,
  );
