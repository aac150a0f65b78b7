import { describe, expect, test } from 'vitest';
import { drawn, lifecycleOf } from '../support/lifecycle.ts';

/** Name of the machine's class, its text, and the transitions that a reader of it sees. */
const charts: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'states from the members of an Enum',
    'Campaign',
    `class Status(Enum):
    DRAFT = 1
    MADE = 2
    CLOSED = 3
class Campaign(StateMachine):
    states = States.from_enum(Status, initial=Status.DRAFT, final=Status.CLOSED)
    add = states.DRAFT.to(states.DRAFT) | states.MADE.to(states.MADE)
    make = states.DRAFT.to(states.MADE)
    end = states.CLOSED.from_(states.MADE)
`,
    ['DRAFT>MADE', 'MADE>CLOSED'],
  ],
  [
    'states by name in a dictionary',
    'Lamp',
    `class Lamp(StateMachine):
    states = States({"off": State(initial=True), "on": State()})
    go = states.off.to(states.on)
    back = states.on.to(states.off)
`,
    ['off>on', 'on>off'],
  ],
  [
    'an event with an id',
    'Quest',
    `class Quest(StateChart):
    safe = State(initial=True)
    danger = State()
    back = State()
    done = State(final=True)
    go = safe.to(danger)
    end = danger.to(done)
    error_execution = Event(safe.to(back) | danger.to(back), id="error.execution")
`,
    ['danger>back', 'danger>done', 'safe>back', 'safe>danger'],
  ],
  [
    'from any state that is not the end',
    'Order',
    `class Order(StateMachine):
    new = State(initial=True)
    paid = State()
    sent = State(final=True)
    gone = State(final=True)
    pay = new.to(paid)
    send = paid.to(sent)
    cancel = gone.from_.any()
`,
    ['new>gone', 'new>paid', 'paid>gone', 'paid>sent'],
  ],
  [
    'states that hold states',
    'Trip',
    `class Trip(StateChart):
    class home(State.Compound):
        bed = State(initial=True)
        door = State()
        rise = bed.to(door)
    class road(State.Compound):
        walk = State(initial=True)
        end = State(final=True)
        arrive = walk.to(end)
    there = State(final=True)
    leave = home.to(road)
    done_state_road = road.to(there)
`,
    ['bed>door', 'home>road', 'road>there', 'walk>end'],
  ],
];

describe('classes of states and transitions', () => {
  test.each(charts)('%s', async (_title, name, text, expected) => {
    const lifecycle = await lifecycleOf(text, { class: name });
    expect(drawn(lifecycle)).toEqual(expected);
    expect(lifecycle.declared?.map((each) => each.name)).toEqual([name]);
  });

  test('a call of to on what is no state, and an event without transitions, declare nothing', async () => {
    const text = `class Box:
    class part(Thing.Compound):
        one = Unit()
    names = Names({"a": Unit(), "b": Unit()})
    two = part.to(names.a)
    three = Event(names.a.to(names.b), id="x")
    four = names.b.from_.any()
`;
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.transitions).toEqual([]);
  });
});
