/** Moves and scales a picture inside its frame: wheel with Ctrl, drag, buttons and keys. */
export class PanZoom {
  readonly #frame: HTMLElement;
  readonly #picture: HTMLElement;
  #scale = 1;
  #x = 0;
  #y = 0;

  constructor(frame: HTMLElement, picture: HTMLElement) {
    this.#frame = frame;
    this.#picture = picture;
    frame.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.#onPointerDown(event));
    frame.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Scales around the middle of the frame. */
  zoom(factor: number): void {
    this.#zoomAt(factor, this.#frame.clientWidth / 2, this.#frame.clientHeight / 2);
  }

  /** Shows the whole picture, never larger than life. */
  fit(): void {
    const width = this.#picture.scrollWidth;
    const height = this.#picture.scrollHeight;
    if (width === 0 || height === 0) return;
    this.#scale = Math.min(1, this.#frame.clientWidth / width, this.#frame.clientHeight / height);
    this.#x = Math.max(0, (this.#frame.clientWidth - width * this.#scale) / 2);
    this.#y = Math.max(0, (this.#frame.clientHeight - height * this.#scale) / 2);
    this.#apply();
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
    const step = event.target === this.#frame ? steps[event.key] : undefined;
    if (step !== undefined) {
      this.#x += step[0];
      this.#y += step[1];
      this.#apply();
    } else if (event.key === '+' || event.key === '=') this.zoom(1.2);
    else if (event.key === '-') this.zoom(1 / 1.2);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }
}
