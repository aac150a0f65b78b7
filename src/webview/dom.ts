/** What a new element carries besides its children. */
export interface ElementOptions {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: (event: Event) => void;
}

/** An element with text and elements in it; text is never read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (options.class !== undefined) made.className = options.class;
  for (const [name, value] of Object.entries(options.attributes ?? {})) made.setAttribute(name, value);
  if (options.onClick !== undefined) made.addEventListener('click', options.onClick);
  made.append(...children);
  return made;
}

/** A button that reads as a link: it opens code and needs no address. */
export function linkButton(text: string, open: () => void, title?: string): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'link',
      attributes: { type: 'button', ...(title === undefined ? {} : { title }) },
      onClick: (event) => {
        event.stopPropagation();
        open();
      },
    },
    text,
  );
}

/** A style sheet of our own, as an element. */
export function styleSheet(text: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = text;
  return style;
}
