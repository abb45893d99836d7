import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createSecureContext } from 'node:tls'
import { pathToFileURL } from 'node:url'
import type * as Selfsigned from 'selfsigned'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'

/** The certificate of the TLS servers: from the user's files, or generated. */
export interface Certificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
}

interface CertificateFiles {
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
}

/** The path of the bundled certificate generator: 250 kB, loaded only when it is needed. */
declare const BUNDLED_SELFSIGNED: string | undefined

const here = (): string => (typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url)

const maker = (): typeof Selfsigned =>
  createRequire(here())(typeof BUNDLED_SELFSIGNED === 'string' ? BUNDLED_SELFSIGNED : 'selfsigned')

/**
 * @param host the host on which the server listens: the certificate is for this name too
 * @throws SandboxError `invalid_option` for files that cannot be read, or a key that does not fit the certificate
 */
export const certificateFor = async (
  host: string,
  { tlsCert, tlsKey }: CertificateFiles,
): Promise<Certificate> => {
  if (tlsCert === undefined || tlsKey === undefined) return selfSigned(host)
  const certificate = { cert: read('tlsCert', tlsCert), key: read('tlsKey', tlsKey) }
  try {
    createSecureContext(certificate)
  } catch (error) {
    throw new SandboxError(
      'invalid_option',
      `tlsCert, tlsKey: ${tlsCert} and ${tlsKey} are not a certificate and its key in PEM (${errorMessage(error)})`,
    )
  }
  return certificate
}

const read = (option: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SandboxError('invalid_option', `${option}: cannot read ${file} (${errorMessage(error)})`)
  }
}

const selfSigned = async (host: string): Promise<Certificate> => {
  const { cert, private: key } = await maker().generate([{ name: 'commonName', value: 'payment-sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: namesOf(host) },
    ],
  })
  return { cert, key }
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':')

const namesOf = (host: string) =>
  [...new Set(['localhost', '127.0.0.1', '::1', host])].map((name) =>
    isAddress(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  )
