import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import { type Certificate, selfSigned } from './authority'

interface CertificateFiles {
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
}

/** What a server that listens on `host` is called on its own machine. */
export const namesFor = (host: string): readonly string[] => [
  ...new Set(['localhost', '127.0.0.1', '::1', host]),
]

/**
 * The certificate of the TLS servers: from the user's files, or generated.
 *
 * @param host the host on which the server listens: the certificate is for this name too
 * @throws SandboxError `invalid_option` for files that cannot be read, or a key that does not fit the certificate
 */
export const certificateFor = async (
  host: string,
  { tlsCert, tlsKey }: CertificateFiles,
): Promise<Certificate> => {
  if (tlsCert === undefined || tlsKey === undefined) return selfSigned(namesFor(host))
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
