// A part of the transcript, drawn again only when something in it changed. Consecutive calls are one line.
import { Component, type ComponentChildren, createRef } from "preact";
import { isCallGroup, type Stretch, withCallGroups } from "../../../view/index.ts";
import { CallGroup } from "./call-group.tsx";
import { Item } from "./item.tsx";

interface Props {
  readonly stretch: Stretch;
}

export class StretchOfItems extends Component<Props> {
  readonly #root = createRef<HTMLDivElement>();

  override shouldComponentUpdate({ stretch }: Props): boolean {
    return stretch !== this.props.stretch;
  }

  /** The call that has the focus: it may go into a group. */
  override getSnapshotBeforeUpdate(): string | null {
    const focused = document.activeElement;
    if (!focused || !this.#root.current?.contains(focused)) return null;
    return focused.closest<HTMLElement>(".item.tool")?.dataset.key ?? null;
  }

  override componentDidUpdate(_: Props, __: unknown, focused: string | null): void {
    if (focused === null || document.activeElement !== document.body) return;
    const groups = withCallGroups(this.props.stretch.items).filter(isCallGroup);
    const group = groups.find(({ items }) => items.some(({ key }) => key === focused));
    const elements = [...(this.#root.current?.querySelectorAll<HTMLElement>(".item.calls") ?? [])];
    const element = elements.find(({ dataset }) => dataset.key === group?.key);
    element?.querySelector<HTMLElement>("button.fold")?.focus({ preventScroll: true });
  }

  render(): ComponentChildren {
    return (
      <div class="stretch" ref={this.#root}>
        {withCallGroups(this.props.stretch.items).map((shown) =>
          isCallGroup(shown) ? <CallGroup key={shown.key} group={shown} /> : <Item key={shown.key} item={shown} />,
        )}
      </div>
    );
  }
}
