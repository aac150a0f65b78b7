/** How ssh targets are reached: by our own client, by the system's `ssh`, or by that where ours cannot do it. */
export const TRANSPORTS = ['auto', 'ssh2', 'openssh'] as const;
export type TransportChoice = (typeof TRANSPORTS)[number];
