import type { TrueMachine } from '../machine.ts';

const ROOT = 'python_statemachine-3.2.2';

/** A class of states and transitions in one of the library's own examples; lines are those of the declarations. */
function chart(
  name: string,
  file: string,
  recall: number,
  core: Readonly<Record<string, readonly number[]>>,
): TrueMachine {
  const path = `tests/examples/${file}`;
  return {
    title: `statechart ${name}`,
    corpus: 'python-statemachine',
    root: ROOT,
    query: { class: name, files: [path] },
    judge: { precision: 1, recall },
    source: 'The body of the class says it.',
    core,
    possible: {},
    wrong: {},
    writes: {},
    setters: [],
    roles: [],
    hazards: [],
    files: [path],
    declared: { name, edges: Object.keys(core) },
  };
}

/** Read in python-statemachine 3.2.2. */
export const statecharts: readonly TrueMachine[] = [
  chart('OrderControl', 'order_control_machine.py', 1, {
    'waiting_for_payment>processing': [22],
    'processing>shipping': [25],
    'shipping>completed': [26],
  }),
  chart('CampaignMachine', 'enum_campaign_machine.py', 0, {
    'DRAFT>PRODUCING': [33],
    'PRODUCING>CLOSED': [34],
  }),
  chart('AirConditioner', 'air_conditioner_machine.py', 1, {
    'off>cooling': [30],
    'cooling>standby': [31],
    'standby>cooling': [32],
    'standby>off': [33],
  }),
  chart('GuessTheNumberMachine', 'guess_the_number_machine.py', 1, {
    'low>lose': [26],
    'high>lose': [26],
    'low>won': [27],
    'high>won': [27],
    'start>won': [27],
    'high>low': [28],
    'start>low': [28],
    'low>high': [29],
    'start>high': [29],
  }),
  chart('QuestRecoveryMachine', 'statechart_error_handling_machine.py', 0.6, {
    'safe>danger_zone': [36],
    'danger_zone>completed': [37],
    'recovering>safe': [38],
    'safe>recovering': [42],
    'danger_zone>recovering': [42],
  }),
  chart('WeightedIdleMachine', 'weighted_idle_machine.py', 0.5, {
    'standing>shift_weight': [33],
    'standing>adjust_hair': [33],
    'standing>bang_shield': [33],
    'shift_weight>standing': [41],
    'adjust_hair>standing': [41],
    'bang_shield>standing': [41],
  }),
  chart('QuestMachine', 'statechart_compound_machine.py', 0, {
    'bag_end>green_dragon': [29],
    'council>forging': [35],
    'shire>wilderness': [40],
    'wilderness>rivendell': [41],
    'rivendell>destination': [42],
  }),
];
