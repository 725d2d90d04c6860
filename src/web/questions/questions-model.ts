// The open questions of a session: what is loaded for each, and answering them. An answer goes at once or not at all.
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ProblemError, type Skein } from "../../client-entry/lazy.ts";
import type { By, FormContent, OpenPermission } from "../../core/index.ts";
import { restoreTexts } from "../../core/without-folds.ts";
import { answeredText, type CardQuestion, settledText } from "../../view/index.ts";
import { deepComputed } from "../page/deep-computed.ts";
import { explain } from "../page/explain.ts";
import type { Page } from "../page/page.ts";
import type { LiveSession } from "../sync/live-session.ts";

export type AskedQuestion = Extract<OpenPermission, { state: "asked" }>;

export interface Reply {
  readonly option: string;
  readonly message?: string;
  readonly content?: FormContent;
  /** Also from now on. */
  readonly scope?: "session" | "project";
}

export interface QuestionsModel {
  readonly open: ReadonlySignal<readonly AskedQuestion[]>;
  readonly workspace: ReadonlySignal<string | null>;
  /** With its whole texts and its rule, once they are loaded. */
  detailOf(question: AskedQuestion): ReadonlySignal<CardQuestion>;
  /** Questions whose answer is under way. */
  readonly answering: ReadonlySignal<ReadonlySet<string>>;
  answer(question: CardQuestion, reply: Reply): Promise<void>;
  /** Tells what becomes of open questions without this page. Returns a function that ends it. */
  watch(): () => void;
}

/** Longer texts stay cut, and can't be allowed here. */
const MAX_BYTES = 4_000_000;

const none: readonly AskedQuestion[] = [];

export function openQuestions(page: Page, live: LiveSession): QuestionsModel {
  const open = deepComputed(() => {
    live.changes.value;
    const all = live.view.value?.state.permission.open ?? none;
    return all.every(({ state }) => state === "asked")
      ? (all as readonly AskedQuestion[])
      : all.filter((one): one is AskedQuestion => one.state === "asked");
  });
  const workspace = deepComputed(() => {
    live.changes.value;
    return live.view.value?.state.lifecycle.workspace?.path ?? null;
  });
  const details = new Map<string, Signal<CardQuestion>>();
  const answering = signal<ReadonlySet<string>>(new Set());
  const settledHere = new Set<string>();

  const load = async (question: AskedQuestion, detail: Signal<CardQuestion>): Promise<void> => {
    const whole = withWholeTexts(page.skein, question);
    // Without the rule it can still be answered once.
    const rule = ruleOf(page.skein, live.id, question.id).catch(() => null);
    detail.value = { ...(await whole), rule: await rule };
  };
  const setAnswering = (id: string, isUnderWay: boolean): void => {
    const ids = new Set(answering.peek());
    if (isUnderWay) ids.add(id);
    else ids.delete(id);
    answering.value = ids;
  };

  return {
    ...{ open, workspace, answering },
    detailOf(question) {
      const known = details.get(question.id);
      if (known) return known;
      const detail = signal<CardQuestion>(question);
      details.set(question.id, detail);
      load(question, detail).catch(() => {
        detail.value = { ...question, rule: null };
      });
      return detail;
    },
    async answer(question, { scope, ...body }) {
      if (answering.peek().has(question.id)) return;
      setAnswering(question.id, true);
      settledHere.add(question.id);
      const { rule } = question;
      const remember = scope !== undefined && rule ? { remember: { scope, rule: rule.text } } : {};
      try {
        await page.answer(live.id, question.id, { ...body, ...remember });
      } catch (error) {
        const missed = missedText(question, error);
        if (missed === null) settledHere.delete(question.id);
        page.messages.complain(missed ?? explain(error));
      } finally {
        setAnswering(question.id, false);
      }
    },
    watch() {
      let before: readonly AskedQuestion[] = open.peek();
      return open.subscribe((now) => {
        const gone = before.filter(({ id }) => !now.some((one) => one.id === id) && !settledHere.has(id));
        before = now;
        const view = live.view.peek();
        for (const question of gone) {
          const block = view?.transcript.blocks.findLast((one) => one.kind === "permission" && one.id === question.id);
          const rule = block?.kind === "permission" ? block.answerRule : undefined;
          const text = view && settledText(question, view.state.permission, rule);
          if (text) page.messages.tell(text);
        }
      });
    },
  };
}

/** Of an answer that came too late; null if it failed for another reason. */
function missedText(question: CardQuestion, error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null;
  const { code, facts, message } = error;
  const late = "Your answer came too late, and was not given to the agent.";
  if (code === "already_answered")
    return `${late} ${answeredText(question, { option: String(facts.option), by: facts.by as By })}`;
  return code === "stale_permission" || code === "permission_not_found" ? `${late} ${message}` : null;
}

async function ruleOf(skein: Skein, session: string, id: string): Promise<NonNullable<CardQuestion["rule"]> | null> {
  return (await skein.permission(session, id)).rule;
}

/** The question itself if it is whole, or too long. */
async function withWholeTexts(skein: Skein, question: AskedQuestion): Promise<CardQuestion> {
  const references = question.blobs ?? [];
  const bytes = references.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0 || bytes > MAX_BYTES) return question;
  try {
    const texts = new Map<(typeof references)[number], string>();
    for (const reference of references) texts.set(reference, await textOf(skein, reference.hash));
    return restoreTexts(question, texts) as AskedQuestion;
  } catch {
    // Its beginning is shown, with a warning.
    return question;
  }
}

async function textOf(skein: Skein, hash: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of skein.blob(hash)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
