import type { TrueMachine } from '../machine.ts';

/**
 * Chosen by a search of text before the engine had seen any of them: in one file at least four assignments of at least
 * three different members of an Enum to one attribute named state, status, phase or stage. The packages were named
 * for what they do. As too few fitted, more packages were named, and constants and texts were admitted as well. Not
 * all that fit were taken: files of thousands of lines (paho-mqtt) and others were left out for want of time, so
 * these are rather the shorter machines. At most three a package.
 */
const COMMON = { root: '', wrong: {}, writes: {}, setters: [], roles: [], hazards: [] } as const;
const AZURE = 'azure/servicebus/_pyamqp/aio/_cbs_async.py';
const LINK = 'azure/servicebus/_pyamqp/management_link.py';
const GRPC = 'grpclib/client.py';
const STREAM = 'gunicorn/http2/stream.py';
const WAV = 'livekit/agents/utils/codecs/decoder.py';
const VOICE = 'pipecat/audio/vad/vad_analyzer.py';
const THINK = 'pipecat/services/nvidia/llm.py';
const TEXT = 'pipecat/utils/text/simple_text_aggregator.py';
const SESSION = 'streamlit/runtime/app_session.py';
const BATCH = 'google/cloud/pubsub_v1/publisher/_batch/thread.py';
const ORDERED = 'google/cloud/pubsub_v1/publisher/_sequencer/ordered_sequencer.py';
const AMQP = 'aioamqp/protocol.py';
const MONGO = ['pymongo/client_session_shared.py', 'pymongo/synchronous/client_session.py'];
const APP = 'nicegui/app/app.py';
const MESSAGE = 'kombu/message.py';
const HELLO = 'inngest/connect/_internal/init_handshake_handler.py';
const READER = 'aiohttp/_websocket/reader_py.py';

export const fresh: readonly TrueMachine[] = [
  {
    ...COMMON,
    title: 'azure-servicebus token',
    judge: { precision: 0.7, recall: 1 },
    corpus: 'azure-servicebus',
    query: { class: 'CBSAuthenticator', store: 'auth_state', files: [AZURE] },
    source:
      'A request writes IN_PROGRESS (201) and hands over a callback that looks at nothing (134 to 154); it may come after ' +
      'the timeout (179). update_token is public; here it is called for IDLE and REFRESH_REQUIRED.',
    core: {
      'IDLE>IN_PROGRESS': [201],
      'REFRESH_REQUIRED>IN_PROGRESS': [201],
      'IN_PROGRESS>OK': [147],
      'IN_PROGRESS>ERROR': [134, 149, 154],
      'IN_PROGRESS>TIMEOUT': [179],
      'OK>EXPIRED': [169],
      'OK>REFRESH_REQUIRED': [171],
      'REFRESH_REQUIRED>EXPIRED': [169],
    },
    possible: {
      'OK>IN_PROGRESS': 'update_token is public',
      'ERROR>IN_PROGRESS': 'update_token is public',
      'EXPIRED>IN_PROGRESS': 'update_token is public',
      'TIMEOUT>IN_PROGRESS': 'update_token is public',
      'TIMEOUT>OK': 'the answer comes late',
      'TIMEOUT>ERROR': 'the answer comes late',
    },
    files: [AZURE],
  },
  {
    ...COMMON,
    title: 'azure-servicebus token link',
    judge: { precision: 1, recall: 1 },
    corpus: 'azure-servicebus',
    query: { class: 'CBSAuthenticator', store: 'state', files: [AZURE] },
    source: 'Callbacks look at the state (93 to 121); open and close are public and do not (193, 198).',
    core: {
      'CLOSED>OPENING': [193],
      'OPENING>OPEN': [106],
      'OPENING>CLOSED': [106, 198],
      'OPENING>ERROR': [115],
      'OPEN>ERROR': [100, 121],
      'OPEN>CLOSED': [198],
      'ERROR>CLOSED': [198],
    },
    possible: { 'OPEN>OPENING': 'open is public', 'ERROR>OPENING': 'open is public' },
    files: [AZURE],
  },
  {
    ...COMMON,
    title: 'azure-servicebus management link',
    judge: { precision: 1, recall: 1 },
    corpus: 'azure-servicebus',
    query: { class: 'ManagementLink', store: 'state', files: [LINK] },
    source:
      'Every write is behind a test of the state; 276 comes after 262 and the callbacks of its detaching.',
    core: {
      'IDLE>OPENING': [195],
      'OPENING>OPEN': [93, 123],
      'OPENING>IDLE': [96, 126],
      'OPEN>ERROR': [100, 130],
      'CLOSING>ERROR': [104, 134],
      'OPENING>CLOSING': [262],
      'OPEN>CLOSING': [262],
      'ERROR>CLOSING': [262],
      'CLOSING>IDLE': [276],
    },
    possible: { 'ERROR>IDLE': 'a callback of detaching wrote ERROR between 262 and 276' },
    files: [LINK],
  },
  {
    ...COMMON,
    title: 'grpclib channel',
    judge: { precision: 1, recall: 1 },
    corpus: 'grpclib',
    query: { class: 'Channel', store: '_state', files: [GRPC] },
    source:
      'Connecting (745) is guarded by the protocol, not by the state; 750 and 753 end it. close (820) is public.',
    core: {
      'IDLE>CONNECTING': [745],
      'READY>CONNECTING': [745],
      'TRANSIENT_FAILURE>CONNECTING': [745],
      'CONNECTING>TRANSIENT_FAILURE': [750],
      'CONNECTING>READY': [753],
      'READY>IDLE': [820],
      'TRANSIENT_FAILURE>IDLE': [820],
    },
    possible: { 'CONNECTING>IDLE': 'closed while it is connected' },
    files: [GRPC],
  },
  {
    ...COMMON,
    title: 'gunicorn HTTP/2 stream',
    judge: { precision: 1, recall: 1 },
    corpus: 'gunicorn',
    query: { class: 'HTTP2Stream', store: 'state', files: [STREAM] },
    source:
      'Headers open it (127); half closing looks at the state (305 to 320); reset and close do not (255, 284).',
    core: {
      'IDLE>OPEN': [127],
      'OPEN>HALF_CLOSED_LOCAL': [306],
      'OPEN>HALF_CLOSED_REMOTE': [318],
      'HALF_CLOSED_LOCAL>CLOSED': [320, 255, 284],
      'HALF_CLOSED_REMOTE>CLOSED': [308, 255, 284],
      'OPEN>CLOSED': [255, 284],
      'IDLE>CLOSED': [255, 284],
    },
    possible: {},
    files: [STREAM],
  },
  {
    ...COMMON,
    title: 'livekit WAV decoder',
    judge: { precision: 1, recall: 1 },
    corpus: 'livekit-agents',
    query: { class: '_WavInlineDecoder', store: '_state', files: [WAV] },
    source: 'push dispatches on the state (181, 192 to 200); private helpers write the next one.',
    core: {
      'RIFF_HEADER>CHUNK_HEADER': [248],
      'CHUNK_HEADER>FMT_DATA': [264],
      'CHUNK_HEADER>STREAMING': [267],
      'CHUNK_HEADER>SKIP_CHUNK_DATA': [270],
      'FMT_DATA>CHUNK_HEADER': [296],
      'SKIP_CHUNK_DATA>CHUNK_HEADER': [306],
      'STREAMING>RIFF_HEADER': [225],
    },
    possible: {},
    files: [WAV],
  },
  {
    ...COMMON,
    title: 'pipecat voice',
    judge: { precision: 0.86, recall: 1 },
    corpus: 'pipecat-ai',
    query: { class: 'VADAnalyzer', store: '_vad_state', files: [VOICE] },
    source: 'Two match statements and two tests behind them, all in one function that runs in an executor.',
    core: {
      'QUIET>STARTING': [216],
      'STOPPING>SPEAKING': [221],
      'STARTING>QUIET': [226],
      'SPEAKING>STOPPING': [229],
      'STARTING>SPEAKING': [238],
      'STOPPING>QUIET': [245],
    },
    possible: {},
    files: [VOICE],
  },
  {
    ...COMMON,
    title: 'pipecat thinking',
    judge: { precision: 0.83, recall: 1 },
    corpus: 'pipecat-ai',
    query: { class: 'NvidiaLLMService', store: '_think_tag_state', files: [THINK] },
    source: 'A response begins with 133; its end writes CONTENT whatever the state was (233).',
    core: {
      'CONTENT>DETECTING': [133],
      'DETECTING>CONTENT': [175, 186, 233],
      'DETECTING>IN_THOUGHT': [182],
      'IN_THOUGHT>CONTENT': [200, 233],
    },
    possible: { 'IN_THOUGHT>DETECTING': 'nothing tests that the last response was ended' },
    files: [THINK],
  },
  {
    ...COMMON,
    title: 'pipecat lookahead',
    judge: { precision: 1, recall: 1 },
    corpus: 'pipecat-ai',
    query: { class: 'SimpleTextAggregator', store: '_lookahead_state', files: [TEXT] },
    source:
      'A helper with a match says whether to check (187 to 208); its caller writes IDLE (156) or AWAITING_CHARACTER ' +
      '(161), the latter for punctuation only, when IN_WORD has become IDLE. Resets look at nothing (239, 248).',
    core: {
      'IDLE>AWAITING_CHARACTER': [161],
      'AWAITING_CHARACTER>IN_WORD': [194],
      'AWAITING_CHARACTER>AWAITING_WORD': [194],
      'AWAITING_WORD>IN_WORD': [202],
      'AWAITING_WORD>AWAITING_CHARACTER': [161],
      'IN_WORD>IDLE': [156, 208, 239, 248],
      'AWAITING_WORD>IDLE': [156, 239, 248],
      'AWAITING_CHARACTER>IDLE': [239, 248],
    },
    possible: { 'IN_WORD>AWAITING_CHARACTER': 'needs that a character is punctuation at 161 and not at 207' },
    files: [TEXT],
  },
  {
    ...COMMON,
    title: 'streamlit session',
    judge: { precision: 1, recall: 1 },
    corpus: 'streamlit',
    query: { class: 'AppSession', store: '_state', files: [SESSION] },
    source:
      'Events of the script look at the shutdown (1075, 1106), but not the one that stops for another run (1145).',
    core: {
      'APP_NOT_RUNNING>APP_IS_RUNNING': [1076],
      'APP_IS_RUNNING>APP_NOT_RUNNING': [1107, 1145],
      'APP_NOT_RUNNING>SHUTDOWN_REQUESTED': [520],
      'APP_IS_RUNNING>SHUTDOWN_REQUESTED': [520],
    },
    possible: { 'SHUTDOWN_REQUESTED>APP_NOT_RUNNING': '1145 looks at nothing' },
    files: [SESSION],
  },
  {
    ...COMMON,
    title: 'google-cloud-pubsub batch',
    judge: { precision: 1, recall: 1 },
    corpus: 'google-cloud-pubsub',
    query: { class: 'Batch', store: '_status', files: [BATCH] },
    source:
      'Guards under a lock (197, 224, 286); 308 to 388 come behind 288. _set_status (490) is never called here.',
    core: {
      'ACCEPTING_MESSAGES>ERROR': [205],
      'ACCEPTING_MESSAGES>STARTING': [226],
      'ACCEPTING_MESSAGES>IN_PROGRESS': [288],
      'STARTING>IN_PROGRESS': [288],
      'IN_PROGRESS>SUCCESS': [308, 382],
      'IN_PROGRESS>ERROR': [350, 388],
    },
    possible: {},
    files: [BATCH],
  },
  {
    ...COMMON,
    title: 'google-cloud-pubsub ordered sequencer',
    judge: { precision: 1, recall: 1 },
    corpus: 'google-cloud-pubsub',
    query: { class: 'OrderedSequencer', store: '_state', files: [ORDERED] },
    source:
      'Guards under a lock; the callback of a batch asserts what the state is not, so STOPPED passes (193, 221).',
    core: {
      'ACCEPTING_MESSAGES>STOPPED': [134],
      'PAUSED>STOPPED': [134],
      'FINISHED>STOPPED': [134],
      'ACCEPTING_MESSAGES>FINISHED': [193],
      'STOPPED>FINISHED': [193],
      'ACCEPTING_MESSAGES>PAUSED': [221],
      'STOPPED>PAUSED': [221],
      'PAUSED>ACCEPTING_MESSAGES': [238],
      'FINISHED>ACCEPTING_MESSAGES': [305],
    },
    possible: {},
    files: [ORDERED],
  },
  {
    ...COMMON,
    title: 'aioamqp protocol',
    judge: { precision: 1, recall: 1 },
    corpus: 'aioamqp',
    query: { class: 'AmqpProtocol', store: 'state', files: [AMQP] },
    source:
      'close waits for a check that leaves OPEN only (130 to 143); frames and the lost connection look at nothing.',
    core: {
      'CONNECTING>OPEN': [458],
      'OPEN>CLOSING': [160, 419],
      'CONNECTING>CLOSING': [419],
      'CONNECTING>CLOSED': [117],
      'OPEN>CLOSED': [117],
      'CLOSING>CLOSED': [117],
    },
    possible: {
      'CLOSING>OPEN': 'a frame looks at nothing',
      'CLOSED>OPEN': 'a frame looks at nothing',
      'CLOSED>CLOSING': 'a frame looks at nothing',
    },
    files: [AMQP],
  },
  {
    ...COMMON,
    title: 'pymongo transaction',
    judge: { precision: 1, recall: 1 },
    corpus: 'pymongo',
    query: { class: '_Transaction', store: 'state', files: MONGO },
    source:
      'The session writes it in a field; a start is only for what is not active and resets first (249, 503). Guards ' +
      'compare a local copy (513, 557). A public helper starts it without a look (755).',
    core: {
      'NONE>STARTING': [503],
      'COMMITTED>NONE': [249],
      'COMMITTED_EMPTY>NONE': [249],
      'ABORTED>NONE': [249],
      'STARTING>IN_PROGRESS': [759],
      'STARTING>COMMITTED_EMPTY': [518],
      'COMMITTED>IN_PROGRESS': [525],
      'IN_PROGRESS>COMMITTED': [548],
      'STARTING>ABORTED': [562],
      'IN_PROGRESS>ABORTED': [575],
    },
    possible: {
      'STARTING>NONE': 'reset is public',
      'IN_PROGRESS>NONE': 'reset is public',
      'IN_PROGRESS>STARTING': '755 looks at nothing',
      'COMMITTED>STARTING': '755 looks at nothing',
      'COMMITTED_EMPTY>STARTING': '755 looks at nothing',
      'ABORTED>STARTING': '755 looks at nothing',
    },
    files: MONGO,
  },
  {
    ...COMMON,
    title: 'nicegui app',
    judge: { precision: 1, recall: 1 },
    corpus: 'nicegui',
    query: { class: 'App', store: '_state', files: [APP] },
    source: 'start and stop look at nothing and write twice each.',
    core: {
      'STOPPED>STARTING': [87],
      'STARTING>STARTED': [98],
      'STARTED>STOPPING': [102],
      'STOPPING>STOPPED': [107],
    },
    possible: {
      'STARTED>STARTING': 'start is public',
      'STOPPING>STARTING': 'start is public',
      'STARTING>STOPPING': 'stop is public',
      'STOPPED>STOPPING': 'stop is public',
    },
    files: [APP],
  },
  {
    ...COMMON,
    title: 'kombu message',
    judge: { precision: 1, recall: 0 },
    corpus: 'kombu',
    query: { class: 'Message', store: '_state', files: [MESSAGE] },
    source: 'Text; a property that tests a set of the module is before every write (122, 160, 183).',
    core: { 'RECEIVED>ACK': [127], 'RECEIVED>REJECTED': [165], 'RECEIVED>REQUEUED': [188] },
    possible: {},
    files: [MESSAGE],
  },
  {
    ...COMMON,
    title: 'inngest handshake',
    judge: { precision: 1, recall: 1 },
    corpus: 'inngest',
    query: { class: 'InitHandshakeHandler', store: '_handshake_state', files: [HELLO] },
    source:
      'Messages test the state; the task that answers (209) was started for AWAITING_SYNC_COMPLETE; a watcher resets (87).',
    core: {
      'AWAITING_HELLO>AWAITING_SYNC_COMPLETE': [103],
      'AWAITING_SYNC_COMPLETE>AWAITING_READY': [209],
      'AWAITING_READY>COMPLETE': [166],
      'AWAITING_SYNC_COMPLETE>AWAITING_HELLO': [87],
      'AWAITING_READY>AWAITING_HELLO': [87],
      'COMPLETE>AWAITING_HELLO': [87],
    },
    possible: { 'AWAITING_HELLO>AWAITING_READY': 'the watcher resets while the task sends' },
    files: [HELLO],
  },
  {
    ...COMMON,
    title: 'aiohttp frame reader',
    judge: { precision: 1, recall: 1 },
    corpus: 'aiohttp',
    query: { class: 'WebSocketReader', store: '_state', files: [READER] },
    source: 'Constants of the module; one loop that falls from one test into the next.',
    core: {
      'READ_HEADER>READ_PAYLOAD_LENGTH': [492],
      'READ_PAYLOAD_LENGTH>READ_PAYLOAD_MASK': [540],
      'READ_PAYLOAD_LENGTH>READ_PAYLOAD': [540],
      'READ_PAYLOAD_MASK>READ_PAYLOAD': [548],
      'READ_PAYLOAD>READ_HEADER': [612],
    },
    possible: {},
    files: [READER],
  },
];
