import { ModelError } from '../core/errors.ts';
import { addressOf, type Endpoint } from './endpoint-words.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const CERTIFICATE = /CERT|SELF_SIGNED|LEAF_SIGNATURE|ERR_TLS/;
/** An endpoint that restarts is back in a moment; anything longer is left to the user. */
const TRIES_OF_UNREACHABLE = 3;

/** The message of Node's fetch, without a code, for a port that the Fetch standard blocks (such as 9 or 6667). */
const BLOCKED_PORT = 'bad port';

/** The system's code of a failed connection, such as `ECONNREFUSED`; or `BLOCKED_PORT`. */
function connectionCodeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    if (at.message === BLOCKED_PORT) return BLOCKED_PORT;
  }
  return 'connection failed';
}

export function explainTimeout(endpoint: Endpoint): ModelError {
  const problem = `${addressOf(endpoint)} did not answer within ${endpoint.timeoutMs / 1000} s`;
  return new ModelError('model-timeout', problem, {
    retryable: true,
    hint: 'Raise --request-timeout-ms, or lower --concurrency or --max-tokens, where the endpoint is slow.',
  });
}

/** A request that brought no answer as an error with a hint. It keeps no cause: the client's errors hold headers. */
export function explainConnection(error: unknown, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  const code = connectionCodeOf(error);
  if (UNREACHABLE.has(code)) {
    return new ModelError('model-unreachable', `nothing answers at ${address} (${code})`, {
      retryable: true,
      mostTries: TRIES_OF_UNREACHABLE,
      concernsAll: true,
      hint: 'Start the endpoint, or correct --base-url (with its prefix, such as /v1).',
    });
  }
  if (CERTIFICATE.test(code)) {
    return new ModelError('model-unreachable', `${address} shows a certificate that is not trusted (${code})`, {
      concernsAll: true,
      hint: 'Correct --base-url, or name the certificate of your authority in NODE_EXTRA_CA_CERTS.',
    });
  }
  if (code === BLOCKED_PORT) {
    return new ModelError('model-unreachable', `${address} has a port that HTTP clients refuse to ask`, {
      concernsAll: true,
      hint: 'Serve the endpoint on another port: this one is among the blocked ports of the Fetch standard.',
    });
  }
  return new ModelError('model-connection-lost', `the connection to ${address} broke (${code})`, {
    retryable: true,
    hint: 'Run the same command again: replies that were stored are not asked for twice.',
  });
}
