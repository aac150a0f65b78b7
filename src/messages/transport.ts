import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { DemoError, TargetError, TransportError } from '../transport/index.ts';
import { visible, visibleSentence } from './quoted.ts';

/** Why a connection could not be made or ended: one sentence with the place, one with the way out. */
export function transportErrorMessage(error: TransportError): string {
  return visibleSentence(transportSentence(error));
}

function transportSentence(error: TransportError): string {
  const t = l10n.t;
  switch (error.code) {
    case 'unknown-host':
      return t(
        'The host {0} is not known: no address was found. Check its spelling, or add it to your ssh configuration.',
        error.host,
      );
    case 'connection-refused':
      return t(
        '{0} refused the connection. Check that an ssh server listens on that port.',
        at(error.host, error.port),
      );
    case 'unreachable':
      return t(
        '{0} cannot be reached ({1}). Check the network, and try the same host with ssh.',
        at(error.host, error.port),
        visible(error.detail),
      );
    case 'connect-timeout':
      return t(
        '{0} did not answer within {1} seconds. Check the network, or raise ConnectTimeout in your ssh configuration.',
        at(error.host, error.port),
        error.seconds,
      );
    case 'host-key-unknown':
    case 'host-key-changed':
    case 'host-key-revoked':
      return hostKeyMessage(error);
    case 'authentication-failed':
      return t(
        '{0} did not let you in as {1} (tried: {2}). Check the user and the identity files in your ssh configuration, or load the key into your agent.',
        error.host,
        error.user,
        error.tried.length === 0 ? t('nothing that the host takes') : error.tried.join(', '),
      );
    case 'key-unreadable':
      return keyMessage(error);
    case 'ssh-config':
      return t(
        'The ssh configuration {0} cannot be used: {1}. Correct it and connect again.',
        error.line === undefined ? error.file : `${error.file}:${error.line}`,
        visible(error.detail),
      );
    case 'unsupported':
      return unsupportedMessage(error);
    case 'channel-refused':
      return t(
        '{0} grants no further session on this connection ({1}). Raise MaxSessions on the host, or wait until other probes have ended.',
        error.host,
        visible(error.detail),
      );
    case 'disconnected':
      return t('The connection to {0} has ended ({1}). Connect again.', error.host, visible(error.detail));
    case 'no-shell':
      return t(
        'No /bin/sh could be started ({0}). Use an account with a POSIX shell; on Windows, install Git for Windows.',
        visible(error.detail),
      );
    case 'cancelled':
      return t('Cancelled. Nothing is left running; start it again when you like.');
    default:
      return unreachable(error);
  }
}

/** Says that the system's ssh is used for a target, and what for. */
export function systemSshLine(target: string, because: TransportError): string {
  return l10n.t(
    '{0} is reached by the system’s ssh, because Sonde’s own client cannot do this: {1}.',
    target,
    because.code === 'unsupported' ? causeName(because.what) : because.code,
  );
}

function causeName(what: string): string {
  const t = l10n.t;
  switch (what) {
    case 'user-certificate':
      return t('user certificates');
    case 'security-key':
      return t('hardware security keys (sk-…)');
    case 'gssapi':
      return t('GSSAPI (Kerberos)');
    case 'host-certificate':
      return t('host keys that only an authority certifies');
    case 'host-key-algorithm':
      return t('the host key algorithms that are allowed for this host');
    case 'revoked-host-keys':
      return t('lists of revoked host keys in the binary format');
    case 'proxy-command':
      return t('a ProxyCommand on Windows');
    default:
      return what;
  }
}

/** Why the demo's host did not start. */
export function demoErrorMessage(error: DemoError): string {
  const t = l10n.t;
  switch (error.code) {
    case 'demo-files':
      return t(
        'The demo project in {0} could not be copied ({1}). Install Sonde again, or free some disk space.',
        error.folder,
        visible(error.detail),
      );
    case 'demo-port':
      return t(
        'The demo found no port of 127.0.0.1 to listen on ({0}). Close other programs and start it again.',
        visible(error.detail),
      );
    case 'no-shell':
      return t(
        'The demo needs a POSIX shell, and there is none ({0}). On Windows, install Git for Windows; until then the demo opens with its stored evidence.',
        visible(error.detail),
      );
    default:
      return unreachable(error);
  }
}

/** Why a text names no target; the place is the column, starting at 1. */
export function targetErrorMessage(error: TargetError): string {
  const t = l10n.t;
  const place = t('"{0}", column {1}', visible(error.text), error.at + 1);
  switch (error.reason) {
    case 'empty':
      return t(
        'No target is given. Write alias:/absolute/root, ssh://user@host:port/absolute/root, alias/docker=NAME:/absolute/root, or a local folder.',
      );
    case 'bad-host':
      return t(
        '{0}: this is not a host name. Use letters, digits, dots and dashes, and brackets around an IPv6 address.',
        place,
      );
    case 'bad-user':
      return t(
        '{0}: this is not a user name. Use letters, digits, dots, dashes and underscores, and no password.',
        place,
      );
    case 'bad-port':
      return t('{0}: this is not a port. Write a number from 1 to 65535, or leave out the colon.', place);
    case 'root-not-absolute':
      return t(
        '{0}: the root folder must be absolute. Let it start with /; for a local folder, write ./ before it.',
        place,
      );
    case 'no-root':
      return t('{0}: the root folder is missing. Write it behind the host, such as host:/srv/app.', place);
    case 'bad-container':
      return t(
        '{0}: this is not the name of a container. Begin with a letter or digit, then use letters, digits, dots, dashes and underscores.',
        place,
      );
    default:
      return unreachable(error.reason);
  }
}

type Failure<Code extends TransportError['code']> = Extract<TransportError, { code: Code }>;

function hostKeyMessage(
  error: Failure<'host-key-unknown' | 'host-key-changed' | 'host-key-revoked'>,
): string {
  const t = l10n.t;
  const where = at(error.host, error.port);
  const key = `${visible(error.keyType)} ${error.fingerprint}`;
  switch (error.code) {
    case 'host-key-unknown':
      return error.knownTypes.length === 0
        ? t(
            'The key of {0} is not known: {1}. Compare it with what its administrator says, then accept it (--host-key {2} on the command line).',
            where,
            key,
            error.fingerprint,
          )
        : t(
            'The key of {0} is not known: {1}. The host is known by another type ({2}). Compare it with what its administrator says, then accept it (--host-key {3} on the command line).',
            where,
            key,
            error.knownTypes.map(visible).join(', '),
            error.fingerprint,
          );
    case 'host-key-changed':
      return t(
        'The key of {0} has changed: it shows {1}, and {2} holds another. Somebody may be in between: ask its administrator, and remove that line only if the change is real.',
        where,
        key,
        `${error.file}:${error.line}`,
      );
    case 'host-key-revoked':
      return t(
        'The key of {0} is revoked in {2}: {1}. Do not connect; ask its administrator for a new key.',
        where,
        key,
        `${error.file}:${error.line}`,
      );
    default:
      return unreachable(error);
  }
}

function keyMessage(error: Failure<'key-unreadable'>): string {
  const t = l10n.t;
  switch (error.reason) {
    case 'missing':
      return t(
        'The identity file {0} does not exist, and nothing else let you in. Correct IdentityFile in your ssh configuration.',
        error.file,
      );
    case 'permission':
      return t(
        'The identity file {0} may not be read. Give your account the permission to read it.',
        error.file,
      );
    case 'format':
      return t(
        'The identity file {0} is not a private key in a known format. Convert it with ssh-keygen -p -f, or name another one.',
        error.file,
      );
    case 'passphrase':
      return t(
        'The identity file {0} was not unlocked: no right passphrase was given. Try again, or load the key into your agent with ssh-add.',
        error.file,
      );
    default:
      return unreachable(error.reason);
  }
}

function unsupportedMessage(error: Failure<'unsupported'>): string {
  const t = l10n.t;
  switch (error.what) {
    case 'user-certificate':
      return t(
        '{0} did not take a plain key, and there is a user certificate, which only the system’s ssh can use. Set sonde.transport (--transport on the command line) to auto, and install OpenSSH 8.5 or newer.',
        error.host,
      );
    case 'security-key':
      return t(
        '{0} did not take a plain key, and there is a hardware security key (sk-…), which only the system’s ssh can use. Set sonde.transport (--transport on the command line) to auto, and install OpenSSH 8.5 or newer.',
        error.host,
      );
    case 'gssapi':
      return t(
        '{0} takes GSSAPI (Kerberos), which only the system’s ssh can use. Set sonde.transport (--transport on the command line) to auto, and install OpenSSH 8.5 or newer.',
        error.host,
      );
    case 'host-certificate':
      return t(
        '{0} is known only by a certificate authority, which only the system’s ssh can check. Set sonde.transport (--transport on the command line) to auto, or add its plain host key to your known_hosts file.',
        error.host,
      );
    case 'host-key-algorithm':
      return t(
        'No host key algorithm that is allowed for {0} is one that Sonde has. Extend HostKeyAlgorithms in your ssh configuration, or set sonde.transport (--transport on the command line) to auto.',
        error.host,
      );
    case 'revoked-host-keys':
      return t(
        'RevokedHostKeys for {0} names a list in OpenSSH’s binary format, which only the system’s ssh can read. Set sonde.transport (--transport on the command line) to auto, or name a file with one key a line.',
        error.host,
      );
    case 'ssh-missing':
      return t(
        'The system’s ssh was not found, and the way to {0} needs it. Install OpenSSH, or name the program in sonde.sshPath.',
        error.host,
      );
    case 'ssh-version':
      return t(
        'The system’s ssh is not OpenSSH 8.5 or newer, which the way to {0} needs to verify host keys. Install a newer one, or name it in sonde.sshPath.',
        error.host,
      );
    case 'ssh-windows':
      return t(
        'The system’s ssh is not used on Windows, where it cannot keep one login for several probes. Set sonde.transport to ssh2 to reach {0}.',
        error.host,
      );
    case 'proxy-command':
      return t('The ProxyCommand for {0} cannot be run on Windows. Use ProxyJump instead.', error.host);
    case 'container-files':
      return t(
        'Files in a container of {0} are read by commands inside it, never by the file transfer of the host. Read them with probes such as sed -n and cat.',
        error.host,
      );
    case 'sftp':
      return t(
        '{0} offers no file transfer (SFTP). Use probes such as sed -n and cat, or enable the sftp subsystem on the host.',
        error.host,
      );
    default:
      return t(
        '{0} needs something that Sonde cannot do yet ({1}). Use another way into the host.',
        error.host,
        error.what,
      );
  }
}

function at(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
