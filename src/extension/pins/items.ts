import type { ExcerptRecord, Notebook, Pin } from '../../investigation/index.ts';

/** A pin of an open investigation, with what the notebook keeps of it. */
export interface PinItem {
  readonly pin: Pin;
  /** Name of the target: the pin's own, else the notebook's only one. */
  readonly on: string;
  /** Index of the block that lists it. */
  readonly block: number;
  /** Index in that list. */
  readonly position: number;
  readonly excerpt: ExcerptRecord | undefined;
}

/** The pins of a notebook in its order. */
export function pinItems(notebook: Notebook, on: string): readonly PinItem[] {
  const excerpts = notebook.blocks.flatMap(({ content }) =>
    content.kind === 'excerpt' ? [content.value] : [],
  );
  return notebook.blocks.flatMap(({ content }, block) =>
    content.kind !== 'pins'
      ? []
      : content.value.map((pin, position) => ({
          pin,
          on: pin.on ?? on,
          block,
          position,
          excerpt: pin.id === undefined ? undefined : excerpts.find((each) => each.of === pin.id),
        })),
  );
}

/** What tells a pin apart in a tree: its id, else its place in the notebook. */
export function pinKey(item: PinItem): string {
  return item.pin.id ?? `${item.block}.${item.position}`;
}
