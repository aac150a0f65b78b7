/** A short text at a state or edge: the numbers of the steps that are about it. */
export interface Badge {
  readonly id: string;
  readonly text: string;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Draws badges in place of those that were there; without a layout, as in tests, they get no place. */
export function badges(
  svg: SVGSVGElement,
  wanted: readonly Badge[],
  part: (id: string) => SVGElement | undefined,
): void {
  svg.querySelector(':scope > g.badges')?.remove();
  if (wanted.length === 0) return;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'badges');
  group.setAttribute('aria-hidden', 'true');
  for (const { id, text } of wanted) {
    const target = part(id);
    if (target !== undefined) group.append(badge(svg, target, text));
  }
  svg.append(group);
}

function badge(svg: SVGSVGElement, target: SVGElement, text: string): SVGElement {
  const made = document.createElementNS(SVG, 'g');
  made.setAttribute('class', 'badge');
  const at = spotIn(svg, target);
  if (at !== null) made.setAttribute('transform', `translate(${at.x}, ${at.y})`);
  const width = 10 + 7 * text.length;
  const rect = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ x: -width / 2, y: -9, width, height: 18, rx: 9 }))
    rect.setAttribute(name, String(value));
  const label = document.createElementNS(SVG, 'text');
  label.setAttribute('text-anchor', 'middle');
  label.setAttribute('dy', '4');
  label.textContent = text;
  made.append(rect, label);
  return made;
}

/** Where a badge goes, in the picture's own units. */
function spotIn(svg: SVGSVGElement, target: SVGElement): { readonly x: number; readonly y: number } | null {
  const screen = target instanceof SVGGElement ? besides(target) : middle(target);
  // A page without a layout has no matrices.
  if (screen === null || !('getScreenCTM' in svg)) return null;
  const matrix = svg.getScreenCTM()?.inverse();
  if (matrix === undefined) return null;
  const point = new DOMPoint(screen.x, screen.y).matrixTransform(matrix);
  return { x: Math.round(point.x), y: Math.round(point.y) };
}

/** The upper corner of a node, the side of a label. */
function besides(target: Element): { readonly x: number; readonly y: number } {
  const box = target.getBoundingClientRect();
  return target.classList.contains('node')
    ? { x: box.right, y: box.top }
    : { x: box.left - 8, y: box.top + box.height / 2 };
}

/** The middle of a line, in pixels of the window; null for what is no line, or without a layout. */
export function middle(target: SVGElement): { readonly x: number; readonly y: number } | null {
  if (!(target instanceof SVGPathElement) || !('getPointAtLength' in target)) return null;
  const matrix = target.getScreenCTM();
  if (matrix === null) return null;
  const point = target.getPointAtLength(target.getTotalLength() / 2);
  const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
  return { x, y };
}
