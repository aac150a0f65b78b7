import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { ProbeError, Userland } from '../probe/index.ts';

/** Who makes a tool. */
export function userlandName(kind: Userland): string {
  switch (kind) {
    case 'gnu':
      return 'GNU';
    case 'busybox':
      return 'BusyBox';
    case 'bsd':
      return 'BSD';
    case 'openbsd':
      return 'OpenBSD';
    case 'uutils':
      return 'uutils';
    case 'toybox':
      return 'toybox';
    case 'git':
      return 'git';
    case 'ripgrep':
      return 'ripgrep';
    case 'unknown':
      return l10n.t('tools of an unknown kind');
    default:
      return unreachable(kind);
  }
}

/** Of its tools only that is run whose answers were compared with those of GNU; what is left out may well be there. */
export function isCompared(kind: Userland): boolean {
  return kind === 'uutils' || kind === 'toybox';
}

/** Why the tool that the host has is not run. */
export function toolSentence(
  error: Extract<ProbeError, { code: 'tool-unknown' | 'option-needed' | 'option-unsupported' }>,
): string {
  const { t } = l10n;
  const { tool } = error;
  const maker = userlandName(error.kind);
  switch (error.code) {
    case 'tool-unknown':
      return isCompared(error.kind)
        ? t(
            'The {0} of the host comes from {1}, whose answers differ from those of GNU or were not compared with them, so it is not run. Use another command.',
            tool,
            maker,
          )
        : t(
            'The {0} of the host is of a kind whose behaviour Sonde does not know, so it is not run. Use another command.',
            tool,
          );
    case 'option-needed':
      return t(
        'The {0} of the host comes from {1}, which without an option answers otherwise than GNU, so it is not run. Add an option; sonde policy --help {0} names them.',
        tool,
        maker,
      );
    case 'option-unsupported':
      return isCompared(error.kind)
        ? t(
            'The {0} of the host comes from {1}, whose {2} differs from that of GNU or was not compared with it, so it is not run. Leave the option out, or use another command.',
            tool,
            maker,
            error.option,
          )
        : t(
            'The {0} of the host has no {1}. Leave the option out, or use another command.',
            tool,
            error.option,
          );
    default:
      return unreachable(error);
  }
}
