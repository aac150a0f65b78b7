import { expect, test } from 'vitest';
import { secretKind, secretLines, secretsSentence } from '../../src/messages/index.ts';

test('a sentence names kinds and lines, and counts what is too much to name', () => {
  expect(secretsSentence([{ kind: 'private-key', line: 3 }])).toBe(
    'Looks like a secret: line 3 (private key).',
  );
  const many = Array.from({ length: 8 }, (_, index) => ({ kind: 'password' as const, line: index + 1 }));
  expect(secretLines(many)).toBe(
    'line 1 (password), line 2 (password), line 3 (password), line 4 (password), line 5 (password), and 3 more',
  );
});

test('every kind has words', () => {
  const kinds = [
    'private-key',
    'service-token',
    'web-token',
    'authorization',
    'url-credentials',
    'password',
    'secret-value',
    'password-hash',
  ] as const;
  expect(new Set(kinds.map(secretKind)).size).toBe(kinds.length);
});
