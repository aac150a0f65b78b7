import { startContainers, type Containers, type TestContainer } from './containers.ts';
import { startLayeredSshd } from './layered-host.ts';
import type { Sshd, SshdOptions } from './sshd.ts';

export type { TestContainer } from './containers.ts';

/** A host with a stand-in for docker and podman in /usr/local/bin, whose containers have nothing but busybox. */
export interface ContainerHost extends Containers {
  readonly sshd: Sshd;
}

export interface ContainerHostOptions extends SshdOptions {
  /** Programs in /usr/local/bin; default docker and podman. */
  readonly engines?: readonly string[];
}

/** Starts the daemon and a server on whose host its client is. Needs root; the machine is not changed. */
export async function startContainerHost(
  containers: Readonly<Record<string, TestContainer>>,
  { engines = ['docker', 'podman'], ...options }: ContainerHostOptions = {},
): Promise<ContainerHost> {
  const running = await startContainers(containers);
  const tools = Object.fromEntries(engines.map((name) => [name, running.client]));
  const sshd = await startLayeredSshd({ bwrap: true, tools }, options);
  return {
    ...running,
    sshd,
    async stop() {
      await sshd.stop();
      await running.stop();
    },
  };
}
