import type { SecretKind } from './marks.ts';

/** One published format. The first group, if there is one, is the secret; else the whole match is. */
export interface SecretFormat {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
}

/** Behind nothing that would make it a part of a longer word. */
const START = '(?<![A-Za-z0-9_-])';
/** In front of nothing that would. */
const END = '(?![A-Za-z0-9_-])';

function token(body: string, end = END): SecretFormat {
  return { kind: 'service-token', pattern: new RegExp(`${START}(?:${body})${end}`, 'g') };
}

/**
 * Formats as the services document them. Every repetition is bounded and every pattern starts with a fixed
 * text that its repetitions do not let it start with again, so that the time is linear.
 */
export const FORMATS: readonly SecretFormat[] = [
  // AWS: IAM identifiers, "Understanding unique ID prefixes".
  token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}'),
  // GitHub: "GitHub's token formats".
  token('gh[pousr]_[A-Za-z0-9]{36,255}'),
  token('github_pat_[A-Za-z0-9_]{36,255}'),
  // GitLab: "Token overview", prefixes.
  token('gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.-]{20,300}'),
  // Slack: "Token types", and the addresses of incoming webhooks.
  token('xox[abceoprs]-(?:[0-9]-)?[A-Za-z0-9-]{16,300}'),
  token('xapp-[0-9]-[A-Za-z0-9]{5,20}-[0-9]{5,20}-[A-Za-z0-9]{16,300}'),
  token('(?<=hooks\\.slack\\.com/(?:services|workflows)/)[A-Z0-9]{8,14}/[A-Z0-9]{8,14}/[A-Za-z0-9]{16,40}'),
  // npm: granular and classic access tokens.
  token('npm_[A-Za-z0-9]{36}'),
  // PyPI: macaroons for pypi.org and test.pypi.org.
  token('pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[A-Za-z0-9_-]{40,1000}'),
  // Google: API keys, OAuth access tokens and client secrets.
  token('AIza[A-Za-z0-9_-]{35}'),
  token('ya29\\.[A-Za-z0-9_-]{20,1000}'),
  token('GOCSPX-[A-Za-z0-9_-]{28}'),
  // Stripe: secret and restricted keys, signing secrets of webhooks.
  token('[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}'),
  token('whsec_[A-Za-z0-9+/=]{32,200}'),
  // Hugging Face: user access tokens and organisation tokens.
  token('(?:hf|api_org)_[A-Za-z0-9]{30,60}'),
  // OpenAI and Anthropic.
  token('sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,300}'),
  token('sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'),
  token('sk-[A-Za-z0-9]{48}'),
  token('sk-ant-[a-z0-9]{3,12}-[A-Za-z0-9_-]{40,300}'),
  // SendGrid, Twilio's main token has no format of its own.
  token('SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}'),
  // DigitalOcean, Databricks, Shopify, Docker, HashiCorp Vault and Terraform, Linear, Tailscale, Grafana, Replicate.
  token('do[opr]_v1_[a-f0-9]{64}'),
  token('dapi[a-f0-9]{32}(?:-[0-9])?'),
  token('shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  token('dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}'),
  token('hv[sbr]\\.[A-Za-z0-9_-]{24,300}'),
  token('[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,80}'),
  token('lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'),
  token('tskey-(?:api|auth|client|webhook)-[A-Za-z0-9]{6,40}-[A-Za-z0-9]{16,64}'),
  token('gl(?:sa|c)_[A-Za-z0-9+/=_]{32,300}'),
  token('r8_[A-Za-z0-9]{37}'),
  // Azure: the key of a storage account in its connection string.
  { kind: 'service-token', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  // Telegram: bot tokens.
  token('[0-9]{8,10}:AA[A-Za-z0-9_-]{33}'),
  // age: "AGE-SECRET-KEY-1" and Bech32.
  { kind: 'private-key', pattern: /(?<![A-Z0-9-])AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/g },
  // RFC 7519: two parts that are JSON objects in base64url, and a signature that may be cut.
  {
    kind: 'web-token',
    pattern:
      /(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}(?:\.[A-Za-z0-9_-]{0,2000})?/g,
  },
  // crypt(5), Apache's apr1, argon2.
  {
    kind: 'password-hash',
    pattern:
      /(?<![A-Za-z0-9$])\$(?:(?:1|apr1)\$[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{22}|[56]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}|2[abxy]\$[0-9]{2}\$[A-Za-z0-9./]{53}|y\$[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43}|argon2(?:id|i|d)\$v=[0-9]{1,3}\$m=[0-9,=a-z]{3,40}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{16,128})/g,
  },
  // A PEM file in base64, as Kubernetes keeps it; certificates and public keys are no secrets.
  {
    kind: 'private-key',
    pattern: /(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi(?!BDRVJU|BQVUJMSUMg)[A-Za-z0-9+/]{60,20000}={0,2}/g,
  },
];
