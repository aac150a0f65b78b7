import { IdSource, type EditorCell } from '../../investigation/index.ts';

/** Draws ids that occur nowhere in these cells. */
export function newIds(cells: readonly EditorCell[]): () => string {
  const texts = cells.flatMap(({ text, original }) => [text, original?.open ?? '', original?.attached ?? '']);
  const source = new IdSource({ bom: false, blocks: [], tail: '' });
  return () => {
    for (;;) {
      const id = source.next();
      if (!texts.some((text) => text.includes(id))) return id;
    }
  };
}
