/** Where the reader is in a page that is about to be made anew. */
export interface Whereabouts {
  readonly scroll: number;
  /** What has the focus; null for nothing of the page. */
  readonly focus: Focus | null;
  /** Whether what can be opened is, by its name. */
  readonly open: ReadonlyMap<string, boolean>;
}

interface Focus {
  readonly tag: string;
  readonly label: string;
  /** It is a part of the picture, which has a focus of its own. */
  readonly drawn: boolean;
}

/** Takes down where the reader is; `nameOf` says what an element that opens is about. */
export function whereabouts(body: HTMLElement, nameOf: (id: string) => string): Whereabouts {
  const active = document.activeElement;
  const inside = active !== null && active !== body && body.contains(active);
  return {
    scroll: document.documentElement.scrollTop,
    focus: inside
      ? { tag: active.tagName, label: labelOf(active), drawn: active.closest('.picture') !== null }
      : null,
    open: new Map(opened(body).map((each) => [nameOf(each.dataset['row'] ?? ''), each.open])),
  };
}

/** Brings the reader back to there; `focusPicture` gives the focus to what was chosen in the picture. */
export function goBack(
  body: HTMLElement,
  { scroll, focus, open }: Whereabouts,
  { nameOf, focusPicture }: { readonly nameOf: (id: string) => string; readonly focusPicture: () => void },
): void {
  for (const each of opened(body)) each.open = open.get(nameOf(each.dataset['row'] ?? '')) ?? each.open;
  document.documentElement.scrollTop = scroll;
  if (focus === null) return;
  if (focus.drawn) {
    focusPicture();
    return;
  }
  const same = [...body.querySelectorAll<HTMLElement>(focus.tag)].find(
    (each) => labelOf(each) === focus.label,
  );
  same?.focus({ preventScroll: true });
}

function opened(body: HTMLElement): readonly HTMLDetailsElement[] {
  return [...body.querySelectorAll<HTMLDetailsElement>('details[data-row]')];
}

/** What a control is called, by itself or by the label around it, without numbers of lines. */
function labelOf(control: Element): string {
  const label = control.getAttribute('aria-label') ?? control.closest('label')?.textContent;
  return (label ?? control.textContent).replace(/:\d+/g, '');
}
