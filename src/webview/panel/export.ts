/** The drawn picture as a file of its own: without our classes for clicks, on the page's background. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  for (const hit of copy.querySelectorAll('.hit')) hit.remove();
  for (const each of copy.querySelectorAll('[role=button]')) {
    for (const name of ['role', 'tabindex', 'aria-label']) each.removeAttribute(name);
    each.classList.remove('clickable', 'faded');
  }
  for (const each of copy.querySelectorAll('.edge-possible')) each.setAttribute('stroke-dasharray', '6 4');
  const { width, height } = size(svg);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}

/** The picture at twice its size as a PNG in base64; null where the browser cannot draw it. */
export async function toPng(svg: SVGSVGElement): Promise<string | null> {
  const { width, height } = size(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

function size(svg: SVGSVGElement): { readonly width: number; readonly height: number } {
  const box = svg.viewBox.baseVal;
  return { width: Math.ceil(box.width), height: Math.ceil(box.height) };
}
