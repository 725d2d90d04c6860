// Scrolling in a transcript. It follows the end only while the reader is at the end; everywhere else nothing that comes, grows or is loaded moves
// what is on the screen. The scroller counts from the end (column-reverse): at the end nothing has to be measured or corrected.
import { signal } from "@preact/signals";
import type { ScrollPositions } from "../sync/scroll-positions.ts";
import { type Anchor, anchorAt, restoreAnchor, visibleAnchors } from "./anchor.ts";
import type { TranscriptView } from "./transcript-view.ts";

interface Target {
  readonly seq: number;
  /** Where its top should be, below the top of the scroller. */
  readonly top: number;
  /** A person asked for it: it is marked. */
  readonly isMarked: boolean;
  /** What is closed there is opened: the person looks for something inside. */
  readonly opens?: boolean;
}

interface Dependencies {
  readonly session: string;
  readonly view: TranscriptView;
  readonly positions: ScrollPositions;
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
}

/** The position is stored this long after the last movement. */
const KEEP_AFTER_MS = 400;
/** The button of something that is closed. */
const CLOSED = "button.fold[aria-expanded=false]";
/** Pages that are loaded in a row: they may have little to show. */
const MAX_PAGES = 10;

export class TranscriptScroll {
  readonly isAtEnd = signal(true);
  /** The newest event when the reader left the end. */
  readonly leftAt = signal<number | null>(null);
  readonly #deps: Dependencies;
  readonly #sizes = new ResizeObserver(() => this.#settle());
  #anchors: readonly Anchor[] = [];
  /** What the reader has just opened or closed stays in place, at the end, too. */
  #isPinned = false;
  #target: Target | null = null;
  /** Distance from the end. Own movements are told apart by it. */
  #distance = 0;
  #isLoading = false;
  #wanted: "older" | "newer" = "older";
  #keeping = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { scroller, content } = deps;
    scroller.addEventListener("scroll", this.#onScroll, { passive: true });
    scroller.addEventListener("click", this.#onClick, { capture: true });
    window.addEventListener("pagehide", this.#keepPosition);
    this.#sizes.observe(scroller);
    this.#sizes.observe(content);
  }

  /** Where the address says, or where the reader was, or the end. */
  async begin(seq: number | null): Promise<void> {
    const { positions, session, view } = this.#deps;
    const position = positions.of(session);
    if (seq !== null) await this.seek(seq);
    else if (position && position.seq <= view.lastSeenSeq)
      await this.#seek({ seq: position.seq, top: -position.offset, isMarked: false });
    else await this.#fill();
  }

  close(): void {
    const { scroller, view } = this.#deps;
    this.#keepPosition();
    this.#sizes.disconnect();
    scroller.removeEventListener("scroll", this.#onScroll);
    scroller.removeEventListener("click", this.#onClick, { capture: true });
    window.removeEventListener("pagehide", this.#keepPosition);
    view.hold(false);
  }

  /** What is scrolled. */
  get root(): HTMLElement {
    return this.#deps.scroller;
  }

  /** The newest event on the screen; null at the end. */
  get newestSeen(): number | null {
    if (this.isAtEnd.peek()) return null;
    const seq = Number(visibleAnchors(this.#deps.scroller).at(-1)?.element.dataset.seq);
    return seq > 0 ? seq : null;
  }

  /** To an event, which is marked. */
  seek(seq: number, { opens = false } = {}): Promise<void> {
    return this.#seek({ seq, top: Math.round(this.#deps.scroller.clientHeight / 5), isMarked: true, opens });
  }

  async toStart(): Promise<void> {
    await this.#seek({ seq: 1, top: 0, isMarked: false });
  }

  async toEnd(): Promise<void> {
    const { view, scroller } = this.#deps;
    this.#target = null;
    this.#anchors = [];
    await view.toEnd();
    scroller.scrollTop = 0;
    this.#look();
  }

  /** To the next or the previous prompt. */
  async toPrompt(step: 1 | -1): Promise<void> {
    const { scroller, view } = this.#deps;
    for (;;) {
      const top = scroller.getBoundingClientRect().top;
      const prompts = [...scroller.querySelectorAll<HTMLElement>(".item.prompt")];
      const distances = prompts.map((prompt) => prompt.getBoundingClientRect().top - top);
      const found =
        step === 1
          ? prompts.find((_, at) => (distances[at] ?? 0) > 4)
          : prompts.findLast((_, at) => (distances[at] ?? 0) < -4);
      if (found) {
        this.#anchors = [anchorAt(scroller, found, 0)];
        restoreAnchor(scroller, this.#anchors);
        return;
      }
      if (step === 1) return this.toEnd();
      if (!view.hasOlder) return this.toStart();
      await view.loadOlder();
      await twoFrames();
    }
  }

  /** After the transcript was drawn. */
  drawn(): void {
    const { scroller } = this.#deps;
    if (!this.#target || !this.#isCurrent()) return;
    const { seq, top, isMarked, opens } = this.#target;
    const item = itemAt(scroller, seq);
    if (!item) return;
    const group = item.matches(".calls") ? item.querySelector<HTMLElement>(CLOSED) : null;
    if (group && isMarked) {
      // The call that is looked for is drawn next.
      group.click();
      requestAnimationFrame(() => this.drawn());
      return;
    }
    this.#target = null;
    this.#anchors = [anchorAt(scroller, item, top)];
    restoreAnchor(scroller, this.#anchors);
    this.#distance = -scroller.scrollTop;
    if (opens) item.querySelector<HTMLElement>(CLOSED)?.click();
    if (isMarked) mark(item);
    this.#look();
  }

  /** Whether what is loaded is what is drawn. */
  #isCurrent(): boolean {
    const { scroller, view } = this.#deps;
    const first = scroller.querySelector<HTMLElement>(".item");
    return first !== null && Number(first.dataset.seq) === view.transcript.blocks[0]?.seq;
  }

  async #seek(target: Target): Promise<void> {
    const { view } = this.#deps;
    view.hold(true);
    const isElsewhere = target.seq < view.firstSeq || target.seq > view.lastSeq;
    if (isElsewhere) await view.seek(target.seq);
    this.#target = target;
    // What was loaded is drawn with the next frame.
    if (isElsewhere) await twoFrames();
    this.drawn();
    await this.#fill();
  }

  readonly #onScroll = (): void => {
    const { scroller } = this.#deps;
    const distance = -scroller.scrollTop;
    const isOwn = Math.abs(distance - this.#distance) < 1;
    const isUp = distance > this.#distance;
    this.#distance = distance;
    this.#isPinned = false;
    this.#anchors = visibleAnchors(scroller);
    this.#look();
    if (!isOwn) this.#loadTowards(isUp ? "older" : "newer").catch(() => {});
  };

  /** A click on what opens or closes something. */
  readonly #onClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>("button[aria-expanded]") : null;
    if (!button) return;
    this.#anchors = [anchorAt(this.#deps.scroller, button)];
    this.#isPinned = true;
  };

  /** Sizes have changed, and nothing was painted yet. */
  #settle(): void {
    const { scroller } = this.#deps;
    if (this.#isPinned || !this.isAtEnd.peek()) restoreAnchor(scroller, this.#anchors);
    this.#isPinned = false;
    this.#distance = -scroller.scrollTop;
    this.#look();
  }

  #look(): void {
    const { scroller, view } = this.#deps;
    const isAtEnd = this.#target === null && -scroller.scrollTop < 2 && !view.hasNewer;
    if (isAtEnd !== this.isAtEnd.peek()) {
      this.isAtEnd.value = isAtEnd;
      this.leftAt.value = isAtEnd ? null : view.lastSeenSeq;
      view.hold(!isAtEnd);
    }
    this.#keeping ||= window.setTimeout(this.#keepPosition, KEEP_AFTER_MS);
  }

  /** Loads until the screen has enough beyond its edge. */
  async #loadTowards(direction: "older" | "newer"): Promise<void> {
    this.#wanted = direction;
    if (this.#isLoading) return;
    const { view } = this.#deps;
    this.#isLoading = true;
    try {
      for (let page = 0; page < MAX_PAGES && this.#isShort(this.#wanted); page++) {
        await (this.#wanted === "older" ? view.loadOlder() : view.loadNewer());
        await twoFrames();
      }
    } finally {
      this.#isLoading = false;
    }
  }

  #isShort(direction: "older" | "newer"): boolean {
    const { scroller, view } = this.#deps;
    const { clientHeight, scrollHeight, scrollTop } = scroller;
    if (direction === "newer") return view.hasNewer && -scrollTop < clientHeight;
    return view.hasOlder && scrollHeight - clientHeight + scrollTop < clientHeight;
  }

  /** A page may have little to show. */
  async #fill(): Promise<void> {
    await this.#loadTowards("older");
    if (!this.isAtEnd.peek()) await this.#loadTowards("newer");
  }

  readonly #keepPosition = (): void => {
    const { scroller, positions, session } = this.#deps;
    clearTimeout(this.#keeping);
    this.#keeping = 0;
    const [anchor] = this.isAtEnd.peek() ? [] : visibleAnchors(scroller);
    const seq = Number(anchor?.element.dataset.seq);
    positions.keep(session, anchor && seq > 0 ? { seq, offset: -anchor.top } : null);
  };
}

/** The item that shows this event: the last one that does not begin after it. */
function itemAt(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const items = [...scroller.querySelectorAll<HTMLElement>(".item")];
  return items.findLast(({ dataset }) => Number(dataset.seq) <= seq) ?? items[0];
}

function mark(item: HTMLElement): void {
  item.classList.add("marked");
  item.addEventListener("animationend", () => item.classList.remove("marked"), { once: true });
}

/** Drawn in one frame, measured in the next. */
const twoFrames = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
