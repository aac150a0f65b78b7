/** Scale, and offset in pixels. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels between what was brought into sight and the edge of the frame. */
const MARGIN = 24;

/** Moves and scales a picture inside its frame: wheel with Ctrl, drag, buttons and keys. */
export class PanZoom {
  readonly #frame: HTMLElement;
  readonly #picture: HTMLElement;
  #scale = 1;
  #x = 0;
  #y = 0;

  readonly #moved: (view: View) => void;

  /** `moved` is told when the reader has moved or scaled the picture. */
  constructor(frame: HTMLElement, picture: HTMLElement, moved: (view: View) => void = () => undefined) {
    this.#frame = frame;
    this.#picture = picture;
    this.#moved = moved;
    frame.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.#onPointerDown(event));
    frame.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Scales around the middle of the frame. */
  zoom(factor: number): void {
    this.#zoomAt(factor, this.#frame.clientWidth / 2, this.#frame.clientHeight / 2);
    this.#tell();
  }

  /**
   * Shows the whole picture, never larger than life; with `least`, never smaller than can be read. False where it
   * does not fit then.
   */
  fit(least = 0): boolean {
    const width = this.#picture.scrollWidth;
    const height = this.#picture.scrollHeight;
    if (width === 0 || height === 0) return true;
    const whole = Math.min(1, this.#frame.clientWidth / width, this.#frame.clientHeight / height);
    this.#scale = Math.max(least, whole);
    this.#x = (this.#frame.clientWidth - width * this.#scale) / 2;
    this.#y = Math.max(0, (this.#frame.clientHeight - height * this.#scale) / 2);
    this.#apply();
    return this.#scale <= whole;
  }

  /** Puts the picture where it was. */
  restore(view: View): void {
    this.#scale = Math.min(8, Math.max(0.1, view.scale));
    this.#x = view.x;
    this.#y = view.y;
    this.#apply();
  }

  /** Whether something of the picture lies inside the frame, at least its margin. */
  isInSight(): boolean {
    const frame = this.#frame;
    const width = this.#picture.scrollWidth * this.#scale;
    const height = this.#picture.scrollHeight * this.#scale;
    return (
      this.#x < frame.clientWidth - MARGIN &&
      this.#x + width > MARGIN &&
      this.#y < frame.clientHeight - MARGIN &&
      this.#y + height > MARGIN
    );
  }

  /** Moves the picture so far that a part of it, or the start of a large one, lies inside the frame. */
  reveal(part: Element): void {
    const { x, y, frame, box } = this.#place(part);
    this.#move(shift(x, box.width, frame.width), shift(y, box.height, frame.height));
  }

  /**
   * Brings a part to the middle of the frame from left to right, as far as no room is left empty beside the picture,
   * at no less than a scale; moves no further down than need be.
   */
  centre(part: Element, least: number): void {
    if (this.#scale < least) {
      this.#scale = least;
      this.#apply();
    }
    const { x, y, frame, box } = this.#place(part);
    const wanted = this.#x + (frame.width - box.width) / 2 - x;
    const room = frame.width - this.#picture.scrollWidth * this.#scale;
    // A picture that is narrower than the frame stays inside; a wider one reaches both edges, but for a margin.
    const [left, right] = room >= 0 ? [0, room] : [room - MARGIN, MARGIN];
    this.#move(Math.min(right, Math.max(left, wanted)) - this.#x, shift(y, box.height, frame.height));
  }

  /** Where a part is, from the corner of the frame. */
  #place(part: Element): {
    readonly x: number;
    readonly y: number;
    readonly frame: DOMRect;
    readonly box: DOMRect;
  } {
    const frame = this.#frame.getBoundingClientRect();
    const box = part.getBoundingClientRect();
    return { x: box.left - frame.left, y: box.top - frame.top, frame, box };
  }

  #move(x: number, y: number): void {
    if (x === 0 && y === 0) return;
    this.#x += x;
    this.#y += y;
    this.#apply();
    this.#tell();
  }

  #tell(): void {
    this.#moved({ scale: this.#scale, x: this.#x, y: this.#y });
  }

  #zoomAt(factor: number, x: number, y: number): void {
    const scale = Math.min(8, Math.max(0.1, this.#scale * factor));
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#apply();
  }

  #apply(): void {
    this.#picture.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
  }

  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.#frame.getBoundingClientRect();
    this.#zoomAt(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - box.left, event.clientY - box.top);
    this.#tell();
  }

  #onPointerDown(down: PointerEvent): void {
    if (down.button !== 0) return;
    let last = { x: down.clientX, y: down.clientY };
    let moved = false;
    const move = (event: PointerEvent): void => {
      const far = Math.abs(event.clientX - down.clientX) + Math.abs(event.clientY - down.clientY);
      if (!moved && far < 4) return;
      if (!moved) this.#frame.setPointerCapture(down.pointerId);
      moved = true;
      this.#x += event.clientX - last.x;
      this.#y += event.clientY - last.y;
      last = { x: event.clientX, y: event.clientY };
      this.#apply();
    };
    const end = (): void => {
      if (moved) this.#tell();
      this.#frame.removeEventListener('pointermove', move);
      this.#frame.removeEventListener('pointerup', end);
      this.#frame.removeEventListener('pointercancel', end);
    };
    this.#frame.addEventListener('pointermove', move);
    this.#frame.addEventListener('pointerup', end);
    this.#frame.addEventListener('pointercancel', end);
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [40, 0],
      ArrowRight: [-40, 0],
      ArrowUp: [0, 40],
      ArrowDown: [0, -40],
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.target === this.#frame || event.shiftKey ? steps[event.key] : undefined;
    if (step !== undefined) {
      this.#x += step[0];
      this.#y += step[1];
      this.#apply();
      this.#tell();
    } else if (event.key === '+' || event.key === '=') this.zoom(1.2);
    else if (event.key === '-') this.zoom(1 / 1.2);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }
}

/** How far to move something of `size` at `at` into a frame; 0 where it is inside. */
function shift(at: number, size: number, frame: number): number {
  if (at >= 0 && at + size <= frame) return 0;
  if (at < 0 || size + 2 * MARGIN > frame) return MARGIN - at;
  return frame - MARGIN - at - size;
}
