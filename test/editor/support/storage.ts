import type { Page } from 'playwright-core';

/**
 * What the workbench has put into the storage of the browser, as one text without backslashes, since texts stand in
 * texts there. A workbench in a browser stores the state of its editors every few seconds, not when it is left, so
 * that a test waits for what has to outlive a reload.
 */
export async function storedByWorkbench(page: Page): Promise<string> {
  const values = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no database'));
      });
    const found: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await done(indexedDB.open(name));
      for (const table of database.objectStoreNames)
        for (const value of await done<unknown[]>(
          database.transaction(table, 'readonly').objectStore(table).getAll(),
        ))
          if (typeof value === 'string') found.push(value);
      database.close();
    }
    return found;
  });
  return values.join('\n').replaceAll('\\', '');
}
