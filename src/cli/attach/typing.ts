// Typing in an open session, as a pure function of the keys and of the open question. A line belongs to what was on the screen when its first
// key was pressed:
//
//   begun while             Enter without a question   with the same question                with another question
//   no question was open    sends it as a prompt       –                                     keeps it
//   a question was open     keeps it                   answers, if all of it is an answer    keeps it
//
// A kept line stays unchanged. A second Enter, once the person could read why, sends it as a prompt. Tab sets a line aside and brings it back.
// When a question closes, keys meant for it may still arrive, and a draft that was set aside comes back under them: for a moment Enter keeps
// every line, and for a while any line that would have been an answer.
// A question that replaces one that this person could have answered can't be answered before they can have noticed.
// A kept line that is only a late answer gives way to what is typed next, and stays in the history.
import { type Editor, emptied, emptyEditor, type Key, pressKey, READING_MS } from "../terminal/index.ts";

/** Something on the screen that a person may answer. Two of them are never equal, even if their texts are. */
export interface Ask {
  /** The agent's question that it belongs to. */
  readonly question: string;
  readonly label: string;
  /** What the question is about, if the label does not say it. */
  readonly title?: string | undefined;
  /** Why a text is not an answer; null if all of it is one. */
  problem(text: string): string | null;
}

interface Line {
  readonly text: string;
  /** What was on the screen when its first key was pressed. */
  readonly begunFor: Ask | null;
}

export interface Typing {
  readonly editor: Editor;
  readonly begunFor: Ask | null;
  readonly aside: Line | null;
  /** The line was set aside, came back automatically and was not changed since. */
  readonly isBack: boolean;
  /** "unready": an open question can't be answered now, because it was not on the screen for long enough, or its answer is being sent. */
  readonly asked: Ask | "unready" | null;
  /** The first prompt of the open question. */
  readonly opened: Ask | null;
  /** Set from the end of a question until the next one, or until a prompt was sent. */
  readonly settled: Settled | null;
  /** The question closed without this person's answer, and they may not have noticed yet. */
  readonly isMissed: boolean;
  /** Set while the line was kept and not changed since. */
  readonly kept: Kept | null;
}

interface Settled {
  readonly atMs: number;
  /** What was on the screen; null if it was not there for long enough. */
  readonly ask: Ask | null;
  /** The line that came back then. */
  readonly back: string;
}

export interface Kept {
  readonly isRead: boolean;
}

export type TypingResult =
  | { readonly kind: "edit"; readonly typing: Typing }
  | { readonly kind: "prompt"; readonly text: string; readonly isNow: boolean; readonly typing: Typing }
  | { readonly kind: "answer"; readonly ask: Ask; readonly text: string; readonly typing: Typing }
  | { readonly kind: "kept"; readonly why: Why; readonly kept: Kept; readonly typing: Typing }
  | { readonly kind: "interrupt" }
  | { readonly kind: "redraw" }
  | { readonly kind: "suspend" }
  | { readonly kind: "leave" };

export type Why =
  /** The line was begun before the open question was asked. */
  | { readonly kind: "before" }
  | { readonly kind: "not_an_answer"; readonly problem: string }
  /** An answer with Alt+Enter, which would be sent as a prompt that stops the turn. */
  | { readonly kind: "is_an_answer" }
  /** The line was begun for a question that is closed. */
  | { readonly kind: "settled"; readonly question: string }
  /** The line may have been meant for a question that has just closed. */
  | { readonly kind: "just_settled" };

/** A person needs at least this long to notice that a question is gone. */
export const SEEING_MS = 1_000;
/** For this long, a word that would have been an answer may still be meant as one. */
const ANSWERING_MS = 10_000;

export const nothingTyped: Typing = {
  editor: emptyEditor,
  begunFor: null,
  aside: null,
  isBack: false,
  asked: null,
  opened: null,
  settled: null,
  isMissed: false,
  kept: null,
};

/** Whether the line blocks an answer, or belongs to a closed question. */
export const isDraft = ({ editor, begunFor, asked }: Typing): boolean =>
  editor.text !== "" && (asked === "unready" || begunFor !== asked);

export function typeKey(typing: Typing, key: Key, nowMs: number): TypingResult {
  if (key.name === "tab" && !key.isPasted) return edit(swap(typing));
  const pressed = pressKey(typing.editor, key);
  switch (pressed.kind) {
    case "edit":
      if (pressed.editor === typing.editor) return edit(typing);
      if (isEarlyAnswer(typing) && isLonger(pressed.editor, typing.editor))
        return typeKey(withoutLine(typing), key, nowMs);
      return edit(withEditor(typing, pressed.editor));
    case "submit":
      return submit(typing, pressed.isNow, nowMs);
    default:
      return pressed;
  }
}

/** Another question is open: a draft that came back automatically is set aside again. Or none is: the draft comes back into an empty line. */
export function withAsked(typing: Typing, asked: Typing["asked"], nowMs: number): Typing {
  if (asked === typing.asked) return typing;
  // The notice about the line still holds when the same question can be answered.
  const isReady = typing.asked === "unready" && asked !== null;
  const now: Typing = {
    ...typing,
    asked,
    opened: openedBy(typing, asked),
    settled: asked === null ? { atMs: nowMs, ask: typing.opened, back: "" } : null,
    isMissed: wasMissed(typing, nowMs),
    kept: isReady ? typing.kept : null,
  };
  return asked !== null && typing.isBack ? swap(now) : withAside(now, nowMs);
}

function openedBy({ opened }: Typing, asked: Typing["asked"]): Ask | null {
  if (asked === "unready") return opened;
  return opened !== null && opened.question === asked?.question ? opened : asked;
}

function wasMissed({ asked, settled, isMissed }: Typing, nowMs: number): boolean {
  if (asked === null) return isMissed && settled !== null && nowMs - settled.atMs < SEEING_MS;
  return asked !== "unready" || isMissed;
}

/** How long the next question must be on the screen before it can be answered. */
export const readingMs = ({ isMissed }: Typing): number => (isMissed ? SEEING_MS : READING_MS);

/** The person could read why the line was kept. */
export const withRead = (typing: Typing, kept: Kept): Typing =>
  typing.kept === kept ? { ...typing, kept: { isRead: true } } : typing;

/** All drafts, in the order in which they would be shown. */
export const unsent = ({ editor, aside }: Typing): string[] =>
  [editor.text, aside?.text ?? ""].filter((text) => text.trim() !== "");

const edit = (typing: Typing): TypingResult => ({ kind: "edit", typing });

function withEditor(typing: Typing, editor: Editor): Typing {
  const { begunFor, asked } = typing;
  // A line from the history is older than the open question.
  const isRecalled = editor.recalled !== null;
  const isBegun = typing.editor.text === "";
  const now = asked === "unready" ? null : asked;
  return { ...typing, editor, begunFor: isRecalled ? null : isBegun ? now : begunFor, isBack: false, kept: null };
}

const answerWord = /^\s*(?:\d+|y|yes|n|no|allow|deny)\s*$/i;

/** The line was kept, was not typed for the open question, and would hardly be continued. */
const isEarlyAnswer = (typing: Typing): boolean =>
  typing.kept !== null && (isDraft(typing) || typing.settled !== null) && answerWord.test(typing.editor.text);

/** Enter, or the line, may have been meant for the settled question. */
function isForSettled({ editor, settled }: Typing, nowMs: number): boolean {
  if (settled === null) return false;
  const passedMs = nowMs - settled.atMs;
  const { ask, back } = settled;
  const added = editor.text.startsWith(back) ? editor.text.slice(back.length) : editor.text;
  const isAnswer = answerWord.test(added) || (added.trim() !== "" && ask?.problem(added) === null);
  return passedMs < SEEING_MS || (passedMs < ANSWERING_MS && isAnswer);
}

const isLonger = (editor: Editor, than: Editor): boolean =>
  editor.recalled === null && editor.text.length > than.text.length;

const withoutLine = (typing: Typing): Typing => ({
  ...clear(typing),
  editor: emptied(typing.editor, typing.editor.text),
});

function submit(typing: Typing, isNow: boolean, nowMs: number): TypingResult {
  const { editor, begunFor, asked, kept } = typing;
  const text = editor.text.trim() === "" ? "" : editor.text;
  const ask = asked !== "unready" && (text === "" || begunFor === asked) ? asked : null;
  const problem = ask?.problem(text) ?? null;
  if (ask && problem === null && !isNow) return { kind: "answer", ask, text, typing: answered(typing) };
  if (text === "") return edit({ ...typing, editor: emptied(editor) });
  const isPrompt = begunFor === null && (asked === null || isNow);
  if (isPrompt && !kept?.isRead && isForSettled(typing, nowMs)) return keep(typing, { kind: "just_settled" });
  if (isPrompt || kept?.isRead || (problem !== null && isNow)) return send(typing, isNow, nowMs);
  if (problem !== null) return keep(typing, { kind: "not_an_answer", problem });
  if (ask) return keep(typing, { kind: "is_an_answer" });
  return keep(typing, begunFor === null ? { kind: "before" } : { kind: "settled", question: begunFor.question });
}

/** A second Enter has no effect before the reason could be read. */
function keep(typing: Typing, why: Why): TypingResult {
  if (typing.kept) return edit(typing);
  const kept: Kept = { isRead: false };
  return { kind: "kept", why, kept, typing: { ...typing, kept } };
}

function send(typing: Typing, isNow: boolean, nowMs: number): TypingResult {
  const sent = { ...withoutLine(typing), settled: null };
  return { kind: "prompt", text: typing.editor.text, isNow, typing: withAside(sent, nowMs) };
}

const clear = (typing: Typing): Typing => ({
  ...typing,
  editor: emptied(typing.editor),
  begunFor: null,
  isBack: false,
  kept: null,
});

const answered = (typing: Typing): Typing => ({ ...clear(typing), asked: "unready", isMissed: false });

function withAside(typing: Typing, nowMs: number): Typing {
  const { editor, aside, asked, settled } = typing;
  if (asked !== null || editor.text !== "" || !aside) return typing;
  const ask = settled?.ask ?? null;
  return { ...swap(typing), isBack: true, settled: { atMs: nowMs, ask, back: aside.text } };
}

function swap(typing: Typing): Typing {
  const { editor, begunFor, aside, asked } = typing;
  if (aside === null && asked === null) return typing;
  const text = aside?.text ?? "";
  return {
    ...typing,
    editor: { ...emptied(editor), text, cursor: text.length },
    begunFor: aside?.begunFor ?? null,
    aside: editor.text === "" ? null : { text: editor.text, begunFor },
    isBack: false,
    kept: null,
  };
}
