import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import * as x509 from '@peculiar/x509'
import { toBase64 } from '../kernel/base64'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import type { CheckedListenOptions } from '../options/config'

/** A certificate of a server and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface IssuedCertificate extends Certificate {
  /** The SHA-256 of its public key in base64, by which Chromium can be told to trust it. */
  readonly keyHash: string
}

// Test environments that imitate browsers have a global `crypto` without `subtle`.
const crypto = webcrypto as Crypto

x509.cryptoProvider.set(crypto)

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const pemOf = async ({ privateKey }: CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')

const hashOf = async ({ publicKey }: CryptoKeyPair): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', publicKey))
  return toBase64(new Uint8Array(digest))
}

/** What a server's certificate says besides its key. Strict verifiers want each of these. */
const serverExtensions = async (names: readonly string[], { publicKey }: CryptoKeyPair) => [
  new x509.BasicConstraintsExtension(false, undefined, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
  new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  new x509.SubjectAlternativeNameExtension(names.map(alternative)),
  await x509.SubjectKeyIdentifierExtension.create(publicKey),
]

const alternative = (name: string) => {
  const address = name.replace(/^\[|\]$/g, '')
  return { type: isIP(address) > 0 ? 'ip' : 'dns', value: address } as const
}

const subject = 'CN=payment-sandbox'

/** A certificate that no authority signed, for these host names and IP addresses. */
export const selfSigned = async (names: readonly string[]): Promise<Certificate> => {
  const keys = await newKeys()
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    extensions: await serverExtensions(names, keys),
  })
  return { cert: cert.toString('pem'), key: await pemOf(keys) }
}

/** Signs certificates for the length of one run. Its private key exists in memory only. */
export const createAuthority = async () => {
  const own = await newKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `${subject} authority of one run`,
    keys: own,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
    ],
  })
  return {
    /** Its own certificate, in PEM: clients must trust it. */
    cert: root.toString('pem'),
    /** A certificate for these host names and IP addresses. */
    issue: async (names: readonly string[]): Promise<IssuedCertificate> => {
      const keys = await newKeys()
      const cert = await x509.X509CertificateGenerator.create({
        subject,
        issuer: root.subject,
        publicKey: keys.publicKey,
        signingKey: own.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          ...(await serverExtensions(names, keys)),
          await x509.AuthorityKeyIdentifierExtension.create(root),
        ],
      })
      return { cert: cert.toString('pem'), key: await pemOf(keys), keyHash: await hashOf(keys) }
    },
  }
}

/** The names on its own machine of a server that listens on `host`. */
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
  { tlsCert, tlsKey }: Pick<CheckedListenOptions, 'tlsCert' | 'tlsKey'>,
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
