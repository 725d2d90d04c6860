// An item of the transcript, drawn again only when it changed.
import { Component, type ComponentChildren } from "preact";
import type { Block } from "../../../core/index.ts";
import { senderText, type TranscriptItem } from "../../../view/index.ts";
import { BackgroundTask, BackgroundTaskEnd } from "./background-task.tsx";
import { Message } from "./message.tsx";
import { ErrorLine, NoticeLine, TurnEnd } from "./notices.tsx";
import { Plan } from "./plan.tsx";
import { Prompt } from "./prompt.tsx";
import { Question } from "./question.tsx";
import { Thought } from "./thought.tsx";
import { ToolCall } from "./tool-call.tsx";

export class Item extends Component<{ item: TranscriptItem }> {
  override shouldComponentUpdate({ item }: { item: TranscriptItem }): boolean {
    return item !== this.props.item;
  }

  render(): ComponentChildren {
    const { item } = this.props;
    const { block, key } = item;
    return (
      <article class={`item ${block.kind}`} aria-label={labelOf(block)} data-key={key} data-seq={block.seq}>
        <ItemContent item={item} />
      </article>
    );
  }
}

function labelOf(block: Block): string {
  switch (block.kind) {
    case "prompt":
      return `Prompt: ${senderText(block.by)}`;
    case "message":
      return "Agent";
    case "thought":
      return "Thought";
    case "tool":
      return `Tool call: ${block.title}`;
    case "permission":
      return `Question: ${block.title}`;
    case "plan":
      return "Plan";
    case "task":
    case "task_end":
      return `Background task: ${block.title ?? block.taskId}`;
    case "turn_end":
      return "End of the turn";
    case "error":
      return "Error";
    case "notice":
      return "Notice";
  }
}

function ItemContent({ item }: { item: TranscriptItem }) {
  const { block, isLast, endedAt, children, end, isSuperseded } = item;
  switch (block.kind) {
    case "prompt":
      return <Prompt block={block} />;
    case "message":
      return <Message block={block} isGrowing={isLast} />;
    case "thought":
      return <Thought block={block} isGrowing={isLast} endedAt={endedAt} />;
    case "tool":
      return <ToolCall block={block} calls={children} />;
    case "permission":
      return <Question block={block} />;
    case "plan":
      return <Plan block={block} isSuperseded={isSuperseded} />;
    case "task":
      return <BackgroundTask block={block} end={end} />;
    case "task_end":
      return <BackgroundTaskEnd block={block} />;
    case "turn_end":
      return <TurnEnd block={block} />;
    case "error":
      return <ErrorLine block={block} />;
    case "notice":
      return <NoticeLine block={block} />;
  }
}
