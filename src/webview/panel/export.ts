/** What our style sheet says of parts of the picture, and a file of its own must say by itself. */
const STYLED = [
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'fill',
  'font-size',
  'font-weight',
] as const;

/** Parts of the picture that our style sheet reaches. */
const OURS = '.part, [class*="edge-"], .dim, .lit, .trail, .badge *, .part rect, .edgeLabel rect';

/** The drawn picture as a file of its own: as it looks, on the page's background, without our keys and clicks. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const from = svg.querySelectorAll<SVGElement>(OURS);
  for (const [index, to] of copy.querySelectorAll<SVGElement>(OURS).entries()) {
    const drawn = from[index];
    if (drawn === undefined) continue;
    const style = getComputedStyle(drawn);
    for (const name of STYLED) {
      const value = style.getPropertyValue(name);
      if (value !== '') to.style.setProperty(name, value, 'important');
    }
  }
  for (const hit of copy.querySelectorAll('.hit')) {
    title(hit.previousElementSibling, hit.getAttribute('aria-label'));
    hit.remove();
  }
  for (const part of copy.querySelectorAll('.part')) {
    title(part, part.getAttribute('aria-label'));
    for (const name of ['role', 'tabindex', 'aria-label', 'aria-describedby']) part.removeAttribute(name);
  }
  const { width, height } = size(svg);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}

/** What the panel says of a part stays with it as its title. */
function title(part: Element | null, text: string | null): void {
  if (part === null || text === null) return;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  made.textContent = text;
  part.prepend(made);
}

/** The picture at twice its size as a PNG in base64; null where the browser cannot draw it. */
export async function toPng(svg: SVGSVGElement): Promise<string | null> {
  const canvas = await paint(svg);
  return canvas?.toDataURL('image/png').replace(/^data:image\/png;base64,/, '') ?? null;
}

/** Puts the picture on the clipboard; false where the browser does not let it. */
export async function copyPng(svg: SVGSVGElement): Promise<boolean> {
  const canvas = await paint(svg);
  if (canvas === null) return false;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) return false;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return true;
  } catch {
    return false;
  }
}

/** Pixels on a side that a browser paints at most. */
const LONGEST = 8192;

async function paint(svg: SVGSVGElement): Promise<HTMLCanvasElement | null> {
  const { width, height } = size(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const scale = Math.min(2, LONGEST / width, LONGEST / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function size(svg: SVGSVGElement): { readonly width: number; readonly height: number } {
  const box = svg.viewBox.baseVal;
  return { width: Math.ceil(box.width), height: Math.ceil(box.height) };
}
