/** The end of an exhaustive `switch`: the compiler refuses the call while a member is unhandled. */
export function unreachable(value: never): never {
  throw new Error(`unhandled member: ${JSON.stringify(value)}`);
}
