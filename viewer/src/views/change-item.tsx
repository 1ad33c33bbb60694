// A change in the list: its message, and its details once it is open.
import { computed, useSignal, useSignalEffect } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Entry } from "../model/entries";
import { SYMBOLS } from "../model/levels";
import { ChangeDetail } from "./change-detail";
import { useViewer } from "./context";
import { fold } from "./fold";
import { Sentence } from "./text";

export function ChangeItem({ entry }: { readonly entry: Entry }) {
  const { viewer, prefix } = useViewer();
  const { change } = entry;
  const isOpen = useMemo(() => computed(() => viewer.view.value.change === change.id), [change]);
  const isHidden = useMemo(() => computed(() => !entry.isShown.value && !isOpen.value), [change]);
  const wasOpened = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  useSignalEffect(() => {
    if (!isOpen.value) return;
    wasOpened.value = true;
    // Runs after the group is unfolded.
    requestAnimationFrame(() => {
      button.current?.focus({ preventScroll: true });
      button.current?.scrollIntoView({ block: "nearest" });
    });
  });
  const id = `${prefix}change-${change.id}`;
  return (
    <article class={isOpen.value ? "change open" : "change"} hidden={isHidden} aria-labelledby={id}>
      <h4>
        <button type="button" id={id} ref={button} aria-expanded={isOpen.value} onClick={() => viewer.select(isOpen.value ? null : change.id)}>
          <span class={`level ${change.level}`}>
            <span aria-hidden="true">{SYMBOLS[change.level]}</span> {change.level}
          </span>{" "}
          <span class="message">
            <Sentence text={change.message} />
          </span>
          {change.accepted !== null && <span class="accepted"> accepted</span>}
        </button>
      </h4>
      {wasOpened.value && (
        <div class="folded" ref={(element) => fold(element, isOpen.value, () => viewer.select(change.id))}>
          <ChangeDetail change={change} />
        </div>
      )}
    </article>
  );
}
