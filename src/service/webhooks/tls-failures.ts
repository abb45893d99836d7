/** Why a delivery over https failed, and the way out, as one sentence. */

const wayOut = 'with --webhook-ca <file> (webhooks.ca in code)'

const unknownIssuer = `certificate not trusted: its authority is unknown; give the certificate of the authority ${wayOut}, and let the receiver send those in between`

/** By the code of the error of Node's sockets. */
const untrusted: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `certificate not trusted: it is self-signed; give it ${wayOut}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_HAS_EXPIRED: 'certificate not trusted: it has expired; renew that of the receiver',
  CERT_NOT_YET_VALID:
    'certificate not trusted: it is not valid yet; look at its dates, and at the clock of this machine',
}

/** By the words of OpenSSL, since one code of Node stands for many of them. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|record too small/,
    'the receiver does not speak https at this port: use http://, or the port of its https server',
  ],
  [
    /no application protocol/,
    'the receiver speaks HTTP/2 only: let it answer HTTP/1.1 too, as webhooks come over that (allowHTTP1 in Node)',
  ],
  [
    /certificate required|alert bad certificate/,
    'the receiver wants a certificate of its client, and webhooks have none: let it answer without one',
  ],
  [
    /protocol version|unsupported protocol/,
    'the receiver speaks an old version of TLS only: let it answer TLS 1.2 or 1.3',
  ],
  [
    /alert handshake failure|no shared cipher/,
    'the receiver accepts none of the ciphers of this side: look at its TLS settings',
  ],
]

/** @param error of a socket, or the `cause` of that of `fetch` */
export const tlsFailure = (error: Error, code: string): string | null => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return wrongName(error)
  if (code === 'HPE_INVALID_CONSTANT')
    return 'the answer is not HTTP/1.1: does the receiver speak HTTP/2 only, or another protocol?'
  const sentence = untrusted[code]
  if (sentence !== undefined) return sentence
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return null
  const [, known] = refusals.find(([words]) => words.test(error.message)) ?? []
  // The message has places in the source of OpenSSL around its words.
  const [, words = code] = /:SSL routines:[^:]*:([^:]+):/.exec(error.message) ?? []
  return known ?? `no connection over TLS (${words}): look at the TLS settings of the receiver`
}

/** Node's error says which name was called, and has the certificate. */
const wrongName = (error: Error): string => {
  const { host, cert } = error as {
    readonly host?: unknown
    readonly cert?: { readonly subjectaltname?: unknown }
  }
  const text = typeof cert?.subjectaltname === 'string' ? cert.subjectaltname : ''
  const names = text.replaceAll(/(?:DNS|IP Address):/g, '').slice(0, 200)
  const called = typeof host === 'string' ? host : 'the called host'
  return `certificate not trusted: it is for ${names || 'another name'}, not for ${called}; call the receiver by a name of its certificate, or make one for ${called}`
}
