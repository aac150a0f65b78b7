import type { TrueMachine } from '../machine.ts';

const HTTP = 'hypercorn/protocol/http_stream.py';
const WEBSOCKET = 'hypercorn/protocol/ws_stream.py';

const SHARED = { corpus: 'hypercorn', root: '', setters: [], roles: [], hazards: [] } as const;

export const hypercorn: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'hypercorn HTTP stream',
    judge: { precision: 1, recall: 1 },
    query: { class: 'HTTPStream', store: 'state', files: [HTTP] },
    source:
      'app_send asks for the state in each branch: RESPONSE behind REQUEST (142-152), TRAILERS behind RESPONSE (198) ' +
      'or REQUEST (221), CLOSED in _send_closed from all three (200, 225, 239). The error answer closes what is in ' +
      'REQUEST (139), or what has just been asked for (118).',
    core: {
      'REQUEST>RESPONSE': [152],
      'REQUEST>TRAILERS': [221],
      'REQUEST>CLOSED': [245, 258],
      'RESPONSE>TRAILERS': [198],
      'RESPONSE>CLOSED': [245],
      'TRAILERS>CLOSED': [245],
    },
    possible: {},
    wrong: { 'TRAILERS>RESPONSE': 'behind REQUEST', 'CLOSED>RESPONSE': 'behind REQUEST' },
    writes: { [HTTP]: [73, 152, 198, 221, 245, 258] },
    files: [HTTP],
  },
  {
    ...SHARED,
    title: 'hypercorn websocket stream',
    judge: { precision: 0.88, recall: 1 },
    query: { class: 'WSStream', store: 'state', files: [WEBSOCKET] },
    source:
      'app_send asks for HANDSHAKE before it accepts (269, 350) and closes (291-293), for HANDSHAKE or RESPONSE before ' +
      'the body of a rejection (276-280), which asks once more (365-374). A close in any other state writes CLOSED (296).',
    core: {
      'HANDSHAKE>CONNECTED': [350],
      'HANDSHAKE>RESPONSE': [374],
      'HANDSHAKE>HTTPCLOSED': [293],
      'RESPONSE>HTTPCLOSED': [378],
      'CONNECTED>CLOSED': [296],
    },
    possible: {
      'RESPONSE>CLOSED': 'a close while the rejection is sent: only HANDSHAKE is treated apart',
      'HTTPCLOSED>CLOSED': 'a close after the rejection, before the stream reports its end',
    },
    wrong: {
      'HANDSHAKE>CLOSED': 'the branch of 291 keeps it out',
      'CONNECTED>HTTPCLOSED': 'behind HANDSHAKE or RESPONSE',
      'CLOSED>HTTPCLOSED': 'behind HANDSHAKE or RESPONSE',
    },
    writes: { [WEBSOCKET]: [193, 293, 296, 350, 374, 378] },
    files: [WEBSOCKET],
  },
];
