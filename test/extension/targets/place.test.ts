import { expect, test } from 'vitest';
import { placeOf } from '../../../src/extension/targets/place.ts';
import { parseTarget } from '../../../src/transport/index.ts';
import { value } from '../../support/channels.ts';

test.each([
  ['/srv/app', '/srv/app'],
  ['./docker=web:/srv', './docker=web:/srv'],
  ['docker=web:/srv', 'docker=web:/srv'],
  ['podman=web:/', 'podman=web:/'],
  ['box:/srv', 'box:/srv'],
  ['box/docker=web:/srv', 'box/docker=web:/srv'],
  ['ssh://me@box:22/srv', 'me@box:22/srv'],
  ['ssh://me@box:22/podman=web:/srv', 'me@box:22/podman=web:/srv'],
])('%s is shown as %s', (text, shown) => {
  expect(placeOf(value(parseTarget(text)))).toBe(shown);
});
