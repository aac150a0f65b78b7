import { describe, expect, it } from 'vitest';
import { makeNonce, panelHtml } from '../../../src/extension/lifecycle/html.ts';

const page = {
  nonce: 'abc',
  cspSource: 'https://host.example',
  script: 'https://host.example/panel.js?a&b',
  title: 'A <b>',
};

describe('the page of the panel', () => {
  it('lets nothing in but its own script', () => {
    const html = panelHtml(page);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    expect(policy).toBe(
      "default-src 'none'; script-src 'nonce-abc'; style-src https://host.example 'unsafe-inline'; img-src data:; font-src https://host.example",
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('<script nonce="abc" src="https://host.example/panel.js?a&#38;b"></script>');
  });

  it('escapes what is put in', () => {
    expect(panelHtml(page)).toContain('<title>A &#60;b&#62;</title>');
  });

  it('gets a nonce of 128 random bits', () => {
    const nonces = new Set(Array.from({ length: 100 }, () => makeNonce()));
    expect(nonces.size).toBe(100);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});
