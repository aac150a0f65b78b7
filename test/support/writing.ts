import { appendFileSync } from 'node:fs';

/** Appends a letter to the file in every turn of the loop until the task has ended; gives the task's result. */
export async function whileWritten<T>(file: string, task: () => Promise<T>): Promise<T> {
  const state = { isOver: false };
  const writing = (async () => {
    while (!state.isOver) {
      appendFileSync(file, 'x');
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  try {
    return await task();
  } finally {
    state.isOver = true;
    await writing;
  }
}
