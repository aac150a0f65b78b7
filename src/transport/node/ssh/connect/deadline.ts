/** A time limit on a host's answers, which does not run while a person is asked. */
export class Deadline {
  readonly #milliseconds: number;
  readonly #passed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #paused = 0;
  #over = false;

  constructor(seconds: number, passed: () => void) {
    this.#milliseconds = seconds * 1000;
    this.#passed = passed;
    this.restart();
  }

  /** The host answered: the whole time runs anew. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#over || this.#paused > 0) return;
    this.#timer = setTimeout(this.#passed, this.#milliseconds);
  }

  /** Runs `question` without the clock. */
  async outside<T>(question: () => Promise<T>): Promise<T> {
    this.#paused += 1;
    clearTimeout(this.#timer);
    try {
      return await question();
    } finally {
      this.#paused -= 1;
      this.restart();
    }
  }

  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }
}
