import type { Place } from '../../lifecycle/index.ts';
import { visibleLabel, type PlaceView } from '../../protocol/index.ts';

/** A place, and whether it lies in the earlier of two lifecycles that are compared. */
export interface RowPlace extends Place {
  readonly before: boolean;
}

/** Hands out row ids for places. */
export class Places {
  readonly found = new Map<string, readonly RowPlace[]>();
  #next = 0;

  /** A row that opens `place`; null for a place without a file. */
  row(place: Place | null, before = false): PlaceView | null {
    if (place === null || place.file === '') return null;
    const id = `p${this.#next}`;
    this.#next += 1;
    this.alias(id, [place], before);
    return { id, text: visibleLabel(`${shortFile(place.file)}:${place.line}`) };
  }

  /** Lets an id of another row open places. */
  alias(id: string, places: readonly Place[], before = false): void {
    if (places.length > 0)
      this.found.set(
        id,
        places.map(({ file, line }) => ({ file, line, before })),
      );
  }
}

/** The last two parts of a path: enough to tell files apart in a table. */
function shortFile(file: string): string {
  return file.split('/').slice(-2).join('/');
}
