import { lifecycleViewWords } from '../../src/messages/index.ts';
import type { LifecycleView } from '../../src/protocol/index.ts';

/** A small lifecycle as web views show it: two states, a proved edge, one that needs another role, one hazard. */
export function sampleView(): LifecycleView {
  return {
    key: 'jobs',
    title: 'Jobs.status',
    titleText: 'Jobs.status',
    summary: '1 file',
    mermaid: [
      'stateDiagram-v2',
      '  state "Queued" as s0',
      '  state "Done #35;1" as s1',
      '  s0 --> s1 : worker #91;ok#93;',
      '',
    ].join('\n'),
    states: [
      {
        id: 's0',
        name: 'Queued',
        text: 'Queued',
        value: '0',
        terminal: false,
        place: { id: 'p0', text: 'jobs.py:3' },
        change: 'same',
        changeText: '',
      },
      {
        id: 's1',
        name: 'Done #1',
        text: 'Done #35;1',
        value: '1',
        terminal: true,
        place: null,
        change: 'same',
        changeText: '',
      },
    ],
    groups: [],
    edges: [
      {
        id: 'e0',
        from: 's0',
        to: 's1',
        class: 'proved',
        classText: 'proved',
        roles: ['worker'],
        label: 'worker [ok]',
        text: 'worker #91;ok#93;',
        sites: [{ id: 'p1', text: 'jobs.py:20', role: 'worker', guard: 'ok' }],
        change: 'same',
        changeText: '',
      },
      {
        id: 'x0',
        from: 's1',
        to: 's0',
        class: 'interleaving',
        classText: 'interleaving',
        roles: ['caller'],
        label: 'caller',
        text: 'caller, (interleaving)',
        sites: [{ id: 'p2', text: 'jobs.py:31', role: 'caller', guard: '' }],
        change: 'same',
        changeText: '',
      },
    ],
    setters: [
      {
        name: 'Jobs.set',
        place: { id: 'p3', text: 'jobs.py:9' },
        columns: ['Queued', 'Done #1'],
        rows: [
          {
            old: 'Queued',
            terminal: false,
            cells: ['Queued', 'Done #1'],
            marks: [
              { kind: 'kept', move: 'none', was: '' },
              { kind: 'set', move: 'none', was: '' },
            ],
          },
          {
            old: 'Done #1',
            terminal: true,
            cells: ['rejected', 'Done #1'],
            marks: [
              { kind: 'rejected', move: 'none', was: '' },
              { kind: 'kept', move: 'none', was: '' },
            ],
          },
        ],
        change: 'same',
      },
    ],
    hazards: [
      {
        id: 'h0',
        rule: 'H1',
        severity: 'high',
        severityText: 'high',
        confidence: 'confidence: high',
        title: 'Done #1 can be left again <img src=x onerror=alert(1)>',
        place: { id: 'p4', text: 'jobs.py:31' },
        accepted: '',
        judged: false,
        change: 'same',
        steps: [
          {
            step: 1,
            role: 'worker',
            text: 'writes Done',
            state: 'Done #1',
            place: { id: 'p5', text: 'jobs.py:20' },
            states: ['s1'],
            edges: ['e0'],
          },
          {
            step: 2,
            role: 'caller',
            text: 'writes Queued',
            state: 'Queued',
            place: null,
            states: ['s0'],
            edges: ['x0'],
          },
        ],
      },
    ],
    unresolved: [{ text: 'Base not found', place: { id: 'p6', text: 'jobs.py:1' } }],
    comparison: null,
    words: { ...lifecycleViewWords(), notDrawn: 'Not drawn' },
  };
}
